# The Inspect room: what is in a checkpoint, what its heads do, and its attention on a sentence. A tensor is an array
# of numbers with a name; w and v are the two numbers of a head that say what it prefers and how strongly.

## The room

lead = Some heads of a model look near, some far. <b>Choose a head</b>, then run the model and move its <i>w</i>. Nothing is
    uploaded; nothing in a file is executed.
# What is not lost where the room stops.
kept = Your files are untouched; reload, and open them again.
# The tabs of an open file.
views = What is shown of the file
view-tensors = Tensors
view-heads = Heads
view-run = Run it

## Opening files

# .call: the button and what stands behind it.
# .kinds: $kinds is a list of endings of files.
open =
    .call = <slot>Choose files</slot> or drop them anywhere in this room
    .kinds = { $kinds }; with them a config.json, a tokenizer.json or vocab.txt, external data. Any size:
        only what is looked at is read.
    .files = Files of a checkpoint
examples = Examples
    .reviews = Film reviews, distance-aware
    .news = News topics, distance-aware
    .reviews-vanilla = Film reviews, vanilla
    .reviews-kerple = Film reviews, KERPLE
elsewhere = More to open
link = A link to a file on this site
    .open = Open
# .address: $address is a path of this site.
# .file: the title of a name whose file the user has.
recent = Recent
    .address = Open { $address } on this site
    .file = Only the name is kept: choose the file again
    .forget = Forget the names
    .forget-title = Only names are kept, in this browser

## What is being done with a file

# $what is what is being done, in a word or a few: “Saving”, “Opening model.safetensors”.
busy = { $what } …
    .progress = Progress
    .stop = Stop
opening = Opening { $file }
opening-for-lab = Opening it for the Lab
fetching = Fetching { $file }
saving = Saving
running = Running
is-open = { $file } is open: { $tensors ->
        [one] { $tensors } tensor
       *[other] { $tensors } tensors
    }.
came-whole = Downloaded whole: it could not be read in parts.
came-in-parts = Only the parts that are looked at are read from its server: it is not downloaded whole.

## What could not be done. Those that begin with a small letter stand behind “…: ”, or become a sentence

# $why says what happened to the worker that reads files, from common.ftl: “stopped: …”, “did not start: …”.
reader-gone = The worker { $why }. Reload the page.
# .memory: the next sentence, where it did not take too long.
# .goes-on: the next sentence, where a file was open.
reader-ended = The worker { $why }.
    .memory = It may have needed more than the 2 GB of memory that it is given.
    .goes-on = What was open is still open.
    .longer = Give it three times as long
# The sentence behind what is wrong with another file.
stays-open = “{ $file }” stays open.
no-link = this is not a link; write it as checkpoints/model.safetensors
another-site = this is on another site, from which the page reads nothing; download the file, and choose it here
# $status is a number as HTTP has it: 404.
server-refused = the server answered { $status }; check the link
lab-refused = The Lab does not show it: { $why }

## The head of an open file

format = Format
    .torch-zip = PyTorch (zip)
    .torch-legacy = PyTorch (older container)
    .npy = NumPy array
    .npz = NumPy archive
    .keras = Keras archive
# Bytes, with one decimal where they are few.
gigabytes = { $number } GB
megabytes = { $number } MB
kilobytes = { $number } KB
bytes = { $number } B
# $files are names of files that were opened together with the model.
with-it = Opened with it: { $files }.
wanted = Some of this file’s tensors are stored in <b>{ $files }</b>: open both together.
# .as-a and .as-b: two buttons beside each other.
to-lab = Show in the Lab
    .as-a = Show in the Lab as A
    .as-b = as B
save = Save
    .figures-csv = Tensor statistics as CSV
    .figures-json = Tensor statistics as JSON
    .model = The model as .safetensors
notes = Notes ({ $count })
about-file = About the file
# .cut: the beginning of a long text, and how long it is.
metadata = Metadata in the file ({ $count })
    .cut = { $beginning } … ({ $bytes ->
        [one] { $bytes } byte
       *[other] { $bytes } bytes
    })

## What a file was recognised as

# Families of models; names of models stay as they are.
# $method: the name of a method of attention, in English.
family-nearfar = { $method }, a file of this project
    .vanilla = Transformer
    .unknown = Nearfar
