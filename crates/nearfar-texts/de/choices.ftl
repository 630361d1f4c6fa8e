### Was Menüs und Knöpfe anbieten.

## Bereiche, in der Kopfzeile

room-lab = Labor
room-curves = Kurven
room-compare = Vergleich
room-train = Training
room-inspect = Inspektor
room-learn = Lernen

## Modelle

model-sst2-da = Filmkritiken (SST-2), DA
model-sst2-vanilla = Filmkritiken (SST-2), Vanilla
model-agnews-da = Nachrichten (AG News), DA
model-agnews-vanilla = Nachrichten (AG News), Vanilla
model-untrained = Untrainierte Projektionen
model-opened = Geöffneter Checkpoint
model-file-1 = Geöffnete Datei 1
model-file-2 = Geöffnete Datei 2
model-file-3 = Geöffnete Datei 3
model-file-4 = Geöffnete Datei 4

## Was von A − B gezeigt wird

difference-both = ReLU und Abstand
difference-clipping = Nur ReLU
difference-distance = Nur Abstand

## Wie Attention gezeichnet wird

view-heatmap = Heatmap
view-lines = Linien
view-heads = Mehrere Heads

## Woran Farben gemessen werden

range-common = Ein Bereich für A und B
range-own = Eigene Bereiche

## Farbskalen, mit ihren eigenen Namen

colours-cividis = Cividis
colours-viridis = Viridis

## Was die Achse der Kurven zählt

axis-tokens = Tokens
axis-x = x = w·R

## Vorgaben für w und v

preset-near-mild = Nah, schwach
    .title = Abb. 2 (b): w = −1, v = −1
preset-near-strong = Nah, stark
    .title = Abb. 2 (d): w = −1, v = 1
preset-far-mild = Fern, schwach
    .title = Abb. 2 (a): w = 1, v = −1
preset-far-strong = Fern, stark
    .title = Abb. 2 (c): w = 1, v = 1
preset-half-half = Halb nah, halb fern
    .title = Alle Heads: erste Hälfte nah, zweite Hälfte fern
preset-flat = Alle flach
    .title = Alle Heads: w = 0, keine Vorliebe

## Sprachen; jede heißt, wie sie sich selbst nennt

language-browser = Wie der Browser

theme-system = Wie das System
theme-light = Hell
theme-dark = Dunkel
theme-projector = Beamer
