### Der Vergleich: jede Methode an einem Satz. A und B sind die beiden verglichenen; w, v, h, d, k, q_i, k_j und Ähnliches
### sind Formelzeichen und bleiben, ebenso die Namen von Methoden und Zwischenergebnissen.

## Der Bereich und seine Teile

kept = Satz und Baum bleiben erhalten; nach dem Neuladen geht es weiter.

lead = Jede Methode sagt der Attention auf ihre eigene Art, wo Wörter stehen. Zwei davon als A und B wählen und sehen, wohin dieselben Wörter blicken.

parts = Teile des Vergleichs
parts-methods = Methoden
parts-terms = Rechenweg
parts-notices = Wer merkt es?
parts-apart = Wie verschieden?
parts-knows = Was jede kennt
parts-tree = Satzbaum

## In mehreren Teilen

reason = { $why }.
quoted = „{ $word }“
nats = nat
head = Head { $number }
head-of-fewer = { $title }, Head { $number } von { $heads }
head-of-blocks = { $title }, Rückwärtsblock
head-last =
    { $heads ->
        [one] Hat einen Head, und der ist gezeigt.
       *[other] Hat { $heads } Heads: gezeigt wird Head { $heads }.
    }
distance-axis = Abstand |i − j|

## Der Satz, und welche Zahlen verglichen werden

sentence = Satz

made-each = Trainierte Modelle; die der Filmkritiken unterscheiden sich nur in der Methode. { $count } weitere Methoden sind
    untrainiert: siehe „{ numbers-seeded }“.
made-own = Voran, wie sie trainiert wurden, die Modelle geöffneter Dateien: { $names }.
made-seeded = Untrainiert: dieselben zufälligen Projektionen (aus einem Seed) für alle Methoden. Was zwei Bilder
    unterscheidet, ist die Methode; von Sprache wissen diese Zahlen nichts.
made-bundled = Trainierte Wörter, Projektionen von { $model }, für jede Methode. Was eine Methode darüber hinaus braucht
    (Tabellen, Bias), ist zufällig, nicht gelernt.
made-file = Trainierte Wörter, Projektionen von { $model }, Schicht { $layer }: Queries, Keys und Values, wie das Modell sie auf
    seinen eigenen Tokens hat, samt dem, was sie von Positionen wissen. Was eine Methode darüber hinaus braucht (Tabellen,
    Bias), ist zufällig, nicht gelernt. Ein Bias, den das Modell zu seinen
    Scores addiert, entfällt: jede Methode setzt dort ihren eigenen ein.
made-method = Funktion f oder Anpassung des DA-Transformers wurde geändert, hier oder im Labor.
made-cut-by-model = Das Modell rechnet mit den ersten Tokens; { $count } weitere entfallen.
made-cut = Verglichen werden { $most } Tokens; { $count } weitere entfallen, und mit ihnen der Baum.
made-cut-memory = Vom Gedächtnis zählen die letzten { $most } Tokens; { $count } davor entfallen.
made-words-of-tree = Der Baum trennt Wörter, die der Satz zusammenschreibt; verglichen werden die Wörter des Baums.
made-unknown = Wörter ohne Wortvektor bekommen einen aus der Schreibweise: { $words }.

## Modelle: welches, welche Schicht, aus welcher Datei

numbers = Modell
numbers-seeded = Zufallszahlen
numbers-one = Ein Modell
numbers-trained = Trainierte Modelle
numbers-moved = w oder v wurde bewegt, hier, im Labor oder unter „Kurven“. „{ numbers-trained }“ zeigt jedes Modell, wie es trainiert wurde.
one-moved = Seit w oder v bewegt wurde, wird jede Methode auf einem Modell verglichen, mit den bewegten Zahlen.
    .back = Zurück zu Modellen wie trainiert
numbers-w-v = w und v: wie bewegt; sonst wie trainiert; wo nichts trainiert wurde, zufällig.
model = Queries und Keys von
model-layer = Schicht, 1 bis { $last }
    .name = Schicht
model-layer-beyond = Verlangt war Schicht { $asked }, das Modell hat { $last }: Verglichen wird Schicht { $last }
model-open = Checkpoint öffnen …
    .name = Modell öffnen
model-go-on-without = Zufallszahlen vergleichen
model-assumed = <b>Angenommen, nicht gespeichert:</b> Die Bilder gelten für das Modell nur, wenn all das zutrifft.
    .name = Annahmen
model-sst2-da = DA: Filme
model-sst2-vanilla = Vanilla: Filme
model-agnews-da = DA: Nachrichten
model-agnews-vanilla = Vanilla: Nachrichten
model-films = { $method }: Filme
model-own = { $method }: { $name }

## Aus welchem Baum Methoden gezeichnet werden

stand-in-none =
    { $count ->
        [one] Ersatzbaum: jedes Wort hängt an seinem linken Nachbarn, denn zu einem eingegebenen Satz ist kein Baum bekannt. { $count } Methode beruht darauf.
       *[other] Ersatzbaum: jedes Wort hängt an seinem linken Nachbarn, denn zu einem eingegebenen Satz ist kein Baum bekannt. { $count } Methoden beruhen darauf.
    }
stand-in-begun =
    { $count ->
        [one] Teils Ersatzbaum: Wörter, die nicht bewegt wurden, hängen an ihrem linken Nachbarn, denn zu einem eingegebenen Satz ist kein Baum bekannt. { $count } Methode beruht darauf.
       *[other] Teils Ersatzbaum: Wörter, die nicht bewegt wurden, hängen an ihrem linken Nachbarn, denn zu einem eingegebenen Satz ist kein Baum bekannt. { $count } Methoden beruhen darauf.
    }
