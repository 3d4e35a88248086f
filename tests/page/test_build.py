"""The Build tab in a browser: the rulebook's example played to its end, and all around it."""

from __future__ import annotations

import base64
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from odds import wire
from odds.format import decimal
from odds.games.build.contract import EXAMPLE
from odds.json_text import dumps
from tests.page.browsing import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Page

QUEST = {"stages": EXAMPLE["stages"]}
PLAN, ADVICE = "/v1/build/plan", "/v1/build/advice"


def link(path: str, body: dict[str, Any]) -> str:
    text = wire.permalink(wire.read(wire.question_at(path), body))
    return f"#q={text}&path={path}"


def encoded(body: Any) -> str:
    return base64.urlsafe_b64encode(dumps(body, sort=True)).decode().rstrip("=")


def advice(**state: Any) -> Any:
    return wire.respond(wire.question_at(ADVICE), {"quest": QUEST, "state": state})


def tell(page: Page, *faces: str) -> None:
    for face in faces:
        page.click(f".palette button:text-is('{face}')")


def expect(page: Page, text: str) -> None:
    page.wait_for_selector(f".view :text('{text}')")


def view(page: Page) -> str:
    return page.inner_text(".view")


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (1280, 800)])
def test_the_rulebooks_example_to_the_end(visitor: Visitor, width: int, height: int) -> None:
    with visitor.visit(width, height) as visit:
        page = visit.open()
        assert "0.944 on average" in view(page)
        page.click("text=Play along")
        expect(page, "Stage 1 needs 2 wood")
        tell(page, "wood", "stone", "wood", "blank", "fish")
        expect(page, "Stage 1 is complete; attempts left: 4")
        expect(page, "Push: ")
        assert "53.3%" in view(page)
        page.click("button.main")
        tell(page, "wood", "stone", "wood", "blank", "fish")
        best = advice(stage=2, attempts_left=3, showing=["wood", "stone", "wood", "blank", "fish"])
        assert best["choices"][0]["reroll"] == [1, 3, 4]
        expect(page, best["text"])
        page.click("text=Throw 3 again")
        tell(page, "wood", "ore", "ore")
        expect(page, "Stage 2 is complete; attempts left: 2")
        assert "83.8%" in view(page)
        page.click("button.main")
        tell(page, "fish", "fish", "fish", "blank", "blank")
        expect(page, "Throw all dice again")
        page.click("text=Throw 5 again")
        tell(page, "fish", "wood", "fish", "blank", "blank")
        expect(page, "The quest is over, with a reward of 3")
        expect(page, "Mean loss: 0")
        assert page.locator("table tbody tr").count() == 4


def test_a_worse_choice_costs_what_the_library_says(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open(
            link(ADVICE, {"quest": QUEST, "state": {"completed": 2, "attempts_left": 3}})
        )
        found = advice(completed=2, attempts_left=3)
        assert [c["action"] for c in found["choices"]] == ["push", "take"]
        page.click("text=take 2")
        expect(page, "The quest is over, with a reward of 2")
        assert Fraction(found["choices"][1]["loss"]["exact"]) == Fraction(
            "126210750067/156728328192"
        )
        expect(page, "Mean loss: 0.805")
        page.click("text=Undo")
        expect(page, "Stage 2 is complete; attempts left: 3")


def test_dice_can_be_chosen_otherwise(visitor: Visitor) -> None:
    showing = ["wood", "stone", "wood", "blank", "fish"]
    state = {"stage": 2, "attempts_left": 2, "showing": showing}
    with visitor.visit() as visit:
        page = visit.open(link(ADVICE, {"quest": QUEST, "state": state}))
        expect(page, "Nothing is better")
        pressed = "[aria-pressed=true]"
        assert page.locator(pressed).all_inner_texts() == ["Stone", "Blank", "Fish"]
        page.click("[aria-label='Die 2: stone']")
        loss = next(c["loss"] for c in advice(**state)["choices"] if c["reroll"] == [3, 4])
        expect(page, decimal(Fraction(loss["exact"])))
        page.click("text=Throw 2 again")
        tell(page, "ore", "wood")
        page.click("text=Undo")
        expect(page, "what die 5 shows")
        assert page.locator(".die").all_inner_texts() == ["Wood", "Stone", "Wood", "Ore", "?"]


def test_a_review_gives_no_advice_before_the_end(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        page.click("text=Review")
        tell(page, "wood", "stone", "ore", "blank", "fish")
        expect(page, "Tap the dice to throw again")
        assert "average" not in view(page)
        for die in (1, 2):
            page.click(f".die >> nth={die}")
        page.click("text=Throw 2 again")
        tell(page, "wood", "ore")
        expect(page, "Stage 1 is complete; attempts left: 3")
        assert page.locator("button.main").count() == 0
        page.click("text=push to stage 2")
        expect(page, "Stage 2 needs 3 wood")
        tell(page, *["wood"] * 5)
        page.click("text=take 2")
        expect(page, "Your decisions")
        losses = [
            next(c["loss"] for c in advice(**state)["choices"] if c[name] == value)
            for state, name, value in (
                (
                    {
                        "stage": 1,
                        "attempts_left": 4,
                        "showing": ["wood", "stone", "ore", "blank", "fish"],
                    },
                    "reroll",
                    [1, 2],
                ),
                ({"completed": 1, "attempts_left": 3}, "action", "push"),
                ({"completed": 2, "attempts_left": 2}, "action", "take"),
            )
        ]
        mean = sum((Fraction(loss["exact"]) for loss in losses), Fraction(0)) / 3
        expect(page, f"Mean loss: {decimal(mean)}")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (PLAN, {"quest": QUEST}),
        (PLAN, {"quest": QUEST, "objective": {"at_least": "3/2"}, "fixed": [1, 2]}),
        (
            PLAN,
            {
                "quest": {
                    **QUEST,
                    "attempts": 4,
                    "dice": [
                        {"count": 2, "faces": ["wood", {"wood": 2}]},
                        {"faces": [{"any_of": ["wood", "blank"]}]},
                    ],
                }
            },
        ),
        (PLAN, {"quest": {"stages": [{"need": {"wood": 1}, "reward": 10**15 - 1}]}}),
        (PLAN, {"quest": {"stages": [{"need": {"Öl": 1}, "reward": 1}]}}),
        (ADVICE, {"quest": QUEST, "outside": "1/2"}),
        (ADVICE, {"quest": QUEST, "state": {"completed": 1, "attempts_left": 2}}),
        (
            ADVICE,
            {
                "quest": QUEST,
                "state": {"stage": 1, "attempts_left": 2, "showing": ["wood", *["fish"] * 4]},
            },
        ),
    ],
)
def test_a_permalink_is_the_apis(visitor: Visitor, path: str, body: dict[str, Any]) -> None:
    fragment = link(path, body)
    with visitor.visit() as visit:
        page = visit.open(fragment)
        page.wait_for_selector(".view p")
        assert page.url.endswith(fragment)
        data = page.get_attribute("#assumed a", "href")
        assert data is not None
        status, answer = visitor.service.ask("GET", f"/{data}")
        assert (status, answer) == (200, dumps(wire.respond(wire.question_at(path), body)))


