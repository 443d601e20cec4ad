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
    """The risk-factor skirmish: so many squads against as many bands, a player's leader on each side for every two."""
    blocks = max(1, round(squads / 2))
    width, depth = 60 * blocks, 150
    sides = [
        ("South", 0, [0, 0, width, 40], "lieutenant", ("regular-squad", "recruit-squad")),
        ("North", 180, [0, 110, width, 150], "chief", ("warrior-band", "tribal-musketmen")),
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
                + f"players = {[f'{name} {block + 1}' for block in range(blocks)]}\n"
                + "".join(f'[[sides.units]]\ncard = "{leader}"\nowner = "{name} {n + 1}"\n' for n in range(blocks))
                + "".join(
                    f'[[sides.units]]\ncard = "{card}"\ncount = {blocks}\nextra = {{ order = "advance" }}\n'
                    for card in cards
                )
                for name, facing, zone, leader, cards in sides
            ],
            '[[objectives]]\nkind = "otherwise"\nside = 2\n',
            "[extra]\nfirst = 1\n",
        ]
    )


def contingents(units: int, turns: int = 6) -> str:
    """The order-chip game: so many units a side, foot for the most part, with a machine and a gun for every four."""
    blocks = max(1, round(units / 4))
    width, depth = 30 * blocks, 48
    cards = {"line-rifles": blocks, "spear-warriors": blocks, "steam-car": blocks, "field-gun": blocks}
    roster = "".join(f'[[sides.units]]\ncard = "{card}"\ncount = {count}\n' for card, count in cards.items())
    return "\n".join(
        [
            f'id = "contingents-of-{units}"\nsystem = "orderchips"\ntitle = "Contingents"\nblurb = "A measure."',
            f'size = "large"\ntable = [{width}, {depth}]\nturns = {turns}\n',
            *[
                f'[[terrain]]\nkind = "woods"\nname = "wood {block + 1}"\n'
                f"rect = [{30 * block + 4}, 20, {30 * block + 12}, 28]\n"
                for block in range(blocks)
            ],
            f'[[sides]]\nname = "South"\nfacing = 0\nzones = [[0, 0, {width}, 12]]\n{roster}',
            f'[[sides]]\nname = "North"\nfacing = 180\nzones = [[0, {depth - 12}, {width}, {depth}]]\n{roster}',
            '[[objectives]]\nkind = "units-lost"\npoints = 1\n',
        ]
    )


def corps(brigades: int, turns: int = 6) -> str:
    """Guns At Gettysburg: so many brigades a side, each of four regiments and a battery, in line with each other."""
    width, depth = 30 * brigades, 48
    sides = []
    for name, nation, facing, baseline, y, behind, order, cards in (
        ("Union", "union", 180, "north", 36, 44, "defend", ("us-vet", "us-napoleon", "us-line")),
        ("Confederate", "confederate", 0, "south", 14, 4, "attack", ("cs-vet", "cs-mixed", "cs-line")),
    ):
        zone = [0, 24, width, depth] if facing else [0, 0, width, 24]
        sides.append(
            f'[[sides]]\nname = "{name}"\nfacing = {facing}\nzones = [{zone}]\n[sides.extra]\nnation = "{nation}"\n'
            f'baseline = "{baseline}"\ndivisions = [{{ id = "d", name = "the {name} division", order = "{order}" }}]\n'
        )
        told = "assault" if order == "attack" else "hold"
        for number in range(brigades):
            x = 30 * number + 15
            says = f'division = "d", order = "{told}", anchor = [{x}, {y}], facing = {facing}'
            sides.append(f'[[sides.groups]]\nid = "b{number}"\nname = "brigade {number + 1}"\nextra = {{ {says} }}\n')
        sides.append(
            f'[[sides.units]]\ncard = "gen-n"\nname = "the {name} C-in-C"\nat = [{width / 2}, {behind}]\n'
            f'extra = {{ level = "cinc" }}\n'
        )
        for number in range(brigades):
            at = [30 * number + 12, behind]
            sides.append(
                f'[[sides.units]]\ncard = "gen-n"\nname = "{name} brigadier {number + 1}"\ngroup = "b{number}"\n'
                f'at = {at}\nextra = {{ level = "brigadier" }}\n'
            )
            for line, card in ((1, cards[0]), (1, cards[1]), (1, cards[2]), (2, cards[0]), (2, cards[2])):
                formation = "deployed" if card == cards[1] else "line" if told == "hold" else "column"
                sides.append(
                    f'[[sides.units]]\ncard = "{card}"\nname = "{name} {card} {number + 1}.{line}"\n'
                    f'group = "b{number}"\nformation = "{formation}"\nextra = {{ line = {line} }}\n'
                )
    return "\n".join(
        [
            f'id = "corps-of-{brigades}"\nsystem = "gettysburg"\ntitle = "A corps"\nblurb = "A measure."',
            f'size = "large"\ntable = [{width}, {depth}]\nturns = {turns}\n[extra]\nyear = 1863\ntheatre = "east"\n',
            f'[[terrain]]\nkind = "fence"\nname = "the fence"\nline = [[2, 34], [{width - 2}, 34]]\n',
            *sides,
            f'[[objectives]]\nkind = "last-held"\nname = "the fence"\nat = [{width / 2}, 34]\nwithin = 6\npoints = 3\n',
            '[[objectives]]\nkind = "units-taken"\npoints = 1\n',
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
