"""Victory, losses, length, and play online (BIO-290 to BIO-320)."""

from __future__ import annotations

import copy
from random import Random

import pytest

from app.games.biome import knowledge, talk, turn
from app.games.biome.board_turn import board_turn
from app.games.biome.ending import keys_left
from app.games.biome.harm import capture, injure
from app.games.biome.state import Atlantis, Dragon, FaceDown, Held, State, Tomb, Vesuvius
from app.games.biome.stock import capacity, load
from app.kernel import Answer, Refused, Rng, Session, encode_state, state_hash
from app.kernel.rng import commitment
from tests.contract.checks import random_move
from tests.games.biome.situations import GAME, Scene, choose, start
from tests.rules import rule


def at_the_exit(players: int = 2, lock: int = 0) -> Scene:
    scene = Scene(players)
    scene.tile("exit", (0, -2))
    scene.state.exit, scene.state.lock = (0, -2), lock
    for player in range(players):
        scene.put(player, (0, -2))
    return scene


@rule("BIO-290", "BIO-EX120", "BIO-287")
def test_all_on_the_open_exit_win_at_once() -> None:
    scene = at_the_exit(lock=1)
    scene.put(0, (0, -2), "key")
    assert scene.over() == ""
    scene.act("use:own:key")
    assert scene.state.result == "escaped"


@rule("BIO-EX121", "BIO-290")
def test_nobody_is_left_behind() -> None:
    scene = at_the_exit(lock=2)
    injure(scene.g, 1, "test")
    assert scene.over() == ""
    scene.player(1).status = "active"
    scene.player(1).at = (0, -1)
    assert scene.over() == ""
    scene.player(1).at = (0, -2)
    assert scene.over() == "escaped"


@rule("BIO-291", "BIO-EX122", "BIO-295")
def test_too_few_keys() -> None:
    scene = Scene(3)
    stack = ["gang", "ruins", "tomb", "escape"]
    scene.state.quest_stack = stack
    assert (keys_left(scene.state), scene.over()) == (3, "")
    scene.state.quest_stack = stack[1:]
    scene.camp("killer", (0, -5), "key")
    assert (keys_left(scene.state), scene.over()) == (3, ""), "a key in enemy hands is not destroyed"
    scene.state.camps[-1].store = []
    assert scene.over() == "keys"


@rule("BIO-EX124", "BIO-291", "BIO-142")
def test_an_injury_may_lose_the_last_keys() -> None:
    scene = Scene(4)
    scene.state.quest_stack = ["gang", "ruins", "tomb", "escape"]
    scene.put(0, (0, -1), "key", "key")
    assert scene.over() == ""
    injure(scene.g, 0, "test")
    assert scene.over() == "keys"


@rule("BIO-293", "BIO-EX123", "BIO-EX138")
def test_all_down() -> None:
    for seats in (2, 1):
        scene = Scene(seats)
        capture(scene.g, 0)
        assert scene.over() == ""
        injure(scene.g, 1, "test")
        assert scene.over() == "all-down"


@rule("BIO-294", "BIO-292")
def test_the_order_of_judgement() -> None:
    scene = at_the_exit(lock=2)
    scene.state.camps = []
    scene.state.quest_stack = []
    assert scene.over() == "escaped", "victory goes first"
    scene = at_the_exit(lock=0)
    scene.state.camps, scene.state.quest_stack = [], []
    for person in scene.state.players:
        person.status = "injured"
    assert scene.over() == "camp"
    scene = at_the_exit(lock=0)
    scene.state.quest_stack = []
    for person in scene.state.players:
        person.status = "injured"
    assert scene.over() == "all-down"
    scene = Scene()
    scene.camp("killer", (0, -3))
    scene.camp("killer", (0, -4))
    scene.main.store = []
    scene.state.step = "board"
    scene.rng.dice = [1]
    board_turn(scene.g)
    assert scene.state.result == "camp"
    assert scene.state.board_step == "5a", "the game ends at once"


@rule("BIO-297", "BIO-EX127", "BIO-162")
def test_the_board_pace() -> None:
    scene = Scene(pace="board")
    scene.tile("atlantis", (0, -2))
    quest = scene.quest(Atlantis((0, -2), [""] * 5))
    scene.quest_die()
    assert (quest.level, "Quest die" in scene.log()) == (4, False)
    scene.board(1)
    assert quest.level == 3
    scene.tile("exit", (1, -2))
    scene.state.exit = (1, -2)
    scene.board(1)
    assert quest.level == 1