family-distance-aware = Distance-aware attention
family-torch-encoder = PyTorch TransformerEncoder
family-bloom = BLOOM or Falcon
family-t5 = T5 encoder
family-bart = BART encoder
family-clip-text = CLIP text encoder
family-vit = Vision transformer
family-keras = Keras MultiHeadAttention
family-other = Attention layers
family-unknown = No attention was recognised
# Beside a fact: how it is known.
how-assumed = assumed
how-unknown = not known
how-chosen = chosen by you
fact-layers = Layers
fact-heads = Heads
fact-head-size = Head size
# By which mapping and adjustment.
fact-method = Mapping and adjustment
fact-width = Width
fact-words = Vocabulary
fact-norms = Norms
    .post = post-norm (after the residual sum)
    .pre = pre-norm (before the sublayer)
fact-sees = Attends to
    .all = all tokens
    .causal = itself and earlier tokens
prefix = Names begin with <code>{ $prefix }</code>, which was removed.
# .more: under a long list.
findings = { $recognised } recognised, { $missing } missing, { $extra } extra, { $reshaped } reshaped
    .more = and { $count } more
findings-missing = Missing: { $count }
    .means = the family has them, the file does not
findings-reshaped = Reshaped: { $count }
    .means = a role fits, the shape does not
findings-extra = Extra: { $count }
    .means = no role fits
findings-recognised = Recognised: { $count }
    .means = with their roles
# .more: under a list of reasons.
# .still-seen: $what lists what can be seen all the same.
# .mends: the next sentence.
refused = No forward pass: not everything that shapes its attention is known.
    .more = { $count ->
        [one] and { $count } reason more
       *[other] and { $count } reasons more
    }
    .still-seen = You can still see: { $what }.
    .mends = What no file says can be set under “{ by-hand }”.

## What no file says, by hand

by-hand = Assign by hand
by-hand-about = What you choose overrides what was found, and is remembered in this browser for files with the same tensor names and shapes.
by-hand-take-all-back = Reset all
# What a screen reader calls the control of $what, which is one of the next or a fact from above: “Heads, by hand”.
by-hand-name = { $what }, by hand
by-hand-runs = Layers to run
by-hand-sees = A token sees
    .causal = itself and earlier tokens
# Where a layer’s norms stand.
by-hand-post = post-norm (after the residual sum)
by-hand-pre = pre-norm (before the sublayer)
by-hand-activation = Activation
    .gelu-tanh = GELU by tanh (gelu_new)
    .swish = SiLU (swish)
by-hand-scale = Score scale
by-hand-epsilon = ε of the norms
by-hand-first-position = First position
# The first entry of a menu: what is read where nothing is chosen. $value is another entry.
as-found = as found: { $value }
    .assumed = as found: { $value }, assumed
    .chosen = as found
trained-known = This is how its heads with w and v were trained.
trained-unknown = No file says how its heads with w and v were trained:
trained = It was trained this way
    .name = Mapping and adjustment, by hand
# .none: $pattern is what was typed, in quotation marks.
roles-name = Tensors named (* is a layer’s number)
    .none = No tensor is named { $pattern }.
roles-role = Role
    .none = no role
# How the numbers of a matrix lie: [out, in] or [in, out].
roles-lies = Layout
    .others = like the others
roles-assign = Assign
roles-take-back = Remove

## Roles of tensors

role-word-embedding = word embedding
role-position-embedding = position embedding
role-type-embedding = type embedding
role-embedding-projection-weight = embedding projection: weight
role-embedding-projection-bias = embedding projection: bias
role-embedding-norm-gain = embedding norm: gain
role-embedding-norm-bias = embedding norm: bias
role-query-weight = query: weight
role-query-bias = query: bias
role-key-weight = key: weight
role-key-bias = key: bias
role-value-weight = value: weight
role-value-bias = value: bias
role-output-weight = attention output: weight
role-output-bias = attention output: bias
role-distance-w = w of the heads
role-distance-v = v of the heads
role-start-w = start of w
role-start-v = start of v
role-relative-key = relative positions: key
role-relative-value = relative positions: value
role-attention-norm-gain = attention norm: gain
role-attention-norm-bias = attention norm: bias
role-hidden-weight = feed-forward, first: weight
role-hidden-bias = feed-forward, first: bias
role-feed-forward-weight = feed-forward, second: weight
role-feed-forward-bias = feed-forward, second: bias
role-feed-forward-norm-gain = feed-forward norm: gain
role-feed-forward-norm-bias = feed-forward norm: bias
role-final-norm-gain = final norm: gain
role-final-norm-bias = final norm: bias
role-head = output head (classifier, language model), not run

