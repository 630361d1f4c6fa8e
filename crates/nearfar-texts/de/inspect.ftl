## Der Bereich

lead = Manche Heads eines Modells blicken nah, manche weit. <b>Einen Head wählen,</b> dann das Modell rechnen lassen und sein
    <i>w</i> bewegen. Nichts wird hochgeladen, nichts aus einer Datei ausgeführt.
kept = Die Dateien sind unverändert; neu laden und wieder öffnen.
views = Was von der Datei gezeigt wird
view-tensors = Tensoren
view-heads = Heads
view-run = Ausführen

## Dateien öffnen

open =
    .call = <slot>Dateien auswählen</slot> oder irgendwo in diesem Bereich ablegen
    .kinds = { $kinds }; dazu config.json, tokenizer.json oder vocab.txt, externe Daten. Beliebig groß:
        gelesen wird nur, was angesehen wird.
    .files = Dateien eines Checkpoints
examples = Beispiele
    .reviews = Filmkritiken, abstandsbewusst
    .news = Nachrichten, abstandsbewusst
    .reviews-vanilla = Filmkritiken, Vanilla
    .reviews-kerple = Filmkritiken, KERPLE
elsewhere = Mehr zum Öffnen
link = Link dieser Website
    .open = Öffnen
recent = Zuletzt
    .address = { $address } von dieser Website öffnen
    .file = Nur der Name ist gespeichert: Datei erneut auswählen
    .forget = Namen vergessen
    .forget-title = Nur Namen sind gespeichert, in diesem Browser

## Was mit einer Datei geschieht

busy = { $what } …
    .progress = Fortschritt
    .stop = Abbrechen
opening = { $file } wird geöffnet
opening-for-lab = Wird für das Labor geöffnet
fetching = { $file } wird geladen
saving = Wird gespeichert
running = Wird berechnet
is-open = { $file } ist geöffnet: { $tensors ->
        [one] { $tensors } Tensor
       *[other] { $tensors } Tensoren
    }.
came-whole = Ganz heruntergeladen: in Teilen war es nicht zu lesen.
came-in-parts = In Teilen vom Server gelesen, soweit angesehen: nicht ganz heruntergeladen.

## Was nicht ging. Klein beginnende Texte stehen hinter „…: “ oder werden zu einem Satz

reader-gone = Das Leseprogramm { $why }. Seite neu laden.
reader-ended = Das Leseprogramm { $why }.
    .memory = Vielleicht hat es mehr als die 2 GB Arbeitsspeicher gebraucht, die es bekommt.
    .goes-on = Was geöffnet war, ist weiterhin offen.
    .longer = Dreimal so lange warten
stays-open = „{ $file }“ bleibt geöffnet.
no-link = das ist kein Link; so schreiben: checkpoints/model.safetensors
another-site = das liegt auf einer anderen Website, die diese Seite nicht anfragt; die Datei herunterladen und hier auswählen
server-refused = der Server antwortete mit { $status }; den Link prüfen
lab-refused = Das Labor zeigt es nicht: { $why }

## Kopf einer geöffneten Datei

format = Format
    .torch-zip = PyTorch (Zip)
    .torch-legacy = PyTorch (älterer Container)
    .npy = NumPy-Array
    .npz = NumPy-Archiv
    .keras = Keras-Archiv
gigabytes = { $number } GB
megabytes = { $number } MB
kilobytes = { $number } KB
bytes = { $number } B
with-it = Dazu: { $files }.
wanted = Zahlen dieser Datei liegen in <b>{ $files }</b>: beides zusammen öffnen.
to-lab = Im Labor zeigen
    .as-a = Im Labor als A zeigen
    .as-b = als B
save = Speichern
    .figures-csv = Kennzahlen aller Tensoren als CSV
    .figures-json = Kennzahlen aller Tensoren als JSON
    .model = Das Modell als .safetensors
notes = Anmerkungen ({ $count })
about-file = Über die Datei
metadata = Was die Datei über sich sagt ({ $count })
    .cut = { $beginning } … ({ $bytes ->
        [one] { $bytes } Byte
       *[other] { $bytes } Bytes
    })

