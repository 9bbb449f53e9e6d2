"""Fair chance: promised before the deal, made by all seats together, open at the end and not before."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
import pytest

from ludex import BadHistory, BadSetting, History, Request, Table, commitment, game, secret_seed
from ludex.core.language.chance import is_guessable
from ludex.core.language.fairness import ENTROPY, mixed
from ludex.core.play.frozen import freeze, thaw
from tests.typed import not_none

from .tiny import Cards

GAME = Cards()
ANN, BOB = b"sixteen bytes ..", b"as many of Bob's"


def finished(table: Table) -> Table:
    while table.outcome is None:
        table.play(table.waiting[0], "draw")
    return table


# --- commitments


def test_a_commitment_is_the_sha_256_of_the_seed_which_every_browser_can_compute() -> None:
    table = GAME.new(2, seed=b"s" * 32)
    assert table.commitment == commitment(b"s" * 32) == hashlib.sha256(b"s" * 32).hexdigest()


@pytest.mark.parametrize("seed", [7, 0, -1, "my table", "ab" * 31])
def test_a_seed_that_can_be_guessed_is_refused_where_players_rely_on_it(seed: Any) -> None:
    assert is_guessable(seed)
    with pytest.raises(BadSetting, match="can be guessed makes a commitment worthless: give 32 random bytes"):
        GAME.new(2, seed=seed, entropy=[ANN, BOB])


@pytest.mark.parametrize("seed", [None, b"s" * 32, "ab" * 32])
def test_a_seed_of_32_bytes_is_not(seed: Any) -> None:
    assert GAME.new(2, seed=seed, entropy=[ANN, BOB]).engine.entropy == (ANN, BOB)


# --- entropy


def deals(entropy: list[bytes | None] | None, seed: bytes = b"s" * 32) -> bytes:
    table = GAME.new(2, seed=seed, entropy=entropy, length=40)
    finished(table)
    return b"".join(table.engine.record_in_full(at)["card"].tobytes() for at in range(41))


def test_every_seat_changes_the_chance_of_the_whole_game_and_so_does_the_seed() -> None:
    added: list[list[bytes | None]] = [[ANN, BOB], [BOB, ANN], [ANN, None], [None, ANN], [ANN, ANN]]
    dealt = [deals(entropy) for entropy in added] + [deals(None), deals([ANN, BOB], b"t" * 32)]
    assert len(set(dealt)) == len(dealt)
    assert deals([ANN, BOB]) == dealt[0]


def test_without_entropy_chance_is_as_it_always_was() -> None:
    assert deals(None) == deals([None, None]) == deals([])
    assert mixed(b"s" * 32, ()) == b"s" * 32


def test_bytes_cannot_be_moved_from_one_seat_to_another() -> None:
    assert mixed(bytes(32), (b"a" * 16, b"a" * 17)) != mixed(bytes(32), (b"a" * 17, b"a" * 16))


@pytest.mark.parametrize(
    ("entropy", "why"),
    [
        ([ANN], "entropy for 1 of 2 seats"),
        ([ANN, BOB, ANN], "entropy for 3 of 2 seats"),
        ([ANN, b"short"], "the entropy of seat 1 is b'short': expected 16 to 64 random bytes, or None"),
        ([b"a" * 65, None], "the entropy of seat 0"),
        (["a text of 16 ....", None], "the entropy of seat 0"),
        ([b"", ANN], "the entropy of seat 0"),
    ],
)
def test_entropy_that_is_none_is_refused(entropy: Any, why: str) -> None:
    with pytest.raises(BadSetting, match=why):
        GAME.new(2, entropy=entropy)
    assert range(16, 65) == ENTROPY


def test_what_the_seats_added_is_in_the_history_and_checked() -> None:
    table = finished(GAME.new(2, entropy=[ANN, None]))
    history = History.from_json(table.history.to_json())
    assert history.entropy == (ANN.hex(), None)
    assert history.verify(GAME).digest == table.digest
    assert history.verify(GAME).history == history
    for forged in ((BOB.hex(), None), (None, None), (None, ANN.hex()), (), ("x",) * 2, ("ab", None)):
        with pytest.raises(BadHistory):
            msgspec.structs.replace(history, entropy=forged).sealed().verify(GAME)


# --- what a player holds, and checks at the end


def test_a_request_carries_the_commitment_and_the_digest_of_what_happened() -> None:
    table = GAME.new(2, seed=1)
    assert table.request(0).commitment == table.commitment
    assert table.request(0).digest == table.digest == table.engine.start_digest
    table.play(0, "draw")
    data = json.loads(table.request(1).to_json())
    assert (data["commitment"], data["digest"]) == (table.commitment, table.digest)
    assert Request(0).commitment == Request(0).digest == ""


def test_a_request_holds_no_seed() -> None:
    table = GAME.new(2, seed=1)
    request: Any = table.request(0)
    held = list(vars(request).values())
    assert len(held) > 5
    assert all(table.seed not in (value, getattr(value, "seed", None)) for value in held)


def test_what_players_kept_is_checked_against_the_history() -> None:
    table = GAME.new(2, entropy=[ANN, BOB])
    kept = [table.request(0)]
    table.play(0, "draw")
    kept.append(table.request(1))
    history = finished(table).history
    digests = [request.digest for request in kept]
    assert history.verify(GAME, commitment=kept[0].commitment, entropy={0: ANN, 1: BOB}, digests=digests)
    with pytest.raises(BadHistory, match="another table: its commitment is"):
        history.verify(GAME, commitment="0" * 64)
    with pytest.raises(BadHistory, match="what seat 1 added to chance is not in the history"):
        history.verify(GAME, entropy={1: ANN})
    with pytest.raises(BadHistory, match="what seat 7 added"):
        history.verify(GAME, entropy={7: ANN})
    with pytest.raises(BadHistory, match="never has the digest 0000"):
        history.verify(GAME, digests=[*digests, "0" * 32])


def test_another_history_of_the_same_table_lacks_the_digests_that_players_kept() -> None:
    """A server that shows one game and publishes another is found out."""
    shown, other = (GAME.new(2, seed=b"s" * 32) for _ in range(2))
    shown.play(0, "draw")
    other.play(0, "keep")
    with pytest.raises(BadHistory, match="never has the digest"):
        finished(other).history.verify(GAME, commitment=shown.commitment, digests=[shown.request(1).digest])


def test_the_digest_does_not_tell_whether_a_move_that_was_taken_back_was_made_again() -> None:
    table = GAME.new(2, seed=1)
    table.play(0, "keep")
    before = table.request(1).digest
    table.undo(agreed=(0, 1))
    table.play(0, "keep")
    assert table.request(1).digest != before
    assert table.history.verify(GAME).digest == table.digest


# --- what is open, and when


def forfeited() -> Table:
    table = GAME.new(2, seed=1)
    table.play(0, "draw")
    table.forfeit(1, "left")
    return table


def test_a_game_that_was_reopened_has_another_seed_than_the_one_that_was_published() -> None:
    for table in (forfeited(), finished(GAME.new(2, seed=1))):
        published = table.history.public().seed
        assert published == table.seed.hex()
        table.undo(agreed=(0, 1))
        kept = table.request(table.waiting[0])
        assert table.history.public().seed is None
        assert table.seed.hex() != published
        assert published not in (secret.seed.hex() for secret in table.engine.secrets[1:])
        finished(table)
        history = History.from_json(table.history.public().to_json())
        assert history.verify(GAME, digests={kept.digest: kept.commitment}).digest == table.digest
        with pytest.raises(BadHistory, match="the commitment was not"):
            history.verify(GAME, digests={kept.digest: history.commitment})
        assert not_none(history.renewals[0].seed) == table.seed.hex()


def test_what_follows_in_a_reopened_game_cannot_be_worked_out_from_the_published_seed() -> None:
    drawn = set()
    for _ in range(12):
        table = forfeited()
        table.undo(agreed=(0, 1))
        finished(table)
        drawn.add(table.engine.record_in_full()["card"].tobytes())
    assert len(drawn) > 1


def test_a_reopened_game_that_was_frozen_goes_on_with_its_new_seed() -> None:
    table = forfeited()
    table.undo(agreed=(0, 1), seed=b"n" * 32)
    table.play(0, "draw")
    again = thaw(GAME.new(2, seed=1), freeze(table))
    assert again.seed == table.seed == b"n" * 32
    assert finished(again).digest == finished(table).digest


def test_a_forged_renewal_is_refused() -> None:
    table = forfeited()
    table.undo(agreed=(0, 1))
    history = finished(table).history
    renewal = history.renewals[0]
    other = secret_seed(3)
    forged: list[dict[str, Any]] = [
        {"seed": other.hex()},
        {"seed": other.hex(), "commitment": commitment(other)},
        {"seed": None},
        {"seed": "ab" * 33},
        {"after": 3},
    ]
    after_the_end = msgspec.structs.replace(renewal, after=99)
    for renewals in (
        *((msgspec.structs.replace(renewal, **fields),) for fields in forged),
        (),
        (renewal, after_the_end),
    ):
        with pytest.raises(BadHistory):
            msgspec.structs.replace(history, renewals=renewals).sealed().verify(GAME)


def test_a_finished_branch_publishes_nothing_of_a_game_that_goes_on() -> None:
    table = GAME.new(2, seed=1)
    table.play(0, "draw")
    branch = finished(table.branch())
    assert branch.outcome is not None
    assert not branch.open
    shown = branch.history.public()
    assert shown.seed is None
    assert (shown.moves, shown.outcome) == ((), None)
    assert table.seed.hex() not in shown.to_json()
    assert branch.seed.hex() not in shown.to_json()
    finished(table)
    assert branch.open
    assert branch.history.public().verify(GAME).digest == branch.digest


def test_a_branch_of_a_branch_waits_for_both() -> None:
    table = GAME.new(2, seed=1)
    middle = table.branch()
    last = finished(middle.branch())
    assert not last.open
    finished(table)
    assert not last.open
    finished(middle)
    assert last.open


def test_a_saved_branch_stays_closed() -> None:
    branch = finished(GAME.new(2, seed=1).branch())
    loaded = History.from_json(branch.history.to_json())
    assert loaded.closed
    assert loaded.public().seed is None
    again = loaded.verify(GAME)
    assert not again.open
    assert again.history == loaded


def test_a_game_replayed_to_the_midst_is_a_branch() -> None:
    """Otherwise its end would publish the seed of the other game, and its chance would reveal what comes there."""
    table = GAME.new(2, seed=1)
    for _ in range(3):
        table.play(table.waiting[0], "draw")
    other = table.history.replay(2, GAME)
    assert other.digest == table.played[1].digest
    assert other.seed != table.seed
    assert not finished(other).open
    assert finished(table).history.replay(2, GAME).engine.closed is False


def test_a_finished_game_is_open_and_one_that_goes_on_is_not() -> None:
    table = GAME.new(2, seed=1)
    assert not table.open
    assert finished(table).open
    assert forfeited().open


def test_after_a_forfeit_views_outcome_and_seed_agree_that_everything_is_open() -> None:
    table = forfeited()
    cards = tuple(table.engine.record_in_full()["card"][0].tolist())
    assert table.history.public().seed is not None
    for seat in (0, 1, None):
        assert tuple(table.record(seat)["card"][0].tolist()) == cards
        assert table.view(seat).card == cards[: len(table.view(seat).card)]
        assert not table.record(seat).flags.writeable
    table.undo(agreed=(0, 1))
    assert table.view(1).card[0] == -1


def test_a_forfeit_in_a_branch_opens_nothing() -> None:
    branch = GAME.new(2, seed=1).branch()
    branch.forfeit(0, "tired")
    assert branch.view(1).card[0] == -1


@pytest.mark.parametrize("name", ["modern-art", "automation", "power-grid", "spades"])
def test_views_after_a_forfeit_can_be_made_in_every_game(name: str) -> None:
    table = game(name).new(3 if name == "modern-art" else None, seed=1)
    table.forfeit(0, "left")
    assert [table.view(seat) for seat in (*range(table.seats), None)]


@pytest.mark.parametrize(("name", "settings"), [("modern-art", {}), ("power-grid", {"money": "hidden"})])
def test_money_that_was_hidden_is_seen_after_a_forfeit(name: str, settings: dict[str, Any]) -> None:
    """The outcome tells it anyway."""
    table = game(name).new(3, seed=1, **settings)
    assert table.view(1).seats[0].money is None
    table.forfeit(0, "left")
    assert [seat.money for seat in table.view(1).seats] == table.engine.record_in_full()["money"][0, :3].tolist()