## Statistics of a tensor: columns of the table, each with the title of its head, and entries of the tensor

name = Name
    .sort = Sort by name
type-name = Type
    .sort = Sort by type as stored
shape = Shape
    .sort = Sort by number of elements
size = Size
    .sort = Sort by bytes in the file
min = Min
    .sort = Sort by least finite number
max = Max
    .sort = Sort by greatest finite number
mean = Mean
    .sort = Sort by mean of the finite numbers
deviation = Deviation
    .sort = Sort by standard deviation of the finite numbers
zeros = Zeros
    .sort = Sort by share of numbers that are 0
# .short: the head of the column, where there is less room.
non-finite = Not finite
    .short = NaN, ∞
    .sort = Sort by numbers that are not finite
numbers = Numbers

## The table of tensors

table = { view-tensors }
    .name = Tensors; arrow keys choose one
    .none = The file has no tensors.
    .empty = No tensor has these words in its name, type or shape.
tensors = { $count ->
        [one] { $count } tensor
       *[other] { $count } tensors
    }
# How many tensors are shown, of how many.
tensors-shown = { $shown } of { $all }
# How many numbers a group of tensors has.
group-numbers = { $count ->
        [one] { $numbers } number
       *[other] { $numbers } numbers
    }
finding = statistics: { $found } of { $all }
    .progress = Statistics found
# .example: words that may be searched for: part of a name, a number of a shape.
search = Search
    .example = weight 768
order = Order of the tensors
    .list = List
    .tree = Tree
shared = shared
    .title = Shares its numbers with another tensor
not-read = not read

## One tensor

# Under its name: “F32, 32 × 16, 2.0 KB”.
tensor = { $type }, { $shape }, { $size }
tensor-twins = Shares its numbers with { $tensors }.
tensor-save-npy = Save as .npy
tensor-save-csv = Save as CSV
# .name: what a screen reader says of the bars. $most is how many numbers the fullest has, $peak a number in it.
spread = How its numbers are distributed
    .counting = Counting …
    .empty = It has no finite number.
    .name = Histogram from { $from } to { $to }, { $bars ->
        [one] { $bars } bar
       *[other] { $bars } bars
    }; numbers in the fullest, at { $peak }: { $most }
    .bar = { $from } to { $to }: { $count }
    .most = at most { $count } in a bar

## A picture of a slice of a tensor

slice = Slice
    .how = Point at a cell, tap it, or use the arrow keys.
# What a screen reader says of it. $title is “Slice”, “Query” or “Key”; $from and $to are numbers.
slice-name = { $title } of { $rows } by { $columns }, colours from { $from } to { $to }; arrow keys move the cursor,
    + and − zoom, 0 shows all.
slice-shown = { $rows } × { $columns } shown
    .steps = { $rows } × { $columns } shown: one row in { $row } and one column in { $column }; zoom in for all
slice-rows = Rows
slice-columns = Columns
# $size is how long the axis is.
# .at: in front of the field for the index on the axis.
slice-axis = axis { $axis } ({ $size })
    .at = axis { $axis } at
    .at-name = Index on axis { $axis }, 0 to { $last }

## The heads of the model

# A layer and a head, from 1.
# .cell: what a screen reader says in front of what a cell of the grid shows.
head = Layer { $layer }, head { $head }
    .cell = Layer { $layer }, head { $head }:
head-corner = layer \ head
# A heading. $name is what the file calls the layer.
layer = Layer { $layer }: { $name }
# Of a method beside w and v. $method: its short name.
own = What { $method } learned about positions
    .curve = By j − i, for distances as they occur in a sentence; dashed: at the start
    .whole = Weights of its layers: the root mean square of each
    .panel = What another method learned
    .about = What the method has of its own, as learned and at the start.
