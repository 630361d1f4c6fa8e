### Was mehrere Bereiche sagen: Dialoge und Felder, das Bild einer Matrix, Dateien, Worker.

## Dialoge und Felder

dialog-close = Schließen
field-mixed = verschieden
slider-heads-differ = Heads verschieden
slider-field = { $name }, beliebiger Wert von { $least } bis { $most }

chart-point = { $line } bei { $x }: { $value }
chart-at-cursor = { $value } bei { $x }

## Das Bild einer Matrix

matrix-role = Matrix
matrix-show-all = Alles zeigen
matrix-zoom-out = Verkleinern
matrix-zoom-in = Vergrößern
matrix-tools = Werkzeuge des Bildes
matrix-as-table = Als Tabelle
matrix-show-large = Groß zeigen
matrix-unit-numbers = { $unit }; leer: < { $least }
matrix-unit-largest = { $unit }, bis zum größten
matrix-listen = Zeile anhören
matrix-heard = Zeile { $row } erklingt von links nach rechts. Höchster Ton: { $highest }.
matrix-unheard = Zeile { $row }: nichts zu hören.
matrix-save = Speichern
matrix-save-as = Speichern als
matrix-save-png = Bild (PNG)
matrix-save-svg = Bild (SVG)
matrix-save-csv = Zahlen (CSV)
matrix-save-json = Zahlen (JSON)

## Eine Matrix als Tabelle

table-name = Zahlentabelle
table-about = Zeilen sind Queries, Spalten sind Keys.
table-zoom-in = So weit vergrößern, dass jede Zelle ein eigenes Pixel hat: dann stehen hier die Zahlen.
table-part = { $rows } Queries ab Nummer { $query }, { $columns } Keys ab Nummer { $key }.
# In Anführungszeichen: matrix-save und matrix-save-csv.
table-first = Die ersten { $shown } von { $all } Tokens; „Speichern, Zahlen (CSV)“ enthält alle.

## Fachwörter

nats-means = Einheit der Jensen-Shannon-Divergenz mit natürlichem Logarithmus: 0 heißt gleiche Attention,
    0.693 (ln 2) kein gemeinsamer Key.

## Einstellungen einer Methode

mapping-label = Funktion f
attention-label = Attention
attention-da = Abstandsbewusst
attention-vanilla = Vanilla, Sinus-Positionen
attention-no-positions = Vanilla, ohne Positionen
adjustment-label = Anpassung

## Dateien der Website

fetch-status = der Server antwortete mit { $status }
fetch-empty = die Antwort ist leer

## Ein ausgefallener Bereich

room-stopped = Dieser Bereich ist wegen eines internen Fehlers ausgefallen
room-reload = Neu laden

## Ausgefallene Worker
##
## Jeder Text ist das Ende eines Satzes, der mit dem Namen eines Workers beginnt: „Das Leseprogramm ist ausgefallen: …“
## Alle Namen davor stehen im Singular.

worker-stopped = ist ausgefallen: { $why }
worker-not-started = ist nicht gestartet: { $why }
worker-error = hat einen internen Fehler: { $why }
worker-other-version = ist eine andere, im Browser zwischengespeicherte Version; Seite neu laden
worker-silent = wurde nach { $seconds } s ohne Antwort beendet
worker-restarted = wurde neu gestartet
worker-script-missing = das Skript wurde nicht geladen
worker-it = der Worker { $why }
worker-answered-else = es kam eine unerwartete Antwort
worker-no-answer = es kam keine Antwort

## Wörter mehrerer Bereiche

head = Head { $head }
open-checkpoint = Checkpoint öffnen
file-waits = Aufgehoben, bis das Modell kommt: { $files }. Als Nächstes das Modell öffnen.
    .named = Aufgehoben, bis { $wanted } kommt: { $files }. Als Nächstes diese Datei öffnen.
try-again = Erneut versuchen
assumed = Annahmen
unit-weight = hell: Blick der Zeile
unit-difference = orange: mehr in A; blau: weniger
how-strongly = wie stark
near-to-far = nah ← → fern
ends-w = nah fern
ends-v = schwach stark
file-not-loaded = { $file } wurde nicht geladen: { $why }.

## Eine Matrix in Worten, für alle, die sie nicht sehen

aloud-empty = Leere Matrix
aloud-head = { $count ->
    [one] Head { $head }, { $count } Query mal { $count } Key. Am größten: { $value } von { $from } zu { $to }.
   *[other] Head { $head }, { $count } Queries mal { $count } Keys. Am größten: { $value } von { $from } zu { $to }.
}
aloud-word = „{ $word }“
aloud-words = „{ $word }“ und denen danach
aloud-pair = „{ $word }“ ({ $place }) → „{ $other }“ ({ $at })

cells-head = Head
cells-offset = Offset j − i
cells-feature = Merkmal
cells-whole = Von
cells-all = allen
cells-of-head = { $name }, Head { $head }
cells-together = { $name }, quadratisches Mittel von je { $count } Zahlen
model-films-named = Filmkritiken (SST-2), { $method }

## Tokens eines fremden Modells

no-vectors = Wortvektoren wurden nicht geladen: { $why }.
ids-wrong = „{ $word }“ ist keine Token-Nummer; Nummern eingeben, etwa 101 2023 102.
ids-none = Nummern einiger Tokens eingeben, etwa 101 2023 102.
ids-many = Das sind { $count } Tokens; berechnet werden hier höchstens { $most }.
tokenizer-more-rows = { $count ->
    [one] angenommen: Er gehört zu diesem Modell, dessen Tabelle { $count } Zeile mehr hat als er Stücke, wie verlängerte Tabellen
   *[other] angenommen: Er gehört zu diesem Modell, dessen Tabelle { $count } Zeilen mehr hat als er Stücke, wie verlängerte Tabellen
}
tokenizer-odd = der Tokenizer gab eine unerwartete Antwort
