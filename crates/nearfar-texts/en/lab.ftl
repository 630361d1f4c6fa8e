### The Lab. A and B are its two panels; w, v, R, S, f, Q and K are symbols of formulas and stay.

## The claim over the sentence, and its three steps

claim = The first steps
# What stands there: at first, and after w, v and ReLU have been tried.
# Before the two that follow, where A has w and its model judges film reviews.
claim-why = This AI judges film reviews. “Not bad” is good: how far must it look to know?
claim-w = Drag w to “far” and watch A.
claim-w-far = Drag w to “near” and watch A.
# The first of them, of a model that adds to its scores by positions.
claim-term = This model has a position term of its own, and β scales it. w and v apply a curve of distance on top.
claim-v-near = v says how soon scores shrink. Drag v left: far words keep more.
claim-v-far = v says how high scores grow. Drag v right: far words gain more.
claim-v-flat = v says how strongly w acts. At w = 0 v does nothing: drag w, then v.
claim-relu = ReLU sets scores below 0 to 0 first. Why?
# The same, where another head shows it best.
claim-relu-in = Why ReLU? Press 3: head { $head } shows it.
# After 3 was pressed, over a switch for ReLU: of the locked cell. $query, $key: its words. $score: below 0. $factor: its coefficient.
claim-relu-try = “{ $query }” and “{ $key }” fit badly: { $score }. ReLU makes it 0, and 0 × { $factor } stays 0. Switch ReLU off:
# The switch is off: what it did to that cell, whose coefficient, $factor, is above 1. $product: $score × $factor. $share: its weight.
claim-relu-falls = Far words should gain, but { $score } × { $factor } = { $product }: “{ $key }” falls to { $share }. Put ReLU back.
# The same of a cell whose coefficient is below 1.
claim-relu-rises = What should shrink far scores lifts this one: { $score } × { $factor } = { $product }. Put ReLU back.
# The same, where there is no such cell.
claim-relu-off = Without ReLU distance works backwards on scores below 0. Switch it back on.
# The last of them, of a model that was trained without ReLU.
claim-relu-out = This model was trained without ReLU: a curve works backwards on scores below 0.
# Links follow it: onward-train, first-lesson.
claim-done = See A − B, then type a sentence. Next:
# The same of a model of film reviews; before those links stands a sentence with “not bad”.
claim-done-film = Does this AI understand “not bad”? Try it, or go on:
# The same once that sentence stands there. $class, $share: what A’s model says of it, and how probable.
claim-done-tried = “Not bad” is praise. A judges: { $class } { $share }. Go on:
# The same where both judge it so and both are wrong.
claim-done-wrong = “Not bad” is praise. A says { $class } { $share }, B { $other }: both wrong.
# What the last step did: how many tokens away the head looks on average, and looked before. What comes next stands behind it.
claim-nearer = Head { $head } looks nearer: { $now } tokens away on average, not { $before }.
claim-farther = Head { $head } looks farther: { $now } tokens away on average, not { $before }.
claim-as-far = Head { $head } still looks { $now } tokens away on average.
# The same of v.
claim-stronger = Stronger: head { $head } looks { $now } tokens away on average, not { $before }.
claim-milder = Milder: head { $head } looks { $now } tokens away on average, not { $before }.
claim-then-w = Now drag w, near or far.
claim-then-v-near = Now v, how strongly: drag it left.
claim-then-v-far = Now v, how strongly: drag it right.
# The steps, behind their numbers.
claim-step-w = Drag w
claim-step-v = Drag v
claim-step-relu = Why ReLU?
claim-back = Back to head { $head }
claim-dismiss = Hide the first steps

## For those who are new here: a button beside the claim, and what it opens

new-here = New here?
intro = What this is
first-lesson = Why a model overlooks “not”
# Words of the first screen, and what each means, in a sentence or two.
word-token = token
    .means = A piece of the sentence: a word or a sign.
word-query = query, key
    .means = A word that looks is a query, a word it looks at is a key.
word-score = score
    .means = How well a query and a key fit. It is below 0 where they do not.
word-softmax = softmax
    .means = It makes shares of the scores of a row: a higher score gets a larger share, and all add up to 1.
word-head = head
    .means = One way to look at the words. A model has several side by side.
word-relu = ReLU
    .means = It sets scores below 0 to 0 and leaves the others.
word-da = DA
    .means = Distance-aware: scores are multiplied by a coefficient of distance, as in A.
word-vanilla = Vanilla
    .means = The usual attention of a Transformer, without that coefficient, as in B.

## What comes next

