## Der Bereich

lead = <i>w</i> und <i>v</i> ziehen: die dicke Kurve zeigt, was in jedem Abstand von einem Score übrig bleibt.
lead-without-v = <i>w</i> ziehen: die dicke Kurve zeigt, was in jedem Abstand von einem Score übrig bleibt. Diese Funktion hat kein <i>v</i>.
kept = Die Kurven bleiben erhalten; nach dem Neuladen geht es weiter.

## Das Diagramm

plot = Wie aus Abstand ein Koeffizient wird
    .about = f multipliziert den Score: 1 lässt ihn gleich, unter 1 senkt, über 1 hebt ihn; ein Gewicht ist ein Anteil
        seiner Zeile. Die dicke Kurve ist die eigene.
    .role = Diagramm
plot-name = Diagramm mit { $count } Kurven: { $curves }; die eigene: { $own }. Pfeiltasten links und rechts verschieben
    die Ablesestelle.
plot-how = Zum Ablesen auf das Diagramm zeigen oder tippen, oder ← und → drücken.
plot-read = { $at }: die eigene { $value }
plot-save = Diagramm als PNG speichern
plot-near = x < 0: Nah-Heads (w < 0)
plot-far = x > 0: Fern-Heads (w > 0)
plot-cut-at-bottom = Unten abgeschnitten: die steilste Kurve erreicht { $value }.
plot-cut-at-top = Oben abgeschnitten: die steilste Kurve erreicht { $value }.

## Achsen

axis-distance = Abstand R in Tokens, w = { $w }
axis-weighted = x = w·R, gewichteter Abstand
axis-slope = f′(x), Steigung
axis-slope-per-token = df/dR, Steigung je Token

## Neben dem Diagramm: die eigene Kurve

aside = Kurven und Achse
edit = Eigene Kurve
edit-head = w und v von Head { $head } des Labors
edit-bounded = <slot>{ $formula }</slot>, beschränkt durch <slot>1 + e^v</slot>
edit-add = Hinzufügen
edit-paper = Abb. 1
edit-every-function = Alle Funktionen
edit-full = Mehr als { $most } Kurven gehen nicht; zuerst eine entfernen.

## Was die eigene Kurve tut

does-near = Ein Token entfernt ist der Koeffizient { $one }, fünf Tokens entfernt { $five }.
does-far = Ferne Wörter zählen höchstens { $bound }-fach, ein Wort im Abstand 1 zählt { $one }-fach.
does-weighted = Höchstens { $bound }-fach, weit rechts; bei x = { $x } ist die Hälfte verloren.
does-nothing = Mit w = 0 zählt der Abstand nicht: die Kurve ist waagerecht.
does-at-five = Ein Wort im Abstand 5 zählt { $coefficient }-fach.
does-at-zero = Bei x = 0 ist der Koeffizient { $coefficient }.

## Neben dem Diagramm: die Achse

axis = Achse
axis-menu = Waagerechte Achse
axis-draw-slopes = Steigungen f′ statt Werten zeichnen
axis-x = <slot>{ $x }</slot>: ein Head hat nur ein w und damit nur eine Hälfte der Achse.
    .means = R ist der Abstand zweier Tokens, |i − j|; w ist das Gewicht, das der Head ihm gibt. Ein Head mit w < 0 ist
        nah: sein x ist negativ, und f unterdrückt ferne Wörter. Ein Head mit w > 0 ist fern: f verstärkt sie, bis auf
        das (1 + e^v)-Fache.

## Werte an der Ablesestelle

values = Werte
values-at-distance = bei R = { $distance }, x = { $x }
values-at-x = bei x = { $x }
values-remove = { $curve } entfernen
values-own = eigene: { $curve }
key-own = eigene
values-none = Keine Kurve mehr da. Die eigene hinzufügen oder „Rückgängig“ wählen.

## Koeffizientenmatrizen

matrices = Die Koeffizientenmatrizen aus Abb. 2
    .about = Alle Paare von N Tokens: f(0) auf der Diagonalen, gleiche Werte auf jeder Parallelen dazu, denn nur |i − j|
        zählt.
matrices-range = Farbbereich der Matrizen
matrices-range-common = Ein Bereich für alle
matrices-range-own = Eigene Bereiche
matrices-unit-common = Koeffizient, ein Bereich für alle, die über 0 bleiben: 1 ändert nichts; { $least } und weniger
    haben die letzte Farbe der Skala
matrices-unit-own = Koeffizient; 1 ändert nichts
matrices-far-mild = fern, schwach
matrices-near-mild = nah, schwach
matrices-far-strong = fern, stark
matrices-near-strong = nah, stark
matrices-own = eigene
matrices-tokens = Tokens, für{"\u00a0"}alle{"\u00a0"}fünf
    .name = N, Anzahl der Tokens
matrices-pair = Tokens { $one } und { $other }, Abstand { $apart }: { $coefficient }
matrices-farthest = fernstes Paar: <slot>{ $coefficient }</slot>
matrices-too-small = unter 10⁻³⁰⁸
matrices-name = Koeffizienten für { $of }, { $tokens } Tokens: { $diagonal } auf der Diagonalen, { $corners } in den Ecken.

## Die fünf Anforderungen

requirements = Was das Paper von f verlangt
    .about = Abschnitt 3.2, auf dieser Seite mit Zahlen geprüft. „Beschränkt“ heißt hier nach oben beschränkt,
        „einstellbar“ mit gelerntem Parameter, „monoton“ schwach und in beliebiger Richtung.
requirements-table = Anforderungen
requirements-every = Dasselbe für jede gezeichnete Kurve
requirements-break = Brechen: { $function }
requirements-mend = Heilen: { $function }
requirements-curve = Kurve
requirements-met = erfüllt
requirements-not-met = nicht erfüllt

## Jede Forderung und die Zahlen, die entscheiden

asks-one-at-zero = f(0) = 1: Abstand 0 ändert nichts
asks-zero-below = f → 0 für x → −∞: Die Scores ferner Tokens verschwinden
asks-bound = beschränkt für x → +∞: Kein Gewicht wächst in langen Texten über alles hinaus
asks-learned = einstellbar: Die Form kann gelernt werden
asks-one-way = monoton: Weiter weg heißt nie das Gegenteil von fern
found-bound = f(10⁹) = { $value }, darüber nicht mehr
found-growth = f(10⁹) = { $value } und wächst weiter
found-nothing-learned = kein gelernter Parameter
found-v-learned = v wird gelernt
found-learned-in-paper = { $letters }: im Paper für jeden Head gelernt, hier von Hand gesetzt
found-constant = konstant auf [−40, 40]
found-no-fall = fällt nirgends auf [−40, 40], 8{"\u202f"}001 Stichproben
found-no-rise = steigt nirgends auf [−40, 40], 8{"\u202f"}001 Stichproben
found-both-ways = steigt und fällt auf [−40, 40]