## Als was eine Datei erkannt wurde

family-nearfar = { $method }, Datei dieses Projekts
    .vanilla = Transformer
    .unknown = Nearfar
family-distance-aware = Abstandsbewusste Attention
family-torch-encoder = PyTorch TransformerEncoder
family-bloom = BLOOM oder Falcon
family-t5 = T5-Encoder
family-bart = BART-Encoder
family-clip-text = CLIP-Text-Encoder
family-vit = Vision Transformer
family-keras = Keras MultiHeadAttention
family-other = Attention-Schichten
family-unknown = Keine Attention erkannt
how-assumed = angenommen
how-unknown = unbekannt
how-chosen = selbst gewählt
fact-layers = Schichten
fact-heads = Heads
fact-head-size = Head-Größe
fact-method = w und v durch
fact-width = Breite
fact-words = Wörter
fact-norms = Normierung
    .post = nach der Summe (Post-LN)
    .pre = vor der Teilschicht (Pre-LN)
fact-sees = Achtet auf
    .all = alle Tokens
    .causal = sich und frühere
prefix = Namen beginnen mit <code>{ $prefix }</code>; das ist weggelassen.
findings = { $recognised } erkannt, { $missing } fehlend, { $extra } überzählig, { $reshaped } mit anderer Form
    .more = und { $count } weitere
findings-missing = Fehlend: { $count }
    .means = die Familie hat sie, die Datei nicht
findings-reshaped = Andere Form: { $count }
    .means = eine Rolle passt, die Form nicht
findings-extra = Überzählig: { $count }
    .means = keine Rolle passt
findings-recognised = Erkannt: { $count }
    .means = mit ihren Rollen
refused = Kein Vorwärtslauf: nicht alles, was die Attention bestimmt, ist bekannt.
    .more = { $count ->
        [one] und { $count } weiterer Grund
       *[other] und { $count } weitere Gründe
    }
    .still-seen = Trotzdem zu sehen: { $what }.
    .mends = Was keine Datei sagt, lässt sich unter „{ by-hand }“ angeben.

## Was keine Datei sagt: von Hand

by-hand = Von Hand zuweisen
by-hand-about = Was hier gewählt wird, hat Vorrang vor dem Gefundenen und wird in diesem Browser für Dateien mit denselben
    Namen und Formen gemerkt.
by-hand-take-all-back = Alles zurücknehmen
by-hand-name = { $what }, von Hand
by-hand-runs = Berechnete Schichten
by-hand-sees = Ein Token sieht
    .causal = sich und frühere
by-hand-post = zuletzt, nach der Summe (Post-LN)
by-hand-pre = zuerst, vor der Teilschicht (Pre-LN)
by-hand-activation = Aktivierung
    .gelu-tanh = GELU mit tanh (gelu_new)
    .swish = SiLU (swish)
by-hand-scale = Scores mal
by-hand-epsilon = ε der Normierungen
by-hand-first-position = Erste Position
as-found = wie gefunden: { $value }
    .assumed = wie gefunden: { $value }, angenommen
    .chosen = wie gefunden
trained-known = So rechnen seine Heads mit w und v.
trained-unknown = Keine Datei sagt, wie seine Heads mit w und v trainiert wurden:
trained = So wurde trainiert
    .name = Funktion f und Anpassung, von Hand
roles-name = Namen der Tensoren (* steht für die Nummer der Schicht)
    .none = Kein Tensor heißt { $pattern }.
roles-role = Rolle
    .none = keine Rolle
roles-lies = Liegt als
    .others = wie die übrigen
roles-assign = Zuweisen
roles-take-back = Zurücknehmen

## Rollen von Tensoren

