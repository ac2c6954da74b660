"""Completion of `--option=value`, which click leaves to chance.

bash cuts `--engine=cad` into three words, zsh and fish take it for one.  Either way
click is asked for the values that begin with `cad`; bash puts them behind the sign
itself, for the others the option stands before them again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

if TYPE_CHECKING:
    from typing import Any

__all__ = ["install"]


class _Bash(BashComplete):
    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        kept = [
            word
            for at, word in enumerate(args)
            if word != "=" or not at or not args[at - 1].startswith("--")
        ]
        return kept, incomplete


class _Whole(ShellComplete):
    def get_completions(self, args: list[str], incomplete: str) -> list[Any]:
        found: list[CompletionItem] = super().get_completions(args, incomplete)
        option, sign, _ = incomplete.partition("=")
        if not sign or not option.startswith("--"):
            return found
        return [
            CompletionItem(f"{option}={item.value}", item.type, item.help)
            for item in found
        ]


class _Zsh(_Whole, ZshComplete):
    pass


class _Fish(_Whole, FishComplete):
    pass


def install() -> None:
    """Let click use these."""
    for shell in (_Bash, _Zsh, _Fish):
        add_completion_class(shell)
