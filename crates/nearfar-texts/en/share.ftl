# The Share dialog: links, QR code, code for other pages, the experiment as a picture.

title = Share
kept = The page and its settings are as they were.
link = Link
link-copy = Copy link
copy-refused = The browser did not allow copying; the text is selected, to be copied by hand.
shows = What the link shows
shows-all = The whole page
shows-hidden = All but what is ticked
shows-only = Only what is ticked
parts = Parts of this room
projector = For a projector: large, high in contrast
language-own = The reader’s own
qr = QR code of the link
qr-about = For a class to scan with their phones.
# How long the link is, and the longest that a code holds.
qr-too-long = The link has { $bytes } bytes; a QR code that phones can read holds { $most }. A shorter sentence or fewer changed heads make it shorter.
embed = Code for another page
embed-copy = Copy embed code
embed-about = An HTML element that shows this link without header and footer.
    It reports its height and takes settings: docs/embedding.md.
embed-title = Nearfar: attention that knows distance
figure = Figure
figure-about = The experiment as one picture for a slide or a sheet: sentence, w and v, curve, coefficients, weights, legends, link.
figure-copy = Copy figure
figure-saved = The browser does not allow copying pictures here: it is saved as a file.
# $why: a sentence of the page.
figure-none = There is no figure now: { $why }
figure-factor = factor
lesson = Make a lesson from this view
figure-axis = distance in tokens

## Names of panels and controls, where their own heading does not say it

panel-theme = Light or dark
panel-foot = Page footer
panel-picture-tools = Picture tools
panel-controls = Controls and curve
panel-head = Head selector
panel-stage = Pictures and steps
panel-pictures = The pictures
panel-picture-a = Picture of A
panel-picture-b = Picture of B
panel-picture-difference = Picture of A − B
panel-arithmetic = One cell, calculated
panel-grid-tools = Grid tools
panel-terms = How it computes
panel-lead = What the room is for
panel-plots = Training curves
panel-train-attention = What a head looks at
panel-summary = Summary of the file
panel-report = What was recognised
panel-tensor = One tensor
panel-run-matrix = Attention of a head