role-word-embedding = Wort-Embedding
role-position-embedding = Positions-Embedding
role-type-embedding = Typ-Embedding
role-embedding-projection-weight = Projektion hinter den Embeddings: Gewicht
role-embedding-projection-bias = Projektion hinter den Embeddings: Bias
role-embedding-norm-gain = Embedding-Normierung: Gain
role-embedding-norm-bias = Embedding-Normierung: Bias
role-query-weight = Query: Gewicht
role-query-bias = Query: Bias
role-key-weight = Key: Gewicht
role-key-bias = Key: Bias
role-value-weight = Value: Gewicht
role-value-bias = Value: Bias
role-output-weight = Attention-Ausgabe: Gewicht
role-output-bias = Attention-Ausgabe: Bias
role-distance-w = w der Heads
role-distance-v = v der Heads
role-start-w = Start von w
role-start-v = Start von v
role-relative-key = relative Positionen: Key
role-relative-value = relative Positionen: Value
role-attention-norm-gain = Attention-Normierung: Gain
role-attention-norm-bias = Attention-Normierung: Bias
role-hidden-weight = Feed-Forward 1: Gewicht
role-hidden-bias = Feed-Forward 1: Bias
role-feed-forward-weight = Feed-Forward 2: Gewicht
role-feed-forward-bias = Feed-Forward 2: Bias
role-feed-forward-norm-gain = Feed-Forward-Normierung: Gain
role-feed-forward-norm-bias = Feed-Forward-Normierung: Bias
role-final-norm-gain = letzte Normierung: Gain
role-final-norm-bias = letzte Normierung: Bias
role-head = Teil der Antwort, wird nicht berechnet

## Kennzahlen eines Tensors

name = Name
    .sort = Nach Name sortieren
type-name = Typ
    .sort = Nach gespeichertem Typ sortieren
shape = Form
    .sort = Nach Form sortieren, also nach Anzahl der Zahlen
size = Größe
    .sort = Nach Bytes in der Datei sortieren
min = Min
    .sort = Nach kleinster endlicher Zahl sortieren
max = Max
    .sort = Nach größter endlicher Zahl sortieren
mean = Mittel
    .sort = Nach Mittel der endlichen Zahlen sortieren
deviation = Std.-Abw.
    .sort = Nach Standardabweichung der endlichen Zahlen sortieren
zeros = Nullen
    .sort = Nach Anteil der Nullen sortieren
non-finite = Nicht endlich
    .short = NaN, ∞
    .sort = Nach nicht endlichen Zahlen sortieren
numbers = Zahlen

## Die Tabelle der Tensoren

table = { view-tensors }
    .name = Tensoren; Pfeiltasten wählen einen
    .none = Die Datei hat keine Tensoren.
    .empty = Kein Tensor hat diese Wörter in Name, Typ oder Form.
tensors = { $count ->
        [one] { $count } Tensor
       *[other] { $count } Tensoren
    }
tensors-shown = { $shown } von { $all }
group-numbers = { $count ->
        [one] { $numbers } Zahl
       *[other] { $numbers } Zahlen
    }
finding = Kennzahlen: { $found } von { $all }
    .progress = Gefundene Kennzahlen
search = Suchen
    .example = weight 768
order = Anordnung der Tensoren
    .list = Liste
    .tree = Baum
shared = geteilt
    .title = Teilt seine Zahlen mit einem anderen Tensor
not-read = nicht gelesen

## Ein Tensor

tensor = { $type }, { $shape }, { $size }
tensor-twins = Teilt seine Zahlen mit { $tensors }.
tensor-save-npy = Als .npy speichern
tensor-save-csv = Als CSV speichern
spread = Verteilung der Zahlen
    .counting = Wird gezählt …
    .empty = Er hat keine endliche Zahl.
    .name = Histogramm von { $from } bis { $to }, { $bars ->
        [one] { $bars } Balken
       *[other] { $bars } Balken
    }; Zahlen im höchsten, bei { $peak }: { $most }
    .bar = { $from } bis { $to }: { $count }
    .most = höchstens { $count } je Balken

## Bild eines Ausschnitts

slice = Ausschnitt
    .how = Auf eine Zelle zeigen, tippen oder die Pfeiltasten benutzen.
slice-name = { $title }, { $rows } mal { $columns }, Farben von { $from } bis { $to }; Pfeiltasten bewegen den Cursor, + und −
    zoomen, 0 zeigt alles.
# .steps: $row und $column sollten deutsche Ordnungszahlen sein: „jede 2. Zeile“.
slice-shown = { $rows } × { $columns } gezeigt
    .steps = { $rows } × { $columns } gezeigt: eine Zeile von { $row } und eine Spalte von { $column }; für alle vergrößern
