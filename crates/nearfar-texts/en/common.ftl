### What several rooms say: dialogs and fields, the picture of a matrix, files, workers.

## Dialogs and fields

dialog-close = Close
# In an empty field, where the heads that it sets have different numbers.
field-mixed = mixed
# Told of a slider in place of its number.
slider-heads-differ = heads differ
# The field beside a slider. $name: the slider's label, a symbol mostly; $least, $most: numbers.
slider-field = { $name }, any value from { $least } to { $most }

# A point of a chart, and the value at the cursor.
chart-point = { $line } at { $x }: { $value }
chart-at-cursor = { $value } at { $x }

## The picture of a matrix

# What the picture is called for those who hear it.
matrix-role = matrix
matrix-show-all = Show all
matrix-zoom-out = Zoom out
matrix-zoom-in = Zoom in
matrix-tools = Picture tools
matrix-as-table = As a table
matrix-show-large = Enlarge
# Under a picture whose cells hold numbers. $unit: what they are; $least: what is less, whatever its sign, is blank.
matrix-unit-numbers = { $unit }; blank: < { $least }
# The same where they hold none: which number has the last colour.
matrix-unit-largest = { $unit }, up to the largest
matrix-listen = Listen to the row
# What is told while a row is played. $row, $highest: a word in quotes, or a number.
matrix-heard = Playing row { $row } from left to right. Highest: { $highest }.
# A row all of whose cells are masked.
matrix-unheard = Row { $row }: nothing to hear.
matrix-save = Save
# Heads the four choices that follow.
matrix-save-as = Save as
matrix-save-png = Picture (PNG)
matrix-save-svg = Picture (SVG)
matrix-save-csv = Numbers (CSV)
matrix-save-json = Numbers (JSON)

## A matrix as a table

table-name = Table of numbers
table-about = Rows are queries, columns are keys.
table-zoom-in = Zoom in until every cell has a pixel of its own; its number is then listed here.
# $rows, $columns: how many are in the table; $query, $key: the places of the first ones in the sentence.
table-part = { $rows } queries from number { $query } on, { $columns } keys from number { $key } on.
# The words in quotes are matrix-save and matrix-save-csv.
table-first = The first { $shown } of { $all } tokens; “Save, Numbers (CSV)” has all of them.

## Words of the trade

# What “nats” means.
nats-means = The unit of the Jensen-Shannon divergence here, with the natural logarithm: 0 means the same attention,
    0.693 (ln 2) means no key in common.

## Controls of a method

mapping-label = Mapping f
attention-label = Attention
attention-da = Distance-aware
attention-vanilla = Vanilla, sinusoidal positions
attention-no-positions = Vanilla, no positions
adjustment-label = Adjustment

## Files of the site

# $status: a number as HTTP has it, 404 say. Stands behind what did not load, and a colon.
fetch-status = the server answered { $status }
fetch-empty = the answer is empty

## A room that stopped

room-stopped = The room stopped because of an internal error
room-reload = Reload

## Workers that ended
##
## Each is the end of a sentence that begins with the name of a worker: “The worker stopped: out of memory.”

# $why: in the words of the browser or of the program.
worker-stopped = stopped: { $why }
worker-not-started = did not start: { $why }
worker-error = had an internal error: { $why }
worker-other-version = is an old version from the browser’s cache; reload the page
worker-silent = was ended after { $seconds } s without an answer
worker-restarted = was started again
# Stands for $why above.
worker-script-missing = its script did not load
# $why: one of the above.
worker-it = it { $why }
worker-answered-else = it gave an unexpected answer
worker-no-answer = it did not answer

## Words of several rooms

# $head: from 1 on.
head = Head { $head }
open-checkpoint = Open a checkpoint
# Files that belong to a model which has not come. $files: their names; $wanted: that of the file that is awaited.
file-waits = Waiting for their model: { $files }. Open the model next.
    .named = Waiting for { $wanted }: { $files }. Open { $wanted } next.
try-again = Try again
assumed = What is assumed
# Under a picture of weights, and of a difference of them: what its colours say.
unit-weight = bright: looked at
unit-difference = orange: more in A; blue: less
# What v says.
how-strongly = how strongly
# What w says; stands over a slider, which goes from left to right.
near-to-far = near ← → far
# The ends of a slider, a word each: they are written at its left and at its right end.
ends-w = near far
ends-v = mild strong
# $file: its path in the site.
file-not-loaded = { $file } did not load: { $why }.

## A matrix in words, for those who do not see it

aloud-empty = Empty matrix
# $from, $to: a word in quotes.
aloud-head = { $count ->
    [one] Head { $head }, { $count } query by { $count } key. Largest: { $value } from { $from } to { $to }.
   *[other] Head { $head }, { $count } queries by { $count } keys. Largest: { $value } from { $from } to { $to }.
}
aloud-word = “{ $word }”
aloud-words = “{ $word }” and those after it
# Two tokens with their places: one that looks, and one that it looks at.
aloud-pair = “{ $word }” ({ $place }) → “{ $other }” ({ $at })

## What a method has of its own for positions, as tables: what a row is of

cells-head = Head
cells-offset = Offset j − i
cells-feature = Feature
cells-whole = Of
# A row that stands for the whole of a tensor.
cells-all = all
# Captions. $name: u, tab_K, bias_table. $head: from 1.
cells-of-head = { $name }, head { $head }
cells-together = { $name }, root mean square of { $count } numbers each
# A model that was trained on film reviews. $method: its short name.
model-films-named = Film reviews (SST-2), { $method }

## Tokens of a third-party model

no-vectors = Word vectors did not load: { $why }.
ids-wrong = “{ $word }” is no token ID; write IDs, such as 101 2023 102.
ids-none = Write some token IDs, such as 101 2023 102.
ids-many = These are { $count } tokens; at most { $most } are run here.
# Of a tokenizer that was given, after a semicolon.
tokenizer-more-rows = { $count ->
    [one] assumed to belong to this model: its embedding table has { $count } more row than the vocabulary, as padded tables do
   *[other] assumed to belong to this model: its embedding table has { $count } more rows than the vocabulary, as padded tables do
}
tokenizer-odd = the tokenizer gave an unexpected answer
