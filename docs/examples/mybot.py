from math import dist

WISHES = ("charge", "shoot", "move", "give_order")


def choose(question, seat):
    if question.region is not None and seat.enemies:
        ends = {value: question.region.leads_to(value) for value in question.region.samples}
        near = {value: min(dist(end, enemy) for enemy in seat.enemies) for value, end in ends.items() if end}
        if near:
            return min(near, key=near.get)
    wished = [option for wish in WISHES for option in question.options if option.key.startswith(wish)]
    return wished[0] if wished else question.any_answer()