slice-rows = Zeilen
slice-columns = Spalten
slice-axis = Achse { $axis } ({ $size })
    .at = Achse { $axis } bei
    .at-name = Index auf Achse { $axis }, 0 bis { $last }

## Die Heads des Modells

head = Schicht { $layer }, Head { $head }
    .cell = Schicht { $layer }, Head { $head }:
head-corner = Schicht \ Head
layer = Schicht { $layer }: { $name }
own = Was { $method } über Positionen gelernt hat
    .curve = Nach j − i, so weit wie Wörter eines Satzes auseinanderstehen; gestrichelt: am Anfang
    .whole = Gewichte seiner Schichten: das quadratische Mittel von jedem
    .panel = Was eine andere Methode gelernt hat
    .about = Was die Methode an eigenen Zahlen hat, gelernt und am Anfang.
learned = Was die Heads gelernt haben
    .about = w unter 0 bevorzugt nahe Wörter, über 0 ferne; v begrenzt, wie stark. Der niedrigste Wert steht zuerst; in Abb. 6
        und 7 von Wu et al. 2021, (a) w und (b) v, der höchste.
    .about-w = w unter 0 bevorzugt nahe Wörter, über 0 ferne; die Funktion hat kein v. Der niedrigste Wert steht zuerst; in
        Abb. 6 von Wu et al. 2021, (a) w, der höchste.
    .caption = <i>{ $symbol }</i> jedes Heads, das niedrigste zuerst; Ringe: der Start
    .caption-no-start = <i>{ $symbol }</i> jedes Heads, das niedrigste zuerst; der Start ist nicht gespeichert
    .near = nah: unter 0
    .flat = flach: 0
    .far = fern: über 0
    .not-drawn = Nicht gezeichnet, da keine endliche Zahl: { $numbers }.
    .of-head = { $symbol } von Head { $head } ({ $number })
    .of-start = der Start von { $symbol } von Head { $head } ({ $number })
map = Nah und fern
    .by-coefficient = Jedes Feld ist ein Head mit seinem w: violett ▸◂ bevorzugt nahe Wörter, grün ◂▸ ferne, ― keine: nach dem
        Koeffizienten in zehn Tokens Abstand. Einen wählen, um zu sehen, wie weit er blickt.
    .by-sign = Jedes Feld ist ein Head mit seinem w: violett ▸◂ bevorzugt nahe Wörter, grün ◂▸ ferne, ― keine: nur nach dem
        Vorzeichen von w, denn keine Datei nennt die Funktion, mit der trainiert wurde. Einen wählen.
    .name = w jedes Heads, und ob er nah oder fern ist
    .near = nah zuerst
    .far = fern zuletzt
    .narrow = eng zuerst
    .wide = weit zuletzt
lean = { $favours }.
    .near = Sein w bevorzugt nahe Wörter
    .far = Sein w bevorzugt ferne Wörter
    .flat = Sein w bevorzugt weder nahe noch ferne Wörter
    .looks = { $favours }; auf dem Satz blickt er { $distance } Tokens weit (gleichmäßig: { $even }).
scatter = w gegen v von { $heads ->
        [one] { $heads } Head
       *[other] { $heads } Heads
    }; { $near } nah, { $far } fern, { $flat } flach
    .caption = Jeder Kopf nach seinem <i>w</i> und <i>v</i>; Linien kommen von seinem Start.
    .point = Schicht { $layer }, Head { $head }: w { $w }, v { $v }
coefficients = Koeffizienten von Schicht { $layer }, Head { $head }
    .about = f(w·R; v) zwischen { $tokens } Tokens, mit der Funktion f, mit der das Modell trainiert wurde ({ $mapping }).
    .none = Keine Datei sagt, mit welcher Funktion f das Modell trainiert wurde; deshalb sind seine Koeffizienten nicht
        gezeichnet. Oben unter „{ by-hand }“ angeben.
    .learned = Gelernt
    .start = Am Start
    .says = w = { $w }, v = { $v }: { $at-0 } bei Abstand 0, { $at-1 } bei 1, { $at-5 } bei 5, { $at-20 } bei 20
    .says-w = w = { $w }: { $at-0 } bei Abstand 0, { $at-1 } bei 1, { $at-5 } bei 5, { $at-20 } bei 20
    .name = { $title }: { $says }

