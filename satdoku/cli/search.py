"""How solutions are searched for: the options of `Solver`, as commands take them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

from satdoku.cli.options import MAX_CLAUSES
from satdoku.solver import Solver

if TYPE_CHECKING:
    from satdoku.geometry import Geometry
    from satdoku.techniques.technique import Technique


@dataclass(frozen=True, kw_only=True)
class Search:
    """The options of a search, by the names of `satdoku.cli.options`."""

    OPTIONS: ClassVar[frozenset[str]]

    engine: str = "auto"
    encoding: str | None = None
    timeout: float | None = None
    max_clauses: int = MAX_CLAUSES
    heuristic: str | None = None
    order: str | None = None
    use: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    only: tuple[str, ...] = ()

    @property
    def techniques(self) -> frozenset[Technique] | None:
        """The techniques that the engine may use; None if nothing is said.

        Raises:
            UsageError: The engine has none, or none of those that are named.
        """
        if not (self.use or self.avoid or self.only):
            return None
        from satdoku.cli.techniques import techniques_for  # noqa: PLC0415  seldom needed

        return techniques_for(self.engine, self.use, self.avoid, self.only)

    @property
    def formula(self) -> dict[str, Any]:
        """What functions that search a formula take: engine, encoding, max_clauses."""
        names = ("engine", "encoding", "max_clauses")
        return {name: getattr(self, name) for name in names}

    def plan(self, geometry: Geometry) -> str:
        """Describe how the formula of a puzzle of that geometry is searched."""
        from satdoku.checks.checker import plan  # noqa: PLC0415  for --verbose

        how = plan(geometry, **self.formula)
        return f"{how.engine}; {how.recipe.name}: {how.because}"

    @property
    def solver_options(self) -> dict[str, Any]:
        """What `Solver` takes, but for what it is told about the puzzles."""
        own = {"heuristic": self.heuristic, "order": self.order}
        return {**self.formula, **own, "techniques": self.techniques}

    def solver(self, **more: Any) -> Solver:  # noqa: ANN401  as `Solver` takes them
        """Return a solver; `more` are its other options."""
        return Solver(**self.solver_options, **more)


Search.OPTIONS = frozenset(field.name for field in fields(Search))