# What each seat sees --------------------------------------------------------------------------------------------------


def secret_state() -> Scene:
    scene = Scene(3)
    scene.hide((-1, 0), "teleport", "clairvoyance", seen=[1])
    scene.hide((0, -1), "caravan_kit")
    scene.put(0, (0, 0), "blacksmith_kit")
    scene.put(1, (-1, 0), "foresight")
    scene.state.face_down = [FaceDown((5, -9), "fountain"), FaceDown((6, -9), "desert")]
    scene.quest(Tomb((0, -5), 1, ["camp_kit", "supply"]))
    scene.tile("tomb", (0, -5))
    return scene


@rule("BIO-298", "BIO-301", "BIO-302", "BIO-304")
def test_views_hold_only_what_the_seat_may_know() -> None:
    state = secret_state().state
    hidden = ("teleport", "clairvoyance", "caravan_kit", "camp_kit")
    seen = {seat: str(GAME.view(state, seat).private) + str(GAME.view(state, seat).public) for seat in range(3)}
    for seat in (0, 2):
        assert not any(kind in seen[seat] for kind in hidden)
    assert "teleport" in seen[1]
    assert "clairvoyance" in seen[1]
    assert "blacksmith_kit" in seen[0]
    assert "blacksmith_kit" not in seen[1]
    spectator = str(GAME.view(state, None))
    assert "private=None" in spectator
    assert not any(kind in spectator for kind in (*hidden, "foresight", "blacksmith_kit"))


@rule("BIO-299", "BIO-300")
def test_what_is_public() -> None:
    scene = secret_state()
    scene.state.group_buff, scene.player().worn = "extra_sight", ["extra_action"]
    public = GAME.view(scene.state, None).public
    assert (public.clock.group_buff, public.crew[0].worn) == ("extra_sight", ("extra_action",))
    assert public.clock.stacks == scene.state.stacks
    assert public.clock.box == len(scene.state.box)
    assert public.camps[0].store == ("supply", "supply")
    tile = next(tile for tile in public.tiles if tile.at == (-1, 0))
    assert [secret.label for secret in tile.secrets] == [h.label for h in scene.state.tiles[1].secrets]
    assert all(secret.kind == "" for secret in tile.secrets)
    assert (public.crew[0].carries, public.crew[0].actions) == (1, 3)


@rule("BIO-298", "BIO-304")
def test_other_worlds_look_the_same() -> None:
    scene = secret_state()
    for seat in (None, 0, 1, 2):
        changed = False
        for salt in range(6):
            copy = GAME.decode(GAME.version, encode_state(scene.state))
            other = knowledge.resample(copy, seat, Rng(f"world {salt}"))
            assert GAME.view(other, seat) == GAME.view(scene.state, seat)
            changed = changed or state_hash(other) != state_hash(scene.state)
        assert changed
    masked = knowledge.masked(scene.state, 0)
    assert {h.kind for tile in masked.tiles for h in tile.secrets} == {"unknown"}
    assert masked.players[0].inventory == ["blacksmith_kit"]


@rule("BIO-301", "BIO-298")
def test_what_a_pack_weighs_is_its_owners_alone() -> None:
    """Two worlds that differ in the weight of somebody's pack look the same to everybody else."""
    light, heavy = Scene(3), Scene(3)
    light.put(1, (-1, 0), "foresight")
    heavy.put(1, (-1, 0), "farm_kit")
    for seat in (None, 0, 2):
        assert GAME.view(light.state, seat) == GAME.view(heavy.state, seat)
        assert GAME.explain(light.state, seat, "player-1") == GAME.explain(heavy.state, seat, "player-1")
    assert GAME.view(light.state, 1) != GAME.view(heavy.state, 1)
    loads = set()
    for salt in range(40):
        copy = GAME.decode(GAME.version, encode_state(light.state))
        other = knowledge.resample(copy, 0, Rng(f"weight {salt}"))
        loads.add(load(other.players[1]))
        assert load(other.players[1]) <= capacity(other, 1)
    assert loads == {1, 2}, "other seats imagine other weights"