@pytest.mark.parametrize("text", ["abc", "", encoded({"quest": 10**30})])
def test_a_permalink_that_makes_no_sense_is_named(visitor: Visitor, text: str) -> None:
    with visitor.visit() as visit:
        page = visit.open(f"#q={text}")
        page.wait_for_selector("#problem :text('This link')")


def test_a_quest_is_entered_by_taps(visitor: Visitor) -> None:
    with visitor.visit(1280) as visit:
        page = visit.open()
        page.click("text=One stage")
        page.click("text=+ stone")
        page.click("text=Add a stage")
        page.fill("[data-key='Reward 2']", "2.5")
        page.click("[aria-label='less attempts']")
        page.click("[aria-label='more dice 1']")
        page.fill("[data-key='Faces 1']", "wood, stone, wood|stone, 2 wood, blank")
        page.keyboard.press("Enter")
        page.click("text=A stage done")
        page.wait_for_selector(".view :text('chance of completing stage 2')")
        need = {"wood": 2, "stone": 1}
        faces = ["wood", "stone", {"any_of": ["wood", "stone"]}, {"wood": 2}, "blank"]
        body = {
            "quest": {
                "stages": [{"need": need, "reward": 1}, {"need": need, "reward": "2.5"}],
                "attempts": 4,
                "dice": [{"count": 6, "faces": faces}],
            },
            "objective": {"complete": 2},
        }
        page.wait_for_url(f"**/#q={encoded(body)}&path={PLAN}")


def test_mistakes_are_named(visitor: Visitor) -> None:
    with visitor.visit(1280) as visit:
        page = visit.open()
        page.fill("[data-key='Reward 1']", "much")
        page.keyboard.press("Enter")
        page.wait_for_selector("#problem :text('quest, stages 1, reward')")
        page.fill("[data-key='Reward 1']", "2")
        page.fill("[data-key='Faces 1']", "any_of")
        page.keyboard.press("Enter")
        page.wait_for_selector("#problem :text('quest, dice 1, faces 1')")
        # The browser itself reports every status of 400 and more.
        assert [error for error in visit.errors if "422" not in error] == []
        visit.errors.clear()


def test_numbers_as_one_likes(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        share = page.locator(".bars li b").nth(0)
        assert share.inner_text() == "18.5%"
        page.click("text=1 in N")
        assert re.fullmatch(r"1 in 5\.4", share.inner_text())
        page.click("text=a/b")
        assert re.fullmatch(r"≈ \d+/\d+", share.inner_text())
        near = Fraction(share.inner_text()[2:])
        assert abs(near - Fraction("1313614041748046875/7107572007482425344")) < Fraction(1, 10**5)


def test_rewards_exactly_at_least_and_at_most(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        shares = page.locator(".bars li b")
        assert shares.all_inner_texts() == ["18.5%", "71.5%", "7.1%", "2.9%"]
        page.click(".view >> text=At least")
        assert shares.all_inner_texts() == ["100%", "81.5%", "10%", "2.9%"]
        page.click(".view >> text=At most")
        assert shares.all_inner_texts() == ["18.5%", "90%", "97.1%", "100%"]


def test_the_strategy_is_a_table_and_a_picture(visitor: Visitor) -> None:
    with visitor.visit() as visit:
        page = visit.open()
        plan: Any = wire.respond(wire.question_at(PLAN), {"quest": QUEST})
        decisions = [row["decision"] for row in plan["table"]]
        assert page.locator(".strategy g text:first-of-type").all_text_contents() == decisions
        page.click("text=As a table")
        assert page.locator("tbody td:nth-child(5)").all_inner_texts() == decisions


def test_what_was_typed_is_undone_step_by_step(visitor: Visitor) -> None:
    with visitor.visit(1280) as visit:
        page = visit.open()
        for reward in ("5", "6"):
            page.fill("[data-key='Reward 3']", reward)
            page.keyboard.press("Enter")
            page.wait_for_selector(f".bars :text('Reward {reward}')")
        page.click("text=Undo")
        page.wait_for_selector(".bars :text('Reward 5')")
        assert page.input_value("[data-key='Reward 3']") == "5"
