"""The page as a widget, with its state both ways: ``pip install nearfar[widget]``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from . import View, _plain

__all__ = ["Widget"]


class Widget(anywidget.AnyWidget):
    """A :class:`nearfar.View` whose settings the notebook reads, follows and changes.

    ``settings`` are those of the page, by the names that ``window.nearfar.settings()`` gives them; empty until the
    page is there. What is assigned is shown; what is moved in the page is here at once, and ``observe`` hears of it.
    Of settings that the page refuses none is taken; ``error`` says why.
    """

    _esm = Path(__file__).with_name("widget.js")
    _page = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(help="of the frame in CSS pixels, until the page says its own").tag(sync=True)
    settings = traitlets.Dict(help="what the page shows").tag(sync=True)
    error = traitlets.Unicode(help="why the last change was refused, or empty").tag(sync=True)

    def __init__(self, view: View) -> None:
        # Inside another page: no head, no foot, and the two may speak.
        inside = View("&".join(part for part in (view.fragment, "embed=1") if part), view.files, view.height)
        inside.then = view.then
        super().__init__(_page=inside.html(), height=view.height)

    def set(self, **changes: Any) -> None:
        """Changes some settings, as ``widget.set(w=[-1, 1], head=2)``; ``_`` stands for ``-`` in their names."""
        named = {name.replace("_", "-"): _plain(value) for name, value in changes.items()}
        self.settings = {**self.settings, **named}
