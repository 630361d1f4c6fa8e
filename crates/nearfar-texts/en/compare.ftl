### The Compare room: every method on one sentence. A and B are the two that are compared; w, v, h, d, k, q_i, k_j and the
### like are symbols of formulas and stay, as do the names of methods and of intermediates.

## The room and its parts

# What is not lost where the room stops.
kept = Your sentence and its tree are kept; reload, and go on.

lead = Each method has its own way to tell attention where words stand. Choose two, A and B, and see where the same
    words look.

parts = Parts of the comparison
parts-methods = Methods
parts-terms = How it computes
parts-notices = Who notices a change?
parts-apart = How different?
parts-knows = What each knows
parts-tree = Grammar

## Said in several parts

# A reason alone, as a sentence. $why: one of those under “Why something could not be done”, or in the words of a file’s
# reader or of the browser.
reason = { $why }.
# One of several words in a list.
quoted = “{ $word }”
nats = nats
# One head of a method, from 1.
head = Head { $number }
# Behind a method or model that has fewer heads than the one that is chosen. $heads: how many it has.
head-of-fewer = { $title }, its head { $number } of { $heads }
# The same of DiSAN, which has two blocks in place of heads.
head-of-blocks = { $title }, backward block
# Under a small picture.
head-last =
    { $heads ->
        [one] It has one head, which is shown.
       *[other] It has { $heads } heads: its head { $heads } is shown.
    }
# Under a chart: what is counted.
distance-axis = distance |i − j|

## The sentence, and which numbers are compared

sentence = Sentence

# $count: of methods.
made-each = Trained models; those of film reviews differ only in the method. { $count } more methods are untrained: see
    “{ numbers-seeded }”.
# $names: names of files, with commas between them.
made-own = The models in open files come first, as they were trained: { $names }.
made-seeded = Untrained (from a seed): all methods have the same random projections, so that two pictures differ only in
    the method. Nothing here was learned.
# $model: the name of a model of the page.
made-bundled = Every method uses the trained word vectors and projections of { $model }. What a method adds to them (tables,
    biases) is untrained.
# $model: the name of a file. $layer: from 1.
made-file = Every method has the trained queries, keys and values of { $model }, layer { $layer }, on the model’s own
    tokens, with whatever positions these hold. What a method adds to them (tables, biases) is untrained. A bias that
    the model adds to its scores is left out: each method puts its own in that place.
made-method = The DA-Transformer’s mapping or adjustment was changed, here or in the Lab.
# Behind one of the four. $count, $most: numbers of tokens.
made-cut-by-model = The model is run on the first tokens; { $count } more are left out.
made-cut = At most { $most } tokens are compared; { $count } more are left out, and so is the tree.
made-cut-memory = Only the last { $most } tokens of the memory are used; { $count } before them are left out.
made-words-of-tree = The tree splits words that the sentence writes as one; the tree’s words are compared.
# $words: in quotes, with commas between them.
made-unknown = Words without a word vector get one made from their spelling: { $words }.

## Models: which, which layer, from which file

numbers = Model
numbers-seeded = Untrained
numbers-one = One model
numbers-trained = Trained models
numbers-moved = w or v was moved, here, in the Lab or in Curves. “{ numbers-trained }” shows each model as it was trained.
# In the place of trained models, once w or v was moved; and the button that goes back.
one-moved = Since w or v was moved, every method is compared on one model, with your numbers.
    .back = Back to models as trained
# Beside the choice of one model.
numbers-w-v = w and v are as you moved them, else as trained, else untrained.
model = Queries and keys of
model-layer = Layer, 1 to { $last }
    .name = Layer
# Of a link, say. $asked, $last: from 1.
model-layer-beyond = Layer { $asked } was asked for, but the model has { $last }: layer { $last } is compared
model-open = Open a checkpoint …
    .name = Open a model
# Beside “Open the file …”.
model-go-on-without = Compare untrained models
# Over a list of assumptions.
model-assumed = <b>Assumed, not stored:</b> the pictures show the model correctly only if all of this holds.
    .name = What is assumed
# Over the small pictures of the page’s models: what they read, and by which method.
model-sst2-da = DA: films
model-sst2-vanilla = Vanilla: films
model-agnews-da = DA: news
model-agnews-vanilla = Vanilla: news
# Over the small picture of a model that was trained on film reviews, and in full. $method: a short name, as over the
# pictures of methods.
model-films = { $method }: films
# The same of a model in a file that is open. $name: the file's.
model-own = { $method }: { $name }

## What the tree is that methods are drawn from

stand-in-none =
    { $count ->
        [one] Stand-in tree: no tree is known for a typed sentence, so each word is attached to its left neighbour. { $count } method uses it.
       *[other] Stand-in tree: no tree is known for a typed sentence, so each word is attached to its left neighbour. { $count } methods use it.
    }
stand-in-begun =
    { $count ->
        [one] Partly a stand-in: no tree is known for a typed sentence, so words that you did not move are attached to their left neighbour. { $count } method uses it.
       *[other] Partly a stand-in: no tree is known for a typed sentence, so words that you did not move are attached to their left neighbour. { $count } methods use it.
    }
