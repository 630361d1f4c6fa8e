### Das Labor. A und B sind seine beiden Panels; w, v, R, S, f, Q und K sind Formelzeichen und bleiben.

## The claim over the sentence, and its three steps

claim = Die ersten Schritte
claim-why = Diese KI beurteilt Filmkritiken. „Nicht schlecht“ heißt gut: Wie weit muss sie dafür sehen?
claim-w = Zieh w nach „fern“ und sieh A an.
claim-w-far = Zieh w nach „nah“ und sieh A an.
claim-term = Dieses Modell kennt Abstand von selbst: β sagt, wie sehr. w und v legen eine Kurve darüber.
claim-v-near = v sagt, wie bald Scores schrumpfen. v nach links: Fernes behält mehr.
claim-v-far = v sagt, wie hoch Scores wachsen. v nach rechts: Fernes gewinnt mehr.
claim-v-flat = v sagt, wie stark w wirkt. Bei w = 0 wirkt v nicht: erst w ziehen, dann v.
claim-relu = ReLU setzt Scores unter 0 vorher auf 0. Warum?
claim-relu-in = Warum ReLU? 3 drücken: Head { $head } zeigt es.
claim-relu-try = „{ $query }“ und „{ $key }“ passen schlecht: { $score }. ReLU macht 0 daraus, 0 × { $factor } bleibt 0. ReLU ausschalten:
claim-relu-falls = Fernes sollte gewinnen, doch { $score } × { $factor } = { $product }: „{ $key }“ fällt auf { $share }. ReLU wieder einschalten.
claim-relu-rises = Was ferne Scores schrumpfen soll, hebt diesen: { $score } × { $factor } = { $product }. ReLU wieder einschalten.
claim-relu-off = Ohne ReLU wirkt Abstand auf Scores unter 0 verkehrt herum. Wieder einschalten.
claim-relu-out = Dieses Modell wurde ohne ReLU trainiert: Auf einen Score unter 0 wirkt eine Kurve umgekehrt.
claim-done = Sieh A − B an, dann ein eigener Satz. Danach:
claim-done-film = Versteht diese KI „not bad“? Probieren oder weiter:
claim-done-tried = „Not bad“ ist ein Lob. A urteilt: { $class } { $share }. Weiter:
claim-done-wrong = „Not bad“ ist ein Lob. A sagt { $class } { $share }, B { $other }: beide falsch.
claim-nearer = Head { $head } blickt näher: im Mittel { $now } Tokens weit statt { $before }.
claim-farther = Head { $head } blickt ferner: im Mittel { $now } Tokens weit statt { $before }.
claim-as-far = Head { $head } blickt wie zuvor im Mittel { $now } Tokens weit.
claim-stronger = Stärker: Head { $head } blickt im Mittel { $now } Tokens weit statt { $before }.
claim-milder = Schwächer: Head { $head } blickt im Mittel { $now } Tokens weit statt { $before }.
claim-then-w = Nun w ziehen, nah oder fern.
claim-then-v-near = Nun v, wie stark: nach links ziehen.
claim-then-v-far = Nun v, wie stark: nach rechts ziehen.
claim-step-w = w ziehen
claim-step-v = v ziehen
claim-step-relu = Warum ReLU?
claim-back = Zurück zu Head { $head }
claim-dismiss = Die ersten Schritte ausblenden

## For those who are new here: a button beside the claim, and what it opens

new-here = Neu hier?
intro = Worum es geht
first-lesson = Warum ein Modell „nicht“ übersieht
word-token = Token
    .means = Ein Stück des Satzes: ein Wort oder ein Zeichen.
word-query = Query, Key
    .means = Ein Wort, das blickt, ist eine Query, eines, auf das es blickt, ein Key.
word-score = Score
    .means = Wie gut eine Query und ein Key zusammenpassen. Er ist unter 0, wo sie es nicht tun.
word-softmax = Softmax
    .means = Sie macht aus den Scores einer Zeile Anteile: Ein höherer Score bekommt mehr, und zusammen sind sie 1.
word-head = Head
    .means = Eine Art, auf die Wörter zu blicken. Ein Modell hat mehrere nebeneinander.
word-relu = ReLU
    .means = Sie setzt Scores unter 0 auf 0 und lässt die anderen.
word-da = DA
    .means = Abstandsbewusst (distance-aware): Scores werden mit einem Koeffizienten des Abstands multipliziert, wie in A.
word-vanilla = Vanilla
    .means = Die übliche Attention eines Transformers, ohne diesen Koeffizienten, wie in B.

## What comes next

onward = Weiter
onward-learn = Schritt für Schritt
    .about = Vorhersagen, probieren, sehen: warum ein Modell „not“ übersieht, oder, mit etwas Mathematik, die Idee des Artikels.
onward-train = Zusehen, wie w das lernt
    .about = Kleine Heads an einer Aufgabe trainieren, in der nahe oder ferne Wörter entscheiden.
onward-compare = Andere Arten, Abstand zu kennen
    .about = Dieser Satz und dieser Head, unter jeder anderen Methode.
