"""Cards that are passed on are handed in together: all of them, or none."""

from __future__ import annotations

import pytest

from tests.table.house import House

pytestmark = pytest.mark.anyio


async def test_three_cards_are_passed_in_one_message(house: House) -> None:
    table = await house.make("hearts", people=4)
    await table.sit()
    seat = (await table.state())["waiting"][0]
    hand = (await table.state(seat))["view"]["hand"]
    answer = await table.move(seat, ", ".join(f"give {card}" for card in hand[:3]))
    assert answer.status_code == 200, answer.text
    assert set((await table.state(seat))["view"]["chosen"]) == set(hand[:3])


@pytest.mark.parametrize(
    "wrong", ["give {0}, give {0}, give {1}", "give {0}, give {1}, give 1X", "give {0}, ", "give {0} {1}"]
)
async def test_if_one_of_them_cannot_be_passed_none_is(house: House, wrong: str) -> None:
    table = await house.make("hearts", people=4)
    await table.sit()
    seat = (await table.state())["waiting"][0]
    before = await table.state(seat)
    answer = await table.move(seat, wrong.format(*before["view"]["hand"]))
    assert answer.status_code in (400, 409), answer.text
    assert answer.json()["sentence"]
    assert (await table.state(seat))["view"]["chosen"] == before["view"]["chosen"] == []