## Die Heads eines Modells ohne w und v, gemessen am Satz

measured = Worauf jeder Head achtet
    .about = Dieses Modell hat kein w und kein v; gemessen am Satz des Tabs „{ view-run }“, als Mittel über dessen Tokens.
    .name = Worauf jeder Head in diesem Satz achtet
    .cannot = Heads lassen sich nicht messen: { $why }
    .running = Der Satz wird berechnet …
measure = Maß
    .distance = Mittlerer Abstand (Tokens)
    .entropy = Entropie (nat)
measured-head = Schicht { $layer }, Head { $head }: mittlerer Abstand { $distance } Tokens, Entropie { $entropy } nat, { $share }
    seines Gewichts bis Abstand 2.
    .even = Schicht { $layer }, Head { $head }: mittlerer Abstand { $distance } Tokens, Entropie { $entropy } nat, { $share }
        seines Gewichts bis Abstand 2; er verteilt sein Gewicht fast gleichmäßig.
measured-on = Gemessen an „{ $sentence }“.
    .unknown = Gemessen an „{ $sentence }“; dem Modell unbekannt: { $unknown } von { $tokens ->
        [one] { $tokens } Token
       *[other] { $tokens } Tokens
    }.
    .masked = Gemessen mit der kausalen Maske der Seite.

## Query und Key eines Heads, wie gespeichert, bei Modellen, die nicht laufen

projections = Query und Key eines Heads
    .about = Gespeicherte Zahlen; nichts wurde berechnet. Eine Zeile erzeugt eine Zahl der Queries oder Keys des Heads, eine
        Spalte liest eine Zahl der Eingabe der Schicht. Jede Zelle nennt den Key, den der Head liest.
    .grid = Heads, je mit dem Key, den sie lesen
    .query = Query
    .key = Key
    .nothing = nichts ist geöffnet

## Was ein Link verlangt

link-odd = Ein Teil des Links wurde nicht verstanden und bleibt weg: { $parts }.
link-no-tensor = Der Link nennt den Tensor { $found }, den die Datei nicht hat; gezeigt wird { $shown }.
link-no-head = Der Link nennt Schicht { $layer }, Head { $head }, die das Modell nicht hat; gezeigt wird der Head, mit dem die Ansicht
    beginnt.
link-no-laid = Der Link verschiebt w und v von Heads, die das Modell nicht hat; das bleibt weg.

## Warnungen

warnings = Warnungen
    .look = Alle Zahlen durchsehen
    .looking = Alle Zahlen werden durchgesehen
    .none = Keine: keine Zahl ist NaN oder unendlich, kein Head ist ganz 0, nichts ist doppelt gespeichert.
    .even = { $count ->
        [one] ⚠ { $number } Head verteilt sein Gewicht auf dem Satz von „{ view-run }“ fast gleichmäßig ({ $heads }).
       *[other] ⚠ { $number } Heads verteilen ihr Gewicht auf dem Satz von „{ view-run }“ fast gleichmäßig ({ $heads }).
    }
    .even-layer = Schicht { $layer }: { $heads }

## Der Satz

cannot-run = Kein Vorwärtslauf dieser Datei: { $why }. Tensoren und Heads sind in den anderen Tabs; was keine Datei sagt, lässt
    sich oben unter „{ by-hand }“ angeben.
assumed =
    .about = <b>Angenommen, nicht gespeichert:</b> Die Bilder gelten für das Modell nur, wenn all das zutrifft. Was anders
        ist, lässt sich oben unter „{ by-hand }“ angeben; eine config.json, mit dem Modell abgelegt, sagt das meiste.
sentence = Satz
    .label = Satz (der des Labors)
    .most = (höchstens { $most } Tokens laufen)
    .numbers = Token-Nummern, höchstens { $most }
tokens-words = Tokens sind die Wörter der Modelle dieses Projekts: mit eigenen Vektoren, sonst denen der Seite. Wörter in
    Klammern haben keinen und bekommen einen aus der Schreibweise.
