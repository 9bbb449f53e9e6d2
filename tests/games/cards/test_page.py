"""The board of card games on the online table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random
from typing import Any

import msgspec
import pytest
from tests.games.cards.positions import lay_out, play
from tests.games.cards.short import short_game

import ludex
from ludex import Table
from ludex.core.language.chance import new_dice, secret_seed
from ludex.core.language.interpreted_state import load_twin
from ludex.core.language.options import Span
from ludex.core.show.page import Page, Seating
from ludex.games.cards import LIBRARY, CardGame, View, random_genome
from ludex.games.cards.board.faces import face
from ludex.games.cards.board.scene import Scene
from ludex.games.cards.board.tips import Tips
from ludex.games.cards.board.traits import Traits
from ludex.games.cards.components import NAMES, mask_of
from ludex.games.cards.melding import find_melds
from ludex.games.cards.parts.betting.board import card_total, poker_name
from ludex.games.cards.parts.betting.showdown import card_total as card_total_by_the_rules
from ludex.games.cards.parts.captures.board import captured_by
from ludex.games.cards.parts.discarding.melds import deadwood
from ludex.games.cards.parts.tricks.board import best_seat
from ludex.games.cards.rulebook import rulebook

NAMED = ("Ann", "Bruno", "Chiara", "Dario", "Ewa", "Farid")
ACTION_BAR_ONLY = frozenset(("pass", "believe", "call", "raise", "fold", "double", "redouble"))
"""Answers that nothing on the cloth stands for."""


class Reader(HTMLParser):
    """Reads a page, and complains of tags that do not match."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert not self.open, f"{self.open} are never closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute is there twice: {tag} {attrs}"
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1:] == [tag]
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, name: str) -> list[str]:
        """The values of an attribute, wherever it is."""
        return [attributes[name] for _, attributes in self.elements if name in attributes]

    def with_class(self, name: str) -> list[dict[str, str]]:
        """The attributes of all elements of a class."""
        return [found for _, found in self.elements if name in found.get("class", "").split()]


def read(page: Page) -> Reader:
    return Reader(page.board + page.hand)


def drawn(table: Table[View], seat: int | None) -> Page:
    return table.game.look.page(table.view(seat), seated(table, seat))


def seated(table: Table[View], seat: int | None) -> Seating:
    """Return the seating of a table, with the last events that the viewer received."""
    return Seating(table.players, seat, told=table.engine.told(seat))


def positions(game: CardGame, seats: int, moves: int, seed: int = 1) -> Iterator[Table[View]]:
    """A table after every move of a random game."""
    random = Random(seed)
    game.machine.kernel = game.machine.interpreted
    table: Table[View] = game.new(seats, seed=seed, players=NAMED[:seats])
    while len(table.played) < moves and table.outcome is None:
        yield table
        seat = table.waiting[0]
        table.play(seat, random.choice(table.options(seat)))
    yield table


def games() -> list[CardGame]:
    """The library, and genomes made by chance."""
    return [short_game(name, 2) for name in LIBRARY] + [CardGame(random_genome(Random(seed))) for seed in range(12)]


def sitting(game: CardGame, place: int) -> int:
    """A number of seats that the game has, another one for every place in a list."""
    return game.seats[place % len(game.seats)]


ALL = [pytest.param(game, sitting(game, place), id=f"{game.name}-{place}") for place, game in enumerate(games())]


@pytest.mark.parametrize(("game", "seats"), ALL)
def test_every_view_is_drawn_as_well_formed_html_with_a_headline(game: CardGame, seats: int) -> None:
    for table in positions(game, seats, 40):
        for seat in (len(table.played) % seats, None):
            page = read(drawn(table, seat))
            keys = page.all("data-key")
            assert len(keys) == len(set(keys)), sorted(key for key in keys if keys.count(key) > 1)
            assert not page.all("style")
            assert not any(name.startswith("on") for _, found in page.elements for name in found)
            assert all(found.get("data-tip") for found in page.with_class("face") if "back" not in found["class"])
            assert game.look.headline(table.view(seat), Seating(table.players, seat))