stand-in-read =
    { $count ->
        [one] { $count } method uses the tree as it was read.
       *[other] { $count } methods use the tree as it was read.
    }
stand-in-edited =
    { $count ->
        [one] { $count } method uses the tree as you edited it.
       *[other] { $count } methods use the tree as you edited it.
    }
# The button beside a stand-in, and beside a tree.
stand-in-give-tree = Give it a tree
stand-in-see-tree = See the tree

## The grid of methods

grid = All methods
# Before a bar of progress.
grid-coming = { $here } of { $all } computed
grid-how = Queries down, keys across; bright cells are large weights. Point at a cell or tap it; buttons A and B pick the two to compare.
# $pair: “cat” (2) → “sat” (3).
grid-pointed = { $pair }: its weight stands under each picture.
# Under a picture: what the trained model says of the sentence. $class: as its data name it. $share: “93.1 %”.
grid-answer = says { $class }, { $share }
# What a screen reader says of a picture.
grid-picture = { $method }: attention weights, queries down, keys across
# $letter: A or B.
grid-pick = Compare as { $letter }
    .name = { $method } as { $letter }

## What is compared

heads = Heads
heads-averaged = Averaged
more = Colours, mask, k, w, v, mapping, memory
colours = Colours
colours-own = Separate ranges; A and B share one
colours-common = One range for all
causal = Causal: no token sees a later one
choose-heads = h, heads of each method
choose-clip = k, where offsets are clipped
memory = Memory: the text before, which only Transformer-XL (causal) sees

## The DA-Transformer’s own numbers

# Heads the sliders: of which heads, and where w and v are from.
distance-head-learned = DA-Transformer, head { $head }: w and v are as learned unless you moved them.
distance-head-seeded = DA-Transformer, head { $head }: w and v are untrained unless you moved them.
distance-heads-learned = DA-Transformer, all heads: w and v are as learned unless you moved them.
distance-heads-seeded = DA-Transformer, all heads: w and v are untrained unless you moved them.
# A slider’s name to a screen reader. $symbol: w or v; $hint: one of the two above.
distance-slider = { $symbol }, { $hint }, of the DA-Transformer
distance-mapping = DA-Transformer: mapping
distance-adjustment = DA-Transformer: adjustment
    .terms = early, late, multiply, add
    .means = Early: the coefficients of distance act on the scores, before the softmax, so that each row still sums to 1.
        Late: they act on the weights, after it. Multiply: score times coefficient; add: score plus coefficient. The
        paper’s own is early multiply, on scores that ReLU has clipped at 0.
distance-restore = Restore w and v
distance-from-lab = As in the Lab
    .title = Model, layer, head, w, v, mapping and adjustment of the Lab’s method A

## A against B

pair = A against B
# The small pictures at the foot of the screen.
pair-dock = A against B, small
# A column: a word of the text before the sentence.
pair-memory = memory: { $word }
# Names the menu in the title of A or B.
pair-method = Method of { $letter }
pair-point = Point at a cell, or tap it
# In the name of a picture that is saved. $a, $b: methods.
pair-minus = A − B: { $a } − { $b }
# Behind what was computed, in a picture that is saved. $numbers: as “w = -1, v = 1”.
pair-numbers = { $whose }; DA-Transformer: { $numbers }
# Under A − B: what it can be laid to, of two trained models and of one set of numbers.
pair-trained-apart = trained separately: a head of A need not do what the same head of B does
pair-same-numbers = same projections: what differs is the method
# $a, $b: numbers.
pair-reach = On average A looks { $a } tokens away, B { $b }.
# Beside A − B: a picture of bars, and what it says aloud. $a, $b: as “0: 0.41, 1: 0.2”, distances and shares.
pair-by-distance = How far they look
    .about = share of attention by distance in tokens; lines: the average distance
    .said = Share of attention by distance. A, { $a }; B, { $b }
# $mean, $row: divergences. The slot is “nats”, a button that says what they are.
pair-apart = A and B diverge by { $mean } on average, in <slot>nats</slot>
pair-apart-row = A and B diverge by { $mean } on average, by { $row } in the row of “{ $word }”, in <slot>nats</slot>

## How far apart

apart = { parts-apart }
# The slot is “nats”, as above.
apart-of-all = Jensen-Shannon divergence, mean over all rows, in <slot>nats</slot>: 0 means the same attention, 0.693 no
    key in common. Choose a cell to make its two methods A and B.
apart-of-row = Jensen-Shannon divergence of the row of “{ $word }”, in <slot>nats</slot>: 0 means the same attention, 0.693
    no key in common. Choose a cell to make its two methods A and B.
# $one, $other: methods.
apart-two = { $one } and { $other }: { $divergence }
apart-two-none = { $one } and { $other }: not comparable
# Under the picture, where it has such a cell.
apart-blank = A blank cell means not comparable: one of the two methods has no weights there, or weights that are not shares of a row.
# What a screen reader says of the picture. $two: one of the two above.
apart-picture = Divergences of all methods: { $two }
apart-see = See A against B

