"""The pieces of The Glass Acre. A *player* is a character; a seat runs one of them, alone it runs two (BIO-319).

What is hidden, and from whom:

    Tile.secrets        a face-down secret's kind: all but the players in its `seen`; its label is public
    Player.inventory    kinds and weight: all but the owner (only the number is public, BIO-301)
    box                 kinds and order: everybody, but the `seen` of each (Foresight) and whoever chooses from it
    queue               explore results: everybody but the `seen` of each (Foresight)
    quest_stack         everybody (which quests a host named is public: `named`)
    quarries            cliff patterns of the quarry stack: everybody
    face_down           kinds and cliffs of the Fountain's tiles: everybody; their cells are public
    held                kinds held off the board: all but their owner
    Tomb.secrets, Atlantis.places, Vesuvius.secrets    kinds: everybody; how many, and which places are left, is public
    gone                what was destroyed unseen: everybody

All else is public. When `result` is set, nothing is hidden any more (BIO-307).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from app.games.biome.components import Cell, QuestName

PlayerId = int
CampKind = Literal["main", "built", "ally", "stealer", "killer"]
Status = Literal["active", "injured", "captured"]
Pace = Literal["turn", "die", "board"]
Step = Literal["picks", "quest_die", "turn", "board"]
Result = Literal["", "escaped", "keys", "camp", "all-down", "conceded"]
LOCK = 0  # the "camp id" of the exit's lock, as a raid's source
NOWHERE = -1  # the "camp id" of captives held off the board


class Options(msgspec.Struct, frozen=True):
    quests: Annotated[
        int,
        msgspec.Meta(
            ge=0,
            le=9,
            title="Quests",
            description="How many quest boards, 2 to 9: more make a longer and harder game. 0: as the players need.",
        ),
    ] = 0
    boards: Annotated[
        tuple[QuestName, ...],
        msgspec.Meta(
            title="Quest boards",
            description="Name the boards yourself (2 to 9 of them). None: chance picks, and nobody knows which.",
        ),
    ] = ()
    pace: Annotated[
        Pace,
        msgspec.Meta(
            title="Pace",
            description="turn: one running quest moves on in every turn. die: a die with a face for every board says which "
            "one, and often none. board: every quest moves in every board turn.",
        ),
    ] = "turn"
    turn_quarries: Annotated[
        bool, msgspec.Meta(title="Turning quarries", description="Whoever explores a quarry says how it lies.")
    ] = False
    take_back: Annotated[
        bool,
        msgspec.Meta(
            title="Taking back", description="Whoever stands in an enemy camp may take a secret out of its store."
        ),
    ] = True
    strict_book: Annotated[
        bool,
        msgspec.Meta(
            title="Strict book",
            description="Only what the printed rules say: none of the seven kindnesses of this house.",
        ),
    ] = False
    one_of_a_kind: Annotated[
        bool, msgspec.Meta(title="One buff of a kind", description="Nobody wears two buffs of the same kind.")
    ] = False


# The map --------------------------------------------------------------------------------------------------------------


class Hidden(msgspec.Struct):
    """A face-down secret on a tile."""

    label: int  # public: "s7" on the screen
    kind: str  # hidden from all players but `seen`
    seen: list[PlayerId] = []
    placed: bool = False  # laid here by a player; public, as everybody watched


class Tile(msgspec.Struct):
    at: Cell
    kind: str  # see components.TILE_NAMES; a tile of a built camp keeps its terrain
    cliffs: str = "000000"  # as it lies, clockwise from N
    secrets: list[Hidden] = []


class FaceDown(msgspec.Struct):
    """A tile of the Fountain's area that nobody has turned up yet: only the cell is public."""

    at: Cell
    kind: str
    cliffs: str = "000000"


class Unseen(msgspec.Struct):
    """A secret in the box, or an explore result in the queue."""

    kind: str
    seen: list[PlayerId] = []


# Camps and what belongs to them -------------------------------------------------------------------------------------


class Camp(msgspec.Struct):
    id: int  # 1 is the main camp
    kind: CampKind
    at: Cell
    store: list[str] = []  # face-up
    cooldown: int = 0  # 0: off
    dormant: bool = False  # an enemy camp whose quest runs (BIO-166, BIO-172)
    fresh: bool = False  # its cool-down was set in this board turn and is first rolled in the next (BIO-154)
    trades: Literal["", "mercenaries", "goods"] = ""  # what an ally camp offers after its war is won


class Building(msgspec.Struct):
    id: int
    kind: Literal["farm", "blacksmith"]
    at: Cell
    feeds: int  # camp id
    cooldown: int


class Route(msgspec.Struct):
    id: int
    cells: list[Cell]  # both ends included
    ends: tuple[int, int]  # camp ids of the first and the last cell


class Loot(msgspec.Struct):
    kind: str
    source: int  # the camp it was taken from, or LOCK


class Party(msgspec.Struct):
    """A raiding party. Those of running quests 3 and 4 (`quest` is their name) move by quest updates only."""

    id: int
    home: int  # camp id
    at: Cell
    cargo: list[Loot] = []  # public
    placed: int = 0  # the board turn it was placed in (BIO-161); 0 for quest parties and raids in player turns
    quest: str = ""


class Band(msgspec.Struct):
    """Mercenaries."""

    id: int
    camp: int
    at: Cell
    task: Literal["rescue", "party", "gang"]
    target: int = 0  # camp id or party id
    captives: list[PlayerId] = []
    wants: list[str] = []  # secrets to be fetched


class Gang(msgspec.Struct):
    at: Cell
    mode: Literal["roaming", "subdued", "pinned", "enraged"] = "roaming"
    count: int = 0  # updates or board turns left in this mode; -1: for good


