"""Scenarios of any size and always the same density: the table is as wide as the army needs."""

from __future__ import annotations

BLOCK = ("line-company", "line-company", "lancer-troop", "gatling-battery")  # and a general
FRONT = 28  # inches of table for each block
DEPTH = 60


def army(units: int, turns: int = 6) -> str:
    """So many units a side, a general for every four."""
    blocks = max(1, round(units / len(BLOCK)))
    width = FRONT * blocks
    cards = {card: blocks * BLOCK.count(card) for card in dict.fromkeys(BLOCK)} | {"general": blocks}
    return scenario(f"army-of-{units}", width, turns, terrain(blocks), cards)


def platoons(squads: int, turns: int = 6) -> str:
    """The risk-factor skirmish: so many squads against as many bands, a leader on each side for every two."""
    blocks = max(1, round(squads / 2))
    width, depth = 60 * blocks, 150
    sides = [
        ("South", 0, [0, 0, width, 40], {"lieutenant": blocks, "regular-squad": blocks, "recruit-squad": blocks}),
        ("North", 180, [0, 110, width, 150], {"chief": blocks, "warrior-band": blocks, "tribal-musketmen": blocks}),
    ]
    return "\n".join(
        [
            f'id = "platoons-of-{squads}"\nsystem = "riskfactor"\ntitle = "Platoons"\nblurb = "A measure."',
            f'size = "large"\ntable = [{width}, {depth}]\nturns = {turns}\n',
            *[
                f'[[terrain]]\nkind = "woods"\nname = "wood {block + 1}"\n'
                f"rect = [{60 * block + 5}, 60, {60 * block + 35}, 90]\n"
                for block in range(blocks)
            ],
            *[
                f'[[sides]]\nname = "{name}"\nfacing = {facing}\nzones = [{zone}]\n'
                + "".join(
                    f'[[sides.units]]\ncard = "{card}"\ncount = {count}\nextra = {{ order = "advance" }}\n'
                    for card, count in cards.items()
                )
                for name, facing, zone, cards in sides
            ],
            '[[objectives]]\nkind = "otherwise"\nside = 2\n',
            "[extra]\nfirst = 1\n",
        ]
    )


def companies(count: int, turns: int = 6) -> str:
    """So many companies of ten a side and nothing else."""
    blocks = max(1, count // 3)
    return scenario(f"companies-{count}", FRONT * blocks, turns, terrain(blocks), {"line-company": count})


def scenario(id: str, width: int, turns: int, pieces: list[str], cards: dict[str, int]) -> str:
    roster = [f'[[sides.units]]\ncard = "{card}"\ncount = {count}\n' for card, count in cards.items()]
    return "\n".join(
        [
            f'id = "{id}"\nsystem = "lancer"\ntitle = "{id}"\nblurb = "A measure."\nsize = "large"',
            f"table = [{width}, {DEPTH}]\nturns = {turns}\n",
            *pieces,
            f'[[sides]]\nname = "South"\nfacing = 0\nzones = [[0, 0, {width}, 14]]\n',
            *roster,
            f'[[sides]]\nname = "North"\nfacing = 180\nzones = [[0, {DEPTH - 14}, {width}, {DEPTH}]]\n',
            *roster,
            f'[[objectives]]\nkind = "hold-point"\nname = "the middle"\nx = {width / 2}\ny = {DEPTH / 2}\nwithin = 3\n',
            '[[objectives]]\nkind = "most-removed"\n',
        ]
    )


def terrain(blocks: int) -> list[str]:
    """A wood and a hill for each block, left and right of its middle by turns."""
    pieces: list[str] = []
    for block in range(blocks):
        x = FRONT * block
        for kind, name, at, more in (("woods", "wood", 3, ""), ("hill", "hill", 17, "level = 1\n")):
            y = 24 if (block + (kind == "hill")) % 2 else 30
            corners = f"[{x + at}, {y}, {x + at + 8}, {y + 8}]"
            pieces.append(f'[[terrain]]\nkind = "{kind}"\nname = "{name} {block + 1}"\nrect = {corners}\n{more}')
    return pieces