# Where a visit goes on, at the end of the room: what is done in the other room, and more of it.
onward = Go on
onward-learn = Step by step
    .about = Predict, try, see: why a model overlooks “not”; or, with some maths, the paper’s idea.
onward-train = Watch w being learned
    .about = Train small heads on a task in which near or far words decide.
onward-compare = Other ways to know distance
    .about = This sentence and this head, under every other method.
onward-inspect = Every head of this model, or of yours
    .about = Drop a checkpoint: which of its heads look near, which far?

## The sentence

sentence-title = Sentence
sentence-placeholder = Type a sentence
# $most: a number of bytes.
sentence-too-long = The text is longer than { $most } bytes; the rest is left out.

# Heads the names of examples.
examples = Examples
# Stands among them where the sentence is none of them.
example-own = Your own
example-film = A film
example-meal = Longer: a meal
example-negation = Negation
example-repetition = Repetition
example-news = News

## Under the sentence: what became of it. $number is $count as it is written

status-tokens =
    { $count ->
        [one] { $number } token.
       *[other] { $number } tokens.
    }
# $first-left-out: the words with which the rest begins.
status-cut = The first { $used } of { $total } tokens are used; the rest, from “{ $first-left-out } …” on, is left out.
status-unknown =
    { $count ->
        [one] { $number } word (dotted) is not in the table of word vectors: its vector is made from its spelling.
       *[other] { $number } words (dotted) are not in the table of word vectors: their vectors are made from their spelling.
    }
# $share: a whole number of percent.
status-loading = Loading word vectors: { $share } %.
status-waiting =
    { $count ->
        [one] { $number } word waits for its vector.
       *[other] { $number } words wait for their vectors.
    }

## The tokens

tokens = Tokens of the sentence
# $most: how many tokens at most.
tokens-too-many = Tokens are listed only up to { $most }.
# Behind each of those that follow.
bars-click = Choose a word to see what it looks at.
# How the pictures are read, before what the bars are.
rows-look = Each row of a picture is a word that looks, each column a word it looks at.
# What the two bars under each token are. $longest: a number.
bars-of-all = Bars: mean attention to each word, upper A, lower B; longest: { $longest }.
bars-of-word = Bars: attention from “{ $word }”, upper A, lower B; longest: { $longest }.
bars-of-selected =
    { $count ->
        [one] Bars: attention from the selected token, upper A, lower B; longest: { $longest }.
       *[other] Bars: mean attention from the { $count } selected tokens, upper A, lower B; longest: { $longest }.
    }
# The same while there are no numbers.
bars-of-all-empty = Bars: mean attention to each word, upper A, lower B.
# On a phone, behind the number of tokens.
bars-short = Bars: attention received; upper A, lower B.
bars-short-of-word = Bars: where “{ $word }” looks; upper A, lower B.
bars-of-word-empty = Bars: attention from “{ $word }”, upper A, lower B.
bars-of-selected-empty =
    { $count ->
        [one] Bars: attention from the selected token, upper A, lower B.
       *[other] Bars: mean attention from the { $count } selected tokens, upper A, lower B.
    }
# $to-itself-a and the others: shares, as numbers.
sum-of-one = “{ $word }” gives { $to-itself-a } (A) and { $to-itself-b } (B) of its attention to itself, and receives { $from-all-a } (A) and { $from-all-b } (B) of all tokens’.
sum-of-several = Together they give { $to-each-other-a } (A) and { $to-each-other-b } (B) of their attention to themselves, and receive
    { $from-all-a } (A) and { $from-all-b } (B) of all tokens’.
# Each behind a token: where its vector is from.
token-learned = with a vector that was trained
token-unknown = not in the table: a vector made from its spelling
token-waiting = not loaded yet: for now, a vector made from its spelling
token-borrowed = with the vector of “{ $word }”

## Files that are asked for, dropped and opened

files-open-again = Open the file …
files-open-again-name = Open the file again
files-go-on-without = Show a model of the page
files-drop = Drop a checkpoint here, with its config.json and tokenizer.
assumed-about = <b>Assumed, not stored:</b> the pictures show the model correctly only if all of this holds. If anything does not,
    correct it in Inspect, under “Assign by hand”.

## The experiment

experiment = Experiment
# Where the pictures will be.
pictures-no-sentence = Type a sentence above, or choose an example: its attention appears here.
pictures-no-file = The attention of the model from a file appears here.
pictures-loading = Loading word vectors and models …
pictures-loaded = Word vectors loaded

## Which head, which layer