onward-inspect = Jeder Head dieses Modells, oder eines eigenen
    .about = Einen Checkpoint ablegen: welche seiner Heads blicken nah, welche weit?

## Der Satz

sentence-title = Satz
sentence-placeholder = Satz eingeben
sentence-too-long = Der Text ist länger als { $most } Bytes; der Rest entfällt.

examples = Beispiele
example-own = Eigener Satz
example-film = Ein Film
example-meal = Länger: ein Essen
example-negation = Verneinung
example-repetition = Wiederholung
example-news = Nachrichten

## Unter dem Satz: was aus ihm wurde

status-tokens =
    { $count ->
        [one] { $number } Token.
       *[other] { $number } Tokens.
    }
status-cut = Verwendet werden die ersten { $used } von { $total } Tokens; der Rest ab „{ $first-left-out } …“ entfällt.
status-unknown =
    { $count ->
        [one] { $number } ist keines der hier bekannten Wörter (gepunktet) und bekommt einen Vektor aus der Schreibweise.
       *[other] { $number } sind keine der hier bekannten Wörter (gepunktet) und bekommen Vektoren aus der Schreibweise.
    }
status-loading = Wortvektoren werden geladen: { $share } %.
status-waiting =
    { $count ->
        [one] { $number } wartet auf seinen Vektor.
       *[other] { $number } warten auf ihre Vektoren.
    }

## Die Tokens

tokens = Tokens des Satzes
tokens-too-many = Einzeln aufgeführt werden höchstens { $most } Tokens.
bars-click = Ein Wort wählen, um zu sehen, wohin es blickt.
rows-look = Jede Zeile eines Bildes ist ein Wort, das blickt, jede Spalte eines, auf das es blickt.
bars-of-all = Balken: mittlere Attention je Token, oben A, unten B; längster: { $longest }.
bars-of-word = Balken: Attention von „{ $word }“, oben A, unten B; längster: { $longest }.
bars-of-selected =
    { $count ->
        [one] Balken: Attention vom gewählten Token, oben A, unten B; längster: { $longest }.
       *[other] Balken: mittlere Attention von { $count } gewählten Tokens, oben A, unten B; längster: { $longest }.
    }
bars-of-all-empty = Balken: mittlere Attention je Token, oben A, unten B.
bars-short = Balken: erhaltene Attention; oben A, unten B.
bars-short-of-word = Balken: wohin „{ $word }“ blickt; oben A, unten B.
bars-of-word-empty = Balken: Attention von „{ $word }“, oben A, unten B.
bars-of-selected-empty =
    { $count ->
        [one] Balken: Attention vom gewählten Token, oben A, unten B.
       *[other] Balken: mittlere Attention von { $count } gewählten Tokens, oben A, unten B.
    }
sum-of-one = „{ $word }“ gibt { $to-itself-a } (A) und { $to-itself-b } (B) seiner Attention sich selbst und erhält
    { $from-all-a } (A) und { $from-all-b } (B) der Attention aller.
sum-of-several = Zusammen geben sie { $to-each-other-a } (A) und { $to-each-other-b } (B) ihrer Attention
    sich selbst und erhalten { $from-all-a } (A) und { $from-all-b } (B) der Attention aller.
token-learned = mit einem vom Training veränderten Vektor
token-unknown = keines der bekannten Wörter: Vektor aus der Schreibweise
token-waiting = Vektor noch nicht geladen: vorerst einer aus der Schreibweise
token-borrowed = mit dem Vektor von „{ $word }“

## Dateien, die verlangt, abgelegt und geöffnet werden

files-open-again = Datei öffnen …
files-open-again-name = Datei erneut öffnen
files-go-on-without = Ein Modell der Seite zeigen
files-drop = Checkpoint hier ablegen, mit config.json und Tokenizer.
# „Von Hand zuweisen“: by-hand in inspect.ftl.
assumed-about = <b>Angenommen, nicht gespeichert:</b> Die Bilder gelten für das Modell nur, wenn all das zutrifft; was
    anders ist, lässt sich im Inspektor unter „Von Hand zuweisen“ angeben.

## Das Experiment

experiment = Experiment
pictures-no-sentence = Oben einen Satz eingeben oder ein Beispiel wählen: seine Attention erscheint hier.
pictures-no-file = Hier erscheint die Attention des Modells aus einer Datei.
pictures-loading = Wortvektoren und Modelle werden geladen …
pictures-loaded = Wortvektoren geladen

## Welcher Head, welche Schicht

head-previous = Voriger Head
head-previous-title = Voriger Head ([)
head-next = Nächster Head
head-next-title = Nächster Head (])
heads-several = Heads { $heads }
heads-every = Alle { $count } Heads
layer = Schicht { $layer }
of-all = von { $count }
layers = Schicht
layer-previous = Vorige Schicht
layer-previous-title = Vorige Schicht ({"{"})
layer-next = Nächste Schicht
layer-next-title = Nächste Schicht ({"}"})
layer-of-b = Schicht von B
layer-as-a = Wie A

## w und v