# .caption: $symbol is w or v. The picture has a ring for each start. .near, .flat and .far: under the picture of w.
# .not-drawn: $numbers are .of-head and .of-start, with commas; $number is NaN or infinite.
learned = What the heads learned
    .about = w below 0 prefers near words, above 0 far ones; v bounds how strongly. The lowest stands first; in Figs. 6 and 7
        of Wu et al. 2021, (a) w and (b) v, the highest does.
    .about-w = w below 0 prefers near words, above 0 far ones; the mapping has no v. The lowest stands first; in Fig. 6 of
        Wu et al. 2021, (a) w, the highest does.
    .caption = <i>{ $symbol }</i> of each head, lowest first; rings: where it started
    .caption-no-start = <i>{ $symbol }</i> of each head, lowest first; where it started is not stored
    .near = near: below 0
    .flat = flat: 0
    .far = far: above 0
    .not-drawn = Not drawn, since it is no finite number: { $numbers }.
    .of-head = { $symbol } of head { $head } ({ $number })
    .of-start = the start of { $symbol } of head { $head } ({ $number })
# .near and .far, .narrow and .wide: the ends of a row of heads that stand in order.
map = Near and far
    .by-coefficient = Each tile is a head with its w: purple ▸◂ favours near words, green ◂▸ far words, ― neither: by the coefficient ten
        tokens away. Choose one to see how far it looks.
    .by-sign = Each tile is a head with its w: purple ▸◂ favours near words, green ◂▸ far words, ― neither: by the sign of w alone,
        since no file says by which mapping the model was trained. Choose one.
    .name = w of every head, and whether it is near or far
    .near = near first
    .far = far last
    .narrow = narrow first
    .wide = wide last
# What w of a head favours; and how far the head looks on the sentence, which is another matter. $favours: one of .near, .far
# and .flat. $distance, $even: numbers of tokens, with decimals.
lean = { $favours }.
    .near = Its w favours near words
    .far = Its w favours far words
    .flat = Its w favours neither near nor far words
    .looks = { $favours }; on the sentence it looks { $distance } tokens away (uniform: { $even }).
# The picture with a point for each head.
scatter = w against v of { $heads ->
        [one] { $heads } head
       *[other] { $heads } heads
    }; { $near } near, { $far } far, { $flat } flat
    .caption = Each head by its <i>w</i> and <i>v</i>; lines come from its start.
    .point = layer { $layer }, head { $head }: w { $w }, v { $v }
# .about: $mapping is the name of a function.
# .says: coefficients at four distances in tokens.
# .name: what a screen reader says of the picture; $title is “Learned” or “At the start”, $says the line above.
coefficients = Coefficients of layer { $layer }, head { $head }
    .about = f(w·R; v) between { $tokens } tokens, by the mapping that the model was trained with ({ $mapping }).
    .none = No file says by which mapping the model was trained, so its coefficients are not drawn: set it above,
        under “{ by-hand }”.
    .learned = Learned
    .start = At the start
    .says = w = { $w }, v = { $v }: { $at-0 } at distance 0, { $at-1 } at 1, { $at-5 } at 5, { $at-20 } at 20
    .says-w = w = { $w }: { $at-0 } at distance 0, { $at-1 } at 1, { $at-5 } at 5, { $at-20 } at 20
    .name = { $title }: { $says }

## The heads of a model without w and v, measured on the sentence

measured = Where each head looks
    .about = This model uses no w or v. Its heads are measured on the sentence of the tab “{ view-run }”, as a mean
        over its tokens.
    .name = Where each head looks on the sentence
    .cannot = Heads cannot be measured: { $why }
    .running = Running the sentence …
measure = Measure
    .distance = Mean distance (tokens)
    .entropy = Entropy (nats)
# $distance and $entropy have decimals, $share is a percentage.
measured-head = Layer { $layer }, head { $head }: mean distance { $distance } tokens, entropy { $entropy } nats,
    { $share } of its weight within two tokens.
    .even = Layer { $layer }, head { $head }: mean distance { $distance } tokens, entropy { $entropy } nats,
        { $share } of its weight within two tokens; it spreads its weight almost uniformly.
# $sentence: its beginning, or the beginning of the token IDs that stand for it.
measured-on = Measured on “{ $sentence }”.
    .unknown = Measured on “{ $sentence }”; unknown to the model: { $unknown } of { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
    }.
    .masked = Measured with the page’s causal mask.

## Query and key of a head as they are stored, for models that are not run