## What each knows

knows = { parts-knows }
    .table = What each method knows
knows-method = Method
knows-direction = Direction
knows-exact = Exact distance
knows-beyond = Beyond k
knows-syntax = Syntax
knows-parameters = Parameters added
knows-time = One run (ms)
knows-source = Where defined
knows-formula = Formula
knows-yes = Yes
knows-partly = Partly
knows-no = No
knows-unknown = Not known
# Under that: of a model from a file.
knows-as-in-file = as far as the model’s queries and keys hold positions
# Under a small picture. $direction, $distance: yes, no, partly or not known; read aloud with how in brackets.
knows-short = direction: { $direction }; exact distance: { $distance }
knows-about = Parameters added are those on top of the <slot>W_Q, W_K, W_V, W_O</slot> of an ordinary layer; the time is that of one warm run on this sentence in this browser: small differences are noise.
# Behind that: the sizes. $distance: in arcs; $traversal: in characters.
knows-of-each =
    { $tokens ->
        [one] Here: { $tokens } token; h, k and d are each model’s own.
       *[other] Here: { $tokens } tokens; h, k and d are each model’s own.
    }
knows-of-model =
    { $tokens ->
        [one] Here: h = { $h }, k = { $k }, tree distances up to { $distance }, traversals up to { $traversal } characters, { $tokens } token.
       *[other] Here: h = { $h }, k = { $k }, tree distances up to { $distance }, traversals up to { $traversal } characters, { $tokens } tokens.
    }
knows-of-seeded =
    { $tokens ->
        [one] Here: h = { $h }, d = { $d }, k = { $k }, tree distances up to { $distance }, traversals up to { $traversal } characters, { $tokens } token.
       *[other] Here: h = { $h }, d = { $d }, k = { $k }, tree distances up to { $distance }, traversals up to { $traversal } characters, { $tokens } tokens.
    }

## Who notices: what is asked

notices = { parts-notices }
notices-about = This part tests what the shown attention does. What its method could know is under “{ parts-knows }”.
notices-reverse = Reverse the sentence
notices-insert = Insert a word
# The word that stands in the field at first.
notices-word = really
    .name = The word that is inserted
notices-before = before token
    .name = Number of the token before which it goes, from 1; one more than there are: at the end
# In place of the token that it is inserted before.
notices-at-end = the end
notices-at-cursor = Where the cursor is
notices-repeat = Repeat a word
notices-which = which
notices-repeat-where = at the end of the sentence

## Who notices: how it is measured, what should be seen and why

notices-how = How it is measured, and what should be seen
notices-reverse-how = The sentence is run in reverse order and the picture is turned back, so that each word is again in its old place. The amount is the mean Jensen-Shannon divergence of a word’s weights before and after, in nats: 0 where nothing
    changed, at most ln 2 = 0.693. Pictures of all heads are their mean; the amount is measured head by head.
notices-reverse-why = A method that only knows distance sees the same |i − j| in the mirror, and notices nothing:
    DA-Transformer, symmetric ALiBi and its kin, and methods without positions. A method that tells left from right notices:
    sinusoids, TENER, Transformer-XL, relative positions, T5, RoPE. A method that looks only to one side notices most:
    the causal form, and DiSAN, whose two blocks change places, though the mean of both hides it. A tree is the same tree
    backwards, but a sibling stands on the other side: the traversal says so, the tree distance does not.
notices-insert-how = One word is added. Its row and column are left out and the rest of each row is scaled to its old
    sum, so that only what changed between the old words counts. The amount is the mean Jensen-Shannon divergence of
    their weights before and after, in nats, at most ln 2 = 0.693.
notices-insert-why = Without positions the other words stay as they were: nothing is noticed. A method that counts tokens
    notices where a distance across the new word grows by one; one that is clipped at k notices only up to k. A method
    that counts only in the tree notices nothing: the new word is attached to its neighbour as a leaf. With sinusoids that
    are added to the words, every word after the new one is noticed. DiSAN knows the order but not the distance, and
    notices next to nothing.
notices-repeat-how = The chosen word is added once more, at the end. The amount is the mean of |a − b| / (a + b), for
    the weights a and b that a row gives to its two copies: 0 where no row tells them apart, at most 1.
notices-repeat-why = Without positions both copies have the same vector and weight. A distance tells the near one from
    the far one; labels cannot; a tree can, since what is attached to the first is not attached to its copy.
# Before one of these, with the causal mask.
notices-mask = The causal mask by itself tells the ends apart, so every method notices. Without it:
notices-mask-insert = The causal mask is the same between the old words.

## Who notices: what came of it

