"""The words in the dice: sealed by everybody before any are shown, so that nobody alone or last can choose the dice."""

import itertools
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness import Server, begin, play_on, store_in, until
from writes import Waiter

from playsheet.client import sit
from playsheet.core.errors import Refused
from playsheet.core.events import Throw
from playsheet.core.fair import Fair, commitment, fingerprint, seal_of
from playsheet.core.records import read_record, verify
from playsheet.rules import load_system
from playsheet.server import sealing
from playsheet.server.keys import SEAT, key_of
from playsheet.server.new_games import source_of
from playsheet.server.storage import READY, Head, Key, Op, SeatPlan

Data = dict[str, Any]
ANN, BEN = "Ann's own words 123", "Ben's own words 456"


class Players:
    """Those who sit at a new game, each by its number, over HTTP."""

    def __init__(self, server: Server, made: Data) -> None:
        self.server = server
        self.path = f"/api/games/{made['game']}"
        self.secrets = [seat["secret"] for seat in made["seats"]]
        self.game = made["game"]

    def ready(self, seat: int, words: str) -> Data:
        return self.server.post(f"{self.path}/ready", {"seal": seal_of(words)}, self.secrets[seat])

    def show(self, seat: int, words: str) -> Data:
        return self.server.post(f"{self.path}/words", {"words": words}, self.secrets[seat])

    def not_ready(self, seat: int, words: str) -> str:
        return self.server.refused(f"{self.path}/ready", {"seal": seal_of(words)}, self.secrets[seat])[2]

    def not_shown(self, seat: int, words: str) -> str:
        return self.server.refused(f"{self.path}/words", {"words": words}, self.secrets[seat])[2]

    def state(self, seat: int = 0) -> Data:
        return self.server.get(self.path, self.secrets[seat])

    def marks(self, mark: str) -> list[bool]:
        return [seat[mark] for seat in self.state()["seats"]]

    def key(self) -> bytes:
        return self.server.do(self.server.hub.table(self.game)).table.key


@pytest.fixture
def two(server: Server) -> Players:
    return Players(server, server.two())


def first_die(key: bytes, *words: str) -> int:
    return Fair(key, words).roll(6, Throw("first", "table"))


def ground(key: bytes, others: str, face: int) -> str:
    """What a host tries who knows the key and the other's words: words of his own, until the first die pleases him."""
    tried = (f"words that please {count}" for count in itertools.count())
    return next(words for words in itertools.islice(tried, 200) if first_die(key, words, others) == face)


# ---------------------------------------------------------------------- the attack


def test_a_host_who_knows_the_key_and_speaks_last_cannot_choose_the_dice(two: Players) -> None:
    key = two.key()
    two.ready(1, BEN)
    assert two.state()["dice"]["salts"] == [None, None]
    assert BEN not in str(two.state())  # there is nothing yet that words could be chosen by
    two.ready(0, ANN)
    two.show(1, BEN)
    fallen = first_die(key, ANN, BEN)
    wanted = fallen % 6 + 1
    pleasing = ground(key, BEN, wanted)
    assert first_die(key, pleasing, BEN) == wanted  # in the clear, and last, he would have had his way
    assert two.not_shown(0, pleasing) == "these are not the words that this seat has sealed."
    for clear in ({"salt": pleasing}, {"seal": seal_of(pleasing), "salt": pleasing}, {"words": pleasing}):
        assert two.server.refused(f"{two.path}/ready", clear, two.secrets[0])[:2] == (400, "malformed")
    assert two.marks("shown") == [False, True]
    assert two.show(0, ANN)["status"] == "playing"
    game = two.server.hub.open[two.game].table.game
    assert first_die(game.source.key, *game.source.salts) == fallen
    assert two.not_shown(0, pleasing) == two.not_ready(0, pleasing)
    assert two.not_ready(0, pleasing).startswith("the game has begun")