stand-in-read =
    { $count ->
        [one] { $count } Methode beruht auf dem Baum, wie er eingelesen wurde.
       *[other] { $count } Methoden beruhen auf dem Baum, wie er eingelesen wurde.
    }
stand-in-edited =
    { $count ->
        [one] { $count } Methode beruht auf dem bearbeiteten Baum.
       *[other] { $count } Methoden beruhen auf dem bearbeiteten Baum.
    }
stand-in-give-tree = Baum angeben
stand-in-see-tree = Baum ansehen

## Das Raster der Methoden

grid = Alle Methoden
grid-coming = { $here } von { $all } berechnet
grid-how = Queries von oben nach unten, Keys von links nach rechts, hell ist viel. Auf eine Zelle zeigen oder tippen; A und B wählen die
    beiden, die verglichen werden.
grid-pointed = { $pair }: das Gewicht steht unter jedem Bild.
grid-answer = sagt { $class }, { $share }
grid-picture = { $method }: Attention-Gewichte, Queries von oben nach unten, Keys von links nach rechts
grid-pick = Als { $letter } vergleichen
    .name = { $method } als { $letter }

## Was verglichen wird

heads = Heads
heads-averaged = Gemittelt
more = Farben, Maske, k, w, v, Funktion f, Gedächtnis
colours = Farben
colours-own = Eigene Bereiche; A und B gemeinsam
colours-common = Ein Bereich für alle
causal = Kausal: kein Token sieht ein späteres
choose-heads = h, Heads je Methode
choose-clip = k, größte relative Position
memory = Gedächtnis: der Text davor, den nur Transformer-XL (kausal) sieht

## Die eigenen Zahlen des DA-Transformers

distance-head-learned = DA-Transformer, Head { $head }: w und v sind gelernt, soweit nicht verstellt.
distance-head-seeded = DA-Transformer, Head { $head }: w und v sind zufällig, soweit nicht verstellt.
distance-heads-learned = DA-Transformer, alle Heads: w und v sind gelernt, soweit nicht verstellt.
distance-heads-seeded = DA-Transformer, alle Heads: w und v sind zufällig, soweit nicht verstellt.
distance-slider = { $symbol } des DA-Transformers, { $hint }
distance-mapping = DA-Transformer: Funktion f
distance-adjustment = DA-Transformer: Anpassung
    .terms = früh, spät, multiplizieren, addieren
    .means = Früh: die Koeffizienten des Abstands wirken auf die Scores, vor der Softmax, sodass jede Zeile weiter die Summe
        1 hat. Spät: sie wirken auf die Gewichte, nach der Softmax. Multiplizieren: Score mal Koeffizient; addieren: Score
        plus Koeffizient. Das Paper selbst multipliziert früh, und zwar Scores, die ReLU bei 0 abgeschnitten hat.
distance-restore = w und v zurücksetzen
distance-from-lab = Wie im Labor
    .title = Modell, Schicht, Head, w, v, Funktion f und Anpassung von Methode A des Labors

## A gegen B

pair = A gegen B
pair-dock = A gegen B, klein
pair-memory = Gedächtnis: { $word }
pair-method = Methode von { $letter }
pair-point = Auf eine Zelle zeigen oder tippen
pair-minus = A − B: { $a } − { $b }
pair-numbers = { $whose }; DA-Transformer: { $numbers }
pair-trained-apart = getrennt trainiert: ein Head von A muss nicht tun, was derselbe in B tut
pair-same-numbers = gleiche Projektionen: was sich unterscheidet, ist die Methode
pair-reach = Im Mittel blickt A { $a } Tokens weit, B { $b }.
pair-by-distance = Wie weit sie blicken
    .about = Anteil der Attention je Abstand in Tokens; Linien: der mittlere Abstand
    .said = Anteil der Attention je Abstand. A, { $a }; B, { $b }
pair-apart = A und B liegen im Mittel { $mean } <slot>nat</slot> auseinander
pair-apart-row = A und B liegen im Mittel { $mean }, in der Zeile „{ $word }“ { $row } <slot>nat</slot> auseinander

## Wie weit auseinander

apart = { parts-apart }
apart-of-all = Jensen-Shannon-Divergenz, gemittelt über alle Zeilen, in <slot>nat</slot>: 0 heißt gleiche Attention, 0.693 kein
    gemeinsamer Key. Eine Zelle wählen, um ihre beiden Methoden zu A und B zu machen.
apart-of-row = Jensen-Shannon-Divergenz der Zeile „{ $word }“, in <slot>nat</slot>: 0 heißt gleiche Attention, 0.693 kein
    gemeinsamer Key. Eine Zelle wählen, um ihre beiden Methoden zu A und B zu machen.
apart-two = { $one } und { $other }: { $divergence }
apart-two-none = { $one } und { $other }: nicht vergleichbar
apart-blank = Eine leere Zelle heißt: nicht vergleichbar. Eine der beiden Methoden hat dort keine Gewichte, oder
    Gewichte, die keine Anteile einer Zeile sind.
apart-picture = Divergenzen aller Methoden: { $two }
apart-see = A gegen B ansehen

## Was jede kennt

knows = { parts-knows }
    .table = Was jede Methode kennt
knows-method = Methode
knows-direction = Richtung
knows-exact = Exakter Abstand
knows-beyond = Jenseits von k
knows-syntax = Syntax
knows-parameters = Mehr Parameter
knows-time = Ein Lauf (ms)
knows-source = Quelle
knows-formula = Formel
knows-yes = Ja
knows-partly = Teils
knows-no = Nein
knows-unknown = Nicht bekannt
knows-as-in-file = so weit, wie Queries und Keys des Modells Positionen enthalten
# „Mehr Parameter“: knows-parameters.
knows-short = Richtung: { $direction }; exakter Abstand: { $distance }
knows-about = Mehr Parameter: zusätzlich zu <slot>W_Q, W_K, W_V, W_O</slot> einer gewöhnlichen Schicht. Zeit: ein Lauf mit
    diesem Satz in diesem Browser, nach einem ersten; kleine Unterschiede sind Zufall.
