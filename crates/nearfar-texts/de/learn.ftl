### Lektionen: der Raum Lernen, die Leiste über einem Raum.

kept = Was getan wurde, bleibt erhalten; nach dem Neuladen geht es weiter.
lead = Lernen durch Tun: Jeder Schritt hat ein lebendiges Bild und eine Aufgabe.
    .kept = Der Fortschritt bleibt in diesem Browser.
    .not-kept = Dieser Browser behält nichts: Der Fortschritt ist weg, sobald die Seite geschlossen wird.
begin = Beginnen
go-on = Weiter
forget = Von vorn
take-away = Entfernen
opened-here = Hier geöffnet.
minutes = { $count ->
        [one] { $count } Minute
       *[other] { $count } Minuten
    }
done-of = { $count ->
        [one] { $done } von 1 Schritt erledigt
       *[other] { $done } von { $count } Schritten erledigt
    }
done-and-begun = { $done } von { $count } Schritten erledigt, { $begun } begonnen
open = Eine Lektion öffnen
open-about = Datei einer Lektion (.json)
open-large = Die Datei ist länger, als ein Link fasst (20{"\u202f"}000 Bytes). Bitte Schritte weglassen.
cannot = Diese Lektion kann nicht gezeigt werden: { $why }
unknown = es gibt keine namens „{ $name }“
strip = Lektion
steps = Schritte der Lektion
step-of = Schritt { $step } von { $count }
fold = Einklappen
unfold = Ausklappen
leave = Verlassen
back = Zurück
next = Weiter
finish = Fertig
done = Erledigt. Es kann weitergehen.
predict = Vorhersagen
another-cell = Diese Zelle ist es nicht: Such eine andere.
answer = Antworten
ask-empty = Bitte zuerst antworten.
ask-number = Gefragt ist eine Zahl.
ask-right = Antwort { $given }: richtig.
ask-wrong = Antwort „{ $given }“; richtig ist „{ $right }“.
ask-open = Antwort: { $given }.
sheet = Blatt zum Drucken
sheet-do = Aufgabe
sheet-explain = Erklären, was zu sehen war
sheet-answers = Lösungen
print = Drucken
who = Name
hand-text = Als Text abgeben
hand-file = Als Datei abgeben
hand-copy = Diesen Text der Lehrkraft schicken
teacher = Für Lehrende: Abgaben nebeneinander
    .about = Abgaben einfügen, so viele wie gewünscht, oder Dateien wählen. Nichts verlässt diese Seite.
teacher-texts = Texte
teacher-lay = Nebeneinanderlegen
teacher-files = Dateien
teacher-all = Alle
teacher-damaged = { $count ->
        [one] Eine Abgabe war beschädigt und fehlt.
       *[other] { $count } Abgaben waren beschädigt und fehlen.
    }

## Eine Lektion machen

# „Beginnt hier“ und „Endet hier“: make-start und make-end.
make = Für Lehrende: aus dieser Ansicht eine Lektion machen
    .about = Einen Bereich so einstellen, wie ein Schritt beginnen soll, hierher zurückkommen und „Beginnt hier“ drücken.
        Dann so, wie der Schritt enden soll, und „Endet hier“ drücken: wer das erreicht, hat ihn erledigt. Ein Schritt
        kann stattdessen mit seiner Frage enden.
    .not-kept = Dieser Browser behält nichts: die Lektion als Datei speichern, bevor die Seite geschlossen wird.