sliders = w und v
slider-w = w, nah bis fern
slider-v = v, wie stark
slider-beta = β, wie viel vom Positionsterm des Modells zählt
ends-beta = umgekehrt dreifach
slider-reach = r, die Reichweite: darüber zählt jeder Abstand als r
ends-reach = nichts alles
slider-base = lg b, Zehnerlogarithmus der Basis b der Drehung
ends-base = schnell langsam
slider-content = u ×, womit u multipliziert wird
slider-position = v ×, womit v multipliziert wird
ends-bias = nichts dreifach
slider-bucket = j − i, der Abstand, dessen Bucket sich ändert
ends-bucket = davor danach
slider-shift = b +, was zur Zahl dieses Buckets addiert wird
ends-shift = weniger mehr
term-title = Was das Modell zum Score addiert, nach j − i
w-of-vanilla = Methode A ist Vanilla-Attention; sie hat kein w und kein v.
v-of-vanilla = v: Vanilla-Attention hat keins
w-left-out = Der Abstand ist ausgelassen: alle Koeffizienten sind die für w = 0.
v-left-out = Auch v bewirkt dann nichts.
head-says = Head { $head }: { $says }
presets = Vorgaben für w und v
presets-open = Vorgaben
presets-reset = Zurücksetzen
presets-restore = Wie gelernt

## Koeffizient nach Abstand

coefficient-title = Koeffizient
coefficient-band = anderes v, −3 bis 3
coefficient-does = Er multipliziert Scores |i − j| Tokens weiter. 0 bleibt 0.
coefficient-sigmoid = Multipliziert Scores R = |i − j| Tokens weiter; 1 ändert keinen. f = (1 + eᵛ) / (1 + eᵛ⁻ʷᴿ)
coefficient-learned = gestrichelt: wie gelernt
coefficient-curve = Koeffizient: { $itself } bei Abstand 0, { $next } bei Abstand 1, { $farthest } bei Abstand { $distance }.

## Die Bilder

pictures-which = Welches Bild zu sehen ist
unit-no-sum = hell: wohin sie blickt; Summe variiert
difference-by-clipping = A bei w = 0, minus B
difference-by-distance = A, minus A bei w = 0
picture-of-head = { $panel } · Head { $head }
picture-of-head-w = { $panel } · Head { $head }, w = { $w }
title-without-distance = w als 0
title-without-softmax = ohne Softmax
title-layer = Schicht { $layer }
title-head = Head { $head }
several-one = Die Regler verstellen nur einen Head. „{ heads-add }“ drücken und weitere Heads wählen: bis zu vier stehen nebeneinander.
several-first = Die ersten { $shown } der { $count } gewählten Heads.
several-order = In der Reihenfolge des gelernten w, das kleinste zuerst.
picture-keys = { $says } Pfeiltasten bewegen den Cursor, T zeigt eine Tabelle, P lässt die Zeile hören.
picture-too-large-to-save = Eine Matrix mit mehr als { $most } Tokens steht nie ganz im Speicher; deshalb lässt sie sich nicht
    als Zahlen oder SVG speichern. PNG speichert das Bild, wie es zu sehen ist.

## Attention als Linien

lines-role = Linien zwischen Tokens
lines-name = { $title }: Linien von jeder Query links zu den Keys rechts, auf die sie achtet. Pfeiltasten wählen eine
    Query.
lines-about = Links Query, rechts Key; kräftigere Linien sind größere Gewichte, solche unter 0.01 fehlen.

## In einer gespeicherten Datei: womit sie gemacht wurde

about-head = { $projections }, Head { $head }, { $method }
about-masked = kausale Maske
about-elsewhere = w und v in anderen Schichten verändert
about-both = A: { $a }; B: { $b }
about-model = Modell { $model }
about-layer = { $file }, Schicht { $layer }
untrained = untrainierte Projektionen (Seed { $seed })

## Eine Zeile neben den Bildern: die Zelle, auf die sie zeigen

cell-itself = „{ $query }“ achtet auf „{ $key }“, also auf sich selbst: A { $a }, B { $b }, { $part } { $difference }
cell-away =
    { $count ->
        [one] „{ $query }“ achtet auf „{ $key }“, { $number } Stelle entfernt: A { $a }, B { $b }, { $part } { $difference }
       *[other] „{ $query }“ achtet auf „{ $key }“, { $number } Stellen entfernt: A { $a }, B { $b }, { $part } { $difference }
    }
cell-by-clipping = durch ReLU
cell-by-distance = durch Abstand

## Was von A − B gezeigt wird

parts = Was von A − B gezeigt wird
largest-difference = Am größten: { $difference }, „{ $query }“ → „{ $key }“
without-distance = In A ist der Abstand ausgelassen.
without-softmax = In A ist die Softmax ausgelassen.
without-softmax-too = In A ist die Softmax ausgelassen: A − B enthält auch deren Teil.
nearest-shown = Head { $head } von B ist hier der ähnlichste (Divergenz { $apart } nat)
nearest-show = Ähnlichsten Head von B für diesen Satz zeigen: Head { $head } (Divergenz { $apart } nat)
nearest-same = Gleiche Nummer in B

## Wie A entsteht: die Schritte vom Abstand zum Gewicht