knows-of-each =
    { $tokens ->
        [one] Hier: { $tokens } Token; h, k und d sind die jedes Modells.
       *[other] Hier: { $tokens } Tokens; h, k und d sind die jedes Modells.
    }
knows-of-model =
    { $tokens ->
        [one] Hier: h = { $h }, k = { $k }, Baumabstände bis { $distance }, Traversierungen bis { $traversal } Zeichen, { $tokens } Token.
       *[other] Hier: h = { $h }, k = { $k }, Baumabstände bis { $distance }, Traversierungen bis { $traversal } Zeichen, { $tokens } Tokens.
    }
knows-of-seeded =
    { $tokens ->
        [one] Hier: h = { $h }, d = { $d }, k = { $k }, Baumabstände bis { $distance }, Traversierungen bis { $traversal } Zeichen, { $tokens } Token.
       *[other] Hier: h = { $h }, d = { $d }, k = { $k }, Baumabstände bis { $distance }, Traversierungen bis { $traversal } Zeichen, { $tokens } Tokens.
    }

## Wer merkt es: was gefragt wird

notices = { parts-notices }
notices-about = Hier steht, was die gezeigte Attention tut; was ihre Methode kennen könnte, steht unter „{ parts-knows }“.
notices-reverse = Satz umkehren
notices-insert = Wort einfügen
# Englisch wie die Wortliste und die Beispielsätze.
notices-word = really
    .name = Das eingefügte Wort
notices-before = vor Token
    .name = Vor welchem Token, nach seiner Stelle ab 1; eins mehr, als es gibt: am Ende
notices-at-end = das Ende
notices-at-cursor = Am Cursor
notices-repeat = Wort wiederholen
notices-which = welches
notices-repeat-where = am Ende des Satzes

## Wer merkt es: wie gemessen wird, was zu sehen sein sollte und warum

notices-how = Wie gemessen wird und was zu sehen sein sollte
notices-reverse-how = Der Satz wird rückwärts gelesen und das Bild zurückgedreht, sodass dieselben Wörter an denselben Stellen
    stehen. Gemessen wird die mittlere Jensen-Shannon-Divergenz der Gewichte eines Wortes vorher und nachher, in nat: 0,
    wo sich nichts geändert hat, höchstens ln 2 = 0.693. Bilder aller Heads sind deren Mittel; gemessen wird Head für
    Head.
notices-reverse-why = Eine Methode, die nur den Abstand kennt, sieht im Spiegel dasselbe |i − j| und merkt nichts: der
    DA-Transformer, symmetrisches ALiBi und seine Verwandten, und alles ohne Positionen. Was links von rechts
    unterscheidet, merkt es: Sinus-Positionen, TENER, Transformer-XL, relative Positionen, T5, RoPE; am stärksten, was nur
    eine Seite sehen darf: die kausale Form und DiSAN, dessen zwei Blöcke die Plätze tauschen, was im Mittel beider
    verschwindet. Ein Baum ist rückwärts derselbe Baum; nur die Seite, auf der ein Geschwisterknoten steht, ändert sich,
    und die kennt die Traversierung, der Baumabstand nicht.
notices-insert-how = Ein Wort mehr. Seine Zeile und Spalte entfallen, und der Rest jeder Zeile wird auf die frühere Summe
    gebracht, sodass nur zählt, was sich zwischen den alten Wörtern geändert hat. Gemessen wird die mittlere
    Jensen-Shannon-Divergenz ihrer Gewichte vorher und nachher, in nat, höchstens ln 2 = 0.693.
notices-insert-why = Ohne Positionen bleiben die anderen, wie sie waren: nichts wird bemerkt. Was Tokens zählt, merkt es dort,
    wo ein Abstand über das neue Wort hinweg um eins wächst; was bei k abgeschnitten ist, merkt es nur bis k. Was nur im
    Baum zählt, merkt nichts: das neue Wort hängt als Blatt an seinem Nachbarn. Sinus-Positionen, die zu den Wörtern
    addiert werden, merken alles hinter der Stelle. DiSAN kennt die Reihenfolge und nicht den Abstand und merkt fast
    nichts.
notices-repeat-how = Das gewählte Wort noch einmal, am Ende. Gemessen wird das Mittel von |a − b| / (a + b) für die Gewichte a
    und b, die eine Zeile den beiden gibt: 0, wo nichts sie unterscheidet, höchstens 1.
notices-repeat-why = Ohne Positionen haben beide denselben Vektor und dasselbe Gewicht. Ein echter Abstand unterscheidet das
    nahe vom fernen; Labels können das nicht; ein Baum kann es, denn was am ersten hängt, hängt nicht an der Kopie.
notices-mask = Schon die kausale Maske unterscheidet die beiden Enden, also merkt es jede Methode. Ohne sie:
notices-mask-insert = Zwischen den alten Wörtern ist die kausale Maske dieselbe.

## Wer merkt es: was herauskam

notices-count = { $count } von { $all } merken es.
notices-picture-before = vorher
notices-picture-after = nachher
notices-nothing = ○ merkt nichts ({ $amount } nat)
notices-nothing-of-one = ○ merkt nichts ({ $amount } von 1)
notices-some = ● merkt es: { $amount } nat
notices-some-of-one = ● merkt es: { $amount } von 1
notices-little = ● merkt es: weniger als { $least } nat
notices-little-of-one = ● merkt es: weniger als { $least } von 1
notices-failed = ⚠ nicht berechenbar
notices-failed-why = ⚠ nicht berechenbar: { $why }
notices-negative = Gewichte unter 0 sind keine Anteile einer Zeile
notices-no-row = keine Zeile hat vorher und nachher Gewichte
notices-row-empty = die Zeile gibt keinem Token Gewicht
notices-rows-empty = die Zeilen geben keinem Token Gewicht

