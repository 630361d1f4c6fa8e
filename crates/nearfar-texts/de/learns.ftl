da = Nah oder fern, und wie stark, durch w und v jedes Heads. Links und rechts sind ihr gleich.
da-w = Nah oder fern, und wie stark, durch w jedes Heads. Links und rechts sind ihr gleich.
lines = Nah oder fern durch eine eigene Gerade jedes Heads (w, k und b). Links und rechts sind ihr gleich.
vanilla = Positionen stehen als Sinuskurven in den Wörtern: nah, fern, links und rechts sind, was die Projektionen daraus
    machen. Eigene Zahlen dafür hat sie nicht.
no-positions = Nichts über Positionen: sie kann eine Reihenfolge der Wörter nicht von einer anderen unterscheiden.
rpr = Nah und fern, links und rechts: zwei eigene Vektoren für jeden Offset bis k. Jenseits von k ist alles eins.
xl = Nah und fern, links und rechts: Sinuskurven des Offsets, gelesen durch u, v und W_R.
tener = Nah und fern, links und rechts: Sinuskurven des Offsets, gelesen durch u und v. Scores werden nicht durch √d
    geteilt.
tener-program = Wie die Form des Artikels, aber wie das veröffentlichte Programm rechnet: nah und fern, links und rechts
    durch u und v.
t5 = Nah und fern, links und rechts: eine Zahl für jeden Bucket von Offsets, für jeden Head. Ferne teilen sich Buckets.
alibi = Nichts: Nahes wiegt mehr, durch eine feste Steigung jedes Heads. Links und rechts sind ihr gleich.
rope = Queries und Keys werden nach ihren Positionen gedreht: nah, fern, links und rechts sind, was die Projektionen aus
    den Winkeln machen. Eigene Zahlen dafür hat sie nicht.
kerple = Wie bald Fernes verblasst, durch r1 und r2 jedes Heads, die über 0 bleiben: Fernes vorziehen kann sie nicht.
    Links und rechts sind ihr gleich.
kerple-power = Wie bald Fernes verblasst, durch a und p jedes Heads: Fernes vorziehen kann sie nicht. Links und rechts sind
    ihr gleich.
disan = Links und rechts, nicht wie weit: eine Richtung sieht die Tokens davor, eine die dahinter. Ein eigener Encoder, dessen
    Zahlen alle unten stehen; Heads, d, Feed-Forward und Pooling zählen nicht.
tree-distance = Wie weit zwei Wörter im Dependenzbaum auseinander stehen: ein Vektor für jede Zahl von Kanten bis m. Sätze brauchen
    einen Baum: nur für Baumbanken.
tree-traversal = Der Weg von einem Wort zum anderen durch den Dependenzbaum: ein Vektor für jeden Weg bis m Schritte. Sätze brauchen
    einen Baum: nur für Baumbanken.
special-pos = Ein Head fragt nach Labels einer Baumbank, Wortarten oder Relationen, statt nach Wörtern: ein Vektor für jedes Label.
    Wörter brauchen solche Labels: nur für Baumbanken.
special-relation = { special-pos }
