"""Nearfar in a notebook: attention that knows distance, in a frame that needs neither a network nor a server.

    import nearfar
    nearfar.lab("The plot is weak but the actors are very good", w=[-1, 1], v=[2, 2])
    nearfar.show(attentions, tokens)
    nearfar.show(checkpoint="model.safetensors", sentence="near and far")

What is returned draws itself as the last value of a cell; `.save("x.html")` writes a page of its own, and `.widget()`
(with `nearfar[widget]`) tells the notebook what is moved, and takes settings from it. The page is one
HTML file inside this package (`cargo xtask wheel` puts it there), which computes everything in the browser.
"""

from __future__ import annotations

import base64
import html
import io
import json
import math
import os
import struct
import sys
import zipfile
from array import array
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence, Union
from urllib.parse import quote

if TYPE_CHECKING:
    from .widget import Widget

__all__ = ["View", "lab", "show"]

#: A notebook keeps what a cell shows in its own file: a checkpoint larger than this, in bytes, has no place there.
LARGEST_CHECKPOINT = 64_000_000
#: The most tokens, layers and heads of attention weights that the page shows.
MOST_TOKENS, MOST_LAYERS, MOST_HEADS = 128, 256, 16
#: How far the sum of a row of weights may be from 1: what half precision leaves of it.
ROW_ERROR = 0.02

_PathLike = Union[str, "os.PathLike[str]"]


class View:
    """The page in a state of its own.

    ``fragment`` is what a link to that state has behind ``#``; ``files`` are opened in it, by name.
    """

    def __init__(self, fragment: str = "", files: Mapping[str, bytes] | None = None, height: int = 720) -> None:
        if not isinstance(height, int) or not 100 <= height <= 10_000:
            raise ValueError(f"height is {height!r}, and must be 100 to 10000 pixels")
        self.fragment = fragment
        self.files = dict(files or {})
        #: Settings that are made once the files are open.
        self.then: dict[str, Any] = {}
        self.height = height

    def html(self) -> str:
        """The page as a document."""
        # Nothing in a script is an entity; a fragment that is a link's has no angle brackets.
        fragment = self.fragment.replace("<", "%3C")
        parts = [f'<script type="text/plain" data-start>{fragment}</script>']
        for name, content in self.files.items():
            packed = base64.b64encode(content).decode("ascii")
            parts.append(f'<script type="text/plain" data-opened="{html.escape(name)}">{packed}</script>')
        if self.then:
            parts.append(f'<script type="text/plain" data-then>{json.dumps(self.then)}</script>')
        # Before the first script of the page, which reads them.
        before, script, after = _page().partition("<script>")
        return before + "".join(parts) + script + after

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{html.escape(self.html())}" title="Nearfar" '
            f'style="width: 100%; height: {self.height}px; border: 0"></iframe>'
        )

    def widget(self) -> "Widget":
        """The page as a widget: the notebook reads, follows and changes its settings (``pip install nearfar[widget]``)."""
        try:
            from .widget import Widget
        except ImportError as missing:
            raise ImportError(f"a widget needs what is not installed: pip install 'nearfar[widget]' ({missing})") from missing
        return Widget(self)

    def __repr__(self) -> str:
        return f"<nearfar.View {self.fragment!r}>"

    def save(self, path: _PathLike) -> Path:
        """Writes the page as a file that any browser opens from a disk, and returns where."""
        path = Path(path)
        path.write_text(self.html(), encoding="utf-8")
        return path


def lab(
    sentence: str | None = None,
    w: Sequence[float] | None = None,
    v: Sequence[float] | None = None,
    *,
    height: int = 720,
    **settings: Any,
) -> View:
    """The Lab with a sentence, and w and v of its heads, from head 1 on.

    ``settings`` are fields of a link by their names, with ``_`` for ``-``: ``head=3``, ``model="untrained"``,
    ``room="curves"``. What the page does not know it names and leaves out.
    """
    fields: dict[str, str] = {}
    if sentence is not None:
        fields["sentence"] = str(sentence)
    for name, values in (("w", w), ("v", v)):
        if values is not None:
            fields[name] = ",".join(_numbers(name, values))
    for name, value in settings.items():
        fields[name.replace("_", "-")] = _text(value)
    return View("&".join(f"{name}={quote(value, safe='')}" for name, value in fields.items()), height=height)