make-title = Titel
make-goal = Ziel
make-minutes = Minuten
make-room = Bereich
make-step = Titel des Schritts
make-text = Text
make-do = Was zu tun ist
make-question = Frage
make-answer = Antwort darauf
make-answers = Eine Antwort ist eine Zahl (5 % daneben ist richtig), oder Worte (jede Zeile ist richtig; keine: eine Lehrkraft liest sie), oder eine Auswahl: je eine Zeile, die mit - beginnt, die richtige mit *.
make-predict = Vorhersage, gefragt bevor die Abbildung ganz ist
make-predict-answer = Antwort auf die Vorhersage
make-explain = Was zu sehen war, gesagt sobald es erledigt ist
make-panels = Was vom Bereich zu sehen ist
make-as-it-is = wie sonst
make-hidden = ausgeblendet
make-alone = allein gezeigt
make-revealed = allein gezeigt, nach der Vorhersage
make-open = Mit einer Lektionsdatei weitermachen
make-change = Ändern
make-up = Nach oben
make-remove = Entfernen
make-bring-back = Zurückholen
make-clear = Schritt leeren
make-put-back = Schritt zurücklegen
make-same = Zwischen Anfang und Ende hat sich nichts geändert. Den Bereich so einstellen, wie der Schritt enden soll, und noch einmal drücken.
make-start = Beginnt hier
make-end = Endet hier
make-add = Schritt hinzufügen
make-count = { $count ->
        [one] Bisher ein Schritt.
       *[other] Bisher { $count } Schritte.
    }
make-save = Als Datei speichern
make-try = Ausprobieren
make-link = Link kopieren


## Lektion: Der Weg durch das Paper

walk = Der Weg durch das Paper
walk-goal = Was w, v und ReLU mit der Attention machen; was der Abstand verrät und was nicht; was die Tabellen des Papers zeigen. Etwas Mathematik ist nötig.

walk-looks = Worauf ein Head achtet
walk-looks-text = Jede Zeile ist ein Wort, das blickt (eine Query), jede Spalte eines, auf das es blickt (ein Key). Eine Zelle ist der Anteil, den die Query von der Attention ihrer Zeile dem Key gibt.
walk-looks-predict = Was ergeben die Gewichte einer Zeile zusammen?
walk-looks-why = Die Softmax macht jede Zeile zu einer Verteilung: ihre Summe ist 1.
walk-looks-do = Das größte Gewicht in der Zeile des letzten Worts, „good“, fixieren: die Zelle anklicken oder antippen (mit Tasten: Pfeile, dann Eingabe).
walk-looks-explain = Ein Head ist diese Matrix. Die Ausgabe für ein Token ist die Summe aller Values, jeder mal seinem Gewicht in der Zeile des Tokens.

walk-order = Ohne Positionen ist die Reihenfolge unsichtbar
walk-order-text = A achtet ohne Positionen auf die Wörter; B addiert Sinus-Positionen zu ihnen. Die Projektionen sind hier zufällig, damit nur der Mechanismus zu sehen ist.
walk-order-predict = Die Wörter tauschen ihre Plätze. Ändert sich in A das Gewicht, das „dog“ auf „bites“ legt?
walk-order-choice-1 = Ja
walk-order-choice-2 = Nein
walk-order-why = Der Score ist ein Produkt der Vektoren beider Wörter, und in denen steht kein Platz.
walk-order-do = Den Satz in anderer Reihenfolge eingeben, ohne Punkt: man bites dog
walk-order-explain = In A haben Zeilen und Spalten die Plätze getauscht, und kein Gewicht hat sich geändert; in B, das Sinuskurven sieht, haben sich Gewichte geändert. Attention allein sieht eine Menge von Wörtern. Etwas muss ihr sagen, wo sie stehen.

walk-distance = Der Abstand R, und w·R
walk-distance-text = Das Paper sagt jedem Head, wie weit zwei Tokens auseinanderliegen: R = |i − j|. Jeder Head hat ein eigenes Gewicht w und sieht w·R.
walk-distance-predict = Angenommen, w wäre −0.5. Was ist w·R bei Abstand 6?
walk-distance-why = −0.5 mal 6.
walk-distance-do = Die fixierte Zelle liegt sechs Tokens neben der Diagonalen. w verstellen, bis w·R dort −3 oder weniger ist: Die Rechnung nennt es „Gewichtet“.
walk-distance-explain = Das Vorzeichen von w sagt, was für ein Head es ist: unter 0 bevorzugt er nahe Tokens, über 0 ferne. Bei w = 0 kennt er keinen Abstand.