reach-scale = Mittlerer Abstand in Tokens; gepunktet: alle gleich
reach-alone = Im Mittel blickt A { $a } Tokens weit; auf alle Wörter gleich, { $even }.
reach = Im Mittel blickt A { $a } Tokens weit, B { $b }; auf alle Wörter gleich, { $even }.
reach-near-keeps = Ferne Scores sinken gegen 0, und Softmax gibt einem Score von 0 noch seinen Anteil (e⁰ = 1): Ferne Wörter behalten etwas Gewicht.
reach-near-yet = Der Koeffizient bevorzugt nahe Tokens, doch A blickt weiter als B.
reach-near-yet-why = Der Koeffizient bevorzugt nahe Tokens, doch A blickt weiter als B: Ferne Scores sinken auf 0, und ein Score von 0 behält seinen gleichen Anteil.
reach-near-yet-clipped = Der Koeffizient bevorzugt nahe Tokens, doch A blickt weiter als B: ReLU setzt die meisten Scores auf 0, und ein Score von 0 behält seinen gleichen Anteil.
reach-near-yet-below = Der Koeffizient bevorzugt nahe Tokens, doch A blickt weiter als B: Die meisten Scores sind unter 0, und ohne ReLU hebt ein kleiner Koeffizient sie an.
reach-far-level = Ab Abstand 1 ist die Kurve fast flach: Jedes andere Wort gewinnt etwa so viel wie ein fernes, das Wort selbst nichts.
reach-far-yet = Der Koeffizient bevorzugt ferne Tokens, doch A blickt näher als B: Er hebt keinen Score, der nicht über 0 liegt.
reach-far-yet-below = Der Koeffizient bevorzugt ferne Tokens, doch A blickt näher als B: Ohne ReLU drückt er Scores unter 0 weiter nach unten.
pipeline-title = Wie A entsteht
pipeline-pair = „{ $query }“ → „{ $key }“
step-distance = Abstand
step-weighted = Gewichtet
step-coefficient = Koeffizient
step-term = Positionsterm
step-raw-score = Roher Score
step-clipped = Nach ReLU
beside-clipped = per ReLU
beside-clips = unter 0 → 0
beside-coefficient = nach Abstand
beside-colours = violett: senkt, grün: hebt
step-adjusted = Angepasst
step-score = Score
step-normalised = Normiert
step-weight = Gewicht
why-distance = Wie viele Tokens Query (Zeile) und Key (Spalte) auseinanderliegen, gleich in welcher Richtung.
why-weighted = Der Abstand mal w. Mit der Kurve des Papers zählen ferne Tokens bei w unter 0 weniger, bei w über 0 mehr.
why-coefficient = Der Faktor jedes Paars: 1 ändert nichts, weniger senkt, mehr hebt. Nur der Abstand zählt, darum ist er auf jeder Parallele zur Diagonale gleich.
why-coefficient-added = Der Summand jedes Paars: 0 ändert nichts. Nur der Abstand zählt, darum ist er auf jeder Parallele zur Diagonale gleich.
why-term = Was das Modell selbst je nach Position von Query und Key addiert, mal β.
why-raw-score = Wie gut Query und Key passen: ihr Skalarprodukt, skaliert. Es kann unter 0 sein.
why-clipped = ReLU setzt Scores unter 0 auf 0. Multipliziert würde ein Faktor unter 1 sie heben, einer über 1 senken.
why-adjusted = Score und Koeffizient zusammen: was der Softmax vergleicht.
why-score = Wie gut Query und Key passen: was der Softmax vergleicht.
why-softmax = Der Softmax teilt in jeder Zeile 1 unter die Keys, nach e hoch Score. Ein Score von 0 zählt noch e⁰ = 1.
why-weight = Die Gewichte des Softmax, vom Abstand verändert: Eine Zeile muss nicht mehr 1 ergeben.
share-of-zero = Der Score ist hier 0. Er behält einen Anteil, denn e⁰ = 1.
step-title = { $step }: { $formula }
counts-tokens = Tokens
counts-weighted = w × Tokens
counts-factor = Faktor
    .more = Faktor; 1 ändert nichts
counts-addend = Summand
    .more = Summand; 0 ändert nichts
counts-score = Score
counts-weight = Gewicht
    .sums = Gewicht, Zeilensumme 1
    .unsummed = Gewicht, Zeilensumme nicht 1