@pytest.mark.parametrize(("game", "seats"), ALL)
def test_every_option_can_be_pressed_on_the_board_or_is_for_the_action_bar(game: CardGame, seats: int) -> None:
    for table in positions(game, seats, 40, seed=2):
        if table.outcome is not None:
            return
        seat = table.waiting[0]
        presses = [tuple(press.split("|")) for press in read(drawn(table, seat)).all("data-press")]
        for path in table.options(seat).paths:
            found = path[0] in ACTION_BAR_ONLY or any(names(path, press) for press in presses)
            assert found, f"nothing stands for {path} in {table.view(seat).due}"


def names(path: tuple[str | Span, ...], press: tuple[str, ...]) -> bool:
    """Return whether tokens are adjacent in a path, by the page's own test."""
    return any(
        len(press) <= len(path) - at and all(map(fits, path[at:], press)) for at in range(len(path) - len(press) + 1)
    )


def fits(wanted: str | Span, token: str) -> bool:
    if isinstance(wanted, str):
        return wanted == token
    return token.isdigit() and wanted.low <= int(token) <= wanted.high


@pytest.mark.parametrize(("game", "seats"), ALL)
def test_what_a_viewer_cannot_know_changes_no_byte_of_the_page(game: CardGame, seats: int) -> None:
    dice = new_dice(secret_seed(5))
    for table in positions(game, seats, 20, seed=3):
        for seat in (len(table.played) % seats, None):
            shown = drawn(table, seat)
            states = table.engine.record_in_full()
            game.machine.kernel.redeal(states, 0, -1 if seat is None else seat, dice)
            game.machine.kernel.hide(states, 0, -1 if seat is None else seat)
            seating = seated(table, seat)
            again = game.view(load_twin(states, 0), seat)
            assert game.look.page(again, seating) == shown
            assert game.look.headline(again, seating) == game.look.headline(table.view(seat), seating)


def test_names_are_escaped() -> None:
    table: Table[View] = short_game("hearts").new(4, seed=1, players=("<b>A&B", '"C"', "D", "E"))
    page = drawn(table, None)
    assert "<b>A" not in page.board
    assert "&lt;b&gt;A&amp;B" in page.board
    assert Reader(page.board).text.count("<b>A&B") == 2


def test_a_card_is_drawn_from_text_in_about_240_bytes() -> None:
    tips = Tips(Traits(LIBRARY["hearts"]()))
    for card in NAMES:
        drawn = face(card, tips.of(card), kind="button", press=(card,), key=card)
        assert len(drawn.encode()) <= 240
        assert "<svg" not in drawn


@pytest.mark.parametrize("name", LIBRARY)
def test_players_sit_in_seating_order_with_the_viewer_first(name: str) -> None:
    game = short_game(name)
    seats = game.seats[-1]
    table: Table[View] = game.new(seats, seed=1, players=NAMED[:seats])
    me = seats - 1
    plates = read(drawn(table, me)).with_class("plate")
    assert [plate["data-key"] for plate in plates] == [f"plate-{(me + place) % seats}" for place in range(seats)]
    assert [f"p{place}" in plate["class"].split() for place, plate in enumerate(plates)] == [True] * seats
    assert read(drawn(table, me)).text.count("You") >= 1


def test_a_card_keeps_its_key_from_the_hand_to_the_trick() -> None:
    table = lay_out("whist", "AS 2C", "KS 3C", "QS 4C", "JS 5C", trump="hearts")
    hand = Reader(drawn(table, 0).hand)
    assert hand.all("data-key") == ["AS", "2C"]
    play(table, "play AS")
    assert "AS" in Reader(drawn(table, 0).board).all("data-key")
    assert "AS" not in Reader(drawn(table, 0).hand).all("data-key")
    origin = next(found for _, found in read(drawn(table, 1)).elements if found.get("data-key") == "AS")
    assert origin["data-from"] == "plate-0"


