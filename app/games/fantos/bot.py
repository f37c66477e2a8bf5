"""Computer players. They look at public facts, at their own hand and at nothing else, and decide without chance.

The competent one weighs Harvest, War and Tribute by what they are likely to bring, plays cards that pay for themselves
and answers what is aimed at it. The easy one harvests, hires and otherwise lets things happen.
"""

from __future__ import annotations

from app.games.fantos.components import LEGACIES
from app.games.fantos.hiring import price
from app.games.fantos.queries import (
    able,
    find,
    in_force,
    living,
    owner,
    printed,
    reigning_seat,
    stat,
    total,
)
from app.games.fantos.reactions import is_target
from app.games.fantos.scores import score
from app.games.fantos.state import Legacy, Seat, State
from app.games.fantos.war import targets
from app.kernel import Answer, Ask, Move, Session, Values

DIE_MEAN = 10 / 6
BAD_TRIALS = ("rationing", "iridium-fog", "gravity-well", "void-leeches", "black-sun", "wardens-tithe", "star-witch")
CONTESTS = ("harvest", "war", "tribute", "special")

# Cards that are worth their price whenever they can be played on the floor, the best first.
FLOOR_PLAYS = (
    "labor:raid",
    "ability:sperviter",
    "ability:alchemist",
    "ability:usurer",
    "ability:bloodletter",
    "ability:executioner",
    "ability:inquisitor",
    "ability:cutpurse",
    "ability:archivist",
    "labor:scavengers",
    "labor:iron-pick",
    "labor:gilded-mask",
    "labor:bulwark",
    "labor:thacko",
    "labor:zradas",
    "labor:skull-of-lodan",
)
OWN_TARGETS = ("iron-pick", "gilded-mask", "bulwark", "thacko", "zradas", "skull-of-lodan", "cook", "field-surgeon")


def decide(session: Session[State], seat: Seat) -> Move:
    ask = session.asks[seat]
    mind = Easy if session.state.options.bots == "easy" else Competent
    values = mind(session.state, seat, ask).answer()
    return Answer(seat, ask.id, values if ask.refusal(values) is None else ask.default)


class Easy:
    """Harvests with everybody, defends, hires what it can."""

    def __init__(self, s: State, seat: Seat, ask: Ask) -> None:
        self.s, self.seat, self.ask = s, seat, ask
        self.ids = [option.id for option in ask.options]

    def answer(self) -> Values:
        for wish in ("declare:harvest", "declare:tribute"):
            if wish in self.ids:
                return (wish,)
        if self.ask.rule == "FAN-043":
            return tuple(self.ids[: self.ask.most])
        hires = [option for option in self.ids if option.startswith("hire:")]
        if hires and self.s.citadels[self.seat].reserve > 12:
            return (hires[0],)
        return self.ask.default