def test_who_seals_anew_after_words_were_shown_begins_a_round_that_the_others_must_agree_to(two: Players) -> None:
    two.ready(1, BEN)
    two.ready(0, ANN)
    two.show(1, BEN)
    pleasing = ground(two.key(), BEN, 6)
    two.ready(0, pleasing)
    state = two.state(1)
    assert (state["status"], state["dice"]["round"], state["dice"]["asked_by"]) == ("gathering", 2, 0)
    assert state["dice"]["seals"] == [seal_of(pleasing), None]
    assert state["dice"]["salts"] == [None, None]
    assert two.marks("ready") == [True, False]
    assert "somebody has not" in two.not_shown(0, pleasing)
    assert "no words in round 2" in two.not_shown(1, BEN)
    assert "sealed in this game before" in two.not_ready(1, BEN)  # they are known by now
    assert "sealed in this game before" in two.not_ready(1, pleasing)  # nor does anybody copy another's seal
    two.ready(1, "Ben's words of the second round")
    two.show(1, "Ben's words of the second round")
    assert two.show(0, pleasing)["status"] == "playing"
    text = two.server.get(f"{two.path}/record", two.secrets[0])
    assert f"\nround: 2\nseal 1: {seal_of(pleasing)}\nseal 2: " in text


def test_words_are_shown_by_nobody_before_all_have_sealed_theirs(server: Server) -> None:
    made = server.make(seats=[{"player": "person"}, {"player": "open"}])
    path = f"/api/games/{made['game']}"
    secret = made["seats"][0]["secret"]
    server.post(f"{path}/ready", {"seal": seal_of(ANN)}, secret)
    assert "somebody has not" in server.refused(f"{path}/words", {"words": ANN}, secret)[2]
    other = server.post(f"{path}/join", {"who": "Ben"}, made["seats"][1]["invite"], 201)["secret"]
    assert "no words in round 1" in server.refused(f"{path}/words", {"words": BEN}, other)[2]
    assert "somebody has not" in server.refused(f"{path}/words", {"words": ANN}, secret)[2]
    for reader in (secret, other, made["watch"]["secret"]):
        assert server.get(path, reader)["dice"]["salts"] == [None, None]
    server.post(f"{path}/ready", {"seal": seal_of(BEN)}, other)
    assert server.post(f"{path}/words", {"words": ANN}, secret)["status"] == "gathering"
    assert server.post(f"{path}/words", {"words": BEN}, other)["status"] == "playing"


def test_spectators_and_the_game_master_have_no_words(server: Server) -> None:
    made = server.two(gm=True)
    for role in ("watch", "gm"):
        for verb, body in (("ready", {"seal": "0" * 64}), ("words", {"words": ANN})):
            path = f"/api/games/{made['game']}/{verb}"
            assert server.refused(path, body, made[role]["secret"])[:2] == (403, "forbidden")


# ---------------------------------------------------------------------- rounds


def test_while_a_seal_is_missing_another_may_be_replaced(two: Players) -> None:
    two.ready(0, "words that are then lost")
    two.ready(0, ANN)
    assert two.state()["dice"]["round"] == 1
    two.ready(1, BEN)
    assert two.not_shown(0, "words that are then lost") == "these are not the words that this seat has sealed."
    two.show(0, ANN)
    assert "cannot be sealed anew" in two.not_ready(0, "words after words")
    assert two.show(1, BEN)["dice"] == {
        "commitment": commitment(two.key()),
        "round": 1,
        "asked_by": None,
        "seals": [seal_of(ANN), seal_of(BEN)],
        "salts": [ANN, BEN],
        "key": None,
    }


def test_once_all_seals_are_there_they_stand(two: Players) -> None:
    """Else words could be on their way to the server when a seal that they were shown against is replaced."""
    two.ready(0, ANN)
    two.ready(1, BEN)
    two.ready(1, "Ben has lost his words")
    assert two.state()["dice"]["round"] == 2
    assert two.marks("ready") == [False, True]
    assert "no words in round 2" in two.not_shown(0, ANN)


def test_the_same_seal_and_the_same_words_again_do_no_harm(two: Players) -> None:
    seqs = [two.ready(0, ANN)["seq"], two.ready(0, ANN)["seq"]]
    two.ready(1, BEN)
    assert two.ready(0, ANN)["dice"]["round"] == 1
    seqs += [two.show(0, ANN)["seq"], two.show(0, ANN)["seq"], two.ready(0, ANN)["seq"]]
    two.show(1, BEN)
    seqs += [two.show(1, BEN)["seq"], two.ready(0, ANN)["seq"]]
    assert seqs == [1, 1, 3, 3, 3, 4, 4]


def test_a_game_is_not_sealed_without_end(two: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealing, "MOST_SEALS", 5)
    for count in range(5):
        two.ready(0, f"words that are lost {count}")
    assert two.not_ready(0, ANN).startswith("words were sealed 5 times in this game")