walk-product = Warum ein bloßes Produkt nicht genügt
walk-product-text = Hier wird jeder Score mit w·R selbst multipliziert, bei w = −1. (Negative Scores werden vorher auf 0 gesetzt; Schritt 7 sagt, warum.) Zu beachten sind die Diagonale, wo R = 0 ist, und die Vorzeichen.
walk-product-predict = Ein Score von 2 wird mit w·R multipliziert, bei w = −1 und Abstand 3. Was kommt heraus?
walk-product-why = 2 · (−1 · 3): was am besten passte, passt jetzt am schlechtesten.
walk-product-do = ▾ neben dem Titel von A drücken und bei „Funktion f“ das lernbare Sigmoid („Learnable sigmoid“) wählen.
walk-product-explain = Ein Produkt mit R löscht den Score eines Tokens zu sich selbst, macht bei negativem w aus gut Passendem Unpassendes und wächst in einem langen Text ohne Ende. Eine Funktion f von w·R an der Stelle von w·R behebt alle drei Fehler.

walk-sigmoid = Das Sigmoid und sein v
walk-sigmoid-text = f(w·R; v) = (1 + e^v) / (1 + e^(v − w·R)). Bei Abstand 0 ist es 1; für einen Nah-Head fällt es gegen 0, für einen Fern-Head steigt es bis zu seiner Schranke 1 + e^v.
walk-sigmoid-predict = w = −1 und v = 1. Was ist f bei Abstand 3?
walk-sigmoid-choice-1 = Etwa 0.07
walk-sigmoid-choice-2 = Etwa 0.5
walk-sigmoid-choice-3 = Genau 1
walk-sigmoid-choice-4 = Etwa 3.7
walk-sigmoid-why = (1 + e) / (1 + e⁴) = 3.718 / 55.6 = 0.067.
walk-sigmoid-do = Daraus einen Fern-Head mit einer Schranke von mindestens 4 machen: w über 0, v ab 1.1.
walk-sigmoid-explain = w bestimmt die Richtung und wie schnell, v wie stark: ein Score wird höchstens mit 1 + e^v multipliziert. Für w > 0 ist kein Koeffizient unter 1; nahe Tokens verlieren also nur im Verhältnis zu fernen. Für w < 0 lässt ein großes v die Funktion f sofort fallen, ein deutlich negatives hält sie erst einige Tokens lang bei 1.

walk-requirements = Fünf Anforderungen, eine mit Absicht verletzt
walk-requirements-text = x steht für w·R. Das Paper verlangt von f fünf Dinge: f(0) = 1; 0 für x → −∞; eine Schranke für x → +∞; eine Stärke, die gelernt wird; Monotonie. Das lernbare Sigmoid erfüllt sie alle.
walk-requirements-predict = f(x) = e^x. Welche Anforderung verletzt es, außer dass es nichts zu lernen hat?
walk-requirements-choice-1 = f(0) = 1
walk-requirements-choice-2 = 0 für x → −∞
walk-requirements-choice-3 = Eine Schranke für x → +∞
walk-requirements-choice-4 = Monotonie
walk-requirements-why = e^x wächst ohne Ende: ferne Tokens eines langen Textes bekämen jedes beliebige Gewicht.
walk-requirements-do = Eine Kurve hinzufügen, die eine Anforderung verletzt: unter „Eigene Kurve“ eine andere Funktion wählen und „Hinzufügen“ drücken.
walk-requirements-explain = Jede andere Funktion verletzt mindestens eine: welche, listet „Dasselbe für jede gezeichnete Kurve“ auf. Damit begründet das Paper seine Funktion; ob es für die Genauigkeit zählt, ist eine andere Frage.

