# The Curves room: how a distance becomes a coefficient, and what the paper asks of that. “Fig. 1”, “Fig. 2” and
# “Section 3.2” are those of the paper.

## The room

lead = Drag <i>w</i> and <i>v</i>: the thick curve is the coefficient by which scores are multiplied at each distance.
lead-without-v = Drag <i>w</i>: the thick curve is the coefficient by which scores are multiplied at each distance. This function has no <i>v</i>.
# What is not lost where the room stops.
kept = Your curves are kept; reload, and go on.

## The plot

# .role: what a screen reader calls it in place of “application”.
plot = How distance becomes a coefficient
    .about = f multiplies the score: 1 leaves it as it is, below 1 lowers it, above 1 raises it; softmax then makes
        each weight a share of its row. The thick curve is yours.
    .role = plot
# What a screen reader says of it. $curves and $own are curves by their functions and numbers.
plot-name = Plot of { $count } curves: { $curves }; and yours: { $own }. Left and right arrow keys move the read-out.
plot-how = Point at the plot, tap it, or press ← and →, to read values.
# The same once a place is asked: $at is said as over the values, $value is one’s own curve there.
plot-read = { $at }: yours { $value }
plot-save = Save the plot as PNG
# Over the left half of the horizontal axis, and over the right one.
plot-near = x < 0: near heads (w < 0)
plot-far = x > 0: far heads (w > 0)
# $value is the smallest or the largest value of a curve that leaves the plot.
plot-cut-at-bottom = Cut at the bottom: the steepest curve reaches { $value }.
plot-cut-at-top = Cut at the top: the steepest curve reaches { $value }.

## Names of the plot’s axes

axis-distance = distance R in tokens, w = { $w }
axis-weighted = x = w·R, the weighted distance
axis-slope = f′(x), the slope
axis-slope-per-token = df/dR, the slope per token

## Beside the plot: the curve that is edited

aside = Curves and axis
edit = Your curve
edit-head = w and v of the Lab’s head { $head }
# $formula is that of the function; the other is its bound.
edit-bounded = <slot>{ $formula }</slot>, bounded by <slot>1 + e^v</slot>
edit-add = Add
# Shows the curves of Fig. 1.
edit-paper = Fig. 1
edit-every-function = All functions
edit-full = At most { $most } curves fit; remove one first.

## What the edited curve does

does-near = One token away the coefficient is { $one }, five tokens away { $five }.
# $bound is the largest coefficient; $one and $five are coefficients at a distance of one token and of five.
does-far = Far words count at most { $bound } times as much, a word one token away { $one } times as much.
does-weighted = The score is multiplied by at most { $bound }, far to the right; at x = { $x } half of the score is left.
does-nothing = With w = 0 distance does not count: the curve is flat.
does-at-five = The score of a word 5 tokens away is multiplied by { $coefficient }.
does-at-zero = At x = 0 it is { $coefficient }.

## Beside the plot: the axis

axis = Axis
axis-menu = Horizontal axis
axis-draw-slopes = Draw slopes f′ instead of values
# $x is the formula x = w·R, a button that tells what stands in .means.
axis-x = <slot>{ $x }</slot>: a head with w < 0 uses only the left half, one with w > 0 only the right.
    .means = R is the distance of two tokens, |i − j|; w is the head’s weight for it. A head with w < 0 is near: its
        x is negative, and f suppresses far words. A head with w > 0 is far: f promotes them, up to 1 + e^v.

## The values at the read-out

values = Values
# Where they are read: a distance in tokens with its x, or an x.
values-at-distance = at R = { $distance }, x = { $x }
values-at-x = at x = { $x }
# $curve is a curve by its function and numbers.
values-remove = Remove { $curve }
values-own = yours: { $curve }
# In the key under the plot: the thick curve.
key-own = yours
values-none = No curve is left. Add yours, or undo.

## The coefficient matrices

matrices = The coefficient matrices of Fig. 2
    .about = Every pair of N tokens: f(0) on the main diagonal, and one value along each line parallel to it, since only
        |i − j| counts.
# The switch: one range of colours for all matrices, or for each its own.
matrices-range = Colour range of the matrices
matrices-range-common = One range for all
matrices-range-own = Separate ranges
# Under the common range. $least is a coefficient.
matrices-unit-common = coefficient, one range for all that stay above 0; 1 changes nothing; { $least } or less has the last colour
matrices-unit-own = coefficient; 1 changes nothing
# The four heads of the figure, and one’s own.
matrices-far-mild = far, mild
matrices-near-mild = near, mild
matrices-far-strong = far, strong
matrices-near-strong = near, strong
matrices-own = yours
# Behind the field for N.
matrices-tokens = tokens, for{"\u00a0"}all{"\u00a0"}five
    .name = N, the number of tokens
# $one and $other are places from 1, $apart how many tokens they are apart.
matrices-pair = tokens { $one } and { $other }, { $apart } apart: { $coefficient }
matrices-farthest = farthest pair: <slot>{ $coefficient }</slot>
matrices-too-small = below 10⁻³⁰⁸
# What a screen reader says of a matrix.
# $of: “w = 1, v = 0”, or w alone.
matrices-name = Coefficients for { $of }, { $tokens } tokens: { $diagonal } on the diagonal, { $corners } at the corners.

## The five requirements

requirements = What the paper asks of f
    .about = Section 3.2, checked on numbers in this page. “Bounded” is read as bounded above, “tunable” as having a
        learned parameter, “monotone” weakly and in either direction. “Break it” gives your curve another function.
# What a screen reader calls the box that scrolls, the first column, and a mark.
requirements-table = Requirements
requirements-every = The same for every curve that is drawn
# $function: its name.
requirements-break = Break it: { $function }
requirements-mend = Mend it: { $function }
requirements-curve = Curve
requirements-met = met
requirements-not-met = not met

## Each requirement, and the numbers that decided

asks-one-at-zero = f(0) = 1: a distance of 0 changes nothing
asks-zero-below = f → 0 for x → −∞: the scores of distant tokens vanish
asks-bound = bounded for x → +∞: no weight explodes in a long text
asks-learned = tunable: its shape can be learned
asks-one-way = monotone: as distance grows, f never turns back
found-bound = f(10⁹) = { $value }, and no larger beyond
found-growth = f(10⁹) = { $value }, and still growing
found-nothing-learned = no learned parameter
found-v-learned = learns v
found-learned-in-paper = { $letters }: learned for every head in the paper, set by hand here
found-constant = constant on [−40, 40]
found-no-fall = never falls on [−40, 40], 8{"\u202f"}001 samples
found-no-rise = never rises on [−40, 40], 8{"\u202f"}001 samples
found-both-ways = rises and falls on [−40, 40]