head-previous = Previous head
head-previous-title = Previous head ([)
head-next = Next head
head-next-title = Next head (])
# $head and $layer: from 1 on.
# $heads: their numbers, joined by commas.
heads-several = Heads { $heads }
heads-every = All { $count } heads
layer = Layer { $layer }
# Behind “Head 3” or “Layer 2”, smaller: how many there are.
of-all = of { $count }
layers = Layer
layer-previous = Previous layer
layer-previous-title = Previous layer ({"{"})
layer-next = Next layer
layer-next-title = Next layer ({"}"})
# The name of the field.
layer-of-b = Layer of B
layer-as-a = As A

## w and v

sliders = w and v
# Stands over the slider, which goes from left to right.
slider-w = w, near to far
slider-v = v, how strongly
# The letter first.
slider-beta = β, how much of the model's own position term counts
# Under the ends of that slider.
ends-beta = reversed tripled
# The same of how that goes with distance, where it is known: RPR's, T5's ... by places; RoPE's by the base of its angles.
slider-reach = r, the reach: beyond it every distance counts as r
ends-reach = nothing all
slider-base = lg b, log₁₀ of the base b of the rotation
ends-base = fast slow
slider-content = u ×, what u is multiplied by
slider-position = v ×, what v is multiplied by
ends-bias = nothing tripled
slider-bucket = j − i, the offset whose bucket moves
ends-bucket = before after
slider-shift = b +, what is added to the bias of this bucket
ends-shift = less more
term-title = What the model adds to scores, by j − i
w-of-vanilla = Method A is vanilla attention, which has no w or v.
v-of-vanilla = v: vanilla attention has none
w-left-out = Distance is left out: every coefficient is that of w = 0.
v-left-out = v has no effect then.
# $says: what w or v does, in words, where heads differ.
head-says = Head { $head }: { $says }
presets = Presets for w and v
# The button that opens them.
presets-open = Presets
presets-reset = Reset
presets-restore = As learned

## Coefficient by distance

coefficient-title = Coefficient by distance
# Behind it, smaller: what the shaded part of the picture is.
coefficient-band = other v, −3 to 3
# Under both: what a coefficient does.
coefficient-does = It multiplies scores |i − j| tokens away; 0 stays 0.
# The same of the learnable sigmoid, with its formula.
coefficient-sigmoid = It multiplies scores of words R tokens away; 1 changes none. f = (1 + eᵛ) / (1 + eᵛ⁻ʷᴿ)
# Under the curve, where w or v is moved.
coefficient-learned = dashed: as learned
# $itself, $next, $farthest: coefficients; $distance: the longest in the sentence.
coefficient-curve = Coefficient: { $itself } at distance 0, { $next } at distance 1, { $farthest } at distance { $distance }.

## The pictures

pictures-which = Which picture is shown
# Under a picture: what its numbers are.
unit-no-sum = bright: looked at; sums vary
difference-by-clipping = A at w = 0, minus B
difference-by-distance = A, minus A at w = 0
# $panel: A or B.
picture-of-head = { $panel } · head { $head }
picture-of-head-w = { $panel } · head { $head }, w = { $w }
# Each of these four may follow in the title of a picture, behind a comma.
title-without-distance = no distance
title-without-softmax = no softmax
title-layer = layer { $layer }
title-head = head { $head }
several-one = One head is chosen. Press “{ heads-add }” and choose other heads: up to four stand side by side.
several-first = The first { $shown } of the { $count } chosen heads.
# Behind it, or alone, where the numbers of the heads do not rise.
several-order = In the order of the learned w, lowest first.
# Behind what the picture shows, for those who hear it.
picture-keys = { $says } Arrow keys move the cursor, T shows a table, P plays the row.
picture-too-large-to-save = A matrix of more than { $most } tokens is never in memory as a whole, so it is not saved as numbers
    or as SVG. PNG saves the picture as it stands.

## Attention as lines

lines-role = lines between tokens
# $title: of the picture.
lines-name = { $title }: lines from each query, left, to the keys it attends to, right. Arrow keys choose a query.
lines-about = Query left, key right; stronger lines are larger weights, those under 0.01 are left out.

## In a saved file: what it was made with

about-head = { $projections }, head { $head }, { $method }
about-masked = causal mask
about-elsewhere = w and v moved in other layers
# Stand for $projections. $a, $b: one of these each.
about-both = A: { $a }; B: { $b }
about-model = model { $model }
about-layer = { $file }, layer { $layer }
# Also the badge of a picture.
untrained = untrained projections (seed { $seed })

## One line beside the pictures: the cell that they point at. $a, $b, $difference: weights