switches = Schritte zum Auslassen
switches-about = Schritte von A:
switch-relu = ReLU
switch-relu-title = Ohne ReLU werden auch negative Scores angepasst
switch-distance = Abstand
switch-distance-title = Ohne Abstand zählt jedes w als 0
switch-softmax = Softmax
switch-softmax-title = Ohne Softmax bekommt jeder Key sein Gewicht für sich, durch ein Sigmoid statt der Softmax
relu-is-on = ReLU setzt { $below } der { $cells } Scores auf 0. Sonst wirkt Abstand verkehrt herum: × { $factor } hebt „{ $query }“ → „{ $key }“ von { $score } auf { $product }.
relu-is-on-far = ReLU setzt { $below } der { $cells } Scores auf 0. Sonst wirkt Abstand verkehrt herum: × { $factor } senkt „{ $query }“ → „{ $key }“ von { $score } auf { $product }.
relu-idle = Kein Score ist unter 0: ReLU ändert hier nichts.
relu-alone = ReLU setzt { $below } der { $cells } Scores auf 0.
relu-is-off = Ohne ReLU wirkt der Abstand auf die { $below } von { $cells } Scores, die negativ sind, verkehrt herum, wie auf „{ $query }“ → „{ $key }“: { $score } × { $factor } = { $product }.
relu-off-idle = Ohne ReLU ist hier nichts anders: Kein Score ist unter 0.
relu-off-alone = Ohne ReLU sind { $below } der { $cells } Scores unter 0.
distance-is-off = Ohne Abstand sind alle Koeffizienten die für w = 0: Nahe und ferne Wörter werden gleich behandelt.
distance-is-off-own = Ohne Abstand sind alle Koeffizienten die für w = 0; die Positionen, die das Modell selbst hat, zählen weiter.
softmax-is-off = Ohne Softmax konkurrieren die Wörter nicht: jedes Gewicht ist für sich σ(Score − ln { $keys }). Was ein Wort
    gewinnt, verliert kein anderes, und die Zeilensummen liegen zwischen { $least } und { $most }, statt 1 zu sein.
softmax-is-off-causal = (Keys der Zeile)

## Die Rechnung einer Zelle

arithmetic-title = „<slot>{ $query }</slot>“ <sub>{ $query-place }</sub> achtet auf „<slot>{ $key }</slot>“ <sub>{ $key-place }</sub>
arithmetic-title-none = Eine Zelle
arithmetic-none = Auf eine Zelle zeigen oder mit den Pfeiltasten zu ihr gehen, um ihre Rechnung zu sehen; ein Klick fixiert
    sie.
arithmetic-strongest = Head { $head }; die Zelle zwischen zwei Tokens, in der A und B am weitesten auseinander lagen, als der Head gewählt wurde, sonst die größte von A.
    { arithmetic-none }
arithmetic-locked = Head { $head }, fixiert; Lösen mit erneutem Klick auf die Zelle oder mit Esc.
arithmetic-pointed = Head { $head }, unter dem Zeiger; ein Klick fixiert die Zelle.
arithmetic-elsewhere = Head { $head }, unter dem Zeiger; außerhalb des Bildes ist wieder die fixierte Zelle zu sehen.
formula-scale = S = QKᵀ · Skalierung
formula-scale-bias = QKᵀ · Skalierung + βb
formula-masked = maskiert
formula-softmax = exp({ $logit } − { $log-sum }), wobei ln Σ exp der Zeile { $log-sum-of-row } ist

## Alle Heads

heads-title = Alle Heads
heads-name = Heads
head-near = nah
head-far = fern
head-flat = flach
heads-which = Welche Heads die Regler verstellen
heads-add = Mehrere wählen
heads-add-title = Solange gedrückt, nimmt ein Klick auf einen Head ihn zur Auswahl hinzu oder heraus
heads-move-all = Alle verstellen
heads-presets = Vorgaben für alle Heads
heads-count = Anzahl Heads
heads-seed = Seed
heads-seed-name = Seed der untrainierten Projektionen
heads-about = w: was der Koeffizient bevorzugt. blickt: wie viele Tokens weit im Mittel; gleichmäßig verteilte Attention blickt { $distance }. Jedes Bild hat eigene Farben: hell ist, wohin sein Head am meisten blickt.
thumbnail-title = Was w bevorzugt; wie viele Tokens weit der Head im Mittel blickt. Strg+Klick, um mehrere Heads zusammen zu verstellen
thumbnail-favours = w: { $character }
thumbnail-looks = blickt { $distance }
thumbnail = <slot>Head </slot>{ $head }

## Abb. 8 des Papers

figure-8 = Vier Heads wie Abb. 8
figure-8-title = Wie Abb. 8: vier Heads des DA-Transformers und des Vanilla-Transformers, trainiert auf AG News, an einem
    Nachrichtensatz
figure-8-about = Wie Abb. 8 des Papers: oben vier Heads des abstandsbewussten Nachrichtenmodells, vom kleinsten gelernten w
    bis zum größten; unten dieselben Heads des Vanilla-Modells. Der Satz ist ein eigener, nach Art der AG-Testdaten: der
    in der Abbildung des Papers ist zu klein gedruckt, um lesbar zu sein.

## Modelle, Methoden, Farben

methods-title = Modelle und Methoden
method-menu = Modell und Methode von { $panel }
method-of = Methode { $panel }
method-da-transformer = DA-Transformer
method-da-without-relu = DA-Transformer ohne ReLU
method-da = DA, { $mapping }, { $adjustment }
method-da-one = DA, { $part }
method-in-file = Wie in der Datei
method-short-vanilla = ohne Abstand
method-short-sinusoids = mit Sinuspositionen
method-short-da = mit Abstand
method-short-in-file = wie in der Datei
look = Maske und Bilder
look-open = Bilder
look-view = Darstellung
look-range = Farbbereich
look-colours = Farben
look-causal = Kausale Maske
look-causal-title = Kein Token sieht ein späteres
look-causal-by-itself = Dieses Modell ist selbst kausal: Kein Token sieht ein späteres