## Warum etwas nicht ging. Jeder Text kann hinter einem Doppelpunkt stehen oder allein vor einem Punkt

why-empty = der Satz ist leer
why-nothing-to-change = es gibt keinen Satz zum Ändern
why-nothing-typed = der Satz ist leer; erst einen eingeben
why-no-token = Token { $place } gibt es nicht: der Satz hat nur { $tokens }
why-too-long = mit noch einem Wort wären es mehr als { $most }; den Satz kürzen
why-no-word = es gibt kein Wort zum Einfügen; eines eingeben
why-read-once = ein Modell aus einer Datei hat nur diesen Satz gelesen, nicht den geänderten; der müsste von der ersten Schicht
    an hindurch. Mit Zufallszahlen und mit den Modellen der Seite ist die Änderung zu sehen
why-nothing-to-explain = noch gibt es nichts zu erklären
why-no-layer = die Schicht des Modells ist nicht geladen
why-layer-misfit = die Zahlen der Schicht passen nicht zusammen
why-heads = die Anzahl der Heads ist { $heads }; möglich sind 1 bis { $most }
why-clip = k ist { $clip }; möglich ist 1 bis { $most }
why-no-number = w und v müssen Zahlen sein
why-no-model = das Modell { $model } ist nicht geladen
why-coming = seine Datei ist noch nicht geladen
why-no-own-numbers = das Modell hat keine Zahlen seiner Methode

## Was schiefging

ended = Das Rechenprogramm { $why }. Es wurde neu gestartet; etwas anderes wählen oder eingeben.
ended-for-good = Das Rechenprogramm { $why }. Seite neu laden; Satz und Baum bleiben erhalten.
file-not-used = { $file } ist nicht brauchbar: { $why }.

## Links und Rückgängig

link-misread = Ein Teil des Links wurde nicht verstanden und bleibt bei der Voreinstellung: { $parts }.
link-part = { $name }: { $why }
link-other-tree = gehört zu einem anderen Satz
link-no-choice = diese Einstellung gibt es nicht
link-no-part = einen Teil { $found } gibt es hier nicht
link-no-model = ein Modell { $found } gibt es auf der Seite nicht
link-no-method = eine Methode oder ein Modell { $found } gibt es nicht
link-not-model = { $found } ist eine Methode, verglichen werden trainierte Modelle
link-not-method = { $found } ist ein trainiertes Modell, verglichen werden Methoden
link-no-layers = nur bei einem Modell aus einer Datei lässt sich die Schicht wählen
link-not-distance-aware = { $found } ist kein DA-Transformer (da:MAPPING:ADJUSTMENT)
link-not-of-head = { $found } ist nicht HEAD:NUMBER
link-too-long = { $bytes } Bytes sind zu lang; behalten werden höchstens { $most }
link-not-whole = { $found } ist keine ganze Zahl von 1 bis { $most }
link-not-range = { $found } ist weder own noch common
link-not-flag = { $found } ist weder yes noch no
link-not-cell = zwei Zahlen sind nötig
link-beyond-sentence = Zeile { $query }, Spalte { $key } liegt jenseits des letzten Tokens ({ $tokens }); keine Zelle ist festgehalten
link-beyond = { $number } liegt über { $most }
link-not-probe = möglich sind nur none, reverse, insert,PLACE,WORD und repeat,PLACE
link-not-kept = Das steht in keinem Link und lässt sich nicht rückgängig machen: { $why }. Den Baum als .conllu speichern, um
    ihn zu behalten.

## Rechenweg

terms = { parts-terms }
terms-coming = Zwischenergebnisse werden berechnet …
terms-memory = Gedächtnis, { $count } vor dem Satz

## Rechenweg: die Gleichung eines Paares

equation-pair = „<slot>{ $query }</slot>“ achtet auf „<slot>{ $key }</slot>“
equation-of-cursor = { $head }, unter dem Cursor; ein Klick oder die Eingabetaste fixiert ihn dort.
equation-of-strongest = { $head }, das stärkste Gewicht zwischen zwei verschiedenen Tokens. Auf eine Zelle zeigen oder mit den
    Pfeiltasten zu ihr gehen.
equation-of-a = { $head }, am stärksten Gewicht von A. Auf eine Zelle zeigen oder mit den Pfeiltasten zu ihr gehen.
equation-masked = Die Query darf diesen Key nicht sehen: das Gewicht ist 0, gleich welcher Score.
equation-weight = Gewicht { $weight } %.
equation-rounded = Zahlen sind auf drei Nachkommastellen gerundet, alle Stellen stehen im Tooltip; Summen sind die der
    ungerundeten Zahlen.
equation-source = Aus { $paper }.
equation-score = Score
equation-share = Gewicht
equation-sum = Summe
equation-content = Inhalt
equation-taken-off = Abzug
equation-log-sum = ln Σ exp der Zeile
equation-row = Zeile
equation-offset = Offset

## Rechenweg: Bilder von Zwischenergebnissen

place-query = Query { $token }
place-key = Key { $token }
place-offset = Offset { $offset }
place-other = Stelle { $number }
place-row = Zeile { $number }
place-row-named = Zeile { $number } ({ $name })
place-feature = Merkmal { $number }
place-dimension = Dimension { $number }
picture-masked = maskiert
picture-memory = Gedächtnis
picture-name = { $title }, { $rows } und { $columns }. { $place }: { $value }
picture-rows =
    { $count ->
        [one] { $count } Zeile
       *[other] { $count } Zeilen
    }
picture-columns =
    { $count ->
        [one] { $count } Spalte
       *[other] { $count } Spalten
    }