projections = Query and key of a head
    .about = Stored numbers; nothing was run. A row makes one number of the head’s queries or keys, a column reads one
        number of the layer’s input. Each cell names the key head (K) that the head uses; several heads may share one.
    .grid = Heads, each with its key head
    .query = Query
    .key = Key
    .nothing = nothing is open

## What a link asks for

# $parts: names and values, as in the link.
link-odd = A part of the link was not understood and is left out: { $parts }.
# $found: a name from the link, in quotation marks; $shown: the name of another tensor.
link-no-tensor = The link asks for the tensor { $found }, which the file does not have; { $shown } is shown instead.
link-no-head = The link asks for layer { $layer }, head { $head }, which the model does not have; the head that the room begins
    with is shown instead.
link-no-laid = The link moves w and v of heads that the model does not have; these moves are left out.

## Warnings

warnings = Warnings
    .look = Look through all numbers
    .looking = Looking through all numbers
    .none = Nothing: no number is NaN or infinite, no head is all 0, nothing is stored twice.
    .even = { $count ->
        [one] ⚠ { $number } head spreads its weight almost uniformly on the sentence of “{ view-run }” ({ $heads }).
       *[other] ⚠ { $number } heads spread their weight almost uniformly on the sentence of “{ view-run }” ({ $heads }).
    }
    .even-layer = layer { $layer }: { $heads }

## The sentence

# $why lists reasons.
cannot-run = No forward pass of this file: { $why }. Its tensors and heads are in the other tabs; what no
    file says can be set under “{ by-hand }” above.
assumed =
    .about = <b>Assumed, not stored:</b> the pictures show the model correctly only if all of this holds. If anything does not,
        correct it above, under “{ by-hand }”; a config.json dropped with the model says most of it.
sentence = Sentence
    .label = Sentence (the Lab’s)
    .most = (at most { $most } tokens are run)
    .numbers = Token IDs, at most { $most }
tokens-words = Tokens are words. A word has the model’s own vector, or else that of the page’s table; words in brackets
    have neither, but a vector made from their spelling.
# $file is the tokenizer’s file; $says is its kind, how many pieces it knows, and what was assumed.
tokens-pieces = Tokens are those of { $file } ({ $says }).
tokens-ids = No tokenizer was given: tokens are the IDs above. Drop tokenizer.json or vocab.txt to type a sentence.
# $kind is a name: WordPiece.
# .gone and .ended: $why says what happened to the program that reads it, from common.ftl: “stopped: …”.
tokenizer = { $kind }, { $pieces ->
        [one] { $pieces } vocabulary entry
       *[other] { $pieces } vocabulary entries
    }
    .drop = Go on without it
    .gone = The tokenizer { $why }.
    .ended = The tokenizer { $why }. Type again.
tokens-cut = The first { $most } tokens are run; { $cut ->
        [one] { $cut } is left out.
       *[other] { $cut } are left out.
    }
# $ms is a time in milliseconds, which may have decimals.
ran = { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
    } through { $layers ->
        [one] { $layers } layer
       *[other] { $layers } layers
    } in { $ms } ms.
    .causal = { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
    } through { $layers ->
        [one] { $layers } layer
       *[other] { $layers } layers
    } in { $ms } ms, with the page’s causal mask.

## The heads and the weights of one

# .distance: what a screen reader says in front of the number, and for ●.
run-heads = { view-heads }
    .about = Below each is its mean distance in tokens; ● marks heads whose w or v you moved.
    .name = Attention of every head
    .distance = mean distance
    .rescaled = rescaled
which = Which weights
    .before = Before
    .after = After
    .difference = Difference
# What a screen reader says of the matrix.
# .unit: what the colours stand for.
# .cell: $pair is two tokens with their places: “cat” (2) → “sat” (3).
weights = Attention weights of layer { $layer }, head { $head }; rows look, columns are looked at; arrow keys move the
    cursor.
    .how = Each row is a token that looks; point at a cell, tap it, or use the arrow keys.
    .unit-difference = orange: more after; blue: less
    .cell = { $pair }, weight: { $value }
    .cell-rescaled = { $pair }, weight, rescaled: { $value }
    .cell-difference = { $pair }, after − before: { $value }

## Knobs: w and v that are laid over heads