@pytest.mark.parametrize("name", ["spades", "hearts", "euchre", "scotch-whist", "war", "knockout-whist"])
def test_the_best_card_so_far_is_the_one_that_wins_the_trick(name: str) -> None:
    game = short_game(name)
    traits = Traits(game.genome)
    told = 0
    for table in positions(game, 4, 60):
        record = table.engine.record_in_full()[0]
        if record["lead_suit"] and not record["tied"]:
            scene = Scene(traits, Tips(traits), table.view(), Seating(table.players))
            assert best_seat(scene) == record["best"]
            told += 1
    assert told > 10


def test_a_trick_that_was_won_stays_in_sight_until_the_next_lead() -> None:
    table = lay_out("whist", "AS 2C", "KS 3C", "QS 4C", "JS 5C", trump="hearts")
    play(table, "play AS, play KS, play QS")
    assert len(Reader(drawn(table, 1).board).with_class("slot")) == 1
    play(table, "play JS")
    board = Reader(drawn(table, 1).board)
    trick = board.with_class("ended")
    assert {card["data-key"] for card in trick} == {"AS", "KS", "QS", "JS"}
    assert [card["data-key"] for card in trick if "best" in card["class"].split()] == ["AS"]
    play(table, "play 2C")
    board = Reader(drawn(table, 1).board)
    assert not board.with_class("ended")
    assert {"AS", "KS", "QS", "JS"} <= set(board.all("data-key")), "the cards glide to the winner's stack"


def test_the_last_trick_of_a_hand_is_seen_after_the_next_deal() -> None:
    table = lay_out("whist", "AS", "KS", "QS", "JS", trump="hearts")
    play(table, "play AS, play KS, play QS, play JS")
    assert table.view().hand_number == 1
    trick = Reader(drawn(table, 0).board).with_class("ended")
    assert {card["data-key"] for card in trick} == {"last-AS", "last-KS", "last-QS", "last-JS"}


def test_viewers_are_told_only_what_they_may_know() -> None:
    table: Table[View] = short_game("hearts").new(4, seed=1)
    first, second = table.view(0).hand[:2]
    play(table, f"give {first}, give {second}")
    assert [str(event) for event in table.played.told(0, 9)] == [
        f"seat 0 will pass {first}.",
        f"seat 0 will pass {second}.",
    ]
    assert len(table.played.told(0, 1)) == 1
    assert table.played.told(1, 9) == ()
    assert table.played.told(None, 9) == ()


def test_the_cloth_tells_who_asked_whom() -> None:
    table = lay_out("go-fish", "7S 2C 3C", "7H 4D 5D", "9D")
    play(table, "ask seat 1 7")
    told = Seating(("Ann", "Bob", "Cy"), 2, told=table.engine.told(2))
    page = table.game.look.page(table.view(2), told)
    assert "Ann asks Bob for 7s, and gets 1." in Reader(page.board).text


def test_cards_that_were_passed_are_marked_in_the_first_trick() -> None:
    table: Table[View] = short_game("hearts").new(4, seed=1)
    while table.view().due == "pass":
        seat = table.waiting[0]
        table.play(seat, table.options(seat)[0])
    hand = Reader(drawn(table, 0).hand)
    assert {card["data-key"] for card in hand.with_class("new")} == set(table.view(0).received)
    assert "Passed to you" in hand.text


def test_unmatched_cards_count_what_the_rules_say() -> None:
    random = Random(4)
    for _ in range(60):
        suits = random.sample("CDHS", 2)
        close = [card for card in NAMES if card[1] in suits or card[0] in "78"]
        hand = tuple(random.sample(close, random.choice((10, 11))))
        assert find_melds(hand).unmatched == deadwood(mask_of(hand))


def test_a_hand_counts_what_the_rules_say() -> None:
    random = Random(4)
    for _ in range(100):
        hand = tuple(random.sample(NAMES, random.randint(1, 6)))
        assert card_total(hand) == card_total_by_the_rules(mask_of(hand))


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("AS KS QS JS TS", "a straight flush"),
        ("AS 2H 3D 4C 5S", "a straight"),
        ("7S 7H 7D 7C 2S", "four 7s"),
        ("7S 7H 7D 2C 2S", "a full house, 7s full of 2s"),
        ("7S 7H 7D 2C 3S", "three 7s"),
        ("QS QH 7D 2C 3S", "a pair of queens"),
        ("QS TH 7D 2C 3S", "nothing but the queen high"),
    ],
)
def test_poker_hands_have_their_names(hand: str, said: str) -> None:
    strength = Traits(LIBRARY["draw-poker"]()).strength
    assert poker_name(strength, tuple(hand.split())) == said