# ---------------------------------------------------------------------- programs, reloads, restarts


def test_a_seat_shows_its_words_by_itself_after_the_server_was_away(folder: Path) -> None:
    with Server(folder) as server:
        made = server.two()
        ann = server.seat(made, 0)
        ann.open()
        ann.ready("Ann")
        seen = server.get(f"/api/games/{made['game']}", ann.link.secret)
        ann.close()
    with Server(folder) as server:
        players = Players(server, made)
        assert players.state()["dice"] == seen["dice"]
        assert players.marks("ready") == [True, False]
        players.ready(1, BEN)
        players.show(1, BEN)
        again = sit(made["seats"][0]["link"].replace(made["seats"][0]["link"].split("/#")[0], server.url))
        again.words, again.promised = ann.words, ann.promised
        with again:
            until(again, lambda seat: seat.state["status"] == "playing")
            assert again.state["dice"]["salts"] == [ann.words, BEN]
            assert again.words.startswith("Ann ")
            assert again.fingerprint == fingerprint(seen["dice"]["commitment"], again.state["dice"]["seals"])


def test_a_seat_whose_words_are_lost_seals_anew_and_the_other_is_asked(server: Server) -> None:
    made = server.two()
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
        ann.ready()
        ann.ready()
        ben.ready()
        until(ben, lambda seat: seat.state["seats"][1]["shown"])
        with server.seat(made, 0) as again:  # Ann's first program has not heard of Ben's seal, and is gone
            again.ready()
            assert again.state["dice"]["round"] == 2
            until(ben, lambda seat: seat.state["dice"]["round"] == 2)
            assert ben.state["dice"]["asked_by"] == 0
            assert not ben.has_sealed()
            assert ben.state["status"] == "gathering"
            begin(again, ben)
            assert again.state["dice"]["round"] == 2


def test_a_program_that_plays_agrees_to_no_new_round_by_itself(server: Server) -> None:
    made = server.two()
    players = Players(server, made)
    players.ready(0, ANN)
    with server.seat(made, 1) as ben, ThreadPoolExecutor(1) as apart:
        played = apart.submit(ben.play, lambda question, seat: question.any_answer())
        give_up = time.monotonic() + 20.0
        while players.marks("shown") != [False, True]:
            assert time.monotonic() < give_up
        players.ready(0, "Ann wants other dice")
        with pytest.raises(Refused, match="Ann asks for another round of words for the dice: ready\\(\\) seals"):
            played.result(20.0)
    assert players.marks("ready") == [True, False]


@pytest.mark.parametrize("changed", ["seals", "commitment"])
def test_a_seat_shows_no_words_if_the_server_changes_what_they_were_sealed_against(
    server: Server, changed: str
) -> None:
    """Such a server may have looked at the words that were sent to it, and chosen a seal that suits them."""
    made = server.two()
    players = Players(server, made)
    players.ready(0, ANN)
    with server.seat(made, 1) as ben:
        ben.ready()
        assert ben.seen == [seal_of(ANN), seal_of(ben.words)]
        dice = {**ben.state["dice"]}
        dice[changed] = [seal_of(ground(players.key(), ben.words, 6)), seal_of(ben.words)]
        if changed == "commitment":
            dice[changed] = "0" * 64
        seats = [{**seat, "shown": False} for seat in ben.state["seats"]]
        with pytest.raises(Refused, match="has changed its commitment or the seals"):
            ben.take({"t": "seats", "seats": seats, "dice": dice})


def test_words_that_could_not_be_shown_are_not_sealed(server: Server) -> None:
    with server.seat(server.two(), 0) as ann:
        for words in ("long " * 40, "a\nb", "\u202e"):
            with pytest.raises(Refused, match="words: expected"):
                ann.ready(words)
        assert ann.state["dice"]["seals"] == [None, None]


# ---------------------------------------------------------------------- games from before