class Competent(Easy):
    def answer(self) -> Values:
        ask = self.ask
        if ask.kind != "choose":
            return ask.default
        if ask.rule in ("FAN-124", "FAN-129"):
            return ("yea" if self._votes_yea() else "nay",)
        if ask.rule == "FAN-043":
            return self._tasked()
        if ask.rule == "FAN-079":
            return tuple(self.ids)  # the defender's turn comes next: everybody is untasked then anyway
        if ask.rule == "FAN-091":
            return (self._challenger(),)
        if ask.rule == "FAN-107":
            return (max(self.ids, key=lambda option: self._war_gain(int(option[5:]))),)
        if ask.rule == "FAN-066":
            return (self._while_tasked(),)
        if ask.rule in ("FAN-145", "FAN-146", "FAN-021"):
            return (self._hire(),)
        if ask.rule == "FAN-062":
            return (self._action(),)
        if ask.rule in ("FAN-172", "FAN-131"):
            return (self._reaction(),)
        if ask.rule == "FAN-173" or ":" in ask.prompt:
            return self._aim()
        return ask.default

    # Votes and hires ------------------------------------------------------------------------------------------------

    def _votes_yea(self) -> bool:
        vote = self.s.vote
        if vote is None:
            return False
        bad = vote.trial in BAD_TRIALS
        if vote.trial == "great-levy":
            mine = self.s.citadels[self.seat].reserve
            bad = mine >= max(self.s.citadels[seat].reserve for seat in living(self.s))
        return bad if vote.council else not bad

    def _hire(self) -> str:
        """The Shards stay on the Legacy and count at the end: only a safe Reserve is needed."""
        best, choice = 0.0, self.ask.default[0]
        for option in self.ids:
            sort, _, name = option.partition(":")
            if option == "revive" and self.s.citadels[self.seat].reserve >= 14:
                return option
            if sort != "hire":
                continue
            cost = price(self.s, self.seat, name, 2 if self.ask.rule == "FAN-146" else 0)
            if self.ask.rule != "FAN-021" and self.s.citadels[self.seat].reserve - cost < 14:
                continue
            worth = _worth(name) + LEGACIES[name].cost - cost
            if worth > best:
                best, choice = worth, option
        return choice

    # Fantos Actions -------------------------------------------------------------------------------------------------

    def _action(self) -> str:
        gains = {
            "declare:harvest": self._harvest_gain(),
            "declare:war": max(self._war_gain(seat) for seat in targets(self.s)),
            "declare:tribute": self._tribute_gain(),
        }
        open_to_me = [option for option in gains if option in self.ids]
        if open_to_me:
            best = max(open_to_me, key=lambda option: gains[option])
            if gains[best] > 0.5:
                return best
        return "end"

    def _harvesters(self) -> list[Legacy]:
        """All but the best defender, unless nobody threatens."""
        mine = able(self.s, self.seat, "harvest")
        if len(mine) < 3:
            return mine
        guard = max(mine, key=lambda x: (stat(self.s, x.id, "war") - stat(self.s, x.id, "harvest"), x.id))
        return [legacy for legacy in mine if legacy is not guard]

    def _harvest_gain(self) -> float:
        going = self._harvesters()
        gain = sum(stat(self.s, x.id, "harvest") + DIE_MEAN for x in going)
        if any(card.id == "black-sun" for card in self.s.trials):
            gain /= 2
        if any(card.id == "iridium-fog" for card in self.s.trials):
            gain -= 0.5 * len(going)
        return gain - 0.5

    def _war_gain(self, target: Seat) -> float:
        attack = sum(stat(self.s, x.id, "war") + DIE_MEAN for x in able(self.s, self.seat, "war"))
        guards = able(self.s, target, "war")
        defence = sum(stat(self.s, x.id, "war", None, True) + DIE_MEAN for x in guards) or DIE_MEAN
        rivals = max(1, len(living(self.s)) - 1)
        return (attack - defence) * (0.6 + 0.4 / rivals) - 2

    def _tribute_gain(self) -> float:
        mine = max((stat(self.s, x.id, "tribute") for x in able(self.s, self.seat, "tribute")), default=0)
        rivals = [
            stat(self.s, x.id, "tribute")
            for seat in living(self.s)
            if seat != self.seat
            for x in able(self.s, seat, "tribute")
        ]
        if not rivals:
            return mine + DIE_MEAN + 2
        return mine - max(rivals) + 2.5 + (0 if reigning_seat(self.s) == self.seat else 1)

    def _tasked(self) -> Values:
        if "nominee" in self.ask.prompt:
            return (max(self.ids, key=lambda option: stat(self.s, option[7:], "tribute")),)
        if "Harvest" in self.ask.prompt:
            going = [f"legacy:{legacy.id}" for legacy in self._harvesters()]
            return tuple(option for option in self.ids if option in going)
        return tuple(self.ids)

    def _challenger(self) -> str:
        action = self.s.action
        sent = [option for option in self.ids if option != "stay"]
        best = max(sent, key=lambda option: stat(self.s, option[7:], "tribute"))
        if action is None:
            return "stay"
        to_beat = max(stat(self.s, e.legacy, "tribute", e) for e in action.entrants)
        return best if stat(self.s, best[7:], "tribute") >= to_beat - 1 else "stay"

    def _while_tasked(self) -> str:
        copies = [option for option in self.ids if option.startswith("copy:")]
        if copies:
            kind = self.s.attempted[-1] if self.s.phase == "action" and self.s.attempted else "war"
            best = max(copies, key=lambda option: printed(option[5:], kind))
            return best if printed(best[5:], kind) > printed("herzog", kind) else "own"
        spends = [option for option in self.ids if option.startswith("spend:") and option != "spend:juggler"]
        return spends[0] if spends else self.ask.default[0]

    # Reactions ------------------------------------------------------------------------------------------------------

    def _reaction(self) -> str:
        for option in self.ids:
            if option != "pass" and self._wants(option):
                return option
        if self.ask.topic == "FLOOR" or self.ask.rule == "FAN-131":
            for play in FLOOR_PLAYS:
                if play in self.ids:
                    return play
        return "pass"

    def _wants(self, play: str) -> bool:
        s, action = self.s, self.s.action
        card = play.partition(":")[2]
        mine = action is not None and action.seat == self.seat
        if card in ("strip-mine", "cartographer"):
            return mine
        if card in ("sabotage", "freeman", "diver", "mill-fee", "brigands"):
            return not mine and (card != "freeman" or (action is not None and score(s, action, action.seat) >= 4))
        if card in ("mercenaries", "quarryman", "banneret", "pilgrimage"):
            return self._takes_part() and (card in ("quarryman", "banneret") or self._behind() <= 4)
        if card == "troubadour":
            return True
        if card == "camp-followers":
            return True
        if card == "loaded-die":
            low = [die for die in action.dice if die.seat == self.seat and die.face == 1] if action is not None else []
            return bool(low)
        if card == "a-time-of-peace":
            return self._takes_part() and self._behind() >= 3
        if card == "sapper":
            return self._takes_part() and self._behind() >= 4
        if card in ("forced-march", "clockmaker", "shirazad"):
            return self.ask.topic == "DECLARED" and action is not None and action.target == self.seat
        if card in ("shell-game", "clever-ruse"):
            top = s.stack[-1] if s.stack else None
            return top is not None and top.seat != self.seat and is_target(s, self.seat)
        if card == "sentinel":
            return True
        if card == "alms":
            poorest = min(s.citadels[seat].reserve for seat in living(s))
            return s.citadels[self.seat].reserve == poorest
        if card == "recruiter":
            return s.active == self.seat and s.citadels[self.seat].reserve >= 12
        if card in ("knight", "duel", "red-comet"):
            return self._duel_margin() >= 2
        return play.startswith("skull:") or (card == "oubliette" and s.final is not None and self._last_words())

    def _last_words(self) -> bool:
        """In the final round a disabled Legacy may not count any more."""
        final = self.s.final
        return final is not None and final.left <= 2

    def _takes_part(self) -> bool:
        action = self.s.action
        if action is None:
            return False
        return self.seat in (action.seat, action.target) or any(e.seat == self.seat for e in action.entrants)

    def _behind(self) -> int:
        """How far the best other score is ahead of mine."""
        action = self.s.action
        if action is None:
            return 0
        rivals = {action.seat, action.target} if action.kind == "war" else {e.seat for e in action.entrants}
        others = [score(self.s, action, seat) for seat in sorted(x for x in rivals if x is not None and x != self.seat)]
        return max(others, default=0) - score(self.s, action, self.seat)

    def _duel_margin(self) -> float:
        mine = [stat(self.s, x.id, "duel") for x in able(self.s, self.seat, "duel")]
        theirs = [stat(self.s, x.id, "duel") for seat, x in in_force(self.s) if seat != self.seat and x.shards >= 3]
        return max(mine, default=0) - min(theirs, default=9)

    # Targets --------------------------------------------------------------------------------------------------------

    def _aim(self) -> Values:
        card = self.ask.prompt.partition(":")[0].lower().replace("'", "").replace(" ", "-")
        ranked = sorted(self.ids, key=lambda option: (-self._likes(card, option), self.ids.index(option)))
        return tuple(ranked[: max(1, self.ask.least)])

    def _likes(self, card: str, option: str) -> float:
        s = self.s
        sort, _, rest = option.partition(":")
        if sort == "legacy":
            return self._likes_legacy(card, rest)
        if sort == "seat":
            seat = int(rest)
            if self.ask.options[0].label.startswith("Shards to") or card == "scavengers":
                return 1.0 if seat == self.seat else 0.0
            return -99.0 if seat == self.seat else total(s, seat)
        if sort == "score":
            seat_text, _, amount = rest.partition(":")
            return float(amount) if int(seat_text) == self.seat else -float(amount) + 0.1
        if sort == "die":
            die = next((x for x in (s.action.dice if s.action is not None else []) if x.id == int(rest)), None)
            return 0.0 if die is None else (3 - die.face) if die.seat == self.seat else die.face - 3.5
        if sort in ("item", "amount", "face", "take"):
            return float(rest)
        if sort == "attached":
            return 0.0 if owner(s, rest.split(":")[0]) == self.seat else 0.5
        return 1.0 if rest == "raid" else 0.0

    def _likes_legacy(self, card: str, name: str) -> float:
        s = self.s
        legacy = find(s, name)
        if legacy is None:
            return -99.0
        mine = owner(s, name) == self.seat
        if self.ask.prompt.startswith("Who pays"):
            return legacy.shards + (5 if name == "tinker" else 0) - stat(s, name, "war")
        if "who challenges" in self.ask.prompt:
            return float(stat(s, name, "duel"))
        if card in ("duel", "knight", "red-comet"):
            return -99.0 if mine else min(legacy.shards, 4) - 2 * stat(s, name, "duel")
        if card in OWN_TARGETS:
            kind = {"iron-pick": "harvest", "gilded-mask": "tribute"}.get(card, "war")
            return stat(s, name, kind) + 0.1 * legacy.shards + (10 if mine else -10)
        if card in ("forced-march", "clockmaker", "shirazad", "oblate", "gravity-well"):
            return stat(s, name, "war") * (-1 if card == "gravity-well" else 1) + (10 if mine else -10)
        return -99.0 if mine else legacy.shards


def _worth(name: str) -> float:
    card = LEGACIES[name]
    extra = {"navigator": 3.0, "alchemist": 3.0, "sperviter": 3.0, "diver": 2.0, "freeman": 2.0, "marquis": 1.0}
    return card.harvest * 1.2 + card.war * 1.1 + card.tribute * 0.9 + extra.get(name, 0.5)