walk-relu = ReLU, und was ein Nah-Head wirklich tut
walk-relu-text = Das Gewicht ist softmax(ReLU(score) · f). Ohne ReLU wirkte der Abstand bei negativen Scores verkehrt herum: ein Koeffizient unter 1 höbe sie, einer über 1 drückte sie weiter hinab. ReLU setzt sie auf 0, und das f eines Nah-Heads lässt die anderen gegen 0 schrumpfen. Aber die Softmax von 0 ist nicht nichts: e^0 = 1. Dies ist Head 6, der nahe.
walk-relu-predict = Alle zehn Scores einer Zeile sind negativ. Wie groß ist jedes Gewicht?
walk-relu-why = ReLU setzt alle auf 0, jeder bekommt e^0 = 1, und 1 von 10 ist 0.1. w und v ändern nichts: 0 mal irgendetwas ist 0.
walk-relu-do = Mehrere Zeilen sehen gleichmäßig aus. Nur eine davon hat keinen Score über 0: siehe das Bild „Roher Score“ unter „Wie A entsteht“. Eine Zelle dieser Zeile fixieren; die Rechnung nennt den rohen Score einer fixierten Zelle.
walk-relu-explain = Ein Nah-Head bringt ferne Tokens nicht zum Schweigen: er senkt ihre Scores gegen 0, und jedes behält e^0 = 1 in der Summe. Eine Zeile, deren Scores alle negativ sind, ist gleichverteilt, was auch immer w und v sind.

walk-softmax = Softmax: die Keys konkurrieren
walk-softmax-text = Die Gewichte einer Zeile teilen sich 1; eines kann also nur gewinnen, was andere verlieren. Das lässt sich auf dieser Seite auslassen: dann hat jeder Key ein Gewicht für sich.
walk-softmax-predict = Eine Zeile hat zwei Keys, mit den Scores 0 und ln 3. Wie groß ist das Gewicht des zweiten?
walk-softmax-why = e^0 = 1 und e^(ln 3) = 3: drei von vier Teilen.
walk-softmax-do = Bei den Schritten von A „Softmax“ ausschalten und sehen, wozu sie gut war.
walk-softmax-explain = Ohne Konkurrenz wirkt ein Koeffizient nur auf seinen eigenen Key. Mit ihr senkt jedes f, das ein Token anhebt, alle anderen der Zeile.

walk-heads = Mehrere Heads
walk-heads-text = Jeder Head hat sein eigenes w und v, zwei Zahlen, und eigene Projektionen. So können in einer Schicht manche auf Nahes achten und andere auf Fernes.
walk-heads-predict = Eine Schicht hat 16 Heads. Wie viele Parameter bringt ihr der Abstand?
walk-heads-why = Ein w und ein v für jeden der 16 Heads.
walk-heads-do = Unter „Alle Heads“ auf „Mehrere wählen“ drücken und neben Head 6 einen wählen, der fern schaut.
walk-heads-explain = Nebeneinander: zwei Heads einer Schicht mit verschiedenen w und v und verschiedenen Bildern. Die Schicht gibt beides weiter, und der Abstand brauchte dafür je zwei Zahlen.

walk-learned = Trainierte Heads: der Start neben dem Gelernten
walk-learned-text = Dieses Modell wurde auf Filmkritiken trainiert. w und v seiner 16 Heads begannen zufällig.
walk-learned-predict = 6 der 16 Heads begannen nah (w < 0). Wie viele sind wohl nach dem Training nah?
walk-learned-why = Einer: Head 6, mit w = −1.68. Fünf andere haben ihr Vorzeichen gewechselt.
walk-learned-do = Unten „Was Modell A gelernt hat“ öffnen: Start und Ende jedes Heads. Dann zum einzigen Nah-Head gehen, dem einzigen mit w unter 0.
walk-learned-explain = Am Anfang waren 6 Heads nah, am Ende 1: 15 von 16 haben w über 0. Wozu das gut ist, sagen die Vorzeichen allein nicht.