# .reach: in front of the menu that says which heads they move.
knobs = Move w and v
    .reach = Moves
    .w-hint = near < 0 < far
    .v-hint = strength
    .own = As trained: w = { $w }, v = { $v }.
    .own-w = As trained: w = { $w }.
    .none = This head was trained without w and v; moving them applies a distance coefficient to its scores.
    .restore = Restore this head
    .restore-all = Restore all
    .timing = Rescaled in { $ms } ms.
cosines = Final hidden states: cosine, before and after
    .none = Move w or v of a head to see here the cosine between each token’s final hidden state before and after (1 means
        unchanged).
    .about = Bars: how far each token’s state turned, relative to the one that turned furthest. Numbers: the
        cosine; 1 means unchanged.

## Which heads the knobs move

reach-head = this head
reach-layer = all heads of this layer
reach-all = all heads of the model

## Laws of distance

view-laws = Laws of distance
# KL: Kullback and Leibler's divergence, in nats.
laws-about = For every head of the model: where it looks by distance, what the model's positions do to that, and which law of
    distance explains it. Every sentence is run twice, once with <b>positions silenced</b> (every token in the same position); the KL divergence between the two measures what positions do. Laws are fitted to every other sentence and judged on the rest.
laws-text = Sentences, one a line ({ $least } to { $most } tokens; others are left out)
laws-file = or a text file
laws-count = Sentences at most
laws-seed = Seed of the intervals
laws-start = Measure
laws-stop = Stop
laws-sentences = Running sentences: { $done } of { $of }.
laws-heads = Fitting laws: { $done } of { $of ->
        [one] { $of } head
       *[other] { $of } heads
    }.
laws-silenced = Silenced: { $what }.
laws-no-positions = The model has no positions: nothing is silenced.
laws-few = { $count ->
        [one] One sentence has { $least } to { $most } tokens; two are needed: one to fit to, one to judge by.
       *[other] { $count } sentences have { $least } to { $most } tokens; two are needed: one to fit to, one to judge by.
    }
laws-tokenizer = Sentences need the model's tokenizer: drop its tokenizer.json or vocab.txt into this room first.
laws-ended = The worker ended; press Measure again.
laws-found = What positions do
laws-save = Save as JSON
# $distance, $offset, $da: shares with intervals; $law: a law's name.
laws-words = Over { $heads ->
        [one] { $heads } head
       *[other] { $heads } heads
    } and the sentences that no law was fitted to ({ $sentences }), silencing positions
    costs <b>{ $kl } nats</b>. A free parameter for every distance |j − i|, added to the scores, explains
    <b>{ $distance }</b> of that; one for every offset j − i, which has a direction, <b>{ $offset }</b>. The best
    distance-aware law ({ $law }) explains { $da }: it may clip and multiply scores, which an added term cannot.
laws-direction = So offsets explain more than distances do: direction matters.
laws-no-direction = These sentences do not tell whether offsets explain more than distances do.
laws-dots = One dot per head: across, the share explained by |j − i|; up, by j − i
laws-dots-about = One dot per head, larger where positions do more. Across: the share explained by a parameter for every
    |j − i|; up: by one for every j − i. On the line, direction adds nothing. Click a dot, or choose a head in the table.
laws-profile = Mean attention by j − i, 95 % interval
laws-bars-about = Each head fitted as a DA head: w and v of all heads, each sorted. Faint: the fit explains less than
    10 % of what positions do to the head.
laws-back = before itself
laws-ahead = after itself
laws-itself = itself
laws-first = first token
laws-separators = separators
laws-head-positions = Positions change this head by { $kl } nats.
laws-of-head = Laws of this head
laws-of-head-about = Each law changes the scores of the head without positions.
    “Explains” is the share of the positions’ effect that the law brings back, with its 95 % interval over sentences.
laws-law = Law
laws-explains = explains [95 %]
laws-numbers = parameters
laws-many = { $count } parameters
laws-at-bound = (at the edge of the search range)
laws-best = best
laws-run = Show it on a sentence
laws-all-heads = Every head
laws-all-heads-about = Positions: KL divergence in nats. |j − i| and j − i: the share explained by a parameter for each
    of them, added to the scores. Intervals are 95 %, over sentences.
laws-column-head = Head
laws-column-positions = positions
laws-column-best = best law
laws-column-da = as a DA head
laws-means = All heads together
laws-column-silenced = silenced
laws-column-left = nats left
laws-column-best-of = heads it fits best