@rule("BIO-306")
def test_the_fallen_keep_what_they_know() -> None:
    scene = secret_state()
    injure(scene.g, 1, "test")
    assert {known.kind for known in GAME.view(scene.state, 1).private.dock.lore} == {"teleport", "clairvoyance"}
    scene = secret_state()
    scene.put(0, (-1, 0))
    capture(scene.g, 1)
    session = playing(scene)
    assert {known.kind for known in session.view(1).private.dock.lore} == {"teleport", "clairvoyance"}
    again = Session.load(GAME, session.save())
    assert again.view(1) == session.view(1), "whoever sits down there gets all that the seat knows"
    assert again.view(0) == session.view(0)


@rule("BIO-306", "BIO-206")
def test_an_absent_seat_is_waited_for() -> None:
    """Only the call to join a fight runs out, as a no; every other question stays open until it is answered."""
    session = start(3, seed="absent", quests=9)
    soft = set()
    for _ in range(400):
        if session.outcome:
            break
        for ask in session.asks.values():
            if ask.soft:
                soft.add((ask.topic, ask.default))
            else:
                assert ask.topic != "fight"
        session.apply(GAME.bot(session, min(session.asks)))
    assert soft <= {("fight", ("no",))}
    scene = Scene()
    scene.tile("lair", (0, -2))
    scene.quest(Dragon((0, -2), ["key"]))
    scene.put(0, (0, -2))
    scene.put(1, (0, -2))
    fight = playing(scene)
    choose(fight, "attack:dragon")
    assert [(ask.soft, ask.default) for ask in fight.asks.values()] == [(True, ("no",))]


@rule("BIO-307")
def test_everything_is_shown_at_the_end() -> None:
    scene = secret_state()
    state = scene.state
    state.gone, state.held = ["farm_kit"], [Held("key", 2)]
    scene.quest(Atlantis((0, -6), ["", "captured", "", "", ""]))
    scene.quest(Vesuvius((0, -7), ["extra_sight"]))
    assert GAME.view(state, None).public.revealed is None
    state.result = "keys"
    public = GAME.view(state, None).public
    revealed = public.revealed
    assert revealed is not None
    assert revealed.box == tuple(unseen.kind for unseen in state.box)
    assert revealed.queue == tuple(unseen.kind for unseen in state.queue)
    assert (revealed.quest_stack, revealed.quarries) == (tuple(state.quest_stack), tuple(state.quarries))
    assert [kind for _, kind, _ in revealed.face_down] == ["fountain", "desert"]
    assert (revealed.tomb, revealed.vesuvius) == (("camp_kit", "supply"), ("extra_sight",))
    assert revealed.atlantis == ("", "captured", "", "", "")
    assert (revealed.held, revealed.gone) == (((2, "key"),), ("farm_kit",))
    assert [person.inventory for person in public.crew] == [("blacksmith_kit",), ("foresight",), ()]
    shown = {secret.label: secret.kind for tile in public.tiles for secret in tile.secrets}
    assert shown == {hidden.label: hidden.kind for tile in state.tiles for hidden in tile.secrets}
    copy = GAME.decode(GAME.version, encode_state(state))
    assert state_hash(knowledge.resample(copy, 2, Rng("x"))) == state_hash(state), "nothing is hidden any more"


@rule("BIO-307", "BIO-305")
def test_private_lines_and_the_seed_are_shown_at_the_end() -> None:
    scene = Scene()
    (hidden,) = scene.hide((-1, 0), "teleport")
    scene.put(0, (-1, 0))
    session = playing(scene)
    choose(session, f"discover:s{hidden.label}")
    assert "It is a Teleport." in [line.text for line in session.log(0)]
    secret = "{0} saw a Teleport in the forest by the main camp."
    assert not any("Teleport" in line.text for line in session.log(1))
    session.use(0, "concede")
    session.use(1, "concede")
    assert secret in [line.text for line in session.log(1)]
    assert secret in [line.text for line in session.log(None)]
    assert commitment(session.rng.seed) == session.commitment, "the seed that the table then shows fits its seal"


# Takebacks ------------------------------------------------------------------------------------------------------------


def playing(scene: Scene) -> Session[State]:
    return scene.session()


@rule("BIO-308", "BIO-310", "BIO-EX131")
def test_moves_are_taken_back() -> None:
    session = playing(Scene())
    choose(session, "move:0,-1")
    choose(session, "move:1,-1")
    session.undo(0)
    session.undo(0)
    assert (session.state.players[0].at, session.state.players[0].actions) == ((0, 0), 3)