notices-count = { $count } of { $all } methods notice.
# Over and under the two pictures of a method.
notices-picture-before = before
notices-picture-after = after
# One method; the sign is read by eye. $amount, $least: numbers in nats, or of 1.
notices-nothing = ○ does not notice ({ $amount } nats)
notices-nothing-of-one = ○ does not notice ({ $amount } of 1)
notices-some = ● notices: { $amount } nats
notices-some-of-one = ● notices: { $amount } of 1
notices-little = ● notices: less than { $least } nats
notices-little-of-one = ● notices: less than { $least } of 1
notices-failed = ⚠ could not be computed
# $why: one of the four that follow, or of those under “Why something could not be done”.
notices-failed-why = ⚠ could not be computed: { $why }
notices-negative = weights below 0 are not shares of a row
notices-no-row = no row has weights both before and after
notices-row-empty = its row gives nothing to any token
notices-rows-empty = its rows give nothing to any token

## Why something could not be done. Each may stand behind a colon, or alone before a period

why-empty = the sentence is empty
why-nothing-to-change = there is no sentence to change
why-nothing-typed = the sentence is empty; type one first
# $place: from 1.
why-no-token = there is no token { $place }: the sentence has { $tokens }
why-too-long = one more word would make more than { $most } tokens; shorten the sentence
why-no-word = there is no word to insert; type one
why-read-once = A model from a file has read only this sentence, not the changed one, which would have to go through all
    its layers: the change can be seen on untrained projections and on the models of the page
why-nothing-to-explain = there is nothing to explain yet
why-no-layer = the layer of the model is not loaded
why-layer-misfit = the numbers of the layer do not fit together
why-heads = the number of heads is { $heads }; 1 to { $most } are possible
why-clip = k is { $clip }; 1 to { $most } are possible
why-no-number = w and v must be numbers
why-no-model = the model { $model } is not loaded
why-coming = its file is not loaded yet
why-no-own-numbers = the model has no parameters of its method

## What went wrong

# $why: the end of the sentence, from common.ftl: “stopped: out of memory”.
ended = The worker { $why }. It was started again; choose or type something else.
ended-for-good = The worker { $why }. Reload the page; your sentence and its tree are kept.
# $file: its path in the site.
file-not-used = { $file } cannot be used: { $why }.

## Links and undo

# $parts: names of choices, each with what is wrong with it, with semicolons between them.
link-misread = A setting in the link was not understood and keeps its default: { $parts }.
# $name: the name of a choice in a link. $why: one of those that follow.
link-part = { $name }: { $why }
link-other-tree = it belongs to another sentence
link-no-choice = there is no such choice
link-no-part = there is no part { $found } of the room
link-no-model = there is no model { $found } on the page
link-no-method = there is no method or model { $found }
# What is compared is chosen elsewhere in the link: methods, or models that were trained by them.
link-not-model = { $found } is a method, but trained models are compared
link-not-method = { $found } is a trained model, but methods are compared
link-no-layers = only a model from a file has layers to choose from
# da:MAPPING:ADJUSTMENT and HEAD:NUMBER are how links have them.
link-not-distance-aware = { $found } is not a DA-Transformer (da:MAPPING:ADJUSTMENT)
link-not-of-head = { $found } is not HEAD:NUMBER
link-too-long = { $bytes } bytes are too long; at most { $most } are kept
link-not-whole = { $found } is not a whole number from 1 to { $most }
# own, common, yes and no are words of links.
link-not-range = { $found } is neither own nor common
link-not-flag = { $found } is neither yes nor no
link-not-cell = two numbers are needed
# $query and $key: the row and the column of a cell, from 1; $tokens: how many there are.
link-beyond-sentence = row { $query }, column { $key } is beyond the sentence’s last token ({ $tokens }); no cell is locked
link-beyond = { $number } is beyond { $most }
# The forms that a link has: all but PLACE and WORD are typed so.
link-not-probe = it must be one of: none; reverse; insert,PLACE,WORD; repeat,PLACE
# $why: in the words of the page.
link-not-kept = Links do not include this, and undo cannot bring it back: { $why }. Save the tree as .conllu to keep it.

## In its own terms

terms = { parts-terms }
terms-coming = The intermediates are being computed …
# A column of the text before the sentence: how many tokens before it.
terms-memory = memory, { $count } before the sentence

## In its own terms: the equation of a pair

equation-pair = “<slot>{ $query }</slot>” looks at “<slot>{ $key }</slot>”
# $head: head, disan-forward-block or disan-backward-block.
equation-of-cursor = { $head }, under the cursor; a click or Enter locks it there.
equation-of-strongest = { $head }, its strongest weight between two different tokens. Point at any cell, or move there with the
    arrow keys.
equation-of-a = { $head }, at the strongest weight of A. Point at any cell, or move there with the arrow keys.
equation-masked = The query may not look at this key: its weight is 0, whatever the score.
# $weight: a number of percent.
equation-weight = Weight { $weight } %.
equation-rounded = Numbers are rounded to three decimals; point at one to see all its digits. Sums use the unrounded numbers.
# $paper: and where in it.
equation-source = From { $paper }.
# Under a number of the equation: what it is.
equation-score = score
equation-share = weight
equation-sum = sum
equation-content = content
equation-taken-off = subtracted
equation-log-sum = ln Σ exp of the row
# Beside the equation, of the pair.
equation-row = row
equation-offset = offset