def old_game(folder: Path, ops: list[Op], seats: int = 2) -> tuple[list[str], bytes]:
    """A game as it was kept when words were given in the clear; the secrets of its seats, and its key."""
    folder.mkdir()
    secrets = [f"{seat}" * 32 for seat in range(seats)]
    key = bytes(range(32))
    with closing(store_in(folder)) as storage:
        head = Head("Old", source_of("the-wells", "", ""), [], [SeatPlan("person", name) for name in ("Ann", "Ben")])
        keys: list[Key] = [key_of(secret, SEAT, seat) for seat, secret in enumerate(secrets)]
        waiters = [Waiter() for _ in range(len(ops) + 1)]
        storage.make("oldgame", 1.0, head, key, keys, waiters[0])
        for op, waiter in zip(ops, waiters[1:]):
            storage.append("oldgame", op, [], [], None, waiter)
        assert [waiter.wait() for waiter in waiters] == [None] * len(waiters)
    return secrets, key


def test_a_game_that_was_begun_with_words_in_the_clear_goes_on_as_it_was(folder: Path) -> None:
    secrets, key = old_game(folder, [Op(1, 1.0, READY, 1, "", "b"), Op(2, 1.0, READY, 0, "", "a")])
    with Server(folder) as server:
        state = server.get("/api/games/oldgame", secrets[0])
        assert state["status"] == "playing"
        assert state["dice"] == {
            "commitment": commitment(key), "round": 0, "asked_by": None, "seals": [None, None], "salts": ["a", "b"],
            "key": None,
        }  # fmt: skip
        assert all(seat["ready"] and seat["shown"] for seat in state["seats"])
        seats = [sit(f"{server.url}/#play/oldgame/{secret}") for secret in secrets]
        begin(*seats)
        play_on(seats, 3000)
        text = seats[0].record()
        for seat in seats:
            seat.close()
    kept = read_record(text).dice
    assert (kept.salts, kept.seals, kept.round) == (["a", "b"], [], 0)
    assert f"commitment: {commitment(key)}\nsalt: a\nsalt: b\nkey: {key.hex()}\n" in text
    verdict = verify(text, load_system)
    assert verdict.sound, verdict.sentence
    assert verdict.fingerprint == ""
    assert "committed to. The players' words were not sealed: whoever knew the key" in verdict.sentence


def test_who_was_ready_in_the_clear_before_the_game_began_says_it_again(folder: Path) -> None:
    secrets, _ = old_game(folder, [Op(1, 1.0, READY, 0, "", "words in the clear")])
    with Server(folder) as server:
        players = Players(server, {"game": "oldgame", "seats": [{"secret": secret} for secret in secrets]})
        assert players.marks("ready") == [False, False]
        assert players.state()["dice"]["salts"] == [None, None]
        players.ready(1, BEN)
        assert "no words in round 1" in players.not_shown(0, "words in the clear")
        players.ready(0, ANN)
        players.show(1, BEN)
        assert players.show(0, ANN)["dice"]["salts"] == [ANN, BEN]


# ---------------------------------------------------------------------- records


def test_the_record_proves_that_words_fit_their_seals(server: Server) -> None:
    made = server.two()
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
        begin(ann, ben)
        printed = ann.fingerprint
        assert ben.fingerprint == printed
        play_on([ann, ben], 3000)
        text = ann.record()
        salts = ann.state["dice"]["salts"]
        assert ann.seen == ben.seen == ann.state["dice"]["seals"] == [seal_of(words) for words in salts]
    verdict = verify(text, load_system)
    assert verdict.sound, verdict.sentence
    assert verdict.fingerprint == printed
    assert "and the players' words are those that were sealed (round 1)" in verdict.sentence
    assert verdict.sentence.endswith(f"here it is {printed}.")


def test_a_clone_has_seals_of_its_own_and_claims_only_its_own_dice(server: Server) -> None:
    made = server.two()
    with server.seat(made, 0) as ann, server.seat(made, 1) as ben:
        begin(ann, ben)
        play_on([ann, ben], 40)
        seats = [{"player": "person"}, {"player": "doctrine"}]
        cloned = server.post(f"/api/games/{made['game']}/clone", {"seats": seats}, ann.link.secret, 201)
    with sit(server.url + cloned["seats"][0]["link"]) as one:
        assert one.state["dice"]["seals"] == [None, None]
        one.play(lambda question, seat: question.any_answer())
        assert one.state["dice"]["seals"] == [seal_of(one.words), None]
        text = one.record()
    steps = len(read_record(text).dice.thrown)
    verdict = verify(text, load_system)
    assert verdict.sound, verdict.sentence
    assert f"the dice from step {steps + 1} on are those that were committed to, and" in verdict.sentence
