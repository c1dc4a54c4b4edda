"""Formulas as MathML, which browsers set by themselves: no script from another server."""

from docutils import nodes
from docutils.utils.math import MathError, latex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.writers.html import HTMLTranslator

_LOG = logging.getLogger(__name__)


def _inline(self: HTMLTranslator, node: nodes.math) -> None:
    self.body.append(_mathml(node, block=False))
    raise nodes.SkipNode


def _block(self: HTMLTranslator, node: nodes.math_block) -> None:
    self.body.append(f'<div class="math">{_mathml(node, block=True)}</div>')
    raise nodes.SkipNode


def _mathml(node: nodes.Element, *, block: bool) -> str:
    """Return a formula as MathML; one that cannot be converted is a warning."""
    try:
        formula = str(latex2mathml.tex2mathml(node.astext()))
    except MathError as error:
        _LOG.warning("%s in %s", error, node.astext(), location=node)
        return ""
    return formula.replace("<math", '<math display="block"', 1) if block else formula


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the renderer."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