cell-itself = “{ $query }” looks at “{ $key }”, itself: A { $a }, B { $b }, { $part } { $difference }
# $number is $count as it is written.
cell-away =
    { $count ->
        [one] “{ $query }” looks at “{ $key }”, { $number } token away: A { $a }, B { $b }, { $part } { $difference }
       *[other] “{ $query }” looks at “{ $key }”, { $number } tokens away: A { $a }, B { $b }, { $part } { $difference }
    }
# Stand for $part, and for A − B.
cell-by-clipping = by ReLU
cell-by-distance = by distance

## What of A − B is shown

parts = What of A − B is shown
# Behind the title of A − B: where the two are farthest apart. $difference: a number.
largest-difference = Largest: { $difference }, “{ $query }” → “{ $key }”
# Each behind a sentence that says what A − B is.
without-distance = Distance is left out of A.
without-softmax = Softmax is left out of A.
without-softmax-too = Softmax is left out of A: A − B includes that too.
# $apart: a number, of a divergence.
nearest-shown = Head { $head } of B is most like A’s on this sentence ({ $apart } nats apart)
nearest-show = Show head { $head } of B, most like A’s on this sentence ({ $apart } nats apart)
nearest-same = Same head number in B

## How A comes about: the steps from distances to weights

# Under the bars of both distances.
reach-scale = Mean distance in tokens; dotted: every word equally
reach-alone = On average A looks { $a } tokens away; looking at every word equally, it would be { $even }.
reach = On average A looks { $a } tokens away, B { $b }; looking at every word equally, it would be { $even }.
reach-near-keeps = Far scores sink towards 0, and softmax still gives a score of 0 its share (e⁰ = 1): far words keep some weight.
reach-near-yet = The coefficient prefers near tokens, yet A looks farther than B.
reach-near-yet-why = The coefficient prefers near tokens, yet A looks farther than B: far scores sink to 0, and a score of 0 keeps an equal share.
reach-near-yet-clipped = The coefficient prefers near tokens, yet A looks farther than B: ReLU sets most scores to 0, and a score of 0 keeps an equal share.
reach-near-yet-below = The coefficient prefers near tokens, yet A looks farther than B: most scores are below 0, and without ReLU a small coefficient lifts them.
reach-far-level = From distance 1 on, the curve is almost level: every other word gains about as much as a far one, the word itself nothing.
reach-far-yet = The coefficient prefers far tokens, yet A looks nearer than B: it lifts only scores above 0.
reach-far-yet-below = The coefficient prefers far tokens, yet A looks nearer than B: without ReLU it moves scores below 0 further down.
pipeline-title = How A is computed
# Whose values stand at the steps, beside the title.
pipeline-pair = “{ $query }” → “{ $key }”
step-distance = Distance
step-weighted = Weighted
step-coefficient = Coefficient
step-term = Position term
step-raw-score = Raw score
step-clipped = Clipped
# On a phone, under the names of these two: what their pictures show.
beside-clipped = by ReLU
beside-clips = below 0 → 0
beside-coefficient = by distance
# Under it: what a coefficient of each colour does to a score.
beside-colours = purple: lowers, green: raises
step-adjusted = Adjusted
step-score = Score
step-normalised = Normalised
step-weight = Weight
# What each step is for.
why-distance = How many tokens apart query (row) and key (column) are, whichever comes first.
why-weighted = The distance times w. With the paper’s curve, w below 0 makes far tokens count less, w above 0 more.
why-coefficient = The factor of each pair: 1 changes nothing, a smaller one lowers, a larger one raises. Only distance counts, so each diagonal has a single value.
why-coefficient-added = The addend of each pair: 0 changes nothing. Only distance counts, so each diagonal has a single value.
why-term = What the model itself adds by the positions of query and key, times β.
why-raw-score = How well query and key match: their dot product, scaled. It can be below 0.
why-clipped = ReLU sets scores below 0 to 0. A factor below 1 would lift them, and one above 1 lower them.
why-adjusted = Score and coefficient together: what softmax compares.
why-score = How well query and key match: what softmax compares.
why-softmax = Softmax divides 1 among the keys of each row, in proportion to e to the score. A score of 0 still counts e⁰ = 1.
why-weight = The weights of softmax, adjusted by distance: a row need not sum to 1 any more.
# Under the step of softmax, where the score of the shown pair is 0 after ReLU.
share-of-zero = The score here is 0. It keeps a share, because e⁰ = 1.
# A step, large. $step: its name.
step-title = { $step }: { $formula }
# What the numbers of a step are; in the attribute, more of it where there is room.
counts-tokens = tokens
counts-weighted = w × tokens
counts-factor = factor
    .more = factor; 1 changes nothing
counts-addend = addend
    .more = addend; 0 changes nothing