step-with = mit

## Rechenweg: alles, was berechnet wurde

every = Alles, was berechnet wurde
every-how =
    { $count ->
        [one] { $count } Zwischenergebnis dieses Heads, in der Reihenfolge der Berechnung, benannt wie in den Papers. Zum Ansehen eines wählen.
       *[other] { $count } Zwischenergebnisse dieses Heads, in der Reihenfolge der Berechnung, benannt wie in den Papers. Zum Ansehen eines wählen.
    }
every-table = Zwischenergebnisse von { $letter }
every-name = Name
every-what = Was
every-shape = Form
every-source = Quelle
shape-queries =
    { $count ->
        [one] { $count } Query
       *[other] { $count } Queries
    }
shape-keys =
    { $count ->
        [one] { $count } Key
       *[other] { $count } Keys
    }
shape-tokens =
    { $count ->
        [one] { $count } Token
       *[other] { $count } Tokens
    }
shape-dimensions =
    { $count ->
        [one] { $count } Dimension
       *[other] { $count } Dimensionen
    }
shape-features =
    { $count ->
        [one] { $count } Merkmal
       *[other] { $count } Merkmale
    }
shape-offsets =
    { $count ->
        [one] { $count } Offset
       *[other] { $count } Offsets
    }
shape-rows =
    { $count ->
        [one] { $count } Tabellenzeile
       *[other] { $count } Tabellenzeilen
    }

## Rechenweg: links und rechts, und Tabellen

sides-before = vor der Query (links)
sides-after = nach ihr (rechts)
# Hinter dem Titel, im Genitiv: „Kurve … der Query unter dem Cursor“.
sides-of-query = der Query unter dem Cursor, nach Abstand
sides-of-every-query = jeder Query, nach Abstand
sides-of-positions = der Positionen, nach Abstand
sides-same = Links und rechts sind gleich.
sides-differ = Links und rechts unterscheiden sich um bis zu { $most }.
sides-one = Es gibt nur eine Seite.
sides-name = { $title } nach Abstand. { $says }
sides-sinusoids = Nur die Sinus-Positionen: { $product }, das Produkt zweier davon
offsets = Position nach Offset
table-row = Zeile { $row } von 0 bis { $last }, „{ $name }“: { $pairs } von { $all } Paaren benutzen sie.

## Vanilla

vanilla-scores = Scores und Gewichte
    .about = Die Positionen stecken in den Queries und Keys, nicht in einem eigenen Term.
bare-scores = Scores und Gewichte
    .about = Die Query trifft den Key, sonst nichts: die Methode hat keinen Term für Positionen.
vanilla-positions = Positionen werden zu den Wörtern addiert
    .about = Die Produkte der Sinus-Positionen kennen den Abstand und nicht die Richtung; W_Q und W_K müssen daraus machen,
        was die Attention braucht.

## DA-Transformer

da-steps = Gl. 2 bis 6, Schritt für Schritt
    .about = ReLU lässt keinen Score unter 0, sodass ein größerer Koeffizient nie einen kleineren Score bedeutet. Ein Gewicht
        ist ein Anteil seiner Zeile: ein Nah-Head (w < 0) senkt ferne Scores und hebt keinen, und ein Score von 0 behält einen Anteil (e⁰ = 1);
        eine Zeile, von der ReLU nichts übrig lässt, ist gleichverteilt.
da-steps-late = { da-steps }
    .about = Erst kommt die Softmax, dann trifft der Koeffizient deren Anteile: die Zeilen haben nicht mehr die Summe 1, und
        nichts bringt sie darauf zurück.
da-steps-unclipped = { da-steps }
    .about = Ohne ReLU kann ein roher Score negativ sein. Ein Koeffizient, der ihn multipliziert, wirkt dann umgekehrt; einer, der
        addiert wird, verschiebt negative und positive Scores gleich.
da-coefficients = Koeffizient nach Abstand
    .about = f von w |i − j| des gezeigten Heads, nach links und rechts gleich. Gestrichelt: 1, die nichts ändert.
    .chart = Koeffizient nach Abstand
da-coefficient-of-head = Koeffizient des gezeigten Heads
da-coefficient-one = 1: weder verstärkt noch unterdrückt
da-raw-score = roher Score
da-raw-softmax = Softmax der rohen Scores
da-coefficient = Koeffizient

## Relative Positionen nach Shaw

shaw-sum = Inhalt und Position ergeben den Score
    .about = Der Vektor eines Offsets wird zum Key addiert; sein Produkt mit der Query ist der Anteil der Position.
shaw-table = Die Tabelle mit 2k+1 Zeilen
    .about = Alle Paare mit demselben Offset teilen sich eine Zeile; jenseits von k teilen sich alle die letzte. Die Zeile
        geht in die Keys (a^K) und in die Values (a^V) ein.
shaw-offsets = { offsets }
    .about = q_i · a^K der Query unter dem Cursor: jeder Offset bis k hat seinen eigenen Wert, ab k haben alle denselben.

## Transformer-XL

xl-sum = Vier Terme ergeben den Score
    .about = Inhalt trifft auf Inhalt (a) und auf Position (b); dazu, was jede Query vom Inhalt (c) und von der Position (d)
        verlangt. Die Summe durch √d ist der Score.
xl-shift = Die relative Verschiebung
    .about = Die Positionsterme werden für jeden Offset nur einmal gerechnet: jede Spalte ist ein Offset i − j. Die Verschiebung
        rückt jede Zeile so, dass jede Spalte ein Key ist. Beide Cursor stehen auf derselben Zahl.
    .step = → verschoben
xl-offsets = { offsets }
    .about = (b) + (d) der Query unter dem Cursor: was vor ihr steht und was nach ihr steht, hat je eigene Werte.

## TENER