model = Modell
model-open = Checkpoint öffnen …
model-open-title = Ein Checkpoint in einem gängigen Format, mit config.json und tokenizer.json oder vocab.txt; er bleibt in
    diesem Browser
badge-in-file = wie in der Datei: { $model }
badge-in-file-by = wie in der Datei, mit { $method }: { $model }
badge-trained = trainiert: { $model }
badge-moved = { $model }; w, v verstellt
badge-moved-others = { $model }; w, v anderer Heads verstellt
badge-term-moved = { $model }; Positionsterm verstellt
badge-otherwise = { $model }; andere Attention
title-plain = ohne Abstand
about-plain = gleicher Head, ohne ReLU
about-plain-trained = gleicher Head, ohne ReLU, nicht neu trainiert
about-other = gleicher Head, andere Methode
about-other-trained = gleicher Head, andere Methode, nicht neu trainiert
about-same = derselbe Head, dieselbe Methode, dieselben w und v
about-in-file = derselbe Head, wie ihn die Datei hat

## Was das Modell aus dem Satz macht

answers-title = Was das Modell aus dem Satz macht
verdict = Antwort aller Heads: A { $class-a } { $share-a }, B { $class-b } { $share-b }
verdict-film = Das Modell beurteilt Filmkritiken: A { $class-a } { $share-a }, B { $class-b } { $share-b }
verdict-news = Das Modell ordnet Nachrichten: A { $class-a } { $share-a }, B { $class-b } { $share-b }
answer-title = { $panel } sagt
answer-method = mit { $method }
answer-untrained = nichts: untrainierte Projektionen haben keinen Klassifikator
answer-in-file = nichts: von einer Datei werden die Schichten berechnet, nicht das, was darauf aufbaut
answer-trained = trainiert{"\u00a0"}{ $trained }
answer-trained-method = wie trainiert ({ $method }):{"\u00a0"}{ $trained }
answer-little = { $unknown ->
    [one] { $unknown } von { $words } Wörtern hat einen Vektor aus der Schreibweise: die Antwort besagt wenig.
   *[other] { $unknown } von { $words } Wörtern haben Vektoren aus der Schreibweise: die Antwort besagt wenig.
}
answer-partial = { $unknown ->
    [one] { $unknown } von { $words } Wörtern hat einen Vektor aus der Schreibweise; auch darauf beruht die Antwort.
   *[other] { $unknown } von { $words } Wörtern haben Vektoren aus der Schreibweise; auch darauf beruht die Antwort.
}

## Was jeder Head tut

figures-title = Was jeder Head tut
figures-hint = Entropie, Abstand, Anteil nah, Divergenz zu B
figures-about = Methode A, gemittelt über alle Queries. Divergenz ist die Jensen-Shannon-Divergenz zu B ({ $method }), in nat
    (0 bei gleichen Gewichten, höchstens ln 2 = 0.693, wenn die Gewichte kein Wort teilen). Effektive Tokens sind e hoch
    Entropie: über so viele Wörter verteilt wäre eine gleichmäßige Attention ebenso breit. Zeilen, deren Summe nicht 1
    ist, werden vorher normiert.
figures-table = Kennzahlen der Heads
figures-show = Head { $head } zeigen
column-nats = nat
column-share = Anteil
column-head = Head
column-prefers = Vorliebe
column-entropy = Entropie
    .title = Entropie einer Gewichtszeile: 0 bei einem einzigen Token, ln N, wenn alle gleich sind
column-effective = Effektiv
    .title = e hoch Entropie: auf so viele Tokens würde sich eine gleichmäßige Attention verteilen
column-distance = Abstand
    .title = Mittlerer Abstand der beachteten Tokens
column-near = Bis 2
    .title = Anteil des Gewichts auf Tokens im Abstand von höchstens 2
column-zeroed = Auf 0
    .title = Anteil der rohen Scores, die nicht positiv sind: ReLU setzt sie auf 0
column-divergence = Divergenz
    .title = Jensen-Shannon-Divergenz zu Panel B
even = Alle Tokens gleich
even-title = Wenn jede Query auf alle Tokens gleich achten würde
row-none = Auf eine Zelle zeigen, um die Kennzahlen ihrer Zeile zu sehen.
row-figures = Head { $head }, Query „{ $query }“: Entropie { $entropy } nat, { $effective } effektive Tokens, mittlerer Abstand
    { $distance }, Anteil bis Abstand 2 { $near }, Divergenz zu B { $divergence }.
row-undefined = nicht definiert

## Was Modell A gelernt hat

learned-title = Was Modell A gelernt hat
learned-hint = w und v seiner Heads, Start und Gelerntes, und seine Modellkarte
learned-about = Heads absteigend nach dem gelernten Wert, wie in Abb. 6 und 7 des Papers: Balken zeigen den gelernten
    Wert, kleine Kreise den Start des Trainings. Ein Vorzeichen, das von Anfang an da war, ist kein Befund.