@rule("BIO-309", "BIO-EX132")
def test_an_exploration_is_a_fence() -> None:
    session = playing(Scene())
    choose(session, "move:0,-1")
    choose(session, "explore:0,-2")
    while not any(option.id == "end" for option in session.asks[0].options):
        choose(session, *session.asks[0].default)
    choose(session, "move:0,0")
    session.undo(0)
    assert session.state.players[0].at == (0, -1)
    with pytest.raises(Refused):
        session.undo(0)


@rule("BIO-309", "BIO-310", "BIO-EX133")
def test_placing_a_hidden_key_is_a_fence_and_taking_a_supply_is_not() -> None:
    scene = Scene()
    scene.put(0, (0, 0), "key")
    session = playing(scene)
    choose(session, "pick:supply")
    session.undo(0)
    assert session.state.camps[0].store == ["supply", "supply"]
    choose(session, "place:key")
    with pytest.raises(Refused):
        session.undo(0)
    scene = Scene()
    scene.put(0, (0, -1), "key")
    session = playing(scene)
    choose(session, "place:key")
    session.undo(0)
    assert session.state.players[0].inventory == ["key"], "on a wild tile it is no fence"


@rule("BIO-309")
@pytest.mark.parametrize("deed", ["use:own:supply", "discover:s4", "end", "move:0,0"])
def test_fences(deed: str) -> None:
    scene = Scene()
    scene.put(0, (0, -1), "supply")
    scene.state.tiles[0].cliffs = "100000"
    scene.hide((0, -1), "teleport")
    session = playing(scene)
    choose(session, deed)
    with pytest.raises(Refused):
        session.undo(0)


@rule("BIO-310")
def test_a_payment_from_the_store_is_no_fence() -> None:
    scene = Scene()
    scene.state.tiles[0].cliffs = "100000"
    session = playing(scene)
    choose(session, "move:0,-1")
    session.undo(0)
    assert session.state.camps[0].store == ["supply", "supply"]


# Hints, slips, illegal input, conceding -------------------------------------------------------------------------------


@rule("BIO-311", "BIO-312", "BIO-EX134", "BIO-316")
def test_hints() -> None:
    scene = Scene()
    scene.tile("grassland", (1, -2), (1, -3))
    scene.hide((1, -3), "captured", "supply")
    session = playing(scene)
    session.use(1, "hint:avoid", ["1,-3"])
    tile = next(tile for tile in session.view(0).public.tiles if tile.at == (1, -3))
    assert [(hint.seat, hint.hint) for hint in tile.hints] == [(1, "avoid")]
    session.use(1, "hint:useful", ["1,-3"])
    session.use(0, "hint:later", ["1,-3"])
    assert [(hint.seat, hint.hint) for hint in session.state.hints] == [(1, "useful"), (0, "later")]
    session.use(1, "unpin", ["1,-3"])
    assert [hint.seat for hint in session.state.hints] == [0]
    assert session.state.players[1].actions == 0, "no effect"


@rule("BIO-314", "BIO-316", "BIO-086")
def test_the_button_belongs_to_its_seat() -> None:
    scene = Scene()
    scene.put(1, (-1, 0), "foresight")
    session = playing(scene)
    assert not any(offer.id == "slip" for offer in session.offers(0))
    session.use(1, "slip", ["own:foresight"])
    assert session.state.gone == ["foresight"]
    assert not any(offer.id == "slip" for offer in session.offers(1))


@rule("BIO-313")
def test_nothing_in_the_rules_silences_anybody() -> None:
    scene = Scene(3)
    injure(scene.g, 1, "test")
    capture(scene.g, 2)
    places = []
    for seat in range(3):
        hints = [offer for offer in talk.offers(scene.state, seat) if offer.group == "Hints"]
        assert len(hints) == 3
        places.append([offer.form for offer in hints])
    assert places[0] == places[1] == places[2], "the injured and the captured as freely as anybody"
    assert GAME.teams(scene.state) == (), "no teams: the table's one chat is open to every seat"


@rule("BIO-316", "BIO-315", "BIO-EX136")
def test_out_of_turn_input_is_refused() -> None:
    session = playing(Scene())
    before = state_hash(session.state)
    with pytest.raises(Refused):
        session.apply(Answer(1, session.asks[0].id, ("move:0,-1",)))
    assert state_hash(session.state) == before
    assert set(session.asks) == {0}


