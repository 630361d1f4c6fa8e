# The Train room: a small model learns in the page. A run is one model that is trained; two are called A and B. Every
# head of a model has two numbers, w and v, which say what it prefers and how strongly.

## The room

lead = Train a small model here and watch it learn where to look: every head has a weight <i>w</i> for distance, which
    starts at 0. <b>Press Play.</b>
# In its place while a run goes on: what to watch, by what the task needs. .any: nobody knows what it needs. The first:
# of a method without w.
lead-watch = Watch the share of right answers rise.
    .near = What this task needs is near: watch a line of w fall below 0, and then the share of right answers rise.
    .far = What this task needs is far: watch a line of w rise above 0, and then the share of right answers rise.
    .both = This task needs near and far: watch a line of w fall below 0 and another one rise above it, and then the
        share of right answers rise.
    .any = Watch the share of right answers rise, and which heads’ w leave 0: below it they prefer near tokens, above it
        far ones.
# In its place once the run stands. $right and $guessing are shares, “98 %”. A sentence on its heads follows.
lead-learned = { $steps ->
        [one] Learned in { $steps } step: { $right } right.
       *[other] Learned in { $steps } steps: { $right } right.
    }
# .unasked: no held-out texts were answered yet.
lead-paused = { $steps ->
        [one] Paused after { $steps } step: { $right } right (guessing: { $guessing }). Play goes on.
       *[other] Paused after { $steps } steps: { $right } right (guessing: { $guessing }). Play goes on.
    }
    .unasked = { $steps ->
        [one] Paused after { $steps } step. Play goes on.
       *[other] Paused after { $steps } steps. Play goes on.
    }
# $heads: the numbers of so many heads, “4, 6”.
lead-near = { $count ->
        [one] Head { $heads } prefers near tokens, as the task needs.
       *[other] Heads { $heads } prefer near tokens, as the task needs.
    }
    .none = No head prefers near tokens yet; the task needs one.
lead-far = { $count ->
        [one] Head { $heads } prefers far tokens, as the task needs.
       *[other] Heads { $heads } prefer far tokens, as the task needs.
    }
    .none = No head prefers far tokens yet; the task needs one.
# Of a task of which nobody knows what it needs: how many heads.
lead-heads = Heads that prefer near tokens: { $near } of { $heads }; far tokens: { $far }.
# What is not lost where the room stops.
kept = What was trained is kept; reloading brings it back.

## Runs

# $letter is A or B.
run = Run { $letter }
# In front of what is said of a run, where there are two.
run-says = Run { $letter }:
# Texts that the model learns from, and texts that it never learns from: names of two curves, and of what they show.
training = training
held-out = held out
    .means = Texts that are never trained on: they show how well the model answers texts that it has not seen.

## The task

task = Task
    .learned = What is learned
    .whose = Run whose settings are shown
# What is learned, in the menu; .about: in a sentence. “not” and “overall” stand in English texts.
task-near = Near: what follows “not”
    .about = Each sentence has a good and a bad word, and only the one directly after “not” counts, reversed: “not dull”
        makes it positive, “not great” negative; another “not” some words away changes nothing.
task-far = Far: the first word decides
    .about = Each sentence opens with its verdict and closes with “overall”: the first word counts, and the opinion words
        in between mislead as often as not.
task-both = Both kinds, mixed
    .about = Two kinds of sentences are mixed: one that closes with “overall” goes by its first word, far away; in the
        others the opinion word directly after “not” counts, reversed.
task-neither = Neither: count the words
    .about = The sentence is positive if it has more good words than bad ones, wherever they stand.
task-snli = Pairs of sentences (SNLI sample)
    .about = Does the second sentence follow from the first (entailment), contradict it, or neither? Pictures’ captions,
        judged by people; a small sample of SNLI.
task-own = Your own file
    .about = Lines of a label, a tab and a text (and, for pairs, a tab and a second text), or a treebank in CoNLL-U: then
        the label of each word is learned. The file stays in this browser.
examples = Examples
    .look = Look at this one
# The two answers of generated tasks.
answer-positive = positive
answer-negative = negative
# $train and $held-out are numbers of texts, $numbers are parameters of the model.
facts = { $train ->
        [one] { $train } training example
       *[other] { $train } training examples
    }, { $held-out } held out, { $words ->
        [one] { $words } different word
       *[other] { $words } different words
    }, { $classes ->
        [one] { $classes } class
       *[other] { $classes } classes
    }; { $numbers ->
        [one] { $numbers } parameter
       *[other] { $numbers } parameters
    } to learn besides the word vectors.
# .list: $rows are numbers.
held-out-rows = Which rows are held out
    .list = Counted from 1, not counting a heading row: { $rows }.

## A file of one’s own