walk-train = Training auf einer nahen Aufgabe
walk-train-text = Die Antwort ist das Meinungswort nach „not“, umgekehrt („not good“ ist negativ): nur das nächste Wort zählt. Jedes w beginnt bei 0.
walk-train-predict = Wohin wird das w des Heads gehen, auf den es am meisten ankommt?
walk-train-choice-1 = Unter 0: nah
walk-train-choice-2 = Es bleibt bei 0
walk-train-choice-3 = Über 0: fern
walk-train-why = Das Wort, das entscheidet, steht neben „not“.
walk-train-do = „Start“ drücken und lernen lassen, bis 9 von 10 zurückgehaltenen Texten richtig beantwortet sind. Erst kann es einige hundert Schritte bei der Hälfte stehen.
walk-train-explain = Der Head, auf den es am meisten ankommt, ging zu einem w unter 0: was die Aufgabe braucht, lässt sich an einer Zahl ablesen. Im Bereich Training bringt die ferne Aufgabe es über 0.

walk-beside = Vanilla daneben
walk-beside-text = Zwei Läufe derselben Aufgabe: A mit Abstand, B ein Vanilla-Transformer mit Sinus-Positionen. Daten, Seed und Größe sind gleich.
walk-beside-predict = Angenommen, A beantwortet zurückgehaltene Texte nach weniger Schritten richtig als B. Was folgt daraus?
walk-beside-choice-1 = Attention mit Abstand lernt schneller als Vanilla
walk-beside-choice-2 = Sie lernt bei Aufgaben dieser Art schneller
walk-beside-choice-3 = Nur dass es in diesem Lauf so war
walk-beside-why = Ein Seed einer erfundenen Aufgabe sagt wenig über andere Seeds und andere Aufgaben.
walk-beside-do = „Start“ drücken und beide 600 Schritte machen lassen.
walk-beside-explain = Die Genauigkeiten sagen, welcher der beiden die Hälfte zuerst verlassen hat. Das gilt für diese Aufgabe, diese Größe und diesen Seed: im Bereich Training kann ein anderer Seed es umkehren. Welche Methode schneller lernt, sagen erst viele Seeds und ein Intervall.

walk-direction = Was |i − j| nicht wissen kann
walk-direction-text = Die Zelle von „good“ zurück zu „weak“, sechs Tokens davor, ist fixiert. Ihr Koeffizient steht in der Rechnung.
walk-direction-predict = Sechs Tokens vor der Query ist f hier 0.23. Was ist es sechs Tokens hinter einer Query?
walk-direction-choice-1 = 0.23
walk-direction-choice-2 = −0.23
walk-direction-choice-3 = Das hängt von den Wörtern ab
walk-direction-why = |i − j| ist in beiden Richtungen 6.
walk-direction-do = Die gespiegelte Zelle fixieren: Zeile „weak“, Spalte „good“. Den Koeffizienten vergleichen.
walk-direction-explain = R ist in beiden Richtungen gleich, also auch der Koeffizient: die Methode weiß, wie weit, aber nie, ob davor oder dahinter. Sinus-Positionen, relative Positionen und RoPE wissen es; siehe „Vergleich“.

walk-tables = Was die Tabellen sagen, und was nicht
walk-tables-text = Für SST nennt das Paper eine Genauigkeit von 90.49 % beim DA-Transformer und 89.67 % beim Transformer. Hier trainiert, mit weniger Daten und kleineren Vektoren, über 5 Seeds: 82.47 % und 81.89 %.
walk-tables-predict = Ein Vorsprung von 0.58 Punkten; das 95-%-Intervall über die Seeds ist −0.03 bis 1.19. Was folgt daraus?
walk-tables-choice-1 = DA ist auf SST besser
walk-tables-choice-2 = Diese Läufe unterscheiden die beiden nicht
walk-tables-choice-3 = Die beiden sind gleich gut
walk-tables-why = Das Intervall enthält 0. Ein Beweis, dass sie gleich sind, ist das auch nicht.
walk-tables-do = Einen eigenen Satz eingeben und lesen, was beide Modelle antworten.
walk-tables-explain = Was die Läufe hier über den DA-Transformer sagen: Neben dem Transformer liegt er auf SST und SNLI vorn und auf AG zurück (0.37 Punkte, 2 Läufe); keiner der drei Vergleiche unterscheidet sie. Neben Transformer-XL, mit 83.26 % auf SST, liegt er zurück, und dieses Intervall schließt 0 aus. Ein Transformer ganz ohne Positionen hat auf SST 82.33 %. Sicher ist der Mechanismus, der hier zu sehen war; ob er Genauigkeit bringt, hängt von Aufgabe und Daten ab.

