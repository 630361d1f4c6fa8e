### Die Seite um die Bereiche: Kopfzeile, Hinweise, Hilfe; Modelle, Links und Dateien.

## Sprungmarken für die Tastatur

skips = Sprungmarken
skip-room = Zum Bereich
skip-sentence = Zum Satz
skip-sliders = Zu w und v
skip-picture = Zum Bild

## Kopfzeile

brand-line = Attention, die Abstände kennt
rooms = Bereiche
undo = Rückgängig
undo-title = Rückgängig (Strg+Z)
redo = Wiederholen
redo-title = Wiederholen (Strg+Umschalt+Z)
start-over = Neu beginnen
start-over-title = Zurück zum Ausgangszustand; „Rückgängig“ stellt diesen Stand wieder her
help = Hilfe und Tasten
help-word = Hilfe
help-title = Hilfe und Tasten (?)

share = Link kopieren
share-title = Link zu genau dieser Ansicht kopieren
share-more = Teilen …
share-more-title = Was ein Link zeigt, sein QR-Code, Code für eine andere Seite, das Experiment als Bild
share-copied = Kopiert
share-refused = Der Browser hat das Kopieren nicht erlaubt. Der Link: { $link }
share-of-train = Der Link enthält die Einstellungen des Laufs und seinen Seed, nicht das Gelernte: wer ihn öffnet, drückt
    „Start“ und bekommt denselben Lauf.
share-of-inspect = Der Link nennt die Dateien, enthält sie aber nicht: wer ihn öffnet, wird nach ihnen gefragt.

## Hinweise

notice-dismiss = Ausblenden
last-visit-lab = Zuletzt im Labor: „{ $sentence }“.
last-visit-room = Zuletzt im Bereich { $room }: „{ $sentence }“.
last-visit-go-on = Dort weitermachen

link-ignored = Teile des Links wurden nicht verstanden und bleiben bei der Voreinstellung. { $parts }.

## Was nicht geladen wurde

model-failed = Das Modell „{ $model }“ wurde nicht geladen: { $why }.
vectors-failed = Die Wortvektoren in { $file } wurden nicht geladen: { $why }.
failed-about = Wörter ohne Vektor bekommen einen aus ihrer Schreibweise und sind so gekennzeichnet; ein Panel ohne sein
    Modell bleibt leer.

worker-ended = Ein Worker für lange Sätze { $why }. Seite neu laden oder den Satz auf { $most } Tokens kürzen.

## Modelle aus Dateien

file-weights-alone = diese Datei enthält Attention-Gewichte ohne Queries und Keys: Das Labor zeigt sie, andere Methoden lassen sich daraus nicht berechnen
file-not-here = Hier abgelegte Dateien werden nicht gelesen. Checkpoints werden im Labor, im Vergleich und im Inspektor gelesen.
file-not-opened = Der Checkpoint wurde nicht geöffnet. { $why }.
file-problem = „{ $file }“: { $why }
file-none = es ist keine Datei da
file-opening = { $file } wird geöffnet …
# Nominativ: „Zu dieser Ansicht gehört der Checkpoint“.
file-awaited = Zu dieser Ansicht gehört { $file }; weder Link noch Browser behalten die Datei: erneut öffnen oder hier
    ablegen. Alles andere ist wie zuvor.
file-awaited-two = Zu dieser Ansicht gehören { $first } und { $second }; weder Link noch Browser behalten die Dateien:
    erneut öffnen oder hier ablegen. Alles andere ist wie zuvor.
file-awaited-named = „{ $file }“
file-awaited-unnamed = der Checkpoint
file-left-out = Ein Modell aus einer Datei rechnet mit höchstens { $most } Tokens: { $cut } entfallen.
file-apart = B zerlegt den Satz anders als A ({ $of-b } und { $of-a } Tokens): ihre Zellen entsprechen einander nicht, und B
    wird nicht gezeigt. Für beide dieselbe Datei wählen oder zwei mit demselben Tokenizer.

file-not-open = die Datei ist nicht geöffnet
file-no-room = beide Panels zeigen andere Dateien; in einem davon ein anderes Modell wählen
page-missing = die Seite ist nicht da
page-other-version = die Seite hat eine andere Version; neu laden
words-not-loaded = seine Wörter wurden nicht geladen

## Fehler für Skripte

script-no-trace = es gibt keinen Trace: { $why }
script-too-long = { $tokens } Tokens sind mehr als { $most }
script-not-yet = noch ist nichts berechnet
script-awaited = das Modell hat noch nicht geantwortet; warte mit await auf set oder open

script-function = eine Funktion
script-symbol = ein Symbol
script-bigint = ein BigInt
script-object = ein Objekt
script-object-throws = ein Objekt, das einen Fehler wirft
script-property-throws = eine Eigenschaft, die einen Fehler wirft
script-list-throws = eine Liste, die einen Fehler wirft
script-list-too-long = eine zu lange Liste

## Hilfe

help-heading = Worum es geht, und die Tasten
help-plain = Ein Transformer ist ein Programm, das Text liest: Jedes Wort eines Satzes sieht alle Wörter an, auch sich selbst, und nimmt
    von jedem einen Anteil. Das ist Attention. Eine Heatmap zeigt die Anteile: jede Zeile ist ein Wort, das schaut, jede Spalte ein Wort, das angeschaut wird. Mehrere Heads tun
    das nebeneinander, jeder auf seine Weise.