## In its own terms: pictures of intermediates

# What a row or a column is, under a picture.
place-query = query { $token }
place-key = key { $token }
place-offset = offset { $offset }
# Where an offset has no name.
place-other = place { $number }
place-row = row { $number }
place-row-named = row { $number } ({ $name })
place-feature = feature { $number }
place-dimension = dimension { $number }
# In place of a number that may not be seen.
picture-masked = masked
# Over the columns of the text before the sentence.
picture-memory = memory
# What a screen reader says of a picture. $rows, $columns: picture-rows and picture-columns; $place: the cell.
picture-name = { $title }, { $rows } and { $columns }. { $place }: { $value }
picture-rows =
    { $count ->
        [one] { $count } row
       *[other] { $count } rows
    }
picture-columns =
    { $count ->
        [one] { $count } column
       *[other] { $count } columns
    }
# Before a picture: what happens to the one before it.
step-with = with

## In its own terms: everything that was computed

every = Everything that was computed
every-how =
    { $count ->
        [one] { $count } intermediate of this head, named as in its paper. Choose it to see it.
       *[other] { $count } intermediates of this head, in the order they are computed, named as in their papers. Choose one to see it.
    }
# A table, to a screen reader. $letter: A or B.
every-table = Intermediates of { $letter }
every-name = name
every-what = what
every-shape = shape
every-source = where from
# A shape is one of these, or two with × between them.
shape-queries =
    { $count ->
        [one] { $count } query
       *[other] { $count } queries
    }
shape-keys =
    { $count ->
        [one] { $count } key
       *[other] { $count } keys
    }
shape-tokens =
    { $count ->
        [one] { $count } token
       *[other] { $count } tokens
    }
shape-dimensions =
    { $count ->
        [one] { $count } dimension
       *[other] { $count } dimensions
    }
shape-features =
    { $count ->
        [one] { $count } feature
       *[other] { $count } features
    }
shape-offsets =
    { $count ->
        [one] { $count } offset
       *[other] { $count } offsets
    }
shape-rows =
    { $count ->
        [one] { $count } row of a table
       *[other] { $count } rows of a table
    }

## In its own terms: left and right, and tables

# The two curves of a chart.
sides-before = before the query (left)
sides-after = after it (right)
# Beside the chart’s title: whose curve it is.
sides-of-query = of the query under the cursor, by distance
sides-of-every-query = of every query, by distance
sides-of-positions = of positions, by distance
sides-same = Left and right are the same.
sides-differ = Left and right differ by up to { $most }.
sides-one = There is only one side.
# What a screen reader says of the chart. $says: one of the three above.
sides-name = { $title } by distance. { $says }
# $product: PE_i · PE_j, say.
sides-sinusoids = Only the sinusoids: { $product }, the product of two of them
# Over such a chart, of several methods.
offsets = Position by offset
# The row of a table that the pair under the cursor is looked up in. $name: what the row stands for.
table-row = Row { $row } of 0 to { $last }, “{ $name }”: { $pairs } of { $all } pairs use it.

## Vanilla

vanilla-scores = Scores and weights
    .about = The positions are in the queries and keys, not in a term of their own.
bare-scores = Scores and weights
    .about = A score is only the product of query and key: the method has no term for positions.
vanilla-positions = Positions are added to the words
    .about = The product of two sinusoids tells the distance but not the direction; W_Q and W_K must get from it what
        attention needs.

## DA-Transformer

da-steps = Eq. 2 to 6, step by step
    .about = ReLU leaves no score below 0, so that a larger coefficient never means a smaller score. A weight is a share of
        its row: a near head (w < 0) lowers far scores and raises none, and a score of 0 keeps a share (e⁰ = 1); a row that
        ReLU sets to 0 throughout is uniform.
da-steps-late = { da-steps }
    .about = The softmax comes first and the coefficient acts on its weights: rows no longer sum to 1 and are not renormalised.
da-steps-unclipped = { da-steps }
    .about = Without ReLU a raw score can be negative. A coefficient that multiplies it then works backwards; one that is added
        shifts negative and positive scores alike.
da-coefficients = The coefficient by distance
    .about = f of w |i − j| of the shown head, the same to the left and to the right. Dashed: 1, which changes nothing.
    .chart = Coefficient by distance
# The two curves.
da-coefficient-of-head = coefficient of the shown head
da-coefficient-one = 1: neither promotes nor suppresses
# In the equation.
da-raw-score = raw score
da-raw-softmax = softmax of the raw scores
da-coefficient = coefficient

## Shaw’s relative positions

shaw-sum = Content and position sum to the score
    .about = The vector of an offset is added to the key; its product with the query is the position's share.
shaw-table = The table of 2k+1 rows
    .about = All pairs with the same offset share one row; offsets are clipped at k on either side. The row goes to the
        keys (a^K) and to the values (a^V).