counts-score = score
counts-weight = weight
    .sums = weight, a row sums to 1
    .unsummed = weight, rows do not sum to 1

switches = Steps that can be left out
switches-about = Steps of A:
switch-relu = ReLU
switch-relu-title = Without it negative scores are adjusted too
switch-distance = Distance
switch-distance-title = Without it every w counts as 0
switch-softmax = Softmax
switch-softmax-title = Without it each key’s weight depends only on its own score: a sigmoid replaces the softmax
# $below: how many of $cells scores.
relu-is-on = ReLU sets { $below } of the { $cells } scores to 0. Without it, distance works backwards: × { $factor } lifts “{ $query }” → “{ $key }” from { $score } to { $product }.
relu-is-on-far = ReLU sets { $below } of the { $cells } scores to 0. Without it, distance works backwards: × { $factor } lowers “{ $query }” → “{ $key }” from { $score } to { $product }.
relu-idle = No raw score is below 0: ReLU changes nothing here.
relu-alone = ReLU sets { $below } of the { $cells } scores to 0.
relu-is-off = Without ReLU distance works backwards on the { $below } of { $cells } scores that are negative, as on “{ $query }” → “{ $key }”: { $score } × { $factor } = { $product }.
relu-off-idle = Without ReLU nothing is different here: no raw score is below 0.
relu-off-alone = Without ReLU { $below } of the { $cells } scores are below 0.
distance-is-off = Without distance every coefficient is that of w = 0: near and far words are treated alike.
distance-is-off-own = Without distance every coefficient is that of w = 0; the model’s own positions still count.
# $keys: a number, or the next one. $least, $most: sums.
softmax-is-off = Without softmax each weight is σ(score − ln { $keys }), of its own score only: what one word gains no
    other loses, and row sums range from { $least } to { $most } instead of 1.
# In place of a number, where a causal row has fewer.
softmax-is-off-causal = (keys in the row)

## The arithmetic of one cell

# Heads the arithmetic. The places of both words in the sentence stand behind them, smaller.
arithmetic-title = “<slot>{ $query }</slot>” <sub>{ $query-place }</sub> looks at “<slot>{ $key }</slot>” <sub>{ $key-place }</sub>
arithmetic-title-none = One cell
arithmetic-none = Point at any cell, tap it, or go there with the arrow keys, to see its arithmetic; a click locks it.
arithmetic-strongest = Head { $head }: the pair of different tokens where A and B differed most when this head was chosen, or else
    A’s largest weight.
    { arithmetic-none }
arithmetic-locked = Head { $head }, locked; click the cell again or press Escape to release it.
arithmetic-pointed = Head { $head }, under the pointer; a click locks it.
arithmetic-elsewhere = Head { $head }, under the pointer; the locked cell comes back when you leave the picture.
# Formulas of a score in a model from a file.
formula-scale = S = QKᵀ · scale
formula-scale-bias = QKᵀ · scale + βb
# In place of a number.
formula-masked = masked
# A softmax in numbers: exp(logit − log-sum).
formula-softmax = exp({ $logit } − { $log-sum }); ln Σ exp of the row is { $log-sum-of-row }

## All heads

heads-title = All heads
heads-name = Heads
# What the coefficient of a head prefers.
head-near = near
head-far = far
head-flat = flat
heads-which = Which heads the sliders move
heads-add = Choose several
heads-add-title = While this is on, clicking a head adds it to those that the sliders move, or removes it
heads-move-all = Move all heads
heads-presets = Presets for all heads
heads-count = Number of heads
heads-seed = Seed
heads-seed-name = Seed of the untrained projections
# $distance: how many tokens away uniform attention looks on average.
heads-about = w: what its coefficient favours. looks: how many tokens away on average; looking at every word equally, { $distance }. Colours are each picture’s own: bright is where that head looks most.
thumbnail-title = What w favours; how many tokens away the head looks on average. Ctrl+click to move several heads together
# $character: near, far or flat.
thumbnail-favours = w: { $character }
# $distance: how many tokens away it looks on average.
thumbnail-looks = looks { $distance }
# The word is heard, and only the number is seen.
thumbnail = <slot>Head </slot>{ $head }

## Fig. 8 of the paper

figure-8 = Four heads, as Fig. 8 of the paper
figure-8-title = As Fig. 8: four heads of the DA-Transformer and of the vanilla one, trained on AG News, on one news sentence
figure-8-about = As Fig. 8 of the paper: above, four heads of the distance-aware news model, the lowest learned w first; below, the same heads of the
    vanilla one. The sentence is ours: that of the figure is too small to read.

