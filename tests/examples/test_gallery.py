"""The gallery: pictures are those that the commands beside them draw today."""

import importlib.util
import re

import numpy as np
import pytest
from PIL import Image

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
    """Draw all pictures anew, from the project's folder."""
    folder = tmp_path_factory.mktemp("gallery")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(pytestconfig.rootpath)
        gallery.draw(folder)
        gallery.overview(folder)
    return folder


def grey(path, size=None):
    picture = Image.open(path).convert("L")
    return np.asarray(picture.resize(size or (200, 200), Image.Resampling.BOX), float) / 255


@pytest.mark.latex
def test_pictures_are_up_to_date(gallery, drawn):
    for name in (*(name for name, *_ in gallery.PICTURES), "overview"):
        kept, new = (folder / f"{name}.png" for folder in (gallery.HERE, drawn))
        shapes = [Image.open(path).size for path in (kept, new)]
        assert np.allclose(shapes[0], shapes[1], rtol=0.05), (name, shapes)
        assert np.mean(np.abs(grey(kept) - grey(new))) < TOLERANCE, name


def test_the_page_shows_every_picture_with_its_command(gallery):
    page = (gallery.HERE / "README.md").read_text(encoding="utf-8")
    assert page == gallery.readme()
    pictures = re.findall(r"\]\((.+?)\)", page)
    assert pictures == [f"{name}.png" for name, *_ in gallery.PICTURES]
    assert all((gallery.HERE / picture).is_file() for picture in pictures)
    assert (
        not {path.stem for path in gallery.HERE.glob("*.png")}
        - {name for name, *_ in gallery.PICTURES}
        - {"overview"}
    )
