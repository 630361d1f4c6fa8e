## Der Bereich

# „Start“: play.
lead = Hier ein kleines Modell trainieren und zusehen, wie es lernt, worauf es achtet: jeder Head hat ein Gewicht
    <i>w</i> für den Abstand, das bei 0 beginnt. <b>„Start“ drücken.</b>
lead-watch = Zu sehen ist, wie der Anteil richtiger Antworten steigt.
    .near = Diese Aufgabe braucht Nahes: eine Linie von w sollte unter 0 fallen, und dann der Anteil richtiger Antworten
        steigen.
    .far = Diese Aufgabe braucht Fernes: eine Linie von w sollte über 0 steigen, und dann der Anteil richtiger Antworten
        auch.
    .both = Diese Aufgabe braucht Nahes und Fernes: eine Linie von w sollte unter 0 fallen, eine andere über 0 steigen,
        und dann der Anteil richtiger Antworten auch.
    .any = Zu sehen ist, wie der Anteil richtiger Antworten steigt und bei welchen Heads w die 0 verlässt: darunter
        bevorzugen sie nahe Tokens, darüber ferne.
lead-learned = { $steps ->
        [one] Gelernt in { $steps } Schritt: { $right } richtig.
       *[other] Gelernt in { $steps } Schritten: { $right } richtig.
    }
lead-paused = { $steps ->
        [one] Angehalten nach { $steps } Schritt: { $right } richtig (geraten: { $guessing }). „Start“ setzt fort.
       *[other] Angehalten nach { $steps } Schritten: { $right } richtig (geraten: { $guessing }). „Start“ setzt fort.
    }
    .unasked = { $steps ->
        [one] Angehalten nach { $steps } Schritt. „Start“ setzt fort.
       *[other] Angehalten nach { $steps } Schritten. „Start“ setzt fort.
    }
lead-near = { $count ->
        [one] Head { $heads } bevorzugt nahe Tokens, wie die Aufgabe es braucht.
       *[other] Heads { $heads } bevorzugen nahe Tokens, wie die Aufgabe es braucht.
    }
    .none = Noch bevorzugt kein Head nahe Tokens; die Aufgabe braucht einen.
lead-far = { $count ->
        [one] Head { $heads } bevorzugt ferne Tokens, wie die Aufgabe es braucht.
       *[other] Heads { $heads } bevorzugen ferne Tokens, wie die Aufgabe es braucht.
    }
    .none = Noch bevorzugt kein Head ferne Tokens; die Aufgabe braucht einen.
lead-heads = Heads, die nahe Tokens bevorzugen: { $near } von { $heads }; ferne Tokens: { $far }.
kept = Was trainiert wurde, bleibt erhalten und ist nach dem Neuladen wieder da.

## Läufe

run = Lauf { $letter }
run-says = Lauf { $letter }:
training = Training
held-out = zurückgehalten
    .means = Texte, auf denen nie trainiert wird: was dort besser wird, gilt für Texte, die das Modell nicht gesehen hat.

## Die Aufgabe

task = Aufgabe
    .learned = Was gelernt wird
    .whose = Wessen Einstellungen zu sehen sind
task-near = Nah: was auf „not“ folgt
    .about = Jeder Satz hat ein gutes und ein schlechtes Wort; es zählt nur das direkt nach „not“, umgekehrt: „not dull“
        macht ihn positiv, „not great“ negativ; ein anderes „not“ einige Wörter entfernt ändert nichts.
task-far = Fern: das erste Wort entscheidet
    .about = Jeder Satz beginnt mit seinem Urteil und endet mit „overall“: das erste Wort zählt; die wertenden Wörter
        dazwischen führen so oft in die Irre wie nicht.
task-both = Beide Arten, gemischt
    .about = Zwei Arten von Sätzen sind gemischt: In einem, der mit „overall“ endet, zählt das erste Wort, weit entfernt;
        in den anderen das wertende Wort direkt nach „not“, umgekehrt.
task-neither = Weder noch: Wörter zählen
    .about = Der Satz ist positiv, wenn er mehr gute als schlechte Wörter hat, wo immer sie stehen.
