"""What a game ships can be read in the shape in which a request may hold it."""

from __future__ import annotations

import pytest

from odds import wire
from odds.encoding import ENGINE
from odds.game import Catalogue
from odds.games import all_games
from odds.games.a4.reading import adventure_names, hero_names
from tests.api.service import Service

CATALOGUES = [catalogue for game in all_games() for catalogue in game.catalogues]
SHEETS = "/v1/a4/sheets"


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda catalogue: catalogue.path)
def test_it_is_read_and_kept(service: Service, catalogue: Catalogue) -> None:
    answer = service.get(catalogue.path)
    assert answer.status_code == 200
    assert answer.json() == {**catalogue.content(), "engine": ENGINE}
    assert answer.headers["cache-control"].startswith("public")
    again = service.get(catalogue.path, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert service.post(catalogue.path, json={}).status_code == 405


def test_a_sheet_can_be_sent_back_instead_of_its_name(service: Service) -> None:
    sheets = service.get(SHEETS).json()
    assert tuple(sheets["adventures"]) == adventure_names()
    assert tuple(sheets["heroes"]) == hero_names()
    question = wire.question_at("/v1/a4/fight")
    for adventure, hero in zip(adventure_names(), hero_names(), strict=True):
        state = {"pool": [6, 2], "enemy": {"modifier": 5}}
        named = {"adventure": adventure, "hero": hero, "state": state}
        inline = {
            "adventure": sheets["adventures"][adventure],
            "hero": sheets["heroes"][hero],
            "state": state,
        }
        assert wire.respond(question, named) == wire.respond(question, inline)