# Players --------------------------------------------------------------------------------------------------------------


class Player(msgspec.Struct):
    seat: int
    at: Cell = (0, 0)
    inventory: list[str] = []  # hidden from all but the owner; sorted
    worn: list[str] = []
    priests: int = 0  # public
    actions: int = 0
    status: Status = "active"
    healing: int = 0  # injured: the cool-down
    captive: int = 0  # captured: the counter
    captor: int = NOWHERE  # captured: camp id or NOWHERE
    battles: list[str] = []  # wars in which this player started a battle in this turn (BIO-215)


class Held(msgspec.Struct):
    """A secret of a player captured while no stealer camp was known (BIO-149)."""

    kind: str
    owner: PlayerId


# Quest boards in play ------------------------------------------------------------------------------------------------


class TugOfWar(msgspec.Struct, tag="tug_of_war"):
    at: Cell
    ally: int  # camp ids
    killer: int
    front: int = 0
    supplied: bool = False  # +1 for the next battle
    key: bool = True  # the key is still in the quest
    active: bool = True
    won: bool | None = None


class TradeWar(msgspec.Struct, tag="trade_war"):
    at: Cell
    ally: int
    killer: int
    ally_health: int = 4
    killer_health: int = 4
    supplied: bool = False
    key: bool = True
    active: bool = True
    won: bool | None = None


class Fountain(msgspec.Struct, tag="fountain"):
    at: Cell  # the stealer camp
    stealer: int
    centre: Cell
    fountain: Cell | None = None  # once it is face-up
    key: bool = True
    active: bool = True
    won: bool | None = None


class Tomb(msgspec.Struct, tag="tomb"):
    at: Cell  # the Tomb
    stealer: int
    secrets: list[str]  # kinds hidden from all
    key: bool = True
    active: bool = True
    won: bool | None = None


class RoamingGang(msgspec.Struct, tag="gang"):
    at: Cell  # the gang's tile; the gang itself is State.gang
    key: bool = True
    active: bool = True
    won: bool | None = None


class Dragon(msgspec.Struct, tag="dragon"):
    at: Cell
    hoard: list[str]  # face-up; holds the key at first
    key: bool = False  # the key lies in the hoard, if anywhere here
    active: bool = True
    won: bool | None = None


class Ruins(msgspec.Struct, tag="ruins"):
    at: Cell
    health: int = 6
    key: bool = True
    active: bool = True
    won: bool | None = None


class Atlantis(msgspec.Struct, tag="atlantis"):
    at: Cell
    places: list[str]  # places 1-5, "" when found; kinds hidden from all
    level: int = 4
    protected: bool = False
    key: bool = True
    active: bool = True
    won: bool | None = None


class Vesuvius(msgspec.Struct, tag="vesuvius"):
    at: Cell
    secrets: list[str]  # rewards left; kinds hidden from all
    counter: int = 4
    priests: int = 3  # on the Volcano
    saved: int = 0
    temple: bool = False
    erupted: bool = False
    key: bool = True
    active: bool = True
    won: bool | None = None


class Escape(msgspec.Struct, tag="escape"):
    at: Cell
    key: bool = False
    active: bool = False  # never updated
    won: bool | None = None


Quest = TugOfWar | TradeWar | Fountain | Tomb | RoamingGang | Dragon | Ruins | Atlantis | Vesuvius | Escape


# Talk ------------------------------------------------------------------------------------------------------------


class Hint(msgspec.Struct):
    seat: int
    at: Cell
    hint: str  # a key of components.HINTS


class State(msgspec.Struct):
    options: Options
    seats: int
    players: list[Player]
    order: list[PlayerId]  # turn order for the whole game
    start_rolls: list[list[int]]  # BIO-014: the rolls of each round of rolling, by player; 0 for who did not roll
    quest_count: int  # boards without Escape
    named: list[QuestName]  # the boards, if the host named them
    quest_stack: list[str]  # hidden; next first; Escape last
    stacks: dict[str, int]  # terrain tiles left
    quarries: list[str]  # hidden: patterns of the quarry stack, next first
    box: list[Unseen]  # hidden; next first
    queue: list[Unseen]  # hidden: explore results to come, next first
    tiles: list[Tile]
    camps: list[Camp]  # in order of reveal
    buildings: list[Building]  # in order of building
    discard: list[str] = []  # public
    gone: list[str] = []  # destroyed, out of the game
    face_down: list[FaceDown] = []
    walls: list[Cell] = []
    routes: list[Route] = []
    parties: list[Party] = []
    bands: list[Band] = []
    gang: Gang | None = None
    quests: list[Quest] = []  # boards drawn, in order: the n-th is face n of the quest die
    held: list[Held] = []
    group_buff: str = ""
    exit: Cell | None = None
    lock: int = 0  # keys in it
    step: Step = "picks"
    turn: int = 0  # index into `order`
    round: int = 1
    chooser: PlayerId | None = None  # who looks through the box now (BIO-303)
    busy: bool = False  # an action is being carried out: the slip button waits for its end
    before_deed: int = -1  # what `shown` was before the latest action of this turn
    next_label: int = 1
    next_id: int = 2  # for camps, buildings, routes, parties and bands
    shown: int = 0  # grows whenever something hidden comes out: nothing before can be taken back (BIO-309)
    disclosed: str = ""  # the latest hidden secret that was shown to everybody, and why
    hints: list[Hint] = []
    conceding: list[int] = []  # seats
    board_step: str = ""  # "1" to "6" while the board moves
    result: Result = ""
