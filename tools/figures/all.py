"""Which figures there are, and where they are kept."""

from pathlib import Path

from tools.figures import by_hand, cube, formula, head, home, network, transformer, two_heads, widths

FOLDER = Path(__file__).parents[2] / "docs/figures"
DRAW = {
    "home": home.draw,
    "cube": cube.draw,
    "network": network.draw,
    "by-hand": by_hand.draw,
    "widths": widths.draw,
    "formula": formula.draw,
    "object-head": head.draw_object_head,
    "action-head": head.draw_action_head,
    "two-heads": two_heads.draw,
    "transformer": transformer.draw,
}