def test_a_card_tells_what_it_would_capture() -> None:
    told = 0
    for table in positions(short_game("scopa"), 3, 40, seed=4):
        if table.outcome is not None:
            break
        seat = table.waiting[0]
        view = table.view(seat)
        traits = Traits(table.game.genome)  # type: ignore[attr-defined]  # the table of a card game
        scene = Scene(traits, Tips(traits), view, Seating(table.players, seat))
        for card in view.hand:
            branch = table.branch()
            branch.play(seat, f"play {card}")
            taken = set(view.table) - set(branch.view().table)
            if branch.view().due == "play" and len(branch.view().seats[seat].won) > len(view.seats[seat].won):
                assert taken == set(captured_by(scene, card))
                told += 1
    assert told > 5


@pytest.mark.parametrize(
    ("game", "card", "trump", "told"),
    [
        ("hearts", "5H", None, "5 of hearts. Counts 1 point when won."),
        ("hearts", "2C", None, "2 of clubs. Its holder leads it to the first trick."),
        ("euchre", "JC", "spades", "Jack of clubs. The left bower: it counts as a trump, the second highest."),
        ("euchre", "JS", "spades", "Jack of spades. The right bower: the highest trump."),
        ("crazy-eights", "8H", None, "Wild: whoever plays it names the suit to follow."),
        ("uno-style", "2H", None, "The next player draws 2 cards. The next player is skipped."),
        ("uno-style", "QH", None, "Play goes the other way round."),
        ("scopa", "7D", None, "Counts 1 point when won."),
        ("gin-rummy", "KD", None, "Counts 10 if it is unmatched."),
        ("blackjack", "AD", None, "Counts 11, or 1 where 11 is too much."),
        ("scotch-whist", "JH", "hearts", "A trump. Counts 11 points when won."),
        ("fan-tan", "JH", None, "Costs 1 point if it is left in your hand."),
    ],
)
def test_a_card_tells_what_it_is_worth_and_does(game: str, card: str, trump: str | None, told: str) -> None:
    assert told in Tips(Traits(LIBRARY[game]())).of(card, trump)


def test_headlines_name_who_is_to_move() -> None:
    table = lay_out("spades", "AS 2C", "KS 3C", "QS 4C", "JS 5C", after="bid 1, bid 1, bid 1, bid 1")
    game, seating = table.game, Seating(NAMED[:4], 1)
    assert game.look.headline(table.view(1), seating) == "Trick 1: Ann leads"
    play(table, "play 2C")
    assert game.look.headline(table.view(1), seating) == "Trick 1: clubs led, you are to play"
    assert game.look.headline(table.view(), Seating(NAMED[:4])) == "Trick 1: clubs led, Bruno is to play"


def test_a_claim_shows_who_said_what() -> None:
    table: Table[View] = short_game("cheat").new(3, seed=1, players=NAMED[:3])
    first = table.view(0).hand[0]
    play(table, f"claim {first}, pass")
    view = table.view(1)
    assert (view.claimer, view.claimed, view.claimed_rank) == (0, 1, "ace")
    assert table.game.look.headline(view, Seating(table.players, 1)) == "Ann claims one ace: you believe or doubt it"
    assert "doubt" in read(drawn(table, 1)).all("data-press")


def test_the_score_sheet_tells_how_the_hand_before_went() -> None:
    game = short_game("partnership-spades", 3)
    *_, table = positions(game, 4, 60)
    view = table.view(0)
    assert view.before is not None
    assert view.before.gained == tuple(side.score for side in view.sides)
    assert sum(view.before.tricks) == 13
    page = read(drawn(table, 0))
    assert all(word in page.text for word in ("Last", "Bags", "Hand 2"))
    assert table.view(0).hand_number == 1