own-drop = Drop a file here, or <slot>choose one</slot>
own-name = Labelled file
own-paste = Or paste rows: label, tab, text
# A row: a label, a tab, a text.
own-paste-example = good{"\u0009"}what a lovely film
own-use = Use these rows
# What stands for the name of a file where rows were pasted.
own-pasted = pasted
own-in-use = In use: { $file } ({ $bytes ->
        [one] { $bytes } byte
       *[other] { $bytes } bytes
    }).
own-too-large = { $file } is larger than { $bytes } bytes: take fewer rows.
own-unread = { $file } could not be read: { $why }
own-not-kept = The browser does not keep the file: it is lost when you leave the page.
# Of a treebank in CoNLL-U: what is learned of every word.
treebank = Labels to learn
treebank-parts = Parts of speech (UPOS)
treebank-relations = Relations to the head (DEPREL)
own-none = There is no file yet: choose, drop or paste one.

## Model and training

model = Model and training
    .about = A change starts the run again from its seed. You can go back to what was trained until then.
    .more = More choices
    .usual = Usual settings of this task
    .own-rate = Learning rate of the method’s parameters
    .w-rate = Learning rate of w
model-start = Start of w and v
model-vectors = Word vectors

## Play, step, rewind

transport = Training
play = ▶ Play
pause = ❚❚ Pause
step = Step
rewind = Rewind
# A mark at the room’s tab while a run goes on, in whatever room one is.
playing = A run is going on
speed = Speed
compare = Compare two runs
# $ms is a time in milliseconds, which may have decimals.
counter = step { $step }, epoch { $epoch }
    .timed = step { $step }, epoch { $epoch }, { $ms } ms a step
counter-learned = step { $step }, epoch { $epoch }: learned, paused
# The checkpoint of a run: its menu.
checkpoint = Checkpoint
    .save = Save as .safetensors
    .to-lab = Open in the Lab
    .to-compare = Compare with the page’s models
    .start = Start from a checkpoint …
    .start-name = Checkpoint to start from

## What happened to a run. Each may stand behind “Run A: ”

starting = Getting ready: the worker is fetched once …
restored = Restored at step { $step }.
not-restored = The saved run could not be restored ({ $why }); this one starts anew.
from-checkpoint = It starts from the checkpoint; Rewind goes back to it.
# .tabs: in a tab more than those of which runs are kept.
not-kept = This browser keeps nothing: the run is lost when you leave the page.
    .tabs = The browser keeps the runs of at most { $tabs } tabs, and that many others are open: this run is lost when you leave the page.
begin-again = Begin again
# $differences lists what differs: “heads 3 instead of 2, seed 7 instead of 1”.
again-with = started again with { $differences }.
again-rewound = started again after rewinding.
again-checkpoint = started again from the checkpoint.
again-gone-back = went back to the earlier run.
again-returned = went back to the earlier run: { $differences }.
runs-kept =
    { $runs ->
        [one] { $runs } earlier run is kept until the page is closed or reloaded: Undo and Redo return to it.
       *[other] { $runs } earlier runs are kept until the page is closed or reloaded: Undo and Redo return to
        them.
    }
go-back = Go back to step { $step }
# The sentence behind one that says that a number is not finite.
diverged = The run diverged and is back at the step before: start again with half the learning rates, or with another method.
    .halve = Start again with half the rates
go-on = Go on from the last saved state
# $why says what happened to the program that trains, from common.ftl: “stopped: …”, “did not start: …”.
worker-ended = The worker { $why }
link-odd = Not everything in the link was taken; what was not understood keeps its default: { $parts }.
# A part of the choices of a run, as links write them.
link-no-pair = “{ $found }” is not NAME=VALUE
link-twice = { $name } is given more than once: “{ $found }” is not taken
# $found, here and below: what stands in the link, in quotation marks.
link-no-choice = there is no choice { $found }
link-no-run = { $name }: { $found } is no number of a run
link-no-head = head: { $found } is no head from 1 to { $heads }
# full, medium and slow are words of links.
link-no-speed = speed: { $found } is not full, medium or slow
# A choice that can be read, and is brought together with the others.
link-settled = { $name }: { $asked } does not go with the other settings and becomes { $now }

## What differs between two runs

# Stands in front of the two buttons that follow.
differs-not = B is the same as A so far: change B’s settings below, or
    .vanilla = give it vanilla attention
    .seed = give it another seed
differs = B differs from A: { $differences }.

## Curves

# The heading of what the runs have found.
# .waits: of a run that could not start, for which a message beside it says why. .more: over the numbers, folded.
finding = So far
    .waits = Nothing has started yet.
    .more = The numbers behind this
finding-look = See where head { $head } looks
# .about-other: of a mapping by which the sign of w is no preference. .far: over and under the line at 0.
# .waits: on the first plot, of w or of accuracy, before the first step.
plot-w = w of every head
    .about = below 0 prefers near tokens, above 0 far ones
    .about-other = the mapping decides what the sign of w means: see the heads below
    .far = far
    .near = near
    .waits = Press Play: every head’s w draws its line here