@rule("BIO-317")
def test_stale_and_repeated_input_is_refused() -> None:
    session = playing(Scene())
    old = session.asks[0].id
    session.answer(0, old, ["move:0,-1"])
    with pytest.raises(Refused):
        session.answer(0, old, ["move:0,-1"])
    assert session.state.players[0].actions == 2


@rule("BIO-318", "BIO-315", "BIO-070")
def test_refusals_tell_nothing() -> None:
    reasons = set()
    for kind in ("key", "captured", "supply"):
        scene = Scene()
        scene.hide((0, -1), kind)
        scene.put(0, (0, -1))
        session = playing(scene)
        with pytest.raises(Refused) as refused:
            choose(session, "pick:s4")
        reasons.add(str(refused.value))
    assert len(reasons) == 1


@rule("BIO-319", "BIO-EX138", "BIO-082")
def test_solo() -> None:
    session = start(1)
    assert len(session.state.players) == 2
    assert len(session.state.box) == 37
    for _ in range(2):
        choose(session, "take:supply")
    assert [person.inventory for person in session.state.players] == [["supply"], ["supply"]]
    assert len(session.view(0).private.dock.packs) == 2
    assert not any(offer.id == "slip" for offer in session.offers(0))
    first = session.state.order[0]
    choose(session, "end")
    assert session.state.order[session.state.turn] != first
    scene = Scene(1)
    scene.hide((0, -1), "teleport", seen=[1])
    scene.put(0, (0, -1))
    assert not scene.may("pick"), "each character has knowledge of its own"
    assert GAME.view(scene.state, 0).private.dock.lore[0].kind == "teleport", "but the seat sees both"


@rule("BIO-319")
def test_acting_for_one_character_never_touches_the_pack_of_the_other() -> None:
    """Whatever is chosen in a turn, by a bot or at random: the other one's pack changes only by what is done to its owner
    (an injury, a capture, a share of the hoard), never because both belong to one person."""
    rng, looked = Random("solo"), 0
    for number in range(8):
        session = start(1, seed=f"solo {number}", quests=9)
        while session.outcome is None:
            acting, in_turn = turn.on_turn(session.state), session.state.step == "turn"
            before = copy.deepcopy(session.state.players[1 - acting])
            move = random_move(session, rng) if rng.random() < 0.3 else GAME.bot(session, 0)
            session.apply(move)
            other = session.state.players[1 - acting]
            given = isinstance(move, Answer) and move.values[0].endswith(f":{1 - acting}")  # of the hoard
            if in_turn and session.state.step == "turn" and not given and other.status == before.status:
                looked += bool(before.inventory)
                assert other.inventory == before.inventory or turn.on_turn(session.state) != acting, move
    assert looked > 30


@rule("BIO-319", "BIO-081", "BIO-078")
def test_alone_nothing_is_paid_used_or_laid_down_out_of_the_other_pack() -> None:
    scene = Scene(1)
    scene.tile("quarry", (0, -2), cliffs="000100")
    scene.put(0, (0, -1), actions=3)
    scene.put(1, (0, -1), "supply", "teleport", "key", "extra_action")
    assert not any(scene.may(verb) for verb in ("place", "use", "move:0,-2")), "the Supply of the other does not pay"
    scene.put(0, (0, -1), "supply", "teleport", actions=9)
    for deed in ("move:0,-2", "move:0,-1"):
        if scene.may(deed):
            scene.act(deed)
    scene.act("place:teleport")
    assert scene.player(1).inventory == ["extra_action", "key", "supply", "teleport"]


@rule("BIO-320", "BIO-295")
def test_conceding_needs_everybody() -> None:
    session = playing(Scene())
    session.use(0, "concede")
    assert session.outcome is None
    session.use(0, "fight on")
    session.use(0, "concede")
    session.use(1, "concede")
    assert session.outcome is not None
    assert (session.outcome.reason, session.outcome.winners) == ("conceded", ())


@rule("BIO-320", "BIO-290")
def test_results() -> None:
    scene = at_the_exit(lock=1)
    scene.put(0, (0, -2), "key")
    session = playing(scene)
    choose(session, "use:own:key")
    assert session.outcome is not None
    assert (session.outcome.reason, session.outcome.winners) == ("escaped", (0, 1))