shaw-offsets = { offsets }
    .about = q_i · a^K of the query under the cursor: each offset up to k has a value of its own; all beyond share the value of k.

## Transformer-XL

xl-sum = Four terms that sum to the score
    .about = The query’s content meets the key’s content (a) and its relative position (b); (c) and (d) are biases, the same for every query, towards content and towards position. Their sum divided by √d is the score.
xl-shift = The relative shift
    .about = The position terms are computed once for every relative position: each column is one i − j. The shift moves each row
        so that each column is one key. Both cursors mark the same number.
    .step = → shift
xl-offsets = { offsets }
    .about = (b) + (d) of the query under the cursor: what stands before it and what stands after it have values of their
        own.

## TENER

tener-sum = Terms that sum to the score
    .about = Keys are slices of H (Eq. 16): there is no W_K, and none in the released code. H must be as wide as
        all heads together. Word vectors are not, so a layer makes H from them, as in the released code. Scores are not divided by
        √d: the paper argues that sharper weights suit labelling.
tener-direction = Direction
    .about = The sine of an offset changes its sign with the direction, the cosine does not: a query tells left from right.
        The product of two sinusoids has only cosines, and is the same on both sides.

## Structured bias: trees

tree-sum = Content and bias sum to the score
    .about = The vector of the tree distance or traversal (and that of the offset) is added to the key; none is added to
        the values.
tree-distances = Tree distance of every pair
    .about = The number of arcs between two words; every pair with the same number has the same row of the table.
tree-traversals = Tree traversal of every pair
    .about = U for a step up, D for a step down, L or R for a sibling on the left or right; every pair with the same
        traversal has the same row of the table.
tree-way = The tree traversal
    .about = From the query to the key, arc by arc.
tree-positions = Relative position of every pair
    .about = Besides the tree, the offset in the sentence has a table of its own, clipped at k.
# Under an arrow: which way an arc goes.
tree-way-up = up
tree-way-down = down
tree-way-none = A token and itself: the traversal is empty.
tree-way-arcs =
    { $count ->
        [one] One arc: the tree distance is 1.
       *[other] { $count } arcs: the tree distance is { $count }.
    }
tree-way-left-out = The tree is left out: it has more than { $most } words, and a part of a tree is no tree.
# Beside the equation, of the pair.
tree-distance = tree distance
tree-traversal = tree traversal
# The name of the traversal from a token to itself.
tree-itself = itself

## Specialised heads

labels-guide = Labels guide one head
    .about = Queries and keys of the specialised head come only from labels: pairs with the same labels have the same
        score.
labels-beside = The specialised head beside the shown one
    .about = Left: the specialised head. Right: the head that is chosen above.
    .step = shown head:
# The heads in a list, $number from 1.
labels-head-specialised = head { $number }: ★ specialised
labels-head-specialised-shown = head { $number }: ★ specialised, shown
labels-head-ordinary = head { $number }: ordinary
labels-head-ordinary-shown = head { $number }: ordinary, shown
# Under a token: what it is to the pair under the cursor.
labels-query-and-key = query, key
labels-query = query
labels-key = key
labels-mean = Mean weight of the specialised head: rows are the query’s label, columns the key’s.
    .table = { $letter }: mean weights by pairs of labels
labels-all-alike = All tokens have one label, so all pairs are alike: give the sentence a tree and labels in the part “Grammar”.
# Beside the equation, of the pair.
labels-of-query = label of i
labels-of-key = label of j

## DiSAN

disan-features = Weights for every feature, both directions
    .about = A forward block sees only what stands before, a backward block only what stands after; hatched cells may not be
        looked at.
disan-forward = Forward: what stands before
disan-backward = Backward: what stands after
disan-to-sentence = From tokens to the sentence
disan-choose = Which feature is shown
disan-mean = Mean of all features
disan-or-one = or one of { $count }
disan-feature = Feature
    .by-number = Feature by number
# Over a table: how much each token counts.
disan-weights-of-feature = <b>Weight of each token</b> in the sentence’s vector, feature { $number }
disan-weights-of-mean = <b>Weight of each token</b> in the sentence’s vector, mean of all features
disan-forward-half = forward half
disan-backward-half = backward half
# In place of a head.
disan-forward-block = Forward block
disan-backward-block = Backward block
# In place of the equation, and of what is said under it.
disan-no-equation = Every feature has an equation of its own: choose a feature below.
disan-is-mean = It is the mean of all features.

## ALiBi

alibi-sum = Content and a fixed bias
    .about = The head's slope is subtracted once for every token of distance.
alibi-slopes = The slopes of all heads
    .about = With h heads, the slopes are the h-th root of 1/256, its square, its cube and so on. Steep heads look near, flat heads look far. Nothing is learned.
alibi-chart = What ALiBi subtracts, by distance
# The curves, $number from 1; the shown head’s has its slope m.
alibi-head = head { $number }
alibi-head-shown = head { $number }, m = { $slope }
# $slopes: numbers with commas between them.
alibi-every-slope = m of heads 1 to { $heads }: { $slopes }.
# In the equation.
alibi-slope = slope m