def term_rows(page: Page) -> list[tuple[str, str]]:
    """Return the lines of the last hand's sheet that say what points are for, each with the points."""
    rows = re.findall(r"<tr class=\"term .*?</tr>", page.board)
    return [(cells[0], cells[1]) for cells in (re.findall(">([^<]+)<", row) for row in rows)]


def test_the_sheet_of_a_hand_has_a_line_for_every_term_and_keeps_it_through_the_next_hand() -> None:
    *_, table = positions(short_game("partnership-spades", 3), 4, 60)
    before = table.view(0).before
    assert before is not None
    for seat in (0, 1, None):
        lines = term_rows(drawn(table, seat))
        assert sum(int(points.replace("−", "-")) for _, points in lines) == sum(before.gained)
        assert any(re.fullmatch(r"(Failed c|C)ontract of \d+( \(\d+ tricks?\))?", what) for what, _ in lines)
    first = term_rows(drawn(table, 0))
    while len(table.played) < 100:
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
    assert table.view(0).hand_number == 1
    assert term_rows(drawn(table, 0)) == first
    while table.view(0).hand_number == 1:
        table.play(table.waiting[0], table.options(table.waiting[0])[0])
    assert term_rows(drawn(table, 0)) != first
    gained = table.view(0).before
    assert gained is not None
    assert sum(int(points.replace("−", "-")) for _, points in term_rows(drawn(table, 0))) == sum(gained.gained)


def test_a_moon_is_told_with_the_name_of_who_shot_it() -> None:
    won = [[card for card in NAMES if card[1] == "H" or card == "QS"], [], [], []]
    table = lay_out("hearts", "2C", "3C", "4C", "5C", won=won, tricks=[12, 0, 0, 0], tricks_played=12, pc="trick")
    page = drawn(play(table, "play 2C, play 3C, play 4C, play 5C"), 1)
    assert term_rows(page) == [("Shooting the moon", "0"), *[("Moon of seat 0", "+26")] * 3]


def test_a_bid_of_nothing_is_called_nil_only_where_it_is() -> None:
    table = lay_out("oh-hell", "2C", "3C", "4C", after="bid 0, bid 0, bid 2", tricks=[0, 0, 9], tricks_played=9)
    page = drawn(play(table, "play 2C, play 3C, play 4C"), 0)
    sheet = re.search('<section class="hand-sheet".*?</section>', page.board)
    assert sheet is not None
    assert "Nil" not in sheet[0]
    assert ("Exact bid", "+10") in term_rows(page)


def test_the_score_sheet_has_a_row_for_every_hand() -> None:
    game = short_game("blackjack", 9)
    scored: list[tuple[int, ...]] = []
    for table in positions(game, 2, 60):
        hand = table.view().hand_number
        if hand > len(scored):
            scored.append(tuple(side.score for side in table.view().sides))
            rows = re.findall(r"<tr data-key=\"hand-.*?</tr>", drawn(table, None).board)
            cells = [re.sub("<[^>]*>", " ", row).split() for row in rows]
            assert [cell[0] for cell in cells] == [str(number) for number in range(hand, 0, -1)]
            assert [tuple(map(int, cell[1:])) for cell in cells] == scored[::-1]
    assert len(scored) > 7


def test_a_nil_bid_and_bags_are_shown() -> None:
    table = lay_out("spades", "AS 2C", "KS 3C", "QS 4C", "JS 5C", after="bid 0, bid 1, bid 1, bid 1")
    table = table.game.position(table.position().but(bags=[3, 0, 0, 0]))
    rows = re.findall(r"<tr.*?</tr>", drawn(table, 0).board)
    assert [re.sub("<[^>]*>", " ", row).split() for row in rows[:2]] == [
        ["Bid", "Won", "Bags", "Score"],
        ["You", "Nil", "0", "3", "0"],
    ]


def test_a_wish_for_a_suit_is_shown_beside_the_pile() -> None:
    table = lay_out("crazy-eights", "8H 3D 3C", "2C 4C", top="9H")
    play(table, "wild 8H clubs")
    board = Reader(drawn(table, 1).board)
    assert board.with_class("wish")
    assert table.game.look.headline(table.view(1), Seating(("Ann", "Bruno"), 1)) == "You are to play: clubs asked for"


