### The page round the rooms: header, notices, help; models, links and files.

## Links to places of the page, for the keyboard

# Heads the four that follow.
skips = Skip to
skip-room = Skip to the room
skip-sentence = Skip to the sentence
skip-sliders = Skip to w and v
skip-picture = Skip to the picture

## Header

# Beside the name of the page.
brand-line = attention that knows distance
rooms = Rooms
undo = Undo
undo-title = Undo (Ctrl+Z)
redo = Redo
redo-title = Redo (Ctrl+Shift+Z)
start-over = Start over
start-over-title = Back to the start; undo brings this view back
help = Help and keys
# The first word of it, on its button.
help-word = Help
help-title = Help and keys (?)

share = Copy link
share-title = Copy a link to exactly this view
share-more = Share…
share-more-title = What a link shows, its QR code, code for another page, the experiment as a picture
# Stands in place of “Copy link” for two seconds.
share-copied = Copied
share-refused = The browser did not allow copying. The link is: { $link }
share-of-train = The link holds the settings of the run and its seed, not what was learned: whoever opens it presses Play
    and gets the same run.
share-of-inspect = The link names the files and does not hold them: whoever opens it is asked for them.

## Notices

notice-dismiss = Dismiss
# $sentence: the beginning of the sentence that was there.
last-visit-lab = Last time: the Lab, with “{ $sentence }”.
# $room: the name of another room, as the header has it.
last-visit-room = Last time: { $room }, with “{ $sentence }”.
last-visit-go-on = Go on where you were

# $parts: names of settings, each with a colon and what is wrong with it, joined by semicolons.
link-ignored = Some settings in the link were not understood and keep their defaults. { $parts }.

## What did not load

model-failed = The model “{ $model }” did not load: { $why }.
# $file: its path in the site.
vectors-failed = The word vectors in { $file } did not load: { $why }.
# Behind one of these two.
failed-about = Words without a vector are shown with one made from their spelling, and marked as such; a panel without its model
    stays empty.

# $why: the end of the sentence, from common.ftl: “stopped: out of memory”. $most: a number of tokens.
worker-ended = A worker for long sentences { $why }. Reload the page, or shorten the sentence to { $most } tokens.

## Models from files

# Stands behind the name of a file and a colon.
file-weights-alone = this file holds attention weights without queries and keys: the Lab shows them, other methods
    cannot be computed from them
# $why: a sentence without its period.
file-not-here = Files dropped here are not read. Drop a checkpoint in the Lab, in Compare or in Inspect.
file-not-opened = The checkpoint was not opened. { $why }.
# What is wrong with a file.
file-problem = “{ $file }”: { $why }
file-none = there is no file
file-opening = Opening { $file } …
# $file: “model.safetensors” in quotes, or file-awaited-unnamed.
file-awaited = This view needs { $file }, and neither link nor browser keeps it: open the file again, or drop it here.
    Everything else is as it was.
file-awaited-two = This view needs { $first } and { $second }, and neither link nor browser keeps them: open the files again,
    or drop them here. Everything else is as it was.
file-awaited-named = “{ $file }”
file-awaited-unnamed = the checkpoint
# $most, $cut: numbers of tokens.
file-left-out = A model from a file is run on { $most } tokens at most: { $cut } are left out.
# $of-b, $of-a: how many tokens each has.
file-apart = B splits the sentence into different tokens than A ({ $of-b } and { $of-a }): their cells do not correspond,
    and B is not shown. Choose the same file for both, or two that share a tokenizer.

# Each of these may stand behind a file's name and a colon, and before a period.
file-not-open = the file is not open
file-no-room = both panels show other files; choose another model in one of them
page-missing = the page is not there
page-other-version = the page is a different version; reload it
words-not-loaded = its texts did not load

## Errors for scripts

# $why: one of the three that follow, or what the numbers say.
script-no-trace = there is no trace: { $why }
script-too-long = { $tokens } tokens are more than { $most }
script-not-yet = nothing is computed yet
script-awaited = the model has not answered yet; await what set or open returned

# Each stands in an error for what a script handed over.
script-function = a function
script-symbol = a symbol
script-bigint = a bigint
script-object = an object
script-object-throws = an object that throws
script-property-throws = a property that throws
script-list-throws = a list that throws
script-list-too-long = a list that is too long

## Help

help-heading = What this is, and the keys
help-plain = A Transformer is a program that reads text: every word of a sentence looks at all words, itself included, and takes in a share of
    what each one holds. That is attention. A heatmap shows the shares: each row is a word that looks, each column a word that is looked at. Several heads do this side by side, each
    in its own way.
