## Die Texte eines Modells, das mehrere liest, neben seiner Antwort

texts-pair = Das Modell liest zwei Texte; die Bilder zeigen einen davon.
texts-document = Das Modell liest die Sätze eines Dokuments; die Bilder zeigen einen davon.
text = Text { $place } von { $count }
text-shown = oben gezeigt
text-show = Attention zeigen
text-show-title = Oben die Attention von Text { $place } zeigen
text-remove = Text { $place } entfernen
text-add = Satz hinzufügen
text-add-full = Mehr als { $most } Sätze gehen nicht: erst einen entfernen.
text-placeholder = Weiteren Satz eingeben
lacks-text = Dieses Modell liest zwei Texte: den anderen unten eingeben.
