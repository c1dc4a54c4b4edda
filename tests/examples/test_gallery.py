"""The gallery: pictures are those that the commands beside them draw today."""

import importlib.util
import re

import numpy as np
import pytest
from PIL import Image

from comparatex.files import TEMPLATES
from comparatex.typeset import engines
from comparatex.typeset.pages import compile_pages, png

WHOLE = ("mcm", "cdd")
"""Pictures that their commands draw, TeX and all; of the others they print the fragment."""

TOLERANCE = 0.03
"""Mean difference of grey levels, of which fonts of another TeX distribution stay below."""


@pytest.fixture(scope="module")
def gallery(pytestconfig):
    path = pytestconfig.rootpath / "examples" / "gallery" / "build.py"
    spec = importlib.util.spec_from_file_location("gallery_build", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def drawn(gallery, pytestconfig, tmp_path_factory):
    """Draw all pictures again, from the project's folder: two by their commands, and what others print in one run."""
    folder = tmp_path_factory.mktemp("gallery")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(pytestconfig.rootpath)
        gallery.draw(folder, set(WHOLE))
        sources = {
            name: gallery._run(f"{command} -o -")
            for name, _, command in gallery.PICTURES
            if name not in WHOLE
        }
        french = {name: sources.pop(name) for name in tuple(sources) if name.endswith("-french")}
        for fragments in (sources, french):
            for name, pdf in compile_pages(fragments, TEMPLATES, engines.find("pdflatex")).items():
                (folder / f"{name}.png").write_bytes(png(pdf))
        gallery.siunitx(folder)
        gallery.overview(folder)
        gallery.audit(folder)
    return folder


def look(path):
    """Return the size of a picture, and its grey levels on a coarse grid."""
    with Image.open(path) as picture:
        small = picture.convert("L").resize((200, 200), Image.Resampling.BOX)
        return picture.size, np.asarray(small, float) / 255


@pytest.mark.latex
def test_pictures_are_up_to_date(gallery, drawn):
    for name in (*(name for name, *_ in (*gallery.PICTURES, gallery.SIUNITX, *gallery.FINDINGS)), "overview"):
        (size, kept), (new_size, new) = (look(folder / f"{name}.png") for folder in (gallery.HERE, drawn))
        assert np.allclose(size, new_size, rtol=0.05), (name, size, new_size)
        assert np.mean(np.abs(kept - new)) < TOLERANCE, name


def test_the_page_shows_every_picture_with_its_command(gallery):
    page = (gallery.HERE / "README.md").read_text(encoding="utf-8")
    assert page == gallery.readme()
    pictures = re.findall(r"\]\((.+?)\)", page)
    names = [name for name, *_ in (*gallery.PICTURES, gallery.SIUNITX, *gallery.FINDINGS)]
    assert pictures == [*(f"{name}.png" for name in names), "report.png", "report.pdf"]
    assert all((gallery.HERE / picture).is_file() for picture in pictures)
    assert {path.stem for path in gallery.HERE.glob("*.png")} == {*names, "overview", "report"}
