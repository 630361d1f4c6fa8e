"""Runs docs/notebook.ipynb as Jupyter would: run_notebook.py NOTEBOOK. Needs nbclient, ipykernel and the package."""

import sys
import tempfile

import nbformat
from nbclient import NotebookClient


def main() -> None:
    notebook = nbformat.read(sys.argv[1], as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        # What it saves is no part of the project.
        NotebookClient(notebook, timeout=120, resources={"metadata": {"path": folder}}).execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = [output.data.get("text/html", "") for cell in cells for output in cell.outputs if "data" in output]
    frames = [text for text in shown if text.startswith("<iframe srcdoc=") and "nearfar" in text]
    widgets = [output for cell in cells for output in cell.outputs if "application/vnd.jupyter.widget-view+json" in output.get("data", {})]
    # The last cell saves a page and shows none.
    if (len(frames), len(widgets)) != (len(cells) - 2, 1):
        sys.exit(f"{len(cells)} cells showed the page {len(frames)} times, and as a widget {len(widgets)} times")
    print(f"{sys.argv[1]}: {len(frames)} cells show the page, one shows it as a widget")


if __name__ == "__main__":
    main()
