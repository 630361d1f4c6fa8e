"""What the package makes of its arguments: python3 -m unittest discover python/tests."""

import ast
import html
import importlib.util
import io
import struct
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import nearfar  # noqa: E402

PAGE = "<!doctype html><html><head><title>&amp;</title><script>\nlet page;</script></head></html>"


class Tensor:
    """As much of torch's tensor as is asked of one."""

    def __init__(self, values: list) -> None:
        self.values = values

    def detach(self) -> "Tensor":
        return self

    def to(self, device: str) -> "Tensor":
        assert device == "cpu"
        return self

    def float(self) -> "Tensor":
        return self

    def tolist(self) -> list:
        return self.values


def arrays(content: bytes) -> dict:
    """The arrays of an .npz by their names, as NumPy reads them: shape and numbers, or texts."""
    found = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            file = archive.read(name)
            assert file[:8] == b"\x93NUMPY\x01\x00"
            (length,) = struct.unpack("<H", file[8:10])
            assert (10 + length) % 64 == 0
            header = ast.literal_eval(file[10 : 10 + length].decode("ascii"))
            data = file[10 + length :]
            if header["descr"] == "<f4":
                values = list(struct.unpack(f"<{len(data) // 4}f", data))
            else:
                width = 4 * int(header["descr"][2:])
                texts = (data[at : at + width].decode("utf-32-le") for at in range(0, len(data), width))
                values = [text.rstrip("\0") for text in texts]
            found[name] = (list(header["shape"]), values)
    return found


