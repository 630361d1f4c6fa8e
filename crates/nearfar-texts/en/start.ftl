### What index.html says, before the program has started and where it does not.

title = Nearfar: attention that knows distance
description = A laboratory for attention that knows distance: type a sentence, move w and v of each head, and watch the
    DA-Transformer beside the vanilla one. Nothing leaves the browser.
no-script = Nearfar computes everything in your browser, with WebAssembly. Please enable JavaScript for this page.
starting = Starting Nearfar …


## Where it cannot start

unstartable = Nearfar could not start
# Each of these four is a reason.
unstartable-file = The page was opened as a file, and browsers do not load programs from files. Serve its folder with any web
    server and open that address.
unstartable-frame = The page stands in a frame that is sandboxed without allow-same-origin, which keeps its program from
    loading.
unstartable-browser = It needs a browser with WebAssembly SIMD: Chrome or Edge 91, Firefox 89, Safari 16.4, or later.
unstartable-part = A part of its program did not load. Reloading may help; if it does not, some of its files are missing on the host.
reload = Reload
trouble = Something went wrong
trouble-about = Nearfar stopped because of an internal error. Your sentence and settings are kept; reloading brings them back.

## A room that is a program of its own

room-coming = Fetching the room …
# Before a colon and what the browser said.
room-not-loaded = The room did not load
room-try-again = Try again
# The dialog of links, QR codes and pictures. What did not load stands before a colon and what the browser said.
share-coming = Fetching the Share dialog …
share-not-loaded = The Share dialog did not load
share-dismiss = Dismiss

## Without a network

offline-visited = What you opened works without a network.
# $size: "7.4 MB", as the browser writes it.
offline-all = Make all of it available offline ({ $size })
# $done, $size: of so many megabytes, as the browser writes them.
offline-coming = { $done } of { $size } fetched
offline-is-there = All of Nearfar is here and works without a network.
offline-failed = Some of it could not be downloaded.
# On two buttons beside it: reload, and offline-later.
offline-new = A new version of Nearfar is available. It loads when you reload the page; your sentence and settings stay.
offline-later = Later
# Why a file did not load: it stands behind a colon, and a full stop follows. $file: its path within the site.
single-not-inside = This single-file copy of Nearfar does not include { $file }; the website does
