# What a model can learn about positions by each method: near and far, left and right, by which numbers. The key is the
# method's name.

da = Near or far, and how strongly, by w and v of each head. Left and right are the same to it.
da-w = Near or far, and how strongly, by w of each head. Left and right are the same to it.
lines = Near or far by a line of its own for each head (w, k and b). Left and right are the same to it.
vanilla = Positions are added to the words as sinusoids: near, far, left and right are what its projections make of
    them. It has no parameters of its own for them.
no-positions = Nothing about positions: it cannot tell one order of the words from another.
rpr = Near and far, left and right: two learned vectors for every offset from −k to k. Offsets beyond are
    clipped.
xl = Near and far, left and right: sinusoids of the offset, used by u, v and W_R.
tener = Near and far, left and right: sinusoids of the offset, used by u and v. Scores are not divided by √d.
tener-program = TENER as its released code computes it: near and far, left and right by u and v.
t5 = Near and far, left and right: a bias for each bucket of offsets, for every head. Far offsets share buckets.
alibi = Nothing: near tokens weigh more by a fixed slope for each head. Left and right are the same to it.
rope = Queries and keys are rotated by their positions: near and far, left and right are what its projections make
    of the angles. It has no parameters of its own for them.
kerple = How soon far tokens fade, by r1 and r2 of each head, which stay above 0: it cannot prefer far ones. Left and
    right are the same to it.
kerple-power = How soon far tokens fade, by a and p of each head: it cannot prefer far ones. Left and right are the
    same to it.
disan = Left and right, not how far: one direction sees the tokens before, the other those after. It is an encoder of its own; all its parameters are listed below. The settings for heads, d, the feed-forward layer and the pooling do not apply to it.
tree-distance = How far apart two words are in the dependency tree: a vector for every number of arcs up to m.
    Sentences need a tree: it works only on treebanks.
tree-traversal = The traversal of the dependency tree from one word to another: a vector for every traversal of
    up to m steps. Sentences need a tree: it works only on treebanks.
special-pos = One head’s queries and keys are treebank labels (parts of speech or relations), not words: a vector for
    every label. Words need such labels: it works only on treebanks.
special-relation = { special-pos }