## Models, methods, colours

methods-title = Models and methods
# The button beside the title of a picture. $panel: A or B.
method-menu = Model and method of { $panel }
# $panel: A or B.
method-of = Method { $panel }
method-da-transformer = DA-Transformer
method-da-without-relu = DA-Transformer without ReLU
# $mapping, $adjustment: as they are called in the menus.
method-da = DA, { $mapping }, { $adjustment }
# Where mapping or adjustment alone is another than the DA-Transformer's. $part: which.
method-da-one = DA, { $part }
method-in-file = As in the file
method-short-vanilla = no distance
method-short-sinusoids = with sinusoids
method-short-da = with distance
method-short-in-file = as in the file
look = Mask and pictures
# The button that opens them.
look-open = Pictures
look-view = Drawn as
look-range = Colour range
look-colours = Colours
look-causal = Causal mask
look-causal-title = No token sees a later one
look-causal-by-itself = This model is causal by itself: no token sees a later one

model = Model
model-open = Open a checkpoint …
model-open-title = A checkpoint in any common format, with its config.json and tokenizer.json or vocab.txt; it stays in this
    browser
badge-in-file = as in its file: { $model }
# $method: the name of a method, in English.
badge-in-file-by = as in its file, by { $method }: { $model }
badge-trained = trained: { $model }
badge-moved = { $model }; w, v moved
# The same where they are moved in other heads than the shown one.
badge-moved-others = { $model }; w, v of other heads moved
badge-term-moved = { $model }; position term moved
badge-otherwise = { $model }; another method
# In the title of B, where it is the head of A without distance.
title-plain = no distance
# Under the title of B, where it is the head of A under another method; with “not retrained” where its weights were trained.
about-plain = same head, no ReLU
about-plain-trained = same head, no ReLU, not retrained
about-other = same head, another method
about-other-trained = same head, another method, not retrained
about-same = same head, same method, same w and v
about-in-file = the same head, as in the file

## What the model makes of the sentence

answers-title = What the model makes of the sentence
# What the models of A and B say of the sentence, and how probable it is; beside the line of the locked cell.
verdict = Answer of all heads: A { $class-a } { $share-a }, B { $class-b } { $share-b }
verdict-film = The model judges film reviews: A { $class-a } { $share-a }, B { $class-b } { $share-b }
verdict-news = The model sorts news: A { $class-a } { $share-a }, B { $class-b } { $share-b }
# $panel: A or B. Its classes follow.
answer-title = { $panel } says
# Behind the title, smaller.
answer-method = with { $method }
answer-untrained = nothing: untrained projections have no classifier
answer-in-file = nothing: only the layers of a model from a file are run, not its classifier
# Beside a share. $trained: the share of the model as it was trained, in percent.
answer-trained = as trained{"\u00a0"}{ $trained }
# The same where the panel does not attend as the model was trained. $method: the model’s own.
answer-trained-method = as trained ({ $method }):{"\u00a0"}{ $trained }
answer-little = { $unknown ->
    [one] { $unknown } of { $words } words has a vector made from its spelling: the answer means little.
   *[other] { $unknown } of { $words } words have vectors made from their spelling: the answer means little.
}
answer-partial = { $unknown ->
    [one] { $unknown } of { $words } words has a vector made from its spelling; the answer rests on that, too.
   *[other] { $unknown } of { $words } words have vectors made from their spelling; the answer rests on these, too.
}

## What each head does

figures-title = What each head does
figures-hint = entropy, distance, share near, divergence from B
# $method: that of B.
figures-about = Method A, means over all queries. Divergence is the Jensen-Shannon divergence from B ({ $method }), in
    nats: 0 for the same weights, at most ln 2 = 0.693 for weights that share no word. Effective tokens are e to the
    entropy of a row, averaged over the rows: uniform attention over that many words would be as wide. Rows that
    do not sum to 1 are normalised first.
figures-table = Numbers of the heads
figures-show = Show head { $head }
# Under the name of a column: what its numbers count; or counts-tokens.
column-nats = nats
column-share = share
# A column: what it is; in the attribute what it means.
column-head = Head
column-prefers = Prefers
column-entropy = Entropy
    .title = Entropy of a row of weights: 0 for one token, ln N for a uniform row
column-effective = Effective
    .title = e to the entropy, averaged over the rows: uniform attention over that many tokens would be as wide
column-distance = Distance
    .title = Mean distance of the attended tokens
column-near = Within 2
    .title = Share of weight at most 2 tokens away
column-zeroed = Zeroed
    .title = Share of raw scores that are not positive: ReLU sets them to 0
