### Was index.html sagt, bevor das Programm läuft und wo es nicht laufen kann.

title = Nearfar: Attention, die Abstände kennt
description = Ein Labor für Attention, die Abstände kennt: einen Satz eingeben, w und v jedes Heads verstellen und den
    DA-Transformer neben dem Vanilla-Transformer beobachten. Nichts verlässt den Browser.
no-script = Nearfar rechnet ganz im Browser, mit WebAssembly. Bitte Skripte für diese Seite zulassen.
starting = Nearfar startet …

## Wo es nicht starten kann

unstartable = Nearfar konnte nicht starten
unstartable-file = Die Seite wurde als Datei geöffnet; von dort laden Browser kein Programm. Den Ordner über einen
    beliebigen Webserver bereitstellen und dessen Adresse öffnen.
unstartable-frame = Die Seite steht in einem Frame mit Sandbox ohne allow-same-origin; so kann ihr Programm nicht laden.
unstartable-browser = Nötig ist ein Browser mit WebAssembly-SIMD: Chrome oder Edge ab 91, Firefox ab 89, Safari ab 16.4.
unstartable-part = Ein Teil des Programms wurde nicht geladen. Neuladen kann helfen; wenn nicht, fehlen auf dem Server
    Dateien.
reload = Neu laden
trouble = Etwas ist schiefgegangen
trouble-about = Nearfar ist wegen eines internen Fehlers ausgefallen. Satz und Einstellungen bleiben erhalten und sind nach
    dem Neuladen wieder da.

## Ein Bereich, der ein eigenes Programm ist

room-coming = Der Bereich wird geladen …
# Es folgen Doppelpunkt und die Worte des Browsers.
room-not-loaded = Der Bereich wurde nicht geladen
room-try-again = Erneut versuchen
share-coming = Der Dialog „Teilen“ wird geladen …
share-not-loaded = Der Dialog „Teilen“ wurde nicht geladen
share-dismiss = Ausblenden

## Ohne Netz

offline-visited = Was schon geöffnet war, läuft auch ohne Netz.
offline-all = Alles offline verfügbar machen ({ $size })
offline-coming = { $done } von { $size } geladen
offline-is-there = Ganz Nearfar ist gespeichert und läuft ohne Netz.
offline-failed = Es kam nicht alles an.
offline-new = Es gibt eine neue Version von Nearfar. Sie kommt, wenn die Seite neu geladen wird; Satz und Einstellungen bleiben.
offline-later = Später
single-not-inside = Diese eine Datei von Nearfar enthält { $file } nicht; die Website schon