tener-sum = Terme, die den Score ergeben
    .about = Keys sind Ausschnitte von H (Gl. 16): ein W_K gibt es nicht, auch nicht im veröffentlichten Programm. H muss so
        breit sein wie alle Heads zusammen, was Wortvektoren nicht sind: eine Schicht bringt sie auf diese Breite, wie im
        veröffentlichten Programm. Durch √d wird nicht geteilt: das Paper begründet das damit, dass schärfere Gewichte zum
        Sequence-Labeling passen.
tener-direction = Richtung
    .about = Der Sinus eines Offsets wechselt mit der Richtung sein Vorzeichen, der Kosinus nicht: eine Query kann links und
        rechts unterscheiden. Das Produkt zweier Sinus-Positionen enthält nur Kosinusse und ist auf beiden Seiten gleich.

## Struktureller Bias: Bäume

tree-sum = Inhalt und Bias ergeben den Score
    .about = Der Vektor des Wegs durch den Baum (und der des Offsets) wird zum Key addiert; zu den Values kommt keiner.
tree-distances = Baumabstand jedes Paares
    .about = Die Zahl der Kanten zwischen zwei Wörtern; alle Paare mit derselben Zahl haben dieselbe Zeile der Tabelle.
tree-traversals = Baumtraversierung jedes Paares
    .about = U für einen Schritt hinauf, D für einen hinab, L oder R für einen Geschwisterknoten links oder rechts; alle Paare
        mit demselben Weg haben dieselbe Zeile der Tabelle.
tree-way = Der Weg durch den Baum
    .about = Von der Query zum Key, Kante für Kante.
tree-positions = Relative Position jedes Paares
    .about = Neben dem Baum hat der Offset im Satz eine eigene Tabelle, bei k abgeschnitten.
tree-way-up = hinauf
tree-way-down = hinab
tree-way-none = Ein Token und es selbst: da ist kein Weg zu gehen.
tree-way-arcs =
    { $count ->
        [one] Eine Kante: der Baumabstand ist 1.
       *[other] { $count } Kanten: der Baumabstand ist { $count }.
    }
tree-way-left-out = Der Baum entfällt: er hat mehr als { $most } Wörter, und ein Teil eines Baums ist kein Baum.
tree-distance = Baumabstand
tree-traversal = Baumtraversierung
tree-itself = zu sich selbst

## Spezialisierte Heads

labels-guide = Labels lenken einen Head
    .about = Queries und Keys des spezialisierten Heads kommen nur aus Labels: Paare mit gleichen Labels haben denselben Score.
labels-beside = Der spezialisierte Head neben dem gezeigten
    .about = Links der spezialisierte Head, rechts der oben gewählte.
    .step = gezeigter Head:
labels-head-specialised = Head { $number }: ★ spezialisiert
labels-head-specialised-shown = Head { $number }: ★ spezialisiert, gezeigt
labels-head-ordinary = Head { $number }: gewöhnlich
labels-head-ordinary-shown = Head { $number }: gewöhnlich, gezeigt
labels-query-and-key = Query, Key
labels-query = Query
labels-key = Key
labels-mean = Mittleres Gewicht des spezialisierten Heads: Zeilen sind das Label der Query, Spalten das des Keys.
    .table = { $letter }: mittlere Gewichte nach Labelpaaren
# „Satzbaum“: parts-tree.
labels-all-alike = Alle Tokens haben dasselbe Label, also sind alle Paare gleich: dem Satz im Teil „Satzbaum“ einen Baum und Labels
    geben.
labels-of-query = Label von i
labels-of-key = Label von j

## DiSAN

disan-features = Gewichte für jedes Merkmal, beide Richtungen
    .about = Ein Vorwärtsblock sieht nur, was davor steht, ein Rückwärtsblock nur, was danach steht; schraffierte Zellen sind
        gesperrt.
disan-forward = Vorwärts: was davor steht
disan-backward = Rückwärts: was danach steht
disan-to-sentence = Von den Tokens zum Satz
disan-choose = Welches Merkmal gezeigt wird
disan-mean = Mittel aller Merkmale
disan-or-one = oder eines von { $count }
disan-feature = Merkmal
    .by-number = Merkmal nach Nummer
disan-weights-of-feature = <b>Gewicht jedes Tokens</b> im Vektor des Satzes, Merkmal { $number }
disan-weights-of-mean = <b>Gewicht jedes Tokens</b> im Vektor des Satzes, Mittel aller Merkmale
disan-forward-half = Vorwärtshälfte
disan-backward-half = Rückwärtshälfte
disan-forward-block = Vorwärtsblock
disan-backward-block = Rückwärtsblock
disan-no-equation = Jedes Merkmal hat eine eigene Gleichung: unten ein Merkmal wählen.
disan-is-mean = Das ist das Mittel aller Merkmale.

## ALiBi

alibi-sum = Inhalt und ein fester Bias
    .about = Der Abzug wächst mit jedem Token Abstand um die Steigung des Heads.
alibi-slopes = Die Steigungen aller Heads
    .about = Bei h Heads die h-te Wurzel aus 1/256, deren Quadrat, dritte Potenz und so weiter: steile Heads achten auf Nahes, flache auf Fernes. Gelernt
        wird nichts.
alibi-chart = Was ALiBi abzieht, nach Abstand
alibi-head = Head { $number }
alibi-head-shown = Head { $number }, m = { $slope }
alibi-every-slope = m der Heads 1 bis { $heads }: { $slopes }.
alibi-slope = Steigung m

## T5

t5-sum = Inhalt und ein Bias je Bucket
    .about = Eine Zahl für jeden Bucket und Head, addiert zum Score.
t5-buckets = Buckets
    .about = Nahe Offsets haben je einen eigenen Bucket, ferne teilen sich Buckets, die immer größer werden; links und rechts
        haben eigene.