column-divergence = Divergence
    .title = Jensen-Shannon divergence from panel B
even = Uniform attention
even-title = If every row of weights were uniform
row-none = Point at a cell to see the numbers of its row.
# $divergence: a number, or row-undefined.
row-figures = Head { $head }, query “{ $query }”: entropy { $entropy } nats, { $effective } effective tokens, mean distance
    { $distance }, share within 2 tokens { $near }, divergence from B { $divergence }.
row-undefined = not defined

## What model A learned

learned-title = What model A learned
learned-hint = w and v of its heads, at the start and learned; model card
learned-about = Heads in the order of what they learned, largest first, as in Figs. 6 and 7 of the paper: bars are
    learned values, small circles the values at the start. A sign that was there from the start was not learned.
learned-nothing = Nothing: its projections are untrained.
learned-no-distance = It knows no distance: w and v had no effect while it was trained.
learned-card = Model card
# $reads: what the model reads, as its file says it.
learned-in-file =
    { $layers ->
        [one] { $model }: { $layers } layer of { $heads } heads, reading { $reads }.
       *[other] { $model }: { $layers } layers of { $heads } heads, reading { $reads }.
    }
learned-own = Its heads have w and v of their own.
learned-not-own = Its heads have no w or v of their own: at w = 0 they attend as in the file.
learned-causal = It is causal.

## A sentence of more than 512 tokens

# $most: 512; $memory: in megabytes.
long-computed = More than { $most } tokens: only head { $head } is computed, by rows, in two workers.
long-computed-memory = More than { $most } tokens: only head { $head } is computed, by rows, in two workers ({ $memory } MB each).
# One of these five follows.
long-too-large = Its scores are too large to be re-scaled.
long-coming = Its first picture is on its way.
long-every-cell = Every cell is drawn.
# $high, $wide: cells behind a pixel; $share: a whole number of percent.
long-reduced = A pixel shows the weight farthest from 0 of up to { $high } × { $wide } cells; zoom in for single cells.
long-draft = A pixel shows the weight farthest from 0 of up to { $high } × { $wide } cells, of one row in { $high } so far
    ({ $share } % refined); zoom in for single cells.
long-figures = Numbers: { $rows } of { $tokens } rows.
long-left-out = The numbers of the cell under the cursor are exact. Left out: pictures and numbers of the other heads, lines,
    several heads side by side, the tokens one by one, the steps from distance to weight, the answers, and files of numbers.

## Told to those who hear the page

# $says: what w does, in words; $distance: a number with one decimal.
told-move = { $says }. A now looks { $distance } tokens away on average.
told-released = No cell is locked.
told-locked = Locked: “{ $query }” looks at “{ $key }”.

walk-line = The paper, step by step (some maths)
## What w and v do, in words. $w, $v: numbers as the sliders have them. A word is so many tokens away from the one that looks

about-base = base { $base }
# $reach: tokens. $most: how many distances the sentence has.
reach-of-term = { $reach ->
    [one] A word more than { $reach } token away counts as { $reach } token away.
   *[other] A word more than { $reach } tokens away counts as { $reach } tokens away.
  }