help-first = A score says how well two words fit; the shares of a row are made from its scores. <b>w</b> and <b>v</b> bring distance in: they multiply
    scores. Below 0, w makes near words count more, above 0 far ones; v says how strongly. The score of a word that does not fit, below 0, is set to 0 first (ReLU), or distance would
    move it the wrong way. B is the same head without ReLU and distance, and A − B is what they change.
help-formulas = With formulas
help-about = The DA-Transformer multiplies each head’s attention scores, clipped at 0, by a coefficient <i>f(w·R; v)</i>
    that depends on how many tokens apart two words are. A head with <b>w < 0</b> prefers near words, with <b>w > 0</b>
    far ones; <b>v</b> bounds how strongly: the coefficient never exceeds <i>1 + e<sup>v</sup></i>.
help-use = Type a sentence, choose a head, and move its w and v. Panel A is the distance-aware method, panel B what it is compared with, and A − B
    their difference. Point at a cell to see its arithmetic, click to lock it.
help-near = A near head lowers far scores towards 0, but not far weights: since e<sup>0</sup> = 1, far words keep a
    small equal share, and a row with no positive score is uniform. For w > 0 every coefficient is at least 1, so near
    words are suppressed only relative to far ones. With w = 0 every coefficient is 1: that is ReLU attention without
    positions, not the vanilla one; compare it with “Vanilla, no positions”.
help-script = Scripts use the page through window.nearfar (set, trace, attend, open, link). Arguments and results:
help-steps = Show the first steps in the Lab

## Keys: what each does, and in the attribute which it is

keys = Keys
keys-list = this list
    .keys = ?
keys-undo = undo, redo
    .keys = Ctrl+Z, Ctrl+Shift+Z
# The rooms, in the order of the header.
keys-rooms = Lab, Curves, Compare, Train, Inspect, Learn
    .keys = 1, 2, 3, 4, 5, 6
keys-head = previous and next head
    .keys = [ and ]
keys-layer = previous and next layer, of a model with several
    .keys = {"{"} and {"}"}
keys-arrows = in a matrix: move the cursor; on a slider: move w or v
    .keys = Arrow keys
keys-ends = in a matrix: first and last key of the row
    .keys = Home, End
keys-lock = in a matrix: lock the cursor here, or release it
    .keys = Enter or Space
keys-zoom = in a matrix: zoom in, zoom out, show all
    .keys = +, −, 0
keys-table = in a matrix: the numbers as a table
    .keys = T
keys-listen = in a matrix: listen to the row, one tone a cell, higher for colours further along the scale; again to stop
    .keys = P
keys-escape = release the cursor; close what is open
    .keys = Escape
keys-train = in Train, while no control has the focus: play or pause, one step, back to the start
    .keys = Space, ., R

## Under every room

language = Language
theme = Theme

foot = Nearfar computes everything in this page; nothing that you type leaves the browser. The method is that of
    Wu, Wu and Huang, “DA-Transformer: Distance-aware Transformer”, NAACL 2021; the word vectors are GloVe (PDDL).

# A link that hides panels, and the page inside another one.
hidden-some = This link hides part of the page.
hidden-show-all = Show all
embed-open = Open in Nearfar

## A model from a file, read for the Lab and Compare

# $tokenizer is a file, $kind a name, $pieces a number.
lent-reads = tokens of { $tokenizer } ({ $kind }, vocabulary of { $pieces })
    .numbers = token IDs, since no tokenizer came with it
lent-reads-words = words, with the vectors that it was trained with
lent-reads-nothing = the tokens of its own text
# What a file of attention weights shows, and what it cannot. A, the weights; S, the scores; f, the coefficients.
lent-weights-alone = { $file } holds attention weights of { $tokens } tokens, without queries and keys. It has its own
    text: what is typed changes nothing. Scores shown are ln A, which the softmax turns back into A: late adjustments and
    added coefficients act as they would in the model; coefficients multiplied before the softmax act on ln A, which ReLU sets to 0
lent-own = it is a checkpoint of this project: open it alone, without other files
# $why lists reasons.
lent-cannot-run = { $why }. Inspect shows what the file is, and what can be assigned by hand
# $why says what is wrong with what was typed, as a sentence.
lent-no-tokenizer = { $file } came without its tokenizer: drop its tokenizer.json or vocab.txt here, or type token
    IDs as the sentence. { $why }
lent-reader-odd = the worker gave an unexpected answer