learned-nothing = Nichts: seine Projektionen sind untrainiert.
learned-no-distance = Es kennt keinen Abstand: w und v waren im Training ohne Wirkung.
learned-card = Modellkarte
learned-in-file =
    { $layers ->
        [one] { $model }: { $layers } Schicht mit { $heads } Heads, liest { $reads }.
       *[other] { $model }: { $layers } Schichten mit je { $heads } Heads, liest { $reads }.
    }
learned-own = Seine Heads haben eigene w und v.
learned-not-own = Seine Heads haben kein eigenes w und v: bei w = 0 ist ihre Attention die der Datei.
learned-causal = Es ist kausal.

## Ein Satz mit mehr als 512 Tokens

long-computed = Mehr als { $most } Tokens: nur Head { $head } wird berechnet, zeilenweise, in zwei Workern.
long-computed-memory = Mehr als { $most } Tokens: nur Head { $head } wird berechnet, zeilenweise, in zwei Workern (je { $memory } MB).
long-too-large = Seine Scores sind zu groß, um sie zu reskalieren.
long-coming = Das erste Bild ist unterwegs.
long-every-cell = Alle Zellen sind gezeichnet.
long-reduced = Ein Pixel zeigt von bis zu { $high } × { $wide } Zellen das Gewicht, das am weitesten von 0 liegt; für einzelne
    Zellen vergrößern.
long-draft = Ein Pixel zeigt von bis zu { $high } × { $wide } Zellen das Gewicht, das am weitesten von 0 liegt, bisher nur aus
    einer von { $high } Zeilen ({ $share } % verfeinert); für einzelne Zellen vergrößern.
long-figures = Kennzahlen: { $rows } von { $tokens } Zeilen.
long-left-out = Die Zahlen der Zelle unter dem Cursor sind exakt. Es entfallen: Bilder und Kennzahlen der anderen Heads,
    Linien, mehrere Heads nebeneinander, die einzelnen Tokens, die Schritte vom Abstand zum Gewicht, die Antworten und
    Dateien mit Zahlen.

## Für Screenreader

told-move = { $says }. Der mittlere Abstand in A ist jetzt { $distance }.
told-released = Keine Zelle ist fixiert.
told-locked = Fixiert: „{ $query }“ achtet auf „{ $key }“.

walk-line = Das Paper Schritt für Schritt (etwas Mathematik)
## Was w und v tun, in Worten. $w, $v: Zahlen wie am Regler. Ein Wort ist so viele Stellen entfernt von dem, das schaut

about-base = Basis { $base }
reach-of-term = { $reach ->
    [one] Ein Wort, das weiter als { $reach } Stelle weg ist, zählt wie eines in { $reach } Stelle.
   *[other] Ein Wort, das weiter als { $reach } Stellen weg ist, zählt wie eines in { $reach } Stellen.
  }
