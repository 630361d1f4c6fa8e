## The texts of a model that reads several, beside its answer

# A model of pairs, a premise and a hypothesis say.
texts-pair = The model reads two texts; the pictures show one of them.
# A model of documents.
texts-document = The model reads the sentences of a document; the pictures show one of them.
# $place counts from 1.
text = Text { $place } of { $count }
text-shown = shown above
text-show = Show its attention
text-show-title = Make text { $place } the sentence whose attention is shown
text-remove = Remove text { $place }
text-add = Add a sentence
# $most: how many sentences there can be.
text-add-full = { $most } sentences are the most: remove one to add another.
text-placeholder = Type another sentence
lacks-text = This model reads two texts: type the other one below.
