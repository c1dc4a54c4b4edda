"""Named conventions: ours and those of other tools, as frozen settings, and what each makes of a table."""

from comparatex.inference.conventions.profiles import CONVENTIONS, find
from comparatex.inference.conventions.settings import Convention
from comparatex.inference.conventions.verdicts import Differing, Verdict, differing, verdict

__all__ = ["CONVENTIONS", "Convention", "Differing", "Verdict", "differing", "find", "verdict"]