help-first = Ein Score sagt, wie gut zwei Wörter zusammenpassen; aus den Scores einer Zeile werden ihre Anteile. Wie weit die Wörter auseinander
    stehen, zählt nicht, bis <b>w</b> und <b>v</b> es einbringen: Unter 0 lässt w nahe Wörter mehr zählen, über 0 ferne; v sagt, wie stark: wie bald die Wörter eines nahen
    Heads verblassen, wie viel die eines fernen gewinnen. Sie
    multiplizieren Scores: Was passt, wird verstärkt oder geschwächt; bei einem Wort, das nicht passt, wird der Score unter 0 vorher auf 0 gesetzt (ReLU), sonst wirkte Abstand verkehrt herum. An w
    ziehen und auf die Heatmap A schauen: B ist derselbe Head ohne ReLU und Abstand, A − B ist, was beide ändern.
help-formulas = Mit Formeln
help-about = Der DA-Transformer multipliziert die bei 0 abgeschnittenen Attention-Scores jedes Heads mit einem
    Koeffizienten <i>f(w·R; v)</i>, der davon abhängt, wie viele Tokens zwei Wörter auseinanderliegen. Ein Head mit
    <b>w < 0</b> bevorzugt nahe Wörter, einer mit <b>w > 0</b> ferne; <b>v</b> begrenzt, wie stark: der Koeffizient
    wird nie größer als <i>1 + e<sup>v</sup></i>.
help-use = Einen Satz eingeben, einen Head wählen und w und v verstellen. Panel A ist die abstandsbewusste Methode, Panel B
    das, womit sie verglichen wird, A − B die Differenz. Alle Zahlen stammen aus derselben Rechnung wie die Bilder: auf
    eine Zelle zeigen, um ihre Rechnung zu sehen, klicken, um sie zu fixieren.
help-near = Ein Nah-Head senkt ferne Scores gegen 0, nicht ferne Gewichte: wegen e<sup>0</sup> = 1 behält Fernes einen
    kleinen, gleichen Anteil, und eine Zeile ohne positiven Score ist gleichverteilt. Für w > 0 ist jeder Koeffizient
    mindestens 1; nahe Wörter sind also nur im Verhältnis zu fernen unterdrückt. Für w = 0 ist jeder Koeffizient 1: das
    ist ReLU-Attention ohne Positionen, nicht Vanilla-Attention; zum Vergleich dient „Vanilla, ohne Positionen“.
help-script = Skripte bedienen die Seite über window.nearfar (set, trace, attend, open, link). Was sie nehmen und geben:
help-steps = Die ersten Schritte im Lab zeigen

## Tasten

keys = Tasten
keys-list = diese Liste
    .keys = ?
keys-undo = rückgängig, wiederholen
    .keys = Strg+Z, Strg+Umschalt+Z
keys-rooms = Labor, Kurven, Vergleich, Training, Inspektor, Lernen
    .keys = 1, 2, 3, 4, 5, 6
keys-head = voriger und nächster Head
    .keys = [ und ]
keys-layer = vorige und nächste Schicht, bei einem Modell mit mehreren
    .keys = {"{"} und {"}"}
keys-arrows = in einer Matrix: Cursor bewegen; auf einem Regler: w oder v verstellen
    .keys = Pfeiltasten
keys-ends = in einer Matrix: erster und letzter Key der Zeile
    .keys = Pos1, Ende
keys-lock = in einer Matrix: Cursor hier fixieren oder lösen
    .keys = Eingabe oder Leertaste
keys-zoom = in einer Matrix: vergrößern, verkleinern, alles zeigen
    .keys = +, −, 0
keys-table = in einer Matrix: die Zahlen als Tabelle
    .keys = T
keys-listen = in einer Matrix: die Zeile anhören, ein Ton je Zelle, höher, wo die Farbe weiter rechts in der Legende liegt; nochmals beendet
    .keys = P
keys-escape = Cursor lösen; Offenes schließen
    .keys = Esc
keys-train = im Training: Start oder Pause, ein Schritt, zum Anfang
    .keys = Leertaste, ., R

## Unter jedem Bereich

language = Sprache
theme = Aussehen

foot = Nearfar rechnet alles auf dieser Seite; Eingaben verlassen den Browser nicht. Die Methode stammt von Wu, Wu und
    Huang, „DA-Transformer: Distance-aware Transformer“, NAACL 2021; die Wortvektoren sind GloVe (PDDL).

hidden-some = Dieser Link blendet einen Teil der Seite aus.
hidden-show-all = Alles zeigen
embed-open = In Nearfar öffnen

## Ein Modell aus einer Datei, für Labor und Vergleich gelesen

# Hinter „liest“.
lent-reads = Tokens von { $tokenizer } ({ $kind }, { $pieces })
    .numbers = Token-Nummern, da kein Tokenizer dabei war
lent-reads-words = Wörter, mit den Vektoren, mit denen es trainiert wurde
lent-reads-nothing = die Tokens ihres eigenen Textes
lent-weights-alone = { $file } enthält Attention-Gewichte von { $tokens } Tokens, ohne Queries und Keys. Der Text ist ihr eigener: Getipptes ändert nichts. Gezeigte Scores sind ln A, woraus der Softmax wieder A macht: späte Anpassungen und addierte Koeffizienten wirken wie im Modell; vor dem Softmax multipliziert wirken sie auf ln A, wovon ReLU nichts übrig lässt
lent-own = es ist ein Checkpoint dieses Projekts und wird ohne weitere Dateien geöffnet
lent-cannot-run = { $why }. Der Inspektor sagt, was es ist und was sich von Hand zuweisen lässt
lent-no-tokenizer = { $file } kam ohne Tokenizer: tokenizer.json oder vocab.txt hier ablegen, oder Token-Nummern als Satz
    eingeben. { $why }
lent-reader-odd = das Leseprogramm gab eine unerwartete Antwort