tokens-pieces = Tokens nach { $file } ({ $says }).
tokens-ids = Ohne Tokenizer: Tokens sind die Nummern oben. tokenizer.json oder vocab.txt ablegen, um einen Satz einzugeben.
tokenizer = { $kind }, { $pieces ->
        [one] { $pieces } Token
       *[other] { $pieces } Tokens
    }
    .drop = Ohne ihn weiter
    .gone = Der Tokenizer { $why }.
    .ended = Der Tokenizer { $why }. Noch einmal eingeben.
tokens-cut = Berechnet werden die ersten { $most } Tokens; { $cut ->
        [one] { $cut } entfällt.
       *[other] { $cut } entfallen.
    }
ran = { $tokens ->
        [one] { $tokens } Token
       *[other] { $tokens } Tokens
    } durch { $layers ->
        [one] { $layers } Schicht
       *[other] { $layers } Schichten
    } in { $ms } ms.
    .causal = { $tokens ->
        [one] { $tokens } Token
       *[other] { $tokens } Tokens
    } durch { $layers ->
        [one] { $layers } Schicht
       *[other] { $layers } Schichten
    } in { $ms } ms, mit der kausalen Maske der Seite.

## Die Heads und die Gewichte von einem

run-heads = { view-heads }
    .about = Darunter je der mittlere Abstand in Tokens; ● heißt reskaliert.
    .name = Attention jedes Heads
    .distance = mittlerer Abstand
    .rescaled = reskaliert
which = Welche Gewichte
    .before = Vorher
    .after = Nachher
    .difference = Differenz
weights = Attention-Gewichte von Schicht { $layer }, Head { $head }; Zeilen achten auf Spalten; Pfeiltasten bewegen den
    Cursor.
    .how = Jede Zeile ist ein Token, das auf andere achtet; auf eine Zelle zeigen, tippen oder die Pfeiltasten benutzen.
    .unit-difference = orange: nachher mehr; blau: weniger
    .cell = { $pair }, Gewicht: { $value }
    .cell-rescaled = { $pair }, Gewicht, reskaliert: { $value }
    .cell-difference = { $pair }, nachher − vorher: { $value }

## Regler: w und v, die über Heads gelegt werden

# .reach: vor dem Menü mit reach-head, reach-layer, reach-all.
knobs = Abstand darüberlegen
    .reach = Wirkt auf
    .w-hint = nah < 0 < fern
    .v-hint = Stärke
    .own = Wie trainiert: w = { $w }, v = { $v }.
    .own-w = Wie trainiert: w = { $w }.
    .none = Dieser Head wurde ohne w und v trainiert; die Regler legen den Abstand über seine Scores.
    .restore = Diesen Head zurücksetzen
    .restore-all = Alle zurücksetzen
    .timing = Reskaliert in { $ms } ms.
cosines = Letzte Hidden States: Kosinus, vorher und nachher
    .none = w oder v eines Heads verstellen: hier steht dann, wie weit sich der letzte Hidden State jedes Tokens gedreht hat
        (Kosinus zwischen vorher und nachher; 1 heißt unverändert).
    .about = Balken: wie weit sich der Zustand jedes Tokens gedreht hat, im Verhältnis zum größten Wert. Zahlen: der
        Kosinus; 1 heißt unverändert.

## Auf welche Heads die Regler wirken

reach-head = diesen Head
reach-layer = alle Heads dieser Schicht
reach-all = alle Heads des Modells

## Gesetze des Abstands

view-laws = Gesetze des Abstands
laws-about = Für jeden Head des Modells: wohin er nach Abstand schaut, was die Positionen des Modells daran ändern, und welches Gesetz
    des Abstands das erklärt. Jeder Satz läuft zweimal, einmal mit <b>stummgeschalteten Positionen</b>; die Divergenz zwischen beiden misst,
    was Positionen tun. Gesetze werden an jeden zweiten Satz angepasst und an den übrigen beurteilt.