# The words in <slot> are a formula.
plot-v = v of every head
    .about = <slot>1 + e^v</slot> bounds the coefficient
# The words in <slot> are a term that is explained.
plot-accuracy = Accuracy
    .about = share answered right; <slot>{ held-out }</slot>
    .waits = Press Play: the share of right answers rises here, dotted in training, solid on held-out texts
# The axis along which a plot goes.
plot-axis = step →
plot-loss = Loss
    .about = mean cross entropy, in <slot>{ nats }</slot>
nats = nats
    .means = Cross entropy with the natural logarithm: 0 is a sure and right answer; 0.693 (ln 2) is a guess between
        two.
# What a screen reader says of a plot, in front of what it says of each run. $title is one of the titles above.
plot-name = { $title } over the steps.
plot-nothing = nothing yet.
plot-training = training { $training }.
plot-both = training { $training }, held out { $held-out }.
# $values are numbers, one of each head.
plot-heads = heads from 1: { $values }.
# Behind a line and a number for every head.
legend-heads = thick: the shown head; faint: no certain benefit so far
legend-run = run { $letter }

## Heads

# .about and .pull: the sentences over them; in .about-some it is not known yet how many texts there are. .about-without:
# of a method whose heads have no w. .pull-w: of one whose heads have no v.
heads = Heads
    .of-run = Heads of run { $letter }
    .about = Worth: the increase in loss, in nats, on { $texts ->
        [one] { $texts } held-out text
       *[other] { $texts } held-out texts
    } when this head’s w is set to 0, with its 95 % interval.
    .about-some = Worth: the increase in loss, in nats, on some held-out texts when this head’s w is set to 0, with its
        95 % interval.
    .about-without = How many tokens away each head looks on average, in the text below. This method has no w.
    .pull = Pull: where the last step’s gradients move w and v.
    .pull-w = Pull: where the last step’s gradients move w.
# .without: $method is a short name. .near, .far, .flat: what its w favours; .falls, .grows: the same where the sign of w is
# no preference. .reach: $tokens may have decimals, $even as well: what uniform attention would have.
head =
    .without = no w: { $method }
    .near = favours near
    .far = favours far
    .flat = flat
    .falls = coefficient falls
    .grows = coefficient grows
    .reach = looks { $tokens } tokens away (uniform: { $even })
# $worth is a number with its interval: 0.31 (0.2 to 0.42). Some mappings have no v.
worth = worth { $worth }
    .with-v = v { $v }, worth { $worth }
worth-unknown = worth not measured yet
    .with-v = v { $v }, worth not measured yet

## What a head looks at

# .untrained, .causal: the next sentences.
attention = What head { $head } looks at
    .about = Each row is a token that looks, each column one that is looked at. Words that are not in the
        training texts are in brackets.
    .untrained = Nothing is learned yet: these are the weights of the start. Press Play, and cells brighten where this head
        learns to look.
    .causal = With the page’s causal mask no token sees a later one here; training uses no mask.
    .sentence = Sentence
    .first = First text
    .second = Second text
# The menu that says which of two texts is looked at.
attention-of = Attention of
    .first = the first text
    .second = the second text
# What a screen reader says of the matrix, in front of the next sentences.
attention-name = Attention of head { $head } of run { $letter }.
# $row and $column are words of the text, $percent is a number.
strongest = Strongest between two words: “{ $row }” looks at “{ $column }” with { $percent } %.
point = Point at a cell, tap it, or use the arrow keys.
# What the colours stand for.
# The model reads a bounded number of tokens of a text.
look-left-out = { $count ->
    [one] The text is too long for the model: its last token is not read.
   *[other] The text is too long for the model: { $count } tokens at its end are not read.
}
answers = What the model answers
    .name = Answer of the model
# Of one word: what the model answers, and what the treebank says of it.
answers-right = { $answer }, right
answers-wrong = { $answer }; the treebank says { $gold }
# Under the most probable classes.
answers-left = { $count ->
    [one] { $count } class is less probable.
   *[other] { $count } other classes are less probable.
}

## What menus offer

speed-full = Full speed
speed-medium = 20 steps/s
speed-slow = 2 steps/s
# How w and v start.
start-zero = 0: no preference
start-normal = at random
# Where words start from.
vectors-spelling = made from the spelling
vectors-shared = GloVe, 2{"\u202f"}048 frequent words

## The method, and what it learns about positions

# k of Shaw’s relative positions.
method-clip = k, where offsets are clipped
learned = What it learns about positions
    .about = Every parameter of the method, with its gradient at the last step; the parameter moves against it. The bar
        is the gradient relative to the largest in its table.
    .nothing = Nothing: this method has no parameters of its own for positions.
    .waits = Press Play: every parameter stands here with its gradient.
learned-value = Now
learned-gradient = Gradient