reach-of-term-none = Reach 0: every word counts as 0 tokens away.
reach-of-term-all = As trained: each of the { $most } distances here counts as it is.
# $base, $trained: numbers; $angle: radians.
base-of-rotation = Base { $base }, trained with { $trained }: the slowest pair of dimensions rotates { $angle } radians per token.
# $factor: a number.
content-says = u × { $factor }: u draws every query to the same words, { $factor } times as much as trained.
position-says = v × { $factor }: v draws every query to the same distances, { $factor } times as much as trained.
# $offset, $first, $last, $number: numbers.
bucket-of-one = j − i = { $offset } has a bucket of its own. Its bias is { $number }.
bucket-of-many = In this sentence, its bucket holds j − i from { $first } to { $last }. Its bias is { $number }.
# $shift: a number.
shift-says = Adds { $shift } to the learned bias of that bucket.
beta-alone = β = { $beta }
# $before, $after: numbers.
beta-says = { $places ->
    [one] β = { $beta }: adds { $before } to the score of a word { $places } token before, { $after } after
   *[other] β = { $beta }: adds { $before } to the score of a word { $places } tokens before, { $after } after
}
beta-says-mean = { $places ->
    [one] β = { $beta }: adds { $before } to the score of a word { $places } token before, { $after } after, on average
   *[other] β = { $beta }: adds { $before } to the score of a word { $places } tokens before, { $after } after, on average
}
w-percent = { $number } %
# After “keeps”.
w-percent-little = < 0.1 %
w-percent-none = nothing
w-keeps-scores = w = { $w }: w changes no score, near or far
w-keeps-weights = w = { $w }: w changes no weight, near or far
# What a head prefers, behind its w.
w-near = { $w }, near
w-far = { $w }, far
# $what: one of the next two. $share: a percentage.
w-score = scores
w-weight = weights
# With a mapping that has v, whose own line has the numbers.
w-shrinks = w = { $w }: { $what } shrink with distance
w-grows = w = { $w }: { $what } grow with distance
w-takes = { $places ->
    [one] w = { $w }: { $what } { $places } token away keep { $share }
   *[other] w = { $w }: { $what } { $places } tokens away keep { $share }
}
# $times: a factor.
w-lifts = { $places ->
    [one] w = { $w }: { $what } { $places } token away count × { $times }
   *[other] w = { $w }: { $what } { $places } tokens away count × { $times }
}
w-turns-score = { $places ->
    [one] w = { $w }: the score of a word { $places } token away is multiplied by −{ $times }
   *[other] w = { $w }: the score of a word { $places } tokens away is multiplied by −{ $times }
}
w-turns-weight = { $places ->
    [one] w = { $w }: the weight of a word { $places } token away is multiplied by −{ $times }
   *[other] w = { $w }: the weight of a word { $places } tokens away is multiplied by −{ $times }
}
w-adds-to-score = { $places ->
    [one] w = { $w }: a word { $places } token away has { $added } added to its score
   *[other] w = { $w }: a word { $places } tokens away has { $added } added to its score
}
w-adds-to-weight = { $places ->
    [one] w = { $w }: a word { $places } token away has { $added } added to its weight
   *[other] w = { $w }: a word { $places } tokens away has { $added } added to its weight
}
v-none = This mapping has no v.
v-without-w = v = { $v }: no effect while w is 0
v-lifts = v = { $v }, how high: up to × { $times }
# $times: in this sentence. $bound: in any.
v-lifts-here = v = { $v }, how high: up to × { $times } (limit { $bound })
v-fades = v = { $v }, how soon: × { $times } at distance 1
# Where coefficients are added. $added: a number.
v-adds = v = { $v }: far words get up to { $added } added
v-adds-here = v = { $v }: far words get up to { $added } added here, { $bound } at most
v-adds-little = v = { $v }: every word of this sentence keeps more than half of what is added
v-adds-half-at-one = v = { $v }, with this w: half of what is added is gone 1 token away
v-adds-most-at-one = v = { $v }, with this w: { $percent } of what is added is left 1 token away
v-adds-half = v = { $v }, with this w: half of what is added is gone { $places } tokens away
# $effective: over how many words uniform attention would spread as widely.
rows-are-even = { $tokens ->
   *[other] The rows are almost uniform (effectively { $effective } of { $tokens } words): a near head lowers the scores of far words and raises none, and a score of 0 still has its share (e⁰ = 1).
}
# The same where ReLU is the reason: it sets $zeroed of $cells scores to 0.
rows-are-even-clipped = The rows are almost uniform (effectively { $effective } of { $tokens } words): most scores are 0, and a score of 0 still has its share (e⁰ = 1).

## What A − B shows

apart-unrelated = A − B compares two models: heads with the same number are unrelated.
apart-heads = A − B compares two heads of one model.
apart-layers = The same head, but w or v was moved in earlier layers of one of the two: A − B includes that too.
apart-term = The same head, but the model's position term is moved in A: A − B includes it too.
# $with, $without: A or B.
apart-positions = The same head, but { $with } sees positions and { $without } does not: A − B includes that too.
apart-none = A and B attend alike: A − B is 0.
apart-methods = Same head, same queries and keys: A − B is what the two methods do differently.
apart-parameters = Same head, same queries and keys, same method: A − B is the effect of different w and v.
apart-softmax = Same head, same queries and keys: A − B is what leaving out softmax does.
apart-distance = A minus A at w = 0: what distance does. Everything else is the same in both.
apart-distance-alone = Same head, same queries and keys: A − B is what distance does.
apart-clipping = A at w = 0 minus B: what ReLU does, before distance.
apart-clipping-alone = Same head, same queries and keys: A − B is what ReLU does.
apart-both = Same head, same queries and keys: A − B is what ReLU and distance do together.
apart-not-distance = A at w = 0 minus B: what is not due to distance.
apart-rest = A at w = 0 minus B: what is left of A − B without A’s distance.
# $value, $neutral: numbers. Behind another of these.
apart-at-zero = A’s coefficient is { $value } already at distance 0, where { $neutral } would change nothing: A − B includes that too.