## Lektion: Das lernbare Sigmoid

sigmoid = Das lernbare Sigmoid
sigmoid-goal = Mathematik, ohne Sprache: Wert bei 0, Schranke und Steigung einer Familie von Funktionen.

sigmoid-one = Eins im Ursprung
sigmoid-one-text = f(x) = (1 + e^v) / (1 + e^(v − x)).
sigmoid-one-predict = f(0) für v = 5?
sigmoid-one-why = x = 0: Zähler und Nenner sind gleich.
sigmoid-one-do = Eine Kurve mit v zwischen −0.5 und 0.5 hinzufügen.
sigmoid-one-explain = (1 + e^v) / (1 + e^v) = 1, für jedes v.

sigmoid-bound = Die Schranke
sigmoid-bound-text = x → +∞: e^(v − x) → 0.
sigmoid-bound-predict = v = 0. Die Schranke von f für x → +∞?
sigmoid-bound-why = 1 + e^0 = 2.
sigmoid-bound-do = Eine Kurve hinzufügen, deren Schranke über 8 liegt.
sigmoid-bound-explain = 1 + e^v > 8 für v > ln 7 = 1.946.

sigmoid-w = Von x zu Tokens
sigmoid-w-text = x = w·R. Bei w = −1 läuft die Achse der Tokens die linke Hälfte von f hinab.
sigmoid-w-predict = w = −1, v = 1, R = 3: f?
sigmoid-w-why = (1 + e) / (1 + e⁴) = 3.718 / 55.6.
sigmoid-w-do = Die Achse umdrehen: w auf mindestens 0.5 stellen.
sigmoid-w-explain = w < 0: f fällt von 1 auf 0. w > 0: f steigt von 1 auf 1 + e^v. w = 0: f = 1.

## Lektion: „not“

not = Warum ein Modell „not“ übersieht
not-goal = Für den Anfang, ohne Formeln. Verneinung: worauf ein Modell achten muss, um sie richtig zu verstehen, und dass Hinsehen nicht genügt.

not-turn = Ein Wort kehrt einen Satz um
not-turn-text = Dieses Modell, hier A genannt, antwortet, ob eine Kritik positiv ist. Um das zu lernen, hat es 6{"\u202f"}920 Sätze gelesen.
not-turn-predict = „This film is not good“: was wird dieses Modell antworten?
not-turn-choice-1 = Negativ
not-turn-choice-2 = Positiv
not-turn-why = Die meisten gelesenen Sätze mit „good“ waren positiv, und eine einzige Schicht summiert Wörter.
not-turn-do = Eingeben: This film is not good
not-turn-explain = Es antwortet trotzdem positiv, mit 88 %: falsch. Es hat gelernt, was „good“ sagt, und nicht, was „not“ damit macht.

not-look = Wo steht „not“?
not-look-text = Um „good“ umzukehren, muss ein Modell mindestens auf „not“ achten. Das Bild zeigt, worauf jedes Wort achtet: seine Zeile ist so hell, wie es auf das Wort einer Spalte achtet.
not-look-predict = Wie viele Wörter vor „good“ steht „not“?
not-look-why = Es ist das Wort direkt davor.
not-look-do = Die Zelle antippen, in der „good“ auf „not“ achtet: Zeile „good“, Spalte „not“. Dann den Regler w, der sagt, wie nah Wörter hier schauen, auf −2.5 oder weiter nach links ziehen.
not-look-explain = Näher half nicht: jedes Wort ist sich selbst am nächsten, schon ein Wort weiter ist jetzt fern, und „good“ achtet noch weniger auf „not“. Auf „not“ zu achten ist nötig und genügt allein nicht: was das Modell aus dem Gesehenen macht, muss die Bedeutung umkehren.