task-snli = Satzpaare (Auszug aus SNLI)
    .about = Folgt der zweite Satz aus dem ersten (entailment), widerspricht er ihm (contradiction) oder keines von beidem?
        Bildbeschreibungen, von Menschen beurteilt; ein kleiner Auszug aus SNLI.
task-own = Eine eigene Datei
    .about = Zeilen aus Label, Tabulator und Text (bei Paaren noch ein Tabulator und ein zweiter Text), oder eine Baumbank in
        CoNLL-U, von der das Label jedes Wortes gelernt wird. Sie bleibt in diesem Browser.
examples = Beispiele
    .look = Dieses ansehen
answer-positive = positiv
answer-negative = negativ
facts = { $train ->
        [one] { $train } Trainingsbeispiel
       *[other] { $train } Trainingsbeispiele
    }, { $held-out } zurückgehalten, { $words ->
        [one] { $words } verschiedenes Wort
       *[other] { $words } verschiedene Wörter
    }, { $classes ->
        [one] { $classes } Klasse
       *[other] { $classes } Klassen
    }; { $numbers ->
        [one] { $numbers } lernbarer Parameter
       *[other] { $numbers } lernbare Parameter
    } neben den Wortvektoren.
held-out-rows = Welche Zeilen zurückgehalten sind
    .list = Gezählt ab 1, ohne Überschrift: { $rows }.

## Eine eigene Datei

own-drop = Datei hier ablegen oder <slot>auswählen</slot>
own-name = Datei mit Labels
own-paste = Oder Zeilen einfügen: Label, Tabulator, Text
# Englisch, weil die Wortvektoren englisch sind.
own-paste-example = good{"\u0009"}what a lovely film
own-use = Diese Zeilen verwenden
own-pasted = eingefügt
own-in-use = In Gebrauch: { $file } ({ $bytes ->
        [one] { $bytes } Byte
       *[other] { $bytes } Bytes
    }).
own-too-large = { $file } ist größer als { $bytes } Bytes: weniger Zeilen nehmen.
own-unread = { $file } konnte nicht gelesen werden: { $why }
own-not-kept = Der Browser behält die Datei nicht: nach dem Verlassen der Seite ist sie weg.
treebank = Zu lernende Etiketten
treebank-parts = Wortarten (UPOS)
treebank-relations = Relationen zum Kopf (DEPREL)
own-none = Noch keine Datei: eine auswählen, ablegen oder Zeilen einfügen.

## Modell und Training

model = Modell und Training
    .about = Jede Änderung startet den Lauf neu aus seinem Seed. Das bis dahin Trainierte lässt sich zurückholen.
    .more = Weitere Einstellungen
    .usual = Übliche Werte dieser Aufgabe
    .own-rate = Lernrate der eigenen Zahlen der Methode
    .w-rate = Lernrate von w
model-start = Start von w und v
model-vectors = Wortvektoren

## Start, Schritt, zum Anfang

transport = Training
play = ▶ Start
pause = ❚❚ Pause
step = Schritt
rewind = Zum Anfang
playing = Ein Lauf ist im Gange
speed = Tempo
compare = Zwei Läufe vergleichen
counter = Schritt { $step }, Epoche { $epoch }
    .timed = Schritt { $step }, Epoche { $epoch }, { $ms } ms je Schritt
counter-learned = Schritt { $step }, Epoche { $epoch }: gelernt, angehalten
checkpoint = Checkpoint
    .save = Als .safetensors speichern
    .to-lab = Im Labor öffnen
    .to-compare = Mit Modellen der Seite vergleichen
    .start = Aus Checkpoint starten …
    .start-name = Checkpoint als Start

## Was mit einem Lauf geschah. Jeder Text kann hinter „Lauf A: “ stehen