def test_the_action_bar_has_words_for_cards_and_bare_verbs() -> None:
    words = ludex.game("president").look.token_words
    assert (words["TH"], words["set"], words["give"], words["0"]) == ("10♥", "play", "pass on", "Nil")


def test_suits_have_four_colours_where_a_person_wants_them() -> None:
    style = ludex.game("spades").look.style
    four = [line for line in style.splitlines() if ':root[data-suits="four"]' in line]
    assert [suit in line for suit, line in zip(("clubs", "diamonds"), four, strict=True)] == [True, True]


@pytest.mark.parametrize("name", LIBRARY)
def test_every_game_has_a_picture_minutes_and_a_rulebook(name: str) -> None:
    game = CardGame(LIBRARY[name]())
    picture = Reader(game.look.picture)
    name, attributes = picture.elements[0]
    assert (name, attributes["viewbox"]) == ("svg", "0 0 160 100")
    assert not picture.all("style")
    assert game.minutes is not None
    fewest, most = game.minutes
    assert 1 <= fewest <= most <= 180
    assert game.rulebook() == rulebook(game.genome)


def test_longer_matches_take_more_minutes() -> None:
    def of(name: str, **match: Any) -> tuple[int, int]:
        genome = LIBRARY[name]()
        changed = msgspec.structs.replace(genome, match=msgspec.structs.replace(genome.match, **match))
        found = CardGame(changed).minutes
        assert found is not None
        return found

    assert of("spades", target=250) < of("spades") < of("spades", target=1000)
    assert of("blackjack", hands=5) < of("blackjack")


@pytest.mark.parametrize("seed", range(40))
def test_any_genome_has_a_picture_and_minutes(seed: int) -> None:
    game = CardGame(random_genome(Random(seed)))
    assert Reader(game.look.picture).elements
    assert (game.minutes or (0,))[0] >= 1


def test_the_board_shows_the_hands_of_a_showdown_with_what_they_are_and_what_they_won() -> None:
    table = play(lay_out("simple-poker", "AC AD 2C 3D 4H", "KC KD 2D 3H 5C", "7C 8D 9H JC 2S"), "raise, call, fold")
    shown = read(drawn(table, 2))
    assert "Showdown of hand 1" in shown.text
    assert "a pair of aces+4" in shown.text
    assert "a pair of kings−3" in shown.text
    assert {key for key in shown.all("data-key") if key.startswith("shown-")} == {
        f"shown-{card}" for card in ["AC", "AD", "2C", "3D", "4H", "KC", "KD", "2D", "3H", "5C"]
    }


def test_the_board_shows_the_melds_of_a_knock() -> None:
    hands = "2C 3C 4C 5C 7D 7H 7S 9D 9H 9S KD", "AC AD AH 4D 5D 6D 8C QC QD TH"
    table = play(lay_out("gin-rummy", *hands, after="draw", top="3S", drawn=0), "knock with KD")
    shown = read(drawn(table, 1))
    assert "knocked in hand 1" in shown.text
    assert "nothing unmatched+63" in shown.text
    assert "38 points unmatched0" in shown.text
    assert len(shown.with_class("laid-meld")) == 3 + 2


def test_the_board_of_a_game_without_a_showdown_has_no_room_for_one() -> None:
    assert not read(drawn(lay_out("spades", "2C", "3C", "4C", "5C"), 0)).with_class("shown")


def test_a_player_who_has_chosen_cards_to_pass_sees_who_has_not() -> None:
    game = short_game("hearts")
    game.machine.kernel = game.machine.interpreted
    table = game.new(4, seed=1, players=NAMED[:4])
    for seat in (2, 2, 2, 0):
        table.play(seat, table.options(seat)[0])
    seats = Seating(NAMED[:4], 2)
    assert game.look.headline(table.view(2), seats) == "You have chosen: waiting for Ann, Bruno and Dario"
    assert game.look.headline(table.view(0), Seating(NAMED[:4], 0)) == "Pass three cards to the left, to Bruno"
    assert read(drawn(table, 1)).text.count("choosing…") == 3
    assert read(drawn(table, 1)).text.count("has chosen") == 1