## T5

t5-sum = Content and a bias by bucket
    .about = One bias for each bucket and head, added to the score.
t5-buckets = Buckets
    .about = Near offsets have a bucket each, far ones share buckets that get wider with distance; left and right have buckets of their own.
t5-chart = Bias by offset
    .axis = offset j − i
    .curve = bias of the offset’s bucket
    .far = up to the farthest bucket
# Beside the equation, of the pair.
t5-bucket = bucket

## RoPE

rope-angles = Rotated by position
    .about = Every pair of dimensions is rotated by its own angle times the position; what counts between two tokens is the
        angle between them. Fast pairs tell near offsets apart, slow ones far offsets.
rope-turning = Before and after rotation
    .about = The product of the same queries and keys, before and after they are rotated by their positions.
    .step = → rotated
# A clock: a pair of dimensions, from 1.
rope-clock = dim. { $one }, { $other }
    .name = Dimensions { $one } and { $other }: { $degrees } degrees
rope-how = Offset { $offset }: the dashed hand marks no rotation. Below each clock is what its pair of dimensions adds to the score, before → after rotation; the sums are { $before } and { $after }.
# In the equation.
rope-unturned = without rotation
rope-turned-product = rotated q_i · rotated k_j

## Penalties of the distance

penalty-sum = Content and a learned penalty
    .about = What is subtracted grows with the distance, by parameters that each head learns.
penalty-offsets = The penalty by offset
    .about = What is subtracted from the scores of the query under the cursor, the same to the left and to the right.

## Stick-breaking

stick-steps = Shares of a stick, from the nearest key on
    .about = σ makes every score a share of what is left. The nearest key takes its share first, and what it leaves goes to the
        next one: no softmax, and no position. What is left at the end goes to nobody, so that a row sums to less than 1; the
        first query sees no key at all.
# In the equation.
stick-whole = the whole stick
stick-taken = taken by nearer keys
stick-left = left for this key

## The forgetting attention

forget-sum = Content and what gates let through
    .about = Each token has a gate between 0 and 1, made from its vector. The logarithms of the gates between the key and the query,
        the query’s own among them, sum to the bias: a gate near 0 shuts off all that stands before it.
# Beside the equation, of the pair: a share.
forget-through = gates let through

## CoPE

cope-count = Counting keys
    .about = A gate between 0 and 1 says how much a key counts. The position of a key is the sum of the gates from it up to the query; it need not be a whole number.
    .step = → Σ up to the query
cope-sum = Content and a counted position
    .about = Each whole position has a vector; its product with the query is added to the score. Between two whole positions it is interpolated linearly.
# Beside the equation, of the pair.
cope-position = position p

## Networks that make a bias: FIRE and the log-spaced continuous bias

fire-sum = Distance as a share, and its bias
    .about = The logarithm of the distance is divided by that of the query’s own position: however long the text, the ratio for a key before the query is between 0 and 1. A small network turns it into a bias for each head.
    .step = → network
cpb-sum = A cosine and a bias of the offset
    .about = Only the angle between query and key counts, times τ. A small network turns the logarithm of the offset
        into a bias: far offsets lie close together. σ keeps the bias between 0 and 16.
bias-offsets = The bias by offset
    .about = What is added to the scores of the query under the cursor, to the left and to the right.
# In the equation: between two kinks a network of ReLUs is a line.
network-slope = slope
network-start = start
cpb-bias = bias

## Windows and sinks

window-steps = Near keys and a sink
    .about = A query sees no key beyond its window. The softmax has one more logit, the sink, which takes a share of the row but has
        no value: where nothing near fits, attention goes nowhere.
# Beside the equation, of the pair and of its row.
window-sink-logit = sink
window-sink-weight = the sink takes

## DeBERTa

deberta-sum = Three products that sum to the score
    .about = The query’s word meets the key’s word; the query’s word meets the key’s relative position (c2p); the key’s word meets the
        relative position (p2c). Each is divided by √(3d), since there are three.
deberta-table = Rows of relative positions
    .about = Positions are vectors, projected as words are: once to keys (k^r), once to queries (q^r). Offsets beyond the table share
        its last rows.

## The tree: drawn and edited. $word, $head, $one, $other: “cat” (2), or ROOT

trees = Grammar tree
trees-how = Drag a word onto its new head. By touch, press a word twice, then its head. By keyboard, arrows move, Enter picks
    a word’s arc up, arrows choose the head, Enter drops it, Escape puts it back.
trees-no-word = There is no word yet: type a sentence, or take one of the examples.
trees-words = Words of the tree
# What a screen reader says of a word. $form: as written; $part, $relation: as Universal Dependencies has them.
trees-word = { $form }, word { $place }, { $part }, { $relation } of { $head }
trees-make-root-instead = Make { $word } the root

# What came of a gesture.
trees-picked-by-keys = The arc of { $word } is picked up: arrow keys choose its head, Home ROOT; Enter drops it, Escape puts it
    back.