starting = Vorbereitung: der Trainer wird einmalig geladen …
restored = Wiederhergestellt bei Schritt { $step }.
not-restored = Der gespeicherte Lauf ließ sich nicht wiederherstellen ({ $why }); dieser beginnt neu.
# „Zum Anfang“: rewind.
from-checkpoint = Er startet vom Checkpoint; „Zum Anfang“ führt dorthin zurück.
not-kept = Dieser Browser behält nichts: nach dem Verlassen der Seite ist der Lauf weg.
    .tabs = Der Browser behält die Läufe von { $tabs } Tabs, und so viele andere sind offen: nach dem Verlassen der Seite ist dieser Lauf weg.
begin-again = Neu starten
# $differences: Namen und Werte, kein Satz; deshalb der Doppelpunkt.
again-with = neu gestartet, geändert: { $differences }.
again-rewound = neu gestartet, vom Anfang.
again-checkpoint = neu gestartet, vom Checkpoint aus.
again-gone-back = zurück im verlassenen Lauf.
again-returned = zurück im verlassenen Lauf: { $differences }.
runs-kept =
    { $runs ->
        [one] { $runs } verlassener Lauf ist aufbewahrt, bis die Seite geschlossen oder neu geladen wird: Rückgängig und
        Wiederholen kehren zu ihm zurück.
       *[other] { $runs } verlassene Läufe sind aufbewahrt, bis die Seite geschlossen oder neu geladen wird: Rückgängig und
        Wiederholen kehren zu ihnen zurück.
    }
go-back = Zurück zu Schritt { $step }
diverged = Der Lauf steht beim Schritt davor. Er ist zu schnell gewachsen: mit halben Lernraten oder mit einer anderen
    Methode neu starten.
    .halve = Mit halben Lernraten neu starten
go-on = Vom letzten gespeicherten Stand weiter
worker-ended = Der Worker { $why }
link-odd = Nicht alles aus dem Link wurde übernommen; was nicht verstanden wurde, bleibt bei der Voreinstellung: { $parts }.
link-no-pair = „{ $found }“ ist nicht NAME=WERT
link-twice = { $name } steht mehrmals da: „{ $found }“ wird nicht übernommen
link-no-choice = eine Einstellung { $found } gibt es nicht
link-no-run = { $name }: { $found } ist keine Nummer eines Laufs
link-no-head = head: { $found } ist kein Head von 1 bis { $heads }
link-no-speed = speed: { $found } ist nicht full, medium oder slow
link-settled = { $name }: { $asked } passt nicht zu den anderen Einstellungen und wird zu { $now }

## Was zwei Läufe unterscheidet

differs-not = B ist bisher gleich A: unten etwas an B ändern, oder
    .vanilla = B Vanilla-Attention geben
    .seed = B einen anderen Seed geben
differs = B unterscheidet sich von A: { $differences }.

## Kurven

finding = Bisher
    .waits = Noch ist nichts gestartet.
    .more = Worauf das beruht
finding-look = Sehen, wohin Head { $head } blickt
plot-w = w jedes Heads
    .about = unter 0 für nahe Tokens, über 0 für ferne
    .about-other = was das Vorzeichen von w bedeutet, sagt die Funktion: siehe die Heads unten
    .far = fern
    .near = nah
    .waits = „Start“ drücken: das w jedes Heads zeichnet hier seine Linie
plot-v = v jedes Heads
    .about = <slot>1 + e^v</slot> begrenzt den Koeffizienten
plot-accuracy = Genauigkeit
    .about = Anteil richtiger Antworten; <slot>{ held-out }</slot>
    .waits = „Start“ drücken: hier steigt der Anteil richtiger Antworten, gepunktet im Training, durchgezogen auf zurückgehaltenen Texten
plot-axis = Schritt →
plot-loss = Loss
    .about = mittlere Kreuzentropie, in <slot>{ nats }</slot>
nats = nat
    .means = Kreuzentropie mit natürlichem Logarithmus: 0 ist eine sichere und richtige Antwort; 0.693 (ln 2) ist Raten
        zwischen zweien.
plot-name = { $title } über die Schritte.
plot-nothing = noch nichts.
plot-training = Training { $training }.
plot-both = Training { $training }, zurückgehalten { $held-out }.
plot-heads = Heads ab 1: { $values }.
legend-heads = dick: der gezeigte Head; blass: für sich bisher ohne sicheren Nutzen
legend-run = Lauf { $letter }