t5-chart = Bias nach Offset
    .axis = Offset: Key − Query
    .curve = Bias des Buckets, in den der Offset fällt
    .far = bis zum fernsten Bucket
t5-bucket = Bucket

## RoPE

rope-angles = Nach Position gedreht
    .about = Jedes Paar von Dimensionen wird um seinen eigenen Winkel mal der Position gedreht; zwischen zwei Tokens zählt der
        Winkel zwischen ihnen. Schnelle Paare unterscheiden nahe Offsets, langsame ferne.
rope-turning = Vor und nach dem Drehen
    .about = Dieselben Queries und Keys: was das Drehen nach ihren Positionen aus ihrem Produkt macht.
    .step = → gedreht
rope-clock = Dim. { $one }, { $other }
    .name = Dimensionen { $one } und { $other }: { $degrees } Grad
rope-how = Offset { $offset }: der gestrichelte Zeiger steht für keine Drehung. Unter jeder Uhr steht, was das Paar von Dimensionen
    zum Score beiträgt, vor → nach dem Drehen; die Summen sind { $before } und { $after }.
rope-unturned = ohne Drehung
rope-turned-product = q_i gedreht · k_j gedreht

## Abzüge nach Abstand

penalty-sum = Inhalt und ein gelernter Abzug
    .about = Der Abzug wächst mit dem Abstand. Zahlen, die jeder Head lernt, legen fest, wie.
penalty-offsets = Abzug nach Offset
    .about = Was von den Scores der Query unter dem Cursor abgezogen wird, nach links und rechts gleich.

## Stick-breaking

stick-steps = Anteile eines Stabes, vom nächsten Key an
    .about = σ macht aus jedem Score einen Anteil dessen, was übrig ist. Der nächste Key nimmt zuerst, was er übrig lässt, geht an
        den folgenden: kein Softmax und keine Position. Was am Ende bleibt, bekommt niemand, daher ergibt eine Zeile weniger
        als 1; die erste Query sieht gar keinen Key.
stick-whole = der ganze Stab
stick-taken = von näheren Keys genommen
stick-left = für diesen Key übrig

## Attention, die vergisst

forget-sum = Inhalt und was Gates durchlassen
    .about = Jedes Token hat ein Gate zwischen 0 und 1, das aus seinem Vektor entsteht. Die Logarithmen der Gates zwischen Key und
        Query, das der Query eingeschlossen, ergeben den Bias: ein Gate nahe 0 sperrt alles ab, was davor steht.
forget-through = Gates lassen durch

## CoPE

cope-count = Keys zählen
    .about = Ein Gate sagt, wie weit ein Key zählt. Die Position eines Keys ist die Summe der Gates von ihm bis zur Query und
        keine ganze Zahl: nicht jedes Token zählt.
    .step = → Σ bis zur Query
cope-sum = Inhalt und eine gezählte Position
    .about = Jede ganze Position hat einen Vektor; sein Produkt mit der Query kommt zum Score. Zwischen zwei ganzen Positionen
        liegt es auf der Geraden zwischen beiden.
cope-position = Position p

## Netze, die einen Bias liefern: FIRE und der logarithmische stetige Bias

fire-sum = Ein Anteil des Wegs und sein Bias
    .about = Der Abstand zählt als Anteil der eigenen Position der Query, beide logarithmisch: so lang der Text auch ist, der Anteil
        eines Keys vor der Query liegt zwischen 0 und 1. Ein kleines Netz macht daraus für jeden Head einen Bias.
    .step = → Netz
cpb-sum = Ein Kosinus und ein Bias des Offsets
    .about = Von Query und Key zählt nur der Winkel, mal τ. Ein kleines Netz macht aus dem Logarithmus des Offsets einen Bias: ferne
        Offsets liegen nah beieinander. σ hält den Bias zwischen 0 und 16.
bias-offsets = Bias nach Offset
    .about = Was zu den Scores der Query unter dem Cursor addiert wird, nach links und nach rechts.
network-slope = Steigung
network-start = Anfang
cpb-bias = Bias

## Fenster und Senken (sinks)

window-steps = Nahe Keys und eine Senke
    .about = Eine Query sieht keinen Key jenseits ihres Fensters. Der Softmax hat ein Logit mehr, die Senke: sie nimmt ihren Anteil
        der Zeile und hat keinen Value. Passt nichts in der Nähe, geht die Attention ins Leere.
window-sink-logit = Senke
window-sink-weight = die Senke nimmt

## DeBERTa

deberta-sum = Drei Produkte, die den Score ergeben
    .about = Das Wort der Query trifft das Wort des Keys; das Wort der Query trifft die relative Position des Keys (c2p); das Wort des
        Keys trifft die relative Position (p2c). Jedes wird durch √(3d) geteilt, weil es drei sind.
deberta-table = Zeilen relativer Positionen
    .about = Positionen sind Vektoren und werden wie Wörter projiziert: einmal zu Keys (k^r), einmal zu Queries (q^r). Offsets jenseits
        der Tabelle teilen sich ihre letzten Zeilen.

## Der Baum: gezeichnet und bearbeitet

trees = { parts-tree }
trees-how = Ein Wort auf seinen neuen Kopf ziehen. Mit dem Finger: ein Wort zweimal antippen, dann seinen Kopf. Mit der
    Tastatur: Pfeiltasten bewegen, Eingabe nimmt die Kante eines Wortes auf, Pfeiltasten wählen den Kopf, Eingabe legt sie
    ab, Esc legt sie zurück.
trees-no-word = Noch ist kein Wort da: einen Satz eingeben oder ein Beispiel wählen.
trees-words = Wörter des Baums
trees-word = { $form }, Wort { $place }, { $part }, { $relation } von { $head }
trees-make-root-instead = { $word } zur Wurzel machen

