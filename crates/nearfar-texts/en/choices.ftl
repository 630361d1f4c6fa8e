### What menus and buttons offer.

## Rooms, in the header

room-lab = Lab
room-curves = Curves
room-compare = Compare
room-train = Train
room-inspect = Inspect
room-learn = Learn

## Models

model-sst2-da = Film reviews (SST-2), DA
model-sst2-vanilla = Film reviews (SST-2), vanilla
model-agnews-da = News topics (AG News), DA
model-agnews-vanilla = News topics (AG News), vanilla
model-untrained = Untrained projections
model-opened = Opened checkpoint
model-file-1 = Opened file 1
model-file-2 = Opened file 2
model-file-3 = Opened file 3
model-file-4 = Opened file 4

## What of A − B is shown

difference-both = What ReLU and distance do
difference-clipping = What ReLU does
difference-distance = What distance does

## How attention is drawn

view-heatmap = Heatmap
view-lines = Lines
view-heads = Several heads

## What colours are measured against

range-common = One range for A and B
range-own = Separate ranges

## Colour maps, by their own names

colours-cividis = Cividis
colours-viridis = Viridis

## What the axis of the curves counts

axis-tokens = Tokens
axis-x = x = w·R

## Ready-made w and v; in the attribute what they are

preset-near-mild = Near, mild
    .title = Fig. 2 (b): w = −1, v = −1
preset-near-strong = Near, strong
    .title = Fig. 2 (d): w = −1, v = 1
preset-far-mild = Far, mild
    .title = Fig. 2 (a): w = 1, v = −1
preset-far-strong = Far, strong
    .title = Fig. 2 (c): w = 1, v = 1
preset-half-half = Half near, half far
    .title = All heads: the first half near, the second half far
preset-flat = All flat
    .title = All heads: w = 0, no preference

## Languages; each is written in itself

language-browser = Same as browser

theme-system = Same as system
theme-light = Light
theme-dark = Dark
theme-projector = Projector