## Heads

heads = Heads
    .of-run = Heads von Lauf { $letter }
    .about = Nutzen: um wie viel nat der Loss auf { $texts ->
        [one] { $texts } zurückgehaltenem Text
       *[other] { $texts } zurückgehaltenen Texten
    } steigt, wenn w dieses Heads auf 0 gesetzt wird, mit 95-%-Intervall.
    .about-some = Nutzen: um wie viel nat der Loss auf einigen zurückgehaltenen Texten steigt, wenn w dieses Heads auf 0
        gesetzt wird, mit 95-%-Intervall.
    .about-without = Wie viele Tokens weit jeder Head im Mittel schaut, im Text unten. Diese Methode hat kein w.
    .pull = Zug: wohin die Gradienten des letzten Schritts w und v bewegen.
    .pull-w = Zug: wohin die Gradienten des letzten Schritts w bewegen.
head =
    .without = kein w: { $method }
    .near = bevorzugt Nahes
    .far = bevorzugt Fernes
    .flat = flach
    .falls = Koeffizient fällt
    .grows = Koeffizient wächst
    .reach = blickt { $tokens } Tokens weit, gleich { $even }
worth = Nutzen { $worth }
    .with-v = v { $v }, Nutzen { $worth }
worth-unknown = Nutzen noch nicht gemessen
    .with-v = v { $v }, Nutzen noch nicht gemessen

## Worauf ein Head achtet

attention = Worauf Head { $head } achtet
    .about = Jede Zeile ist ein Token, das auf andere achtet, jede Spalte eines, auf das geachtet wird. Wörter, die in den
        Trainingstexten nicht vorkommen, stehen in Klammern.
    .untrained = Noch ist nichts gelernt: das sind die Gewichte des Starts. „Start“ drücken: Zellen werden heller, wo dieser
        Head hinzusehen lernt.
    .causal = Mit der kausalen Maske der Seite sieht hier kein Token ein späteres; im Training gibt es keine Maske.
    .sentence = Satz
    .first = Erster Text
    .second = Zweiter Text
attention-of = Attention von
    .first = Text 1
    .second = Text 2
attention-name = Attention von Head { $head }, Lauf { $letter }.
strongest = Am stärksten zwischen zwei Wörtern: „{ $row }“ achtet auf „{ $column }“ mit { $percent } %.
point = Auf eine Zelle zeigen, tippen oder die Pfeiltasten benutzen.
look-left-out = { $count ->
    [one] Der Text ist zu lang für das Modell: sein letztes Token wird nicht gelesen.
   *[other] Der Text ist zu lang für das Modell: { $count } Tokens am Ende werden nicht gelesen.
}
answers = Was das Modell antwortet
    .name = Antwort des Modells
answers-right = { $answer }, richtig
answers-wrong = { $answer }; die Baumbank sagt { $gold }
answers-left = { $count ->
    [one] { $count } Klasse ist weniger wahrscheinlich.
   *[other] { $count } weitere Klassen sind weniger wahrscheinlich.
}

## Was Menüs anbieten

speed-full = Volles Tempo
speed-medium = 20 Schritte/s
speed-slow = 2 Schritte/s
start-zero = 0: keine Vorliebe
start-normal = zufällig
vectors-spelling = aus der Schreibweise
vectors-shared = GloVe, 2{"\u202f"}048 häufige Wörter

## Die Methode, und was sie über Positionen lernt

method-clip = k, der größte Offset mit eigenen Vektoren
learned = Was sie über Positionen lernt
    .about = Jede eigene Zahl der Methode, und der Gradient des letzten Schritts: die Zahl bewegt sich gegen ihn. Der Balken ist
        der Anteil des Gradienten am größten seiner Tabelle.
    .nothing = Nichts: diese Methode hat keine eigenen Zahlen für Positionen.
    .waits = „Start“ drücken: Hier steht dann jeder Parameter mit seinem Gradienten.
learned-value = Jetzt
learned-gradient = Gradient