reach-of-term-none = Reichweite 0: jedes Wort zählt wie das Wort selbst.
reach-of-term-all = Wie trainiert: jeder der { $most } Abstände hier zählt für sich.
base-of-rotation = Basis { $base }, trainiert mit { $trained }: das langsamste Paar dreht sich um { $angle } rad je Stelle.
content-says = u × { $factor }: u zieht jede Query zu denselben Wörtern, { $factor }-mal so stark wie trainiert.
position-says = v × { $factor }: v zieht jede Query zu denselben Abständen, { $factor }-mal so stark wie trainiert.
bucket-of-one = j − i = { $offset } hat einen Bucket für sich. Seine Zahl ist { $number }.
bucket-of-many = In diesem Satz umfasst sein Bucket j − i von { $first } bis { $last }. Seine Zahl ist { $number }.
shift-says = Addiert { $shift } zur trainierten Zahl dieses Buckets.
beta-alone = β = { $beta }
beta-says = { $places ->
    [one] β = { $beta }: addiert { $before } zum Score eines Worts { $places } Stelle davor, { $after } dahinter
   *[other] β = { $beta }: addiert { $before } zum Score eines Worts { $places } Stellen davor, { $after } dahinter
}
beta-says-mean = { $places ->
    [one] β = { $beta }: addiert im Mittel { $before } zum Score eines Worts { $places } Stelle davor, { $after } dahinter
   *[other] β = { $beta }: addiert im Mittel { $before } zum Score eines Worts { $places } Stellen davor, { $after } dahinter
}
w-percent = { $number } %
w-percent-little = < 0.1 %
w-percent-none = nichts
w-keeps-scores = w = { $w }: w ändert keinen Score, ob nah oder fern
w-keeps-weights = w = { $w }: w ändert kein Gewicht, ob nah oder fern
w-near = { $w }, nah
w-far = { $w }, fern
w-score = Scores
w-weight = Gewichte
w-shrinks = w = { $w }: { $what } schrumpfen mit dem Abstand
w-grows = w = { $w }: { $what } wachsen mit dem Abstand
w-takes = { $places ->
    [one] w = { $w }: { $what } { $places } Stelle weiter behalten { $share }
   *[other] w = { $w }: { $what } { $places } Stellen weiter behalten { $share }
}
w-lifts = { $places ->
    [one] w = { $w }: { $what } { $places } Stelle weiter zählen { $times }-mal
   *[other] w = { $w }: { $what } { $places } Stellen weiter zählen { $times }-mal
}
w-turns-score = { $places ->
    [one] w = { $w }: Der Score eines Worts { $places } Stelle weiter wird sein Gegenteil, { $times }-mal
   *[other] w = { $w }: Der Score eines Worts { $places } Stellen weiter wird sein Gegenteil, { $times }-mal
}
w-turns-weight = { $places ->
    [one] w = { $w }: Das Gewicht eines Worts { $places } Stelle weiter wird sein Gegenteil, { $times }-mal
   *[other] w = { $w }: Das Gewicht eines Worts { $places } Stellen weiter wird sein Gegenteil, { $times }-mal
}
w-adds-to-score = { $places ->
    [one] w = { $w }: Zum Score eines Worts { $places } Stelle weiter kommt { $added } hinzu
   *[other] w = { $w }: Zum Score eines Worts { $places } Stellen weiter kommt { $added } hinzu
}
w-adds-to-weight = { $places ->
    [one] w = { $w }: Zum Gewicht eines Worts { $places } Stelle weiter kommt { $added } hinzu
   *[other] w = { $w }: Zum Gewicht eines Worts { $places } Stellen weiter kommt { $added } hinzu
}
v-none = Diese Funktion f hat kein v.
v-without-w = v = { $v }: ohne Wirkung, solange w 0 ist
v-lifts = v = { $v }, wie hoch: bis zu { $times }-mal
v-lifts-here = v = { $v }, wie hoch: bis { $times }-mal (höchstens { $bound })
v-fades = v = { $v }, wie bald: { $times }-mal bei Abstand 1
v-adds = v = { $v }: Ferne Wörter bekommen bis zu { $added } dazu
v-adds-here = v = { $v }: Ferne Wörter bekommen hier bis zu { $added } dazu, höchstens { $bound }
v-adds-little = v = { $v }: Von dem, was addiert wird, geht in diesem Satz nirgends die Hälfte verloren
v-adds-half-at-one = v = { $v }, bei diesem w: Nach 1 Stelle ist die Hälfte dessen weg, was addiert wird
v-adds-most-at-one = v = { $v }, bei diesem w: Nach 1 Stelle bleiben { $percent } dessen, was addiert wird
v-adds-half = v = { $v }, bei diesem w: Nach { $places } Stellen ist die Hälfte dessen weg, was addiert wird
rows-are-even = { $tokens ->
   *[other] Die Zeilen sind fast gleichmäßig, wie über { $effective } von { $tokens } Wörtern: Ein Nah-Head nimmt den Scores ferner Wörter etwas weg und gibt nahen nichts dazu, und auch ein Score von 0 hat seinen Anteil (e⁰ = 1).
}
rows-are-even-clipped = Die Zeilen sind fast gleichmäßig, als teilten sich { $effective } von { $tokens } Wörtern jede: Die meisten Scores sind 0, und auch ein Score von 0 hat seinen Anteil (e⁰ = 1).

## Was A − B zeigt

apart-unrelated = A − B vergleicht zwei Modelle: Heads mit derselben Nummer haben nichts miteinander zu tun.
apart-heads = A − B vergleicht zwei Heads eines Modells.
apart-layers = Derselbe Head, aber die Schichten davor wurden in einem der beiden verändert: A − B enthält auch deren Teil.
apart-term = Derselbe Head, doch in A ist der Positionsterm des Modells verstellt: Auch das steckt in A − B.
apart-positions = Derselbe Head, aber { $with } sieht Positionen und { $without } nicht: A − B enthält auch deren Teil.
apart-none = A und B achten auf dasselbe: A − B ist 0.
apart-methods = Derselbe Head, dieselben Queries und Keys: A − B ist, was die beiden Methoden verschieden machen.
apart-parameters = Derselbe Head, dieselben Queries und Keys, dieselbe Methode: A − B ist, was ein anderes w und v bewirken.
apart-softmax = Derselbe Head, dieselben Queries und Keys: A − B ist, was das Auslassen der Softmax bewirkt.
apart-distance = A minus A bei w = 0: was der Abstand bewirkt. Alles andere ist in beiden gleich.
apart-distance-alone = Derselbe Head, dieselben Queries und Keys: A − B ist, was der Abstand bewirkt.
apart-clipping = A bei w = 0 minus B: was ReLU bewirkt, vor dem Abstand.
apart-clipping-alone = Derselbe Head, dieselben Queries und Keys: A − B ist, was ReLU bewirkt.
apart-both = Derselbe Head, dieselben Queries und Keys: A − B ist, was ReLU und Abstand zusammen bewirken.
apart-not-distance = A bei w = 0 minus B: was nicht vom Abstand kommt.
apart-rest = A bei w = 0 minus B: was von A − B ohne den Abstand in A bleibt.
apart-at-zero = Schon bei Abstand 0 ist der Koeffizient von A { $value }, wo { $neutral } nichts ändern würde: A − B enthält auch diesen Teil.