trees-picked-by-tap = The arc of { $word } is picked up: press its new head, or { $word } to put it back.
trees-picked-by-drag = Drop the arc of { $word } on its new head.
trees-over-none = Let go here to put it back.
trees-over = Attach to { $head }.
# $why: in the library’s words.
trees-over-refused = Cannot attach to { $head }: { $why }.
trees-refused = Not changed: { $why }.
trees-put-back = The arc of { $word } stays as it was.
trees-hangs-already = { $word } is already attached to { $head }.
trees-hangs-now = { $word } is now attached to { $head }.
# Behind that.
trees-crosses = Its arc crosses that of { $other }: the tree is not projective.
trees-root-now = { $word } is the root now.
trees-root-now-moved = { $word } is the root now, and { $other } is attached to it.
# $label: a relation or a part of speech.
trees-label-now = { $word } is { $label } now.

# The traversal between the words at the cursor.
trees-way-point = Point at a word, an arc or a cell: the traversal between two words is highlighted here.
trees-way-other = { $word }: point at another word for the traversal.
trees-way-under = { $word }: under each word, its tree distance and traversal from here.
trees-way = { $one } → { $other }: tree distance { $distance }, traversal { $traversal }

# Arcs that cross. $pairs: trees-crossing, then trees-crossing-next for each further one. $before: the pairs so far.
trees-crossing = { $one } and { $other }
trees-crossing-next = { $before }; of { $one } and { $other }
trees-crossings = The arcs of { $pairs } cross: the tree is not projective.
trees-crossings-more = The arcs of { $pairs }, and { $count } other pairs cross: the tree is not projective.
trees-crossings-many = The arcs of { $pairs }, and many others cross: the tree is not projective.

# Attention under the words. $method: its name in full.
trees-attention = Attention below the words: { $method }
trees-threshold = threshold
    .hint = weights below it are not drawn
trees-drawn = { $drawn } of { $all } weights are drawn.
trees-drawn-strongest = The { $shown } strongest of { $drawn } weights above the threshold are drawn.

## The tree: the chosen word

word-choose = Choose a word to see and edit its head, its relation and its part of speech.
word-head = Head
word-relation = Relation
word-subtype = Subtype
    .none = none
word-part = Part of speech
word-pick-up = Pick up its arc
word-make-root = Make it the root
# What it is. $part, $about: what Universal Dependencies says that they mean.
word-means = { $word }: { $part }; { $relation } ({ $about }) of { $head }.
word-means-root = { $word }: { $part }; it is attached to ROOT.

## The tree: where it comes from

source = Where the tree comes from
source-examples = Example sentences
source-paste = Paste CoNLL-U
    .how = One line for each word, ten columns with a tab between them, an empty line after each sentence: the format of
        Universal Dependencies. Several sentences may be pasted; you choose one.
    .field = Sentences in CoNLL-U
    .read = Read it
source-open = Open a .conllu file
    .title = Or drop it anywhere in this room
    .field = A CoNLL-U file
source-copy = Copy as CoNLL-U
source-save = Save as .conllu
source-none-to-write = There is no tree to save yet
source-remove = Remove the tree

source-copied = Copied as CoNLL-U.
source-not-copied = The browser did not allow copying: save the file instead.
source-removed = No tree: every word is attached to its left neighbour. Undo brings the tree back.
source-typed-over = The words have changed, so there is no tree: every word is attached to its left neighbour. Undo brings
    the tree back.
source-not-come = The sentences did not load: { $why }
# In place of the name of a file.
source-pasted = What was pasted
# Of several files one is read.
source-first-file = { $file }, the first of { $count } files,
source-too-large = { $file } has { $bytes } bytes; at most { $most } MiB are read: take a part of it. The tree stays as it is.
# $why: in the reader’s words, or source-not-utf8.
source-not-read = { $file } was not read: { $why }. The tree stays as it is.
source-not-read-pasted = The text was not read, and nothing is changed: { $why }.
source-not-utf8 = line { $line }: it is not UTF-8; save it as UTF-8
# $from: the name of a file, source-pasted, source-examples, or source-several.
source-shown = { $from }: a tree of { $words } words is shown.
# Over a list of sentences.
source-several = { $from }: { $count } sentences
# $note: what a reader left out.
source-note-of-all = In all sentences together, { $note }

## The tree: one of several sentences

offer-coming = Fetching the sentences …
offer-search = Containing the words
# $number is $count as it is written.
offer-count =
    { $count ->
        [one] { $number } sentence.
       *[other] { $number } sentences.
    }
offer-count-cut = { $count } sentences; the first { $most } are listed.
# What is said of a sentence without comments.
offer-words = { $count } words

## What a method is over a model from a file; ideas.ftl has the methods themselves

# The method “no positions” over a model from a file.
idea-in-file = the model’s own attention, with the positions that its queries and keys hold
# The same where the model does more to its scores than the file’s queries and keys say.
idea-bare = only the products of the model’s queries and keys, without its own bias or distance