laws-text = Sätze, je Zeile einer ({ $least } bis { $most } Tokens; andere bleiben weg)
laws-file = oder eine Textdatei
laws-count = Höchstens so viele Sätze
laws-seed = Seed der Intervalle
laws-start = Messen
laws-stop = Anhalten
laws-sentences = Sätze laufen: { $done } von { $of }.
laws-heads = Gesetze werden angepasst: { $done } von { $of ->
        [one] { $of } Head
       *[other] { $of } Heads
    }.
laws-silenced = Stummgeschaltet: { $what }.
laws-no-positions = Das Modell hat keine Positionen: nichts wird stummgeschaltet.
laws-few = { $count ->
        [one] Ein Satz hat { $least } bis { $most } Tokens; nötig sind zwei: einer zum Anpassen, einer zum Beurteilen.
       *[other] { $count } Sätze haben { $least } bis { $most } Tokens; nötig sind zwei: einer zum Anpassen, einer zum Beurteilen.
    }
laws-tokenizer = Sätze brauchen den Tokenizer des Modells: zuerst seine tokenizer.json oder vocab.txt in diesen Bereich ziehen.
laws-ended = Das messende Programm ist zu Ende gegangen; noch einmal „Messen“ drücken.
laws-found = Was Positionen tun
laws-save = Als JSON speichern
laws-words = Über { $heads ->
        [one] { $heads } Head
       *[other] { $heads } Heads
    } und die Sätze, an die kein Gesetz angepasst wurde ({ $sentences }), kostet das Stummschalten der Positionen <b>{ $kl } nats</b>. Eine eigene
    Zahl für jeden Abstand |j − i|, zu den Scores addiert, erklärt davon <b>{ $distance }</b>; eine für jeden Offset j − i, der die
    Richtung kennt, <b>{ $offset }</b>. Das beste abstandsbewusste Gesetz ({ $law }) erklärt { $da }: Es kann Scores abschneiden und multiplizieren, was ein Summand nicht kann.
laws-direction = Die Richtung ist also mehr wert als eine eigene Zahl für jeden Abstand.
laws-no-direction = Diese Sätze sagen nicht, ob die Richtung mehr wert ist als der Abstand.
laws-dots = Jeder Head ein Punkt: waagrecht durch |j − i| erklärt, senkrecht durch j − i
laws-dots-about = Jeder Head ein Punkt, größer, wo Positionen mehr tun. Waagrecht: was eine Zahl für jedes |j − i| erklärt; senkrecht:
    für jedes j − i. Auf der Linie fügt die Richtung nichts hinzu. Einen Punkt anklicken oder einen Head in der Tabelle wählen.
laws-profile = Mittlere Attention nach j − i, 95-%-Intervall
laws-bars-about = Heads als abstandsbewusste: ihr w und v, jeweils der Größe nach. Blass: ein solches Gesetz erklärt weniger als 10 % des Heads.
laws-back = vor sich im Satz
laws-ahead = nach sich im Satz
laws-itself = auf sich selbst
laws-first = erstes Token
laws-separators = Trennzeichen
laws-head-positions = Positionen tun diesem Head { $kl } nats.
laws-of-head = Gesetze dieses Heads
laws-of-head-about = Jedes Gesetz ändert die Scores des Heads ohne Positionen. Es erklärt den Anteil der Wirkung der Positionen, den es zurückbringt, mit 95-%-Intervall über die Sätze.
laws-law = Gesetz
laws-explains = erklärt [95 %]
laws-numbers = seine Zahlen
laws-many = { $count } Zahlen
laws-at-bound = (am Ende dessen, was abgesucht wird)
laws-best = das beste
laws-run = An einem Satz zeigen
laws-all-heads = Alle Heads
laws-all-heads-about = Positionen: KL-Divergenz in nats. |j − i| und j − i: was eine eigene Zahl für jedes davon erklärt, zu den Scores addiert. Intervalle über Sätze, 95 %.
laws-column-head = Head
laws-column-positions = Positionen
laws-column-best = bestes Gesetz
laws-column-da = als DA-Head
laws-means = Alle Heads zusammen
laws-column-silenced = stummgeschaltet
laws-column-left = nats übrig
laws-column-best-of = bestes bei so vielen Heads