class Views(unittest.TestCase):
    def setUp(self) -> None:
        patch = mock.patch("nearfar._page", return_value=PAGE)
        patch.start()
        self.addCleanup(patch.stop)

    def test_a_state_is_a_link_s_fragment(self) -> None:
        view = nearfar.lab("near & far", w=[-1, 0.25], v=(2,), head=2, model_b="untrained", causal=True)
        expected = "sentence=near%20%26%20far&w=1%3A-1%2C2%3A0.25&v=1%3A2&head=2&model-b=untrained&causal=1"
        self.assertEqual(view.fragment, expected)

    def test_the_state_stands_before_the_first_script(self) -> None:
        page = nearfar.View("sentence=a</script>").html()
        start = '<script type="text/plain" data-start>sentence=a%3C/script></script><script>\nlet page;'
        self.assertIn(start, page)
        self.assertTrue(page.startswith("<!doctype html>"))

    def test_a_cell_shows_a_frame_with_the_whole_page(self) -> None:
        view = nearfar.lab("near", height=300)
        frame = view._repr_html_()
        self.assertIn("height: 300px", frame)
        source = frame.split('srcdoc="')[1].split('"')[0]
        self.assertEqual(html.unescape(source), view.html())

    def test_numbers_that_are_none_are_refused(self) -> None:
        for w, why in (([], "no numbers"), ([0, 2000], r"w\[1\] is 2000"), ([float("nan")], r"w\[0\] is nan")):
            with self.assertRaisesRegex(ValueError, why):
                nearfar.lab(w=w)

    def test_a_checkpoint_comes_with_what_lies_beside_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.safetensors")
            with self.assertRaisesRegex(FileNotFoundError, "a.safetensors"):
                nearfar.show(checkpoint=path)
            path.write_bytes(b"near")
            Path(folder, "config.json").write_text("{}")
            view = nearfar.show(checkpoint=str(path), sentence="far")
            self.assertEqual(view.files, {"a.safetensors": b"near", "config.json": b"{}"})
            self.assertIn('data-opened="a.safetensors">bmVhcg==</script>', view.html())
            with mock.patch("nearfar.LARGEST_CHECKPOINT", 5), self.assertRaisesRegex(ValueError, "6 bytes"):
                nearfar.show(checkpoint=path)

    def test_attention_weights_in_every_form(self) -> None:
        maps = [[[[0.5, 0.5], [0.25, 0.75]]], [[[1.0, 0.0], [0.0, 1.0]]]]
        alone = {"attentions.npy": ([2, 1, 2, 2], [0.5, 0.5, 0.25, 0.75, 1, 0, 0, 1])}
        batched = tuple([layer] for layer in maps)
        for attentions in (maps, batched, [Tensor(layer) for layer in batched], Tensor(maps)):
            view = nearfar.show(attentions, ["na\u00efve", "\U0001f642 x"], layer=2, head=1)
            self.assertEqual(list(view.files), ["attentions.npz"])
            read = arrays(view.files["attentions.npz"])
            self.assertEqual(read["attentions.npy"], alone["attentions.npy"])
            self.assertEqual(read["tokens.npy"], ([2], ["na\u00efve", "\U0001f642 x"]))
            self.assertEqual(view.then, {"layer": 2, "head": 1})
            self.assertIn('data-then>{"layer": 2, "head": 1}</script>', view.html())
        self.assertEqual(list(arrays(nearfar.show(maps).files["attentions.npz"])), ["attentions.npy"])
        one = nearfar.show(maps[0]).files["attentions.npz"]
        self.assertEqual(arrays(one)["attentions.npy"][0], [1, 1, 2, 2])
        self.assertEqual(one, nearfar.show(maps[0]).files["attentions.npz"])

    def test_what_is_no_attention_is_refused(self) -> None:
        row = [0.5, 0.5]
        cases = [
            ([[[row]]], r"shape \[1, 1, 1, 2\]", None),
            (3, r"shape \[\]", None),
            ([[[row, [0.5, 0.6]]]], "layer 1, head 1, row 2: the weights add up to 1.100", None),
            ([[[row, [1.5, -0.5]]]], "row 2: a weight is 1.5", None),
            ([[[row, [float("nan"), 0.5]]]], "a weight is nan", None),
            ([[[row, ["a", 0.5]]]], "a weight is 'a'", None),
            ([[[row, [1.0]]]], "row 2 must hold 2 weights", None),
            ([[[row, row]], [[row, row], [row, row]]], r"attentions\[1\] has 2 heads", None),
            ([[[[row, row]]], [[[row, row]], [[row, row]]]], r"attentions\[1\] holds 2 texts", None),
            ([[[row, row]]] * 257, "257 layers", None),
            ([[[row, row]]], "1 tokens, but the weights are those of 2", ["a"]),
            ([[[row, row]]], "pass the list", "ab"),
        ]
        for attentions, why, tokens in cases:
            with self.assertRaisesRegex(ValueError, why):
                nearfar.show(attentions, tokens)
        with self.assertRaisesRegex(ValueError, "one of the two"):
            nearfar.show()
        with self.assertRaisesRegex(ValueError, "own text"):
            nearfar.show([[[row, row]]], ["a", "b"], sentence="a b")

    def test_a_page_is_saved(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            view = nearfar.lab("near")
            path = view.save(Path(folder, "x.html"))
            self.assertEqual(path.read_text(encoding="utf-8"), view.html())

    def test_a_widget_says_what_it_needs(self) -> None:
        with mock.patch.dict(sys.modules, {"anywidget": None, "nearfar.widget": None}):
            with self.assertRaisesRegex(ImportError, r"pip install 'nearfar\[widget\]'"):
                nearfar.lab("near").widget()

    @unittest.skipUnless(importlib.util.find_spec("anywidget"), "anywidget is not installed")
    def test_a_widget_takes_settings_by_the_names_of_python(self) -> None:
        widget = nearfar.lab("near", head=2).widget()
        self.assertIn("data-start>sentence=near&head=2&embed=1</script>", widget._page)
        widget.settings = {"head": 2, "model-b": "untrained"}
        widget.set(w=Tensor([1.0, 2.0]), model_b="sst2-da")
        self.assertEqual(widget.settings, {"head": 2, "model-b": "sst2-da", "w": [1.0, 2.0]})


if __name__ == "__main__":
    unittest.main()