def show(
    attentions: Any = None,
    tokens: Sequence[str] | None = None,
    *,
    checkpoint: _PathLike | None = None,
    sentence: str | None = None,
    height: int = 720,
    **settings: Any,
) -> View:
    """Attention weights of one text, or a checkpoint, in the Lab.

    ``attentions`` is what ``model(..., output_attentions=True)`` gives and BertViz takes: a layer each
    ``[1, heads, N, N]`` or ``[heads, N, N]``, or all in one ``[layers, heads, N, N]``; NumPy's or torch's arrays, or
    lists. Every row adds up to 1. ``tokens`` are their N texts. Without queries and keys the page says what it
    cannot show.

    ``checkpoint`` is Nearfar's own, or one of a family that it knows, as one .safetensors file. ``config.json`` and
    ``tokenizer.json`` (or ``vocab.txt``) beside the file are opened with it.

    ``settings`` are those of :func:`lab`; ``layer`` and ``head`` count from 1.
    """
    if (attentions is None) == (checkpoint is None):
        raise ValueError("show takes attention weights with their tokens, or checkpoint=, and one of the two")
    if attentions is not None:
        if sentence is not None:
            raise ValueError("sentence: attention weights have their own text; give its tokens")
        # A model that opens is shown from its first layer and head on.
        then = {name: int(settings.pop(name)) for name in ("layer", "head") if name in settings}
        view = lab(height=height, **settings)
        view.files = {FILE: _npz(*_weights(attentions), _labels(tokens))}
        view.then = then
        return view
    path = Path(checkpoint)  # type: ignore[arg-type]
    if not path.is_file():
        raise FileNotFoundError(f"checkpoint: there is no file {path}")
    beside = [path.with_name(name) for name in ("config.json", "tokenizer.json", "vocab.txt")]
    paths = [path, *(each for each in beside if path.name != each.name and each.is_file())]
    size = sum(each.stat().st_size for each in paths)
    if size > LARGEST_CHECKPOINT:
        raise ValueError(
            f"checkpoint: {path} has {size:,} bytes, and a notebook would keep them all; "
            f"{LARGEST_CHECKPOINT:,} is the most. Drop the file on the page of nearfar.lab() instead."
        )
    view = lab(sentence, height=height, **settings)
    view.files = {each.name: each.read_bytes() for each in paths}
    return view


#: The name of the file in which attention weights are handed to the page.
FILE = "attentions.npz"


def _plain(value: Any) -> Any:
    """A torch tensor or NumPy array as lists; lists as they are."""
    if hasattr(value, "detach"):
        # bfloat16 has no NumPy, and a graph or a device is nobody's business here.
        value = value.detach().to("cpu").float()
    return value.tolist() if hasattr(value, "tolist") else value


def _shape(value: Any) -> tuple[int, ...]:
    shape = []
    while isinstance(value, (list, tuple)):
        shape.append(len(value))
        if not value:
            break
        value = value[0]
    return tuple(shape)


