"""How Sphinx builds the documentation: ``python -m sphinx docs docs/build``."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

from comparatex.version import __version__  # noqa: E402  (Sphinx needs the path first)

project = "comparatex"
author = "the comparatex developers"
copyright = author
version = release = __version__

extensions = [
    "generated",
    "mathml",
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx_design",
]
exclude_patterns = ["build", "_ext", "paper"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
smartquotes = False  # --option is not an em dash

default_role = "py:obj"  # `name` in docstrings is a link where the site has it
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "none"  # the docstrings have them
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

html_theme = "pydata_sphinx_theme"
html_title = f"comparatex {__version__}"
html_static_path = ["_static"]
html_css_files = ["comparatex.css"]
html_js_files = ["copy.js"]
html_search_scorer = str(HERE / "_static" / "guides_first.js")
html_show_sourcelink = False
html_sidebars = {page: [] for page in ("index", "start", "gallery")}  # which have nothing below them
html_copy_source = False
html_math_renderer = "mathml"
html_theme_options = {
    "navbar_align": "left",
    "header_links_before_dropdown": 7,
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
