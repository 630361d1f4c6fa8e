### Lessons: the Learn room, the strip above a room while a lesson is taken, and the texts of the lessons that
### ship. Names of buttons and panels are those of lab.ftl, curves.ftl and train.ftl.

## The room

# What is not lost where the program stops.
kept = What you did is kept; reload, and go on.
# .kept or .not-kept comes after it, as the browser keeps something or not.
lead = Learn by doing: each step is one live figure and one thing to do.
    .kept = Progress stays in this browser.
    .not-kept = This browser keeps nothing: progress is lost when the page is closed.
begin = Begin
go-on = Go on
forget = Begin again
take-away = Remove
opened-here = Opened here.
minutes = { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
# How many of a lesson's steps.
done-of = { $count ->
        [one] { $done } of 1 step done
       *[other] { $done } of { $count } steps done
    }
done-and-begun = { $done } of { $count } steps done, { $begun } begun
open = Open a lesson
open-about = A lesson’s file (.json)
open-large = The file is longer than a link can hold (20{"\u202f"}000 bytes). Leave out some steps.
# $why says which step and field.
cannot = This lesson cannot be shown: { $why }
unknown = there is no “{ $name }”

## The strip

strip = Lesson
steps = Steps of the lesson
step-of = Step { $step } of { $count }
fold = Fold
unfold = Unfold
leave = Leave
back = Back
next = Next
finish = Finish
# Said to who does not see the tick.
done = Done. You can go on.
predict = Predict
another-cell = That is not the cell: look for another.
answer = Answer
ask-empty = Give an answer first.
ask-number = Give a number.
ask-right = You said { $given }: right.
ask-wrong = You said “{ $given }”; the answer is “{ $right }”.
ask-open = You said { $given }.

## On paper

sheet = Printable sheet
sheet-do = Do
sheet-explain = Explain what you saw
sheet-answers = Answers
print = Print

## Handing in, and the teacher’s page

who = Name
hand-text = Hand in as text
hand-file = Hand in as a file
hand-copy = Copy this text to your teacher
teacher = Teachers: hand-ins side by side
    .about = Paste what learners handed in, as many as you like, or choose their files. Nothing leaves this page.
teacher-texts = Texts
teacher-lay = Show side by side
teacher-files = Files
teacher-all = All
teacher-damaged = { $count ->
        [one] One hand-in was damaged and is left out.
       *[other] { $count } hand-ins were damaged and are left out.
    }

## Making one

make = Teachers: make a lesson from this view
    .about = Set up a room as the step should begin, come back, and press “Begins here”. Then set it up as the step should end, and press “Ends here”: a learner who reaches that state has done the step. A step may end with its question instead.
    .not-kept = This browser keeps nothing: save the lesson as a file before you close the page.
make-title = Title
make-goal = Goal
make-minutes = Minutes
make-room = Room
make-step = Title of the step
make-text = Text
make-do = What to do
make-question = Question
make-answer = Its answer
make-answers = An answer is one of three things. A number: within 5 % counts as right. Words: each line is an accepted answer, and with no line a teacher reads it. Choices: one per line, beginning with -, the right one with *.
make-predict = Prediction, asked before the whole figure is shown
make-predict-answer = Answer to the prediction
make-explain = Explanation, shown once the step is done
make-panels = Which parts of the room are shown
make-as-it-is = as it is
make-hidden = hidden
make-alone = shown alone
make-revealed = shown alone, after the prediction
make-open = Continue a lesson file
make-change = Change
make-up = Move up
make-remove = Remove
make-bring-back = Bring it back
make-clear = Clear the step
make-put-back = Put the step back
make-same = Nothing changed between beginning and end. Set up the room as the step should end, and press again.
make-start = Begins here
make-end = Ends here
make-add = Add the step
make-count = { $count ->
        [one] One step so far.
       *[other] { $count } steps so far.
    }
make-save = Save as a file
make-try = Try it
make-link = Copy its link


## Lesson: The walk through the paper

walk = The walk through the paper
walk-goal = What w, v and ReLU do to attention; what distance can and cannot tell; what the paper’s tables show. Needs some maths.

walk-looks = What a head looks at
walk-looks-text = Each row is a word that looks (a query), each column a word it looks at (a key). A cell is the share of its attention that the query gives to the key.
walk-looks-predict = What do the weights of one row add up to?
walk-looks-why = Softmax makes every row a distribution: it adds up to 1.
walk-looks-do = Lock the largest weight in the row of the last word, “good”: click or tap the cell (by keys: the arrows, then Enter).
walk-looks-explain = A head is this matrix. The output for a token is the sum of all value vectors, each times its weight in the token’s row.

walk-order = Order is invisible without positions
walk-order-text = A attends without positions; B adds sinusoids to the words. Projections are untrained here (from a seed), so that only the mechanism is seen.
walk-order-predict = The words change places. Does the weight that “dog” gives to “bites” change in A?
walk-order-choice-1 = Yes
walk-order-choice-2 = No
walk-order-why = The score is a product of the two words’ vectors, and those contain no position.
walk-order-do = Type the sentence in another order, without a full stop: man bites dog
walk-order-explain = In A rows and columns changed places and no weight changed; in B, which sees sinusoids, weights changed. Attention by itself sees a set of words. Something must tell it where they stand.

walk-distance = Distance R, and w·R
walk-distance-text = The paper tells each head how far apart two tokens are: R = |i − j|. Each head has a weight w of its own, and sees w·R.
walk-distance-predict = Suppose w is −0.5. What is w·R six tokens away?
walk-distance-why = −0.5 times 6.
walk-distance-do = The locked cell is six tokens off the diagonal. Move w until w·R is −3 or less there: the arithmetic shows it as “Weighted”.
walk-distance-explain = The sign of w says which kind of head it is: below 0 it prefers near tokens, above 0 far ones. At w = 0 it knows no distance.

walk-product = Why a plain product will not do
walk-product-text = Here each score is multiplied by w·R itself, with w = −1. (Negative scores are set to 0 first; step 7 says why.) Look at the diagonal, where R = 0, and at the signs.
walk-product-predict = A score of 2 is multiplied by w·R, with w = −1, three tokens away. What comes out?
walk-product-why = 2 · (−1 · 3): the strongest match is now the weakest.
walk-product-do = Press ▾ beside the title of A, and choose “Learnable sigmoid” under “Mapping f”.
walk-product-explain = A product with R erases a token’s own score, turns a strong match into a mismatch where w is negative, and grows without end in a long text. A function f of w·R, put in the place of w·R, cures all three.

walk-sigmoid = The sigmoid and its v
walk-sigmoid-text = f(w·R; v) = (1 + e^v) / (1 + e^(v − w·R)). It is 1 at distance 0, falls to 0 for a near head, and for a far head rises to its bound 1 + e^v.
walk-sigmoid-predict = w = −1 and v = 1. What is f three tokens away?
walk-sigmoid-choice-1 = About 0.07
walk-sigmoid-choice-2 = About 0.5
walk-sigmoid-choice-3 = Exactly 1
walk-sigmoid-choice-4 = About 3.7
walk-sigmoid-why = (1 + e) / (1 + e⁴) = 3.718 / 55.6 = 0.067.
walk-sigmoid-do = Make it a far head whose bound is at least 4: w above 0, and v of 1.1 or more.
walk-sigmoid-explain = w sets the direction and how quickly f changes with distance; v sets how strongly it acts: 1 + e^v is the most that a score is multiplied by. For w > 0 no coefficient is below 1, so near tokens lose only relative to far ones. For w < 0 a large v makes f fall at once, a clearly negative one keeps it near 1 over the first few tokens.

walk-requirements = Five requirements, one broken on purpose
walk-requirements-text = Let x stand for w·R. The paper asks five things of f: f(0) = 1; 0 for x → −∞; a bound for x → +∞; a strength that is learned; monotonicity. The learnable sigmoid meets all of them.
walk-requirements-predict = f(x) = e^x. Which requirement does it break, besides having nothing to learn?
walk-requirements-choice-1 = f(0) = 1
walk-requirements-choice-2 = 0 for x → −∞
walk-requirements-choice-3 = A bound for x → +∞
walk-requirements-choice-4 = Monotonicity
walk-requirements-why = e^x grows without end: far tokens of a long text would be weighted without limit.
walk-requirements-do = Add a curve that breaks a requirement: choose another function under “Your curve”, and press Add.
walk-requirements-explain = Each rival breaks at least one: “The same for every curve that is drawn” lists which. That is the paper’s argument for its function; whether it matters for accuracy is another question.

walk-relu = ReLU, and what a near head really does
walk-relu-text = The weight is softmax(ReLU(score) · f). Without ReLU distance would work backwards on negative scores: a coefficient below 1 would lift them, one above 1 lower them. ReLU sets them to 0, and f of a near head shrinks the others towards 0. But softmax of 0 is not nothing: e^0 = 1. This is head 6, the near one.
walk-relu-predict = All ten scores of a row are negative. What is each weight?
walk-relu-why = ReLU makes all of them 0, each gets e^0 = 1, and 1 of 10 is 0.1. w and v change nothing: 0 times anything is 0.
walk-relu-do = Several rows look uniform. Only one of them has no score above 0: find it on the card “Raw score” under “How A is computed”. Lock a cell of that row; the arithmetic shows its raw score.
walk-relu-explain = A near head does not silence far tokens: it takes their scores to 0, and each keeps e^0 = 1 in the sum. A row whose scores are all negative is uniform, whatever w and v are.

walk-softmax = Softmax: the keys compete
walk-softmax-text = The weights of a row sum to 1, so one can only gain what others lose. Softmax can be left out: then each key has a weight of its own.
walk-softmax-predict = A row has two keys, with scores 0 and ln 3. What is the weight of the second?
walk-softmax-why = e^0 = 1 and e^(ln 3) = 3: 3 of 4 parts, or 3 / (1 + 3).
walk-softmax-do = Under “How A is computed”, switch off “Softmax”, and see what it was for.
walk-softmax-explain = Without softmax a coefficient changes only the weight of its own key. With softmax, every f that lifts one token lowers all others of the row.

walk-heads = Several heads
walk-heads-text = Every head has its own w and v, two numbers, and its own projections. So some can look near while others look far, in one layer.
walk-heads-predict = A layer has 16 heads. How many parameters does distance add to it?
walk-heads-why = One w and one v for each of 16 heads.
walk-heads-do = Under “All heads”, press “Choose several”, and choose a head that looks far, beside head 6.
walk-heads-explain = Side by side: two heads of one layer with different w and v, and different attention. The layer passes on both, and distance adds two parameters to each head.

walk-learned = Trained heads: the start beside what was learned
walk-learned-text = This model was trained on film reviews. w and v of its 16 heads started at random.
walk-learned-predict = 6 of the 16 heads started near (w < 0). How many are near after training? Guess.
walk-learned-why = One: head 6, at w = −1.68. Five others changed their sign.
walk-learned-do = Open “What model A learned” below for start and end of every head. Then go to the one near head, the only one with w below 0.
walk-learned-explain = At the start 6 heads were near, at the end 1: 15 of 16 have w above 0. The signs do not say what that is good for.

walk-train = Train on a task that needs near words
walk-train-text = The answer is the opposite of the opinion word after “not” (“not good” is negative): only the next word matters. All w start at 0.
walk-train-predict = Which way will w of the most important head go?
walk-train-choice-1 = Below 0: near
walk-train-choice-2 = It stays at 0
walk-train-choice-3 = Above 0: far
walk-train-why = The word that decides stands beside “not”.
walk-train-do = Press Play, and let it learn until 9 of 10 held-out texts are answered right. It may stay at one half for a few hundred steps first.
walk-train-explain = The head that matters most went to w below 0: what the task needs can be read from one number. In the Train room, the far task takes it above 0.

walk-beside = A vanilla model beside it
walk-beside-text = Two runs of the same task: A with distance, B a vanilla Transformer with sinusoids. Data, seed and size are the same.
walk-beside-predict = Suppose A is right about held-out texts after fewer steps than B. What follows?
walk-beside-choice-1 = Attention with distance learns faster than vanilla
walk-beside-choice-2 = It learns faster on tasks of this kind
walk-beside-choice-3 = Only that it did so in this run
walk-beside-why = One seed of one made-up task says little of other seeds and of other tasks.
walk-beside-do = Press Play, and let both do 600 steps.
walk-beside-explain = The accuracies show which of the two rose above one half first. That holds for this task, this size and this seed: in the Train room another seed can reverse it. To say which method learns faster takes many seeds and an interval.

walk-direction = What |i − j| cannot know
walk-direction-text = The cell in which “good” looks back at “weak”, six tokens before it, is locked. Its coefficient is in the arithmetic.
walk-direction-predict = Six tokens before the query, f is 0.23 here. What is it six tokens after a query?
walk-direction-choice-1 = 0.23
walk-direction-choice-2 = −0.23
walk-direction-choice-3 = It depends on the words
walk-direction-why = |i − j| is 6 in both directions.
walk-direction-do = Lock the mirrored cell: the row of “weak”, the column of “good”. Compare the coefficient.
walk-direction-explain = R is the same both ways, so the coefficient is the same: the method knows how far, but never whether before or after. Sinusoids, relative positions and RoPE do; see Compare.

walk-tables = What the tables say, and what they do not
walk-tables-text = On SST the paper reports an accuracy of 90.49 % for the DA-Transformer and 89.67 % for the Transformer. Trained here, with less data and smaller vectors, over 5 seeds: 82.47 % and 81.89 %.
walk-tables-predict = Ahead by 0.58 points; the 95 % interval over the seeds is −0.03 to 1.19. What follows?
walk-tables-choice-1 = DA is better on SST
walk-tables-choice-2 = These runs do not tell the two apart
walk-tables-choice-3 = The two are equally good
walk-tables-why = The interval includes 0. That is no proof that they are equal either.
walk-tables-do = Type a sentence of your own, and read what both models answer.
walk-tables-explain = This is what our own runs say of the DA-Transformer. Against the Transformer it is ahead on SST and SNLI and behind on AG (0.37 points, 2 runs); the runs tell them apart on none of the three. It is behind Transformer-XL (83.26 % on SST), and that interval excludes 0. A Transformer without any positions has 82.33 % on SST. What is certain is the mechanism that you saw; whether it improves accuracy depends on task and data.

## Lesson: The learnable sigmoid

sigmoid = The learnable sigmoid
sigmoid-goal = Mathematics, no language needed: value at 0, bound, and slope of a family of functions.

sigmoid-one = One at the origin
sigmoid-one-text = f(x) = (1 + e^v) / (1 + e^(v − x)).
sigmoid-one-predict = f(0) for v = 5?
sigmoid-one-why = x = 0: numerator and denominator are the same.
sigmoid-one-do = Add a curve with v between −0.5 and 0.5.
sigmoid-one-explain = (1 + e^v) / (1 + e^v) = 1, for every v.

sigmoid-bound = The bound
sigmoid-bound-text = x → +∞: e^(v − x) → 0.
sigmoid-bound-predict = v = 0. The bound of f for x → +∞?
sigmoid-bound-why = 1 + e^0 = 2.
sigmoid-bound-do = Add a curve whose bound is above 8.
sigmoid-bound-explain = 1 + e^v > 8 for v > ln 7 = 1.946.

sigmoid-w = From x to tokens
sigmoid-w-text = x = w·R. At w = −1 the axis of tokens runs down the left half of f.
sigmoid-w-predict = w = −1, v = 1, R = 3: f?
sigmoid-w-why = (1 + e) / (1 + e⁴) = 3.718 / 55.6.
sigmoid-w-do = Turn the axis round: make w at least 0.5.
sigmoid-w-explain = w < 0: f falls from 1 to 0. w > 0: f rises from 1 to 1 + e^v. w = 0: f = 1.

## Lesson: “not”

not = Why a model overlooks “not”
not-goal = For beginners, no formulas. Negation: what a model must look at to get it right, and why looking is not enough.

not-turn = One word turns a sentence
not-turn-text = This model, here called A, answers whether a review is positive. It learned this from 6{"\u202f"}920 sentences.
not-turn-predict = “This film is not good”: what will this model answer?
not-turn-choice-1 = Negative
not-turn-choice-2 = Positive
not-turn-why = Most sentences with “good” that it read were positive, and one layer adds up words.
not-turn-do = Type: This film is not good
not-turn-explain = It still answers positive, with 88 %: wrong. It has learned what “good” means, but not what “not” does to it.

not-look = Where is “not”?
not-look-text = To turn “good” around, a model must at least look at “not”. The picture shows where words look: each row is a word, and a cell in it is bright where that word looks at the column’s word.
not-look-predict = How many words before “good” is “not”?
not-look-why = It is the word directly before.
not-look-do = Tap the cell where “good” looks at “not” (row “good”, column “not”). Then drag the slider w to the left, to −2.5 or less: w says whether words look near or far here.
not-look-explain = Nearer did not help: every word is nearest to itself, one word away is already far now, and “good” looks at “not” even less. A model must look at “not”, and that alone is not enough: what the model makes of what it sees must turn the meaning around.

not-train = A task in which “not” must be read
not-train-text = Made-up sentences: the answer is the opposite of the word after “not”. A model that counts words cannot answer it.
not-train-predict = Can a small model, with attention once (one layer), learn it at all?
not-train-choice-1 = Yes
not-train-choice-2 = No
not-train-why = It only needs to look one token back, and it needs training data that reward this.
not-train-do = Press Play, and wait until 9 of 10 new texts are answered right: “So far” counts them.
not-train-explain = Where the data ask for it, one layer with a near head learns “not”. Before, you moved w alone; training moves every weight, so that a word looks at the “not” before it and not at itself. The film model had the means, but other data.

## Lesson: Reading a model card honestly

card = Reading a model card honestly
card-goal = What a number with an interval says, what it is measured on, and what it leaves out.

card-figure = A number and its interval
card-figure-text = A model’s card says how it was trained and how well it answers. Open “What model A learned”, and its card.
card-figure-predict = DA: 82.04 % [80.2, 83.9]. Vanilla: 81.93 % [80.1, 83.7]. What may one say?
card-figure-choice-1 = DA is better
card-figure-choice-2 = The card does not tell them apart
card-figure-choice-3 = Vanilla is worse on every text
card-figure-why = The intervals overlap almost wholly.
card-figure-do = Type a review of your own, and see whether both models agree with you.
card-figure-explain = 82.04 % [80.2, 83.9] for DA, 81.93 % [80.1, 83.7] for vanilla: each interval holds the other’s number. One sentence of yours is an anecdote; 1{"\u202f"}821 are a measure, with that much uncertainty.

card-data = What it has read
card-data-text = The card names the data: 6{"\u202f"}920 sentences of English film reviews, two classes. Everything else it has never seen.
card-data-predict = What does it answer to a recipe?
card-data-choice-1 = That it is no review
card-data-choice-2 = Positive or negative, with a probability
card-data-choice-3 = Nothing
card-data-why = It has two classes, and they add up to 1.
card-data-do = Type something that is no film review, with at least one word that the first sentence does not have.
card-data-explain = It answers with a probability all the same. There is no class “I do not know”; whether the question makes sense is up to the person who asks.

card-small = What it leaves out
card-small-text = The numbers are those of the packed file: matrices in 16 bits, and word vectors of its own for 2{"\u202f"}000 words. Before packing the accuracy was 82.81 %. The seed was 1; another one gave 81.93 %.
card-small-predict = By how many points did packing lower the test accuracy, from 82.81 to 82.04?
card-small-why = On the cards, DA leads vanilla by less than that.
card-small-do = Go to the only head that is near (w below 0).
card-small-explain = A card that gives the best of five seeds, or the number before packing, would say 0.8 points more and still be true. Ask of every card: which seed, which file, how sure?