not-train = Eine Aufgabe, in der „not“ gelesen werden muss
not-train-text = Erfundene Sätze, in denen das Wort nach „not“ entscheidet, umgekehrt. Ein Modell, das Wörter zählt, kann sie nicht beantworten.
not-train-predict = Kann ein kleines Modell, mit Attention ein einziges Mal (eine Schicht), das überhaupt lernen?
not-train-choice-1 = Ja
not-train-choice-2 = Nein
not-train-why = Sie muss ein Token zurückschauen können und einen Grund dazu haben.
not-train-do = „Start“ drücken und warten, bis 9 von 10 neuen Texten richtig beantwortet sind: „Bisher“ zählt mit.
not-train-explain = Wo die Daten es verlangen, lernt eine einzige Schicht mit einem Nah-Head „not“. Vorher war nur w verstellt; das Training ändert jedes Gewicht, sodass ein Wort auf das „not“ vor ihm blickt und nicht auf sich selbst. Das Filmmodell hatte die Mittel, aber andere Daten.

## Lektion: Eine Modellkarte ehrlich lesen

card = Eine Modellkarte ehrlich lesen
card-goal = Was eine Kennzahl mit Intervall sagt, wofür sie gilt und was sie auslässt.

card-figure = Eine Kennzahl und ihr Intervall
card-figure-text = Die Karte eines Modells sagt, wie es trainiert wurde und wie gut es antwortet. „Was Modell A gelernt hat“ öffnen und dort „Modellkarte“.
card-figure-predict = DA: 82.04 % [80.2, 83.9]. Vanilla: 81.93 % [80.1, 83.7]. Was lässt sich sagen?
card-figure-choice-1 = DA ist besser
card-figure-choice-2 = Die Karte unterscheidet sie nicht
card-figure-choice-3 = Vanilla ist bei jedem Text schlechter
card-figure-why = Die Intervalle überdecken sich fast ganz.
card-figure-do = Eine eigene Kritik eingeben und sehen, ob beide Modelle zustimmen.
card-figure-explain = 82.04 % [80.2, 83.9] für DA, 81.93 % [80.1, 83.7] für Vanilla: jedes Intervall enthält die Kennzahl des anderen. Ein eigener Satz ist eine Anekdote; 1{"\u202f"}821 sind eine Messung, mit so viel Unsicherheit.

card-data = Was es gelesen hat
card-data-text = Die Karte nennt die Daten: 6{"\u202f"}920 Sätze aus englischen Filmkritiken, zwei Klassen. Alles andere hat es nie gesehen.
card-data-predict = Was antwortet es auf ein Kochrezept?
card-data-choice-1 = Dass es keine Kritik ist
card-data-choice-2 = Positiv oder negativ, mit einer Wahrscheinlichkeit
card-data-choice-3 = Nichts
card-data-why = Es hat zwei Klassen, und die ergeben zusammen 1.
card-data-do = Etwas eingeben, das keine Filmkritik ist, mit mindestens einem Wort, das nicht im Satz vom Anfang steht.
card-data-explain = Es antwortet trotzdem mit einer Wahrscheinlichkeit. Eine Klasse „weiß nicht“ gibt es nicht; ob die Frage sinnvoll ist, liegt bei dem, der fragt.

card-small = Was sie auslässt
card-small-text = Die Kennzahlen gelten für die gepackte Datei: Matrizen in 16 Bit, eigene Vektoren für 2{"\u202f"}000 Wörter. Vor dem Packen waren es 82.81 %. Der Seed war 1; ein anderer ergab 81.93 %.
card-small-predict = Um wie viele Punkte hat das Packen die Genauigkeit auf den Testdaten gesenkt, von 82.81 auf 82.04?
card-small-why = Das ist mehr als der Vorsprung von DA vor Vanilla auf den Karten.
card-small-do = Zum einzigen Head gehen, der nah ist (w unter 0).
card-small-explain = Eine Karte, die den besten von fünf Seeds nennt oder die Kennzahl vor dem Packen, würde 0.8 Punkte mehr angeben und wörtlich die Wahrheit sagen. Jede Karte ist zu fragen: welcher Seed, welche Datei, wie sicher?