def _weights(attentions: Any) -> tuple[tuple[int, int, int], array]:
    """Layers, heads and tokens, and the weights one after the other."""
    if isinstance(attentions, (list, tuple)):
        attentions = [_plain(each) for each in attentions]
    else:
        attentions = _plain(attentions)
    shape = _shape(attentions)
    # A list of layers, each with a batch of one, is one axis more.
    if len(shape) == 5 and shape[1] == 1:
        odd = [place for place, layer in enumerate(attentions) if len(layer) != 1]
        if odd:
            raise ValueError(f"attentions[{odd[0]}] holds {len(attentions[odd[0]])} texts; pass those of one")
        attentions = [layer[0] for layer in attentions]
        shape = _shape(attentions)
    elif len(shape) == 3:
        attentions, shape = [attentions], (1, *shape)
    if len(shape) != 4 or shape[2] != shape[3] or 0 in shape:
        raise ValueError(
            f"attentions have the shape {list(shape)}; the weights of one text are [layers, heads, N, N], "
            "or a layer each [1, heads, N, N]"
        )
    layers, heads, count, _ = shape
    for what, found, most in (("layers", layers, MOST_LAYERS), ("heads", heads, MOST_HEADS), ("tokens", count, MOST_TOKENS)):
        if found > most:
            raise ValueError(f"attentions have {found} {what}; the page shows at most {most}. Pass fewer, by a slice")
    numbers = array("f")
    for layer, maps in enumerate(attentions):
        if len(maps) != heads:
            raise ValueError(f"attentions[{layer}] has {len(maps)} heads, the layer before {heads}; pass layers of one size")
        for head, rows in enumerate(maps):
            place = f"attentions, layer {layer + 1}, head {head + 1}"
            if len(rows) != count:
                raise ValueError(f"{place} has {len(rows)} rows, others have {count}")
            for row, weights in enumerate(rows):
                _check_row(f"{place}, row {row + 1}", weights, count)
                numbers.extend(weights)
    return (layers, heads, count), numbers


def _check_row(place: str, weights: Any, count: int) -> None:
    if not isinstance(weights, (list, tuple)) or len(weights) != count:
        raise ValueError(f"{place} must hold {count} weights, one for each token")
    total = 0.0
    for weight in weights:
        if not isinstance(weight, (int, float)) or not -ROW_ERROR <= weight <= 1 + ROW_ERROR:
            raise ValueError(f"{place}: a weight is {weight!r}; weights are from 0 to 1, after the softmax")
        total += weight
    if not math.isclose(total, 1, abs_tol=ROW_ERROR):
        raise ValueError(f"{place}: the weights add up to {total:.3f}, and must add up to 1; pass them after the softmax")


def _labels(tokens: Sequence[str] | None) -> list[str] | None:
    if tokens is None:
        return None
    if isinstance(tokens, str):
        raise ValueError("tokens is one text; pass the list of its tokens")
    return [str(token) for token in tokens]


def _npy(descr: str, shape: tuple[int, ...], data: bytes) -> bytes:
    """An array as a file of NumPy's format, version 1."""
    header = repr({"descr": descr, "fortran_order": False, "shape": shape})
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode("ascii") + data


def _npz(shape: tuple[int, int, int], numbers: array, labels: list[str] | None) -> bytes:
    layers, heads, count = shape
    if labels is not None and len(labels) != count:
        raise ValueError(f"there are {len(labels)} tokens, but the weights are those of {count}")
    if sys.byteorder == "big":
        numbers.byteswap()
    files = {"attentions": _npy("<f4", (layers, heads, count, count), numbers.tobytes())}
    if labels is not None:
        # NumPy has no text of no characters.
        width = max(1, *map(len, labels))
        texts = b"".join(label.ljust(width, "\0").encode("utf-32-le", "replace") for label in labels)
        files["tokens"] = _npy(f"<U{width}", (count,), texts)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            # The same bytes at any time.
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), content)
    return out.getvalue()


def _page() -> str:
    return resources.files(__package__).joinpath("nearfar.html").read_text(encoding="utf-8")


def _numbers(name: str, values: Iterable[float]) -> list[str]:
    """Numbers of heads as a link writes them, from lists, tuples, numpy's and torch's arrays of one dimension."""
    texts = []
    for index, value in enumerate(values):
        number = float(value)
        if not -1000 <= number <= 1000:
            raise ValueError(f"{name}[{index}] is {number}, and must be -1000 to 1000")
        texts.append(f"{index + 1}:{number:.9g}")
    if not texts:
        raise ValueError(f"{name} has no numbers")
    return texts


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return value if isinstance(value, str) else json.dumps(value)
