"""The catalogue of constraints (`satdoku.puzzle.constraints`) under its public name.

Example:
    >>> from satdoku import Puzzle, count
    >>> from satdoku.constraints import Diagonals
    >>> int(count(Puzzle("." * 16, constraints=[Diagonals()])))
    48
"""

# ruff: noqa: PLC0414  so type checkers know what is public

from satdoku.puzzle.constraints.automata import NFA as NFA
from satdoku.puzzle.constraints.automata import Regex as Regex
from satdoku.puzzle.constraints.catalogue import CATALOGUE
from satdoku.puzzle.constraints.chaos import ChaosArrow as ChaosArrow
from satdoku.puzzle.constraints.chaos import ChaosConstruction as ChaosConstruction
from satdoku.puzzle.constraints.chaos import ChaosCount as ChaosCount
from satdoku.puzzle.constraints.chaos import CountRegions as CountRegions
from satdoku.puzzle.constraints.chaos import SameRegion as SameRegion
from satdoku.puzzle.constraints.connected import ConnectedValues as ConnectedValues
from satdoku.puzzle.constraints.hidden import Doppelganger as Doppelganger
from satdoku.puzzle.constraints.hidden import Var as Var
from satdoku.puzzle.constraints.lines import XV as XV
from satdoku.puzzle.constraints.lines import Allowed as Allowed
from satdoku.puzzle.constraints.lines import Alternating as Alternating
from satdoku.puzzle.constraints.lines import Between as Between
from satdoku.puzzle.constraints.lines import BlackDot as BlackDot
from satdoku.puzzle.constraints.lines import Entropic as Entropic
from satdoku.puzzle.constraints.lines import GreaterThan as GreaterThan
from satdoku.puzzle.constraints.lines import Lockout as Lockout
from satdoku.puzzle.constraints.lines import Maximum as Maximum
from satdoku.puzzle.constraints.lines import Minimum as Minimum
from satdoku.puzzle.constraints.lines import Modular as Modular
from satdoku.puzzle.constraints.lines import Nabner as Nabner
from satdoku.puzzle.constraints.lines import PairTable as PairTable
from satdoku.puzzle.constraints.lines import Palindrome as Palindrome
from satdoku.puzzle.constraints.lines import Renban as Renban
from satdoku.puzzle.constraints.lines import Thermo as Thermo
from satdoku.puzzle.constraints.lines import ValueIndexing as ValueIndexing
from satdoku.puzzle.constraints.lines import Whisper as Whisper
from satdoku.puzzle.constraints.lines import WhiteDot as WhiteDot
from satdoku.puzzle.constraints.outside import FullRank as FullRank
from satdoku.puzzle.constraints.outside import HiddenSkyscraper as HiddenSkyscraper
from satdoku.puzzle.constraints.outside import NumberedRoom as NumberedRoom
from satdoku.puzzle.constraints.outside import Sandwich as Sandwich
from satdoku.puzzle.constraints.outside import Skyscraper as Skyscraper
from satdoku.puzzle.constraints.outside import XSum as XSum
from satdoku.puzzle.constraints.places import AntiConsecutive as AntiConsecutive
from satdoku.puzzle.constraints.places import AntiKing as AntiKing
from satdoku.puzzle.constraints.places import AntiKnight as AntiKnight
from satdoku.puzzle.constraints.places import AntiLeaper as AntiLeaper
from satdoku.puzzle.constraints.places import AntiTaxicab as AntiTaxicab
from satdoku.puzzle.constraints.places import Diagonals as Diagonals
from satdoku.puzzle.constraints.places import DisjointGroups as DisjointGroups
from satdoku.puzzle.constraints.places import DutchFlatmates as DutchFlatmates
from satdoku.puzzle.constraints.places import GlobalEntropy as GlobalEntropy
from satdoku.puzzle.constraints.places import GlobalModular as GlobalModular
from satdoku.puzzle.constraints.places import NoRatio as NoRatio
from satdoku.puzzle.constraints.places import NoXV as NoXV
from satdoku.puzzle.constraints.places import Regions as Regions
from satdoku.puzzle.constraints.places import Windoku as Windoku
from satdoku.puzzle.constraints.sets import And as And
from satdoku.puzzle.constraints.sets import BoxIndexing as BoxIndexing
from satdoku.puzzle.constraints.sets import Contains as Contains
from satdoku.puzzle.constraints.sets import CountDistinct as CountDistinct
from satdoku.puzzle.constraints.sets import CountingCircles as CountingCircles
from satdoku.puzzle.constraints.sets import HowMany as HowMany
from satdoku.puzzle.constraints.sets import Indexing as Indexing
from satdoku.puzzle.constraints.sets import LookAndSay as LookAndSay
from satdoku.puzzle.constraints.sets import NoIndexing as NoIndexing
from satdoku.puzzle.constraints.sets import Or as Or
from satdoku.puzzle.constraints.sets import RegionSameValues as RegionSameValues
from satdoku.puzzle.constraints.sets import SameValues as SameValues
from satdoku.puzzle.constraints.sums import Arrow as Arrow
from satdoku.puzzle.constraints.sums import AverageArrow as AverageArrow
from satdoku.puzzle.constraints.sums import DoubleArrow as DoubleArrow
from satdoku.puzzle.constraints.sums import EqualCages as EqualCages
from satdoku.puzzle.constraints.sums import EqualityCage as EqualityCage
from satdoku.puzzle.constraints.sums import EqualSums as EqualSums
from satdoku.puzzle.constraints.sums import Killer as Killer
from satdoku.puzzle.constraints.sums import LittleKiller as LittleKiller
from satdoku.puzzle.constraints.sums import Lunchbox as Lunchbox
from satdoku.puzzle.constraints.sums import PillArrow as PillArrow
from satdoku.puzzle.constraints.sums import ProductArrow as ProductArrow
from satdoku.puzzle.constraints.sums import RellikCage as RellikCage
from satdoku.puzzle.constraints.sums import SumLine as SumLine
from satdoku.puzzle.constraints.sums import Total as Total
from satdoku.puzzle.constraints.sums import Zipper as Zipper
from satdoku.puzzle.constraints.worth import Doublers as Doublers
from satdoku.puzzle.constraints.worth import Halvers as Halvers
from satdoku.puzzle.constraints.worth import Negators as Negators

__all__ = sorted(kind.__name__ for kind in CATALOGUE)  # noqa: PLE0605  all of them