trees-picked-by-keys = Die Kante von { $word } ist aufgenommen: Pfeiltasten wählen den Kopf, Pos1 ROOT; Eingabe legt sie ab, Esc
    legt sie zurück.
trees-picked-by-tap = Die Kante von { $word } ist aufgenommen: den neuen Kopf antippen, oder { $word }, um sie zurückzulegen.
trees-picked-by-drag = Die Kante von { $word } auf dem neuen Kopf ablegen.
trees-over-none = Hier loslassen, um sie zurückzulegen.
trees-over = Auf { $head }.
trees-over-refused = Nicht auf { $head }: { $why }.
trees-refused = Nicht geändert: { $why }.
trees-put-back = Die Kante von { $word } bleibt, wie sie war.
trees-hangs-already = { $word } hängt schon an { $head }.
trees-hangs-now = { $word } hängt jetzt an { $head }.
trees-crosses = Die Kante kreuzt die von { $other }: der Baum ist nicht projektiv.
trees-root-now = { $word } ist jetzt die Wurzel.
trees-root-now-moved = { $word } ist jetzt die Wurzel, und { $other } hängt daran.
trees-label-now = { $word } ist jetzt { $label }.

trees-way-point = Auf ein Wort, eine Kante oder eine Zelle zeigen: hier leuchtet dann der Weg zwischen zwei Wörtern auf.
trees-way-other = { $word }: auf ein anderes Wort zeigen, um den Weg dorthin zu sehen.
trees-way-under = { $word }: unter jedem Wort Baumabstand und Traversierung von hier aus.
trees-way = { $one } → { $other }: Baumabstand { $distance }, Traversierung { $traversal }

trees-crossing = { $one } und { $other }
trees-crossing-next = { $before }; von { $one } und { $other }
trees-crossings = Die Kanten von { $pairs } kreuzen sich: der Baum ist nicht projektiv.
trees-crossings-more = Die Kanten von { $pairs } kreuzen sich, ebenso { $count } weitere Paare: der Baum ist nicht projektiv.
trees-crossings-many = Die Kanten von { $pairs } kreuzen sich, ebenso viele weitere: der Baum ist nicht projektiv.

trees-attention = Attention unter den Wörtern: { $method }
trees-threshold = Schwelle
    .hint = Gewichte darunter werden nicht gezeichnet
trees-drawn = { $drawn } von { $all } Gewichten sind gezeichnet.
trees-drawn-strongest = Gezeichnet sind die { $shown } stärksten von { $drawn } Gewichten über der Schwelle.

## Der Baum: das gewählte Wort

word-choose = Ein Wort wählen, um Kopf, Relation und Wortart zu sehen und zu ändern.
word-head = Kopf
word-relation = Relation
word-subtype = Subtyp
    .none = keiner
word-part = Wortart
word-pick-up = Kante aufnehmen
word-make-root = Zur Wurzel machen
word-means = { $word }: { $part }; { $relation } ({ $about }) von { $head }.
word-means-root = { $word }: { $part }; hängt an ROOT.

## Der Baum: woher er kommt

source = Woher der Baum kommt
source-examples = Beispielsätze
source-paste = CoNLL-U einfügen
    .how = Eine Zeile je Wort, zehn Spalten mit Tabulatoren dazwischen, nach jedem Satz eine Leerzeile: das Format von
        Universal Dependencies. Es dürfen mehrere Sätze sein; einer davon wird dann ausgewählt.
    .field = Sätze in CoNLL-U
    .read = Einlesen
source-open = Datei .conllu öffnen
    .title = Oder irgendwo in diesem Bereich ablegen
    .field = Eine CoNLL-U-Datei
source-copy = Als CoNLL-U kopieren
source-save = Als .conllu speichern
source-none-to-write = Noch gibt es keinen Baum zum Speichern
source-remove = Baum entfernen

source-copied = Als CoNLL-U kopiert.
source-not-copied = Der Browser hat das Kopieren nicht erlaubt: stattdessen die Datei speichern.
source-removed = Kein Baum mehr: jedes Wort hängt an seinem linken Nachbarn. „Rückgängig“ bringt den Baum zurück.
source-typed-over = Der Satz hat jetzt andere Wörter: noch kein Baum, jedes Wort hängt an seinem linken Nachbarn. „Rückgängig“
    bringt den Baum zurück.
source-not-come = Die Sätze wurden nicht geladen: { $why }
source-pasted = Eingefügter Text
source-first-file = { $file }, die erste von { $count } Dateien,
source-too-large = { $file } hat { $bytes } Bytes; gelesen werden höchstens { $most } MiB: einen Teil davon nehmen. Der Baum
    bleibt, wie er ist.
source-not-read = { $file } wurde nicht gelesen: { $why }. Der Baum bleibt, wie er ist.
source-not-read-pasted = Nicht gelesen, nichts geändert: { $why }.
source-not-utf8 = Zeile { $line }: das ist kein UTF-8; als UTF-8 speichern
source-shown = { $from }: ein Baum mit { $words } Wörtern ist zu sehen.
source-several = { $from }: { $count } Sätze
source-note-of-all = In allen Sätzen zusammen: { $note }

## Der Baum: einer von mehreren Sätzen

offer-coming = Sätze werden geladen …
offer-search = Mit den Wörtern
offer-count =
    { $count ->
        [one] { $number } Satz.
       *[other] { $number } Sätze.
    }
offer-count-cut = { $count } Sätze; aufgeführt sind die ersten { $most }.
offer-words = { $count } Wörter

## Was jede Methode ist

idea-in-file = die eigene Attention des Modells, mit den Positionen in seinen Queries und Keys
idea-bare = nur die Produkte der Queries und Keys des Modells, ohne seinen eigenen Bias oder Abstand
