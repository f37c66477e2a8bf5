"""Computer players. They look at public facts, at their own hand and at nothing else, and decide without chance.

The competent one weighs every action, play and target by what it is likely to bring in Shards (`judgement.py`). The
easy one harvests, hires and otherwise lets things happen.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from app.games.fantos.bargaining import SAFE, answer_offer, propose
from app.games.fantos.components import LEGACIES, TITLES
from app.games.fantos.effects import ABILITIES, LABOR_EFFECTS, Context
from app.games.fantos.hiring import price
from app.games.fantos.judgement import CARD, CONTESTS, DIE_MEAN, TITLE, Judge, cost
from app.games.fantos.legacies.enlightened import culled
from app.games.fantos.queries import able, find, in_force, living, owner, printed, running, stat, targets, total, trial
from app.games.fantos.state import Action, Legacy, Seat, State
from app.games.fantos.votes import count, weight
from app.games.fantos.whole_plays import WHOLE
from app.kernel import Answer, Ask, Move, Session, Values

OWN_ASKS = {"FAN-062": "ACT", "FAN-131": "FLOOR", "FAN-145": "HIRE"}
WAR_CARDS = ("mercenaries", "camp-followers", "loaded-die", "a-time-of-peace")


def decide(session: Session[State], seat: Seat) -> Move:
    ask = session.asks[seat]
    reply = answer_offer(session, seat) or (propose(session, seat) if session.state.options.bots != "easy" else None)
    if reply is not None:
        return reply
    values = (Easy if session.state.options.bots == "easy" else Competent)(session.state, seat, ask).answer()
    return Answer(seat, ask.id, values if ask.refusal(values) is None else ask.default)


class Easy:
    """Harvests with everybody, nominates, hires what it can."""

    s: State
    seat: Seat
    ask: Ask

    def __init__(self, s: State, seat: Seat, ask: Ask) -> None:
        self.s, self.seat, self.ask = s, seat, ask
        self.ids = [option.id for option in ask.options if not option.id.startswith("payer:")]

    def answer(self) -> Values:
        for wish in ("all:harvest", "declare:harvest", "declare:tribute"):
            if wish in self.ids:
                return (wish,)
        if self.ask.rule == "FAN-043":
            return tuple(self.ids[: self.ask.most])
        hires = [option for option in self.ids if option.startswith("hire:")]
        if hires and self.s.citadels[self.seat].reserve > 12:
            return (hires[0],)
        return self.ask.default


class Competent(Easy):
    judge: Judge
    contest: Action | None

    def __init__(self, s: State, seat: Seat, ask: Ask) -> None:
        super().__init__(s, seat, ask)
        self.judge = Judge(s, seat)
        self.contest = running(s, *CONTESTS)

    def answer(self) -> Values:
        by_rule: dict[str, Callable[[], Values]] = {
            "FAN-021": self._hire,
            "FAN-043": self._tasked,
            "FAN-062": self._action,
            "FAN-066": self._while_tasked,
            "FAN-079": self._defenders,
            "FAN-091": self._challenger,
            "FAN-097": self._collect,
            "FAN-107": self._enemy,
            "FAN-115": self._make_room,
            "FAN-124": self._vote,
            "FAN-129": self._vote,
            "FAN-131": self._floor,
            "FAN-145": self._hire,
            "FAN-146": self._hire,
            "FAN-150": self._discard,
            "FAN-172": self._react,
            "FAN-256": self._spare,
        }
        rule = self.ask.rule or ""
        if rule in by_rule:
            return by_rule[rule]()
        return self._aim()

    def _reserve(self) -> int:
        return self.s.citadels[self.seat].reserve

    # Votes and hires ------------------------------------------------------------------------------------------------

    def _vote(self) -> Values:
        vote = self.s.vote
        if vote is None:
            return self.ask.default
        wanted = self.judge.likes(vote.trial) > 0
        return ("yea" if wanted != vote.council else "nay",)

    def _make_room(self) -> Values:
        return (min(self.ids, key=lambda option: (self.judge.likes(option[6:]), self.ids.index(option))),)

    def _spare(self) -> Values:
        return (min(self.ids, key=lambda option: (self.judge.body(option[7:]), option)),)

    def _hire(self) -> Values:
        """The Shards stay on the Legacy and count at the end: only a safe Reserve is needed."""
        best, choice = 0.0, self.ask.default[0]
        setup = self.ask.rule == "FAN-021"
        for option in self.ids:
            sort, _, name = option.partition(":")
            if option == "revive" and self._reserve() >= SAFE + 6:
                return (option,)
            if sort == "reveal" and self._reserve() >= SAFE + 6:
                worth = 2.5
            elif sort == "hire":
                paid = price(self.s, self.seat, name, 2 if self.ask.rule == "FAN-146" else 0)
                if not setup and self._reserve() - paid < SAFE:
                    continue
                worth = self.judge.body(name) + LEGACIES[name].cost - paid
            else:
                continue
            if worth > best:
                best, choice = worth, option
        if choice == self.ask.default[0] and not setup:
            return self._react()
        return (choice,)

    def _floor(self) -> Values:
        """A play, else the hire to come where it can be named already."""
        played = self._react()
        return self._hire() if played == self.ask.default else played

    def _discard(self) -> Values:
        """Away with what is not worth holding: five are drawn up again."""
        dull = [option for option in self.ids if option.startswith("throw:") and self._dull(option[6:])]
        return self.ask.default if self.s.options.discard_fee or not dull else (dull[0],)

    def _dull(self, card: str) -> bool:
        return self.judge.card(card) < 0.5

    # Fantos Actions -------------------------------------------------------------------------------------------------

    def _action(self) -> Values:
        gains = {
            "declare:harvest": self._harvest_gain(),
            "declare:war": max((self._war_gain(seat) for seat in targets(self.s)), default=0.0),
            "declare:tribute": self._tribute_gain(),
        }
        open_to_me = [option for option in gains if option in self.ids]
        played = self._react()
        if played != ("end",):
            return played
        if open_to_me:
            best = max(open_to_me, key=lambda option: gains[option])
            if gains[best] > 0.5:
                return (f"all:{best[8:]}" if self._everybody_goes(best[8:]) else best,)
        return ("end",)

    def _everybody_goes(self, kind: str) -> bool:
        """Whether it would choose all of them anyway."""
        if f"all:{kind}" not in self.ids:
            return False
        mine = able(self.s, self.seat, kind)
        return len(self._harvesters() if kind == "harvest" else self._fighters(mine)) == len(mine)

    def _holds(self, *cards: str) -> bool:
        hand = self.s.citadels[self.seat].hand
        return not trial(self.s, "star-witch") and any(card in hand for card in cards)

    def _harvesters(self) -> list[Legacy]:
        """Whoever brings more than it is worth as a guard; somebody stays to pay for a Strip Mine."""
        mine = able(self.s, self.seat, "harvest")
        going = [x for x in mine if self._yield_of(x) > self.judge.staying(x)]
        if len(going) == len(mine) > 2 and self._holds("strip-mine"):
            going.remove(min(going, key=lambda x: (stat(self.s, x.id, "harvest"), x.id)))
        return going or mine

    def _yield_of(self, legacy: Legacy) -> float:
        die = DIE_MEAN - (0.5 if trial(self.s, "iridium-fog") else 0.0)
        return (stat(self.s, legacy.id, "harvest") + die) / (2 if trial(self.s, "black-sun") else 1)

    def _harvest_gain(self) -> float:
        going = self._harvesters()
        mine = sum(x.shards for x in going) > 0 and self._holds("strip-mine")
        gain = sum(self._yield_of(x) - self.judge.staying(x) for x in going)
        return gain + (1.5 if mine else 0.0) + (DIE_MEAN if trial(self.s, "overtime") else 0.0)

    def _war_gain(self, target: Seat) -> float:
        margin = self.judge.war(target) - 1.5  # what the other may have up its sleeve
        margin += 2 if self._holds("mercenaries") and len(able(self.s, self.seat, "war")) > 1 else 0
        if margin <= 0:
            return margin
        left_bare = sum(self.judge.staying(x) for x in able(self.s, self.seat, "war"))
        return margin * (1 + self.judge.weight.get(target, 0.0)) - left_bare - 1.5  # a War makes enemies

    def _tribute_gain(self) -> float:
        s = self.s
        mine = max((stat(s, x.id, "tribute") for x in able(s, self.seat, "tribute")), default=0)
        rivals = [stat(s, x.id, "tribute") for seat in self.judge.others for x in able(s, seat, "tribute")]
        title = 0 if s.reigning is not None and owner(s, s.reigning) == self.seat else TITLE
        if not rivals:
            return mine + DIE_MEAN + title
        return mine - max(rivals) + title

    def _enemy(self) -> Values:
        return (max(self.ids, key=lambda option: self._war_gain(int(option[5:]))),)

    def _tasked(self) -> Values:
        if "nominee" in self.ask.prompt:
            return (max(self.ids, key=lambda option: stat(self.s, option[7:], "tribute")),)
        if "Harvest" in self.ask.prompt:
            going = [f"legacy:{legacy.id}" for legacy in self._harvesters()]
            return tuple(option for option in self.ids if option in going)
        return self._going_to_war()

    def _defenders(self) -> Values:
        """Quarryman does more for a defence from outside."""
        return tuple(option for option in self._going_to_war() if option != "legacy:quarryman")

    def _going_to_war(self) -> Values:
        mine = [x for x in self.s.citadels[self.seat].legacies if f"legacy:{x.id}" in self.ids]
        going = {f"legacy:{x.id}" for x in self._fighters(mine)}
        return tuple(option for option in self.ids if option in going)

    def _fighters(self, mine: list[Legacy]) -> list[Legacy]:
        """Everybody, but for one who can do little and pay for the cards of a War; a Banneret leads many from behind."""
        fighters = [x for x in mine if x.id != "banneret" or len(mine) <= 4]
        if len(fighters) > 1 and self._holds(*WAR_CARDS):
            weakest = min(fighters, key=lambda x: (stat(self.s, x.id, "war"), x.id))
            if weakest.shards >= 2 and stat(self.s, weakest.id, "war") <= 1:
                fighters.remove(weakest)
        return fighters

    def _challenger(self) -> Values:
        action = self.s.action
        sent = [option for option in self.ids if option != "stay"]
        best = max(sent, key=lambda option: stat(self.s, option[7:], "tribute"))
        if action is None:
            return ("stay",)
        to_beat = max(stat(self.s, e.legacy, "tribute", e) for e in action.entrants)
        ahead = stat(self.s, best[7:], "tribute") - to_beat
        legacy = find(self.s, best[7:])
        guard = self.judge.staying(legacy) if legacy is not None else 0.0
        return (best if ahead + 1.5 > guard else "stay",)

    def _collect(self) -> Values:
        """From those whose loss helps me most, and from the larger Reserves."""
        ranked = sorted(
            self.ask.options,
            key=lambda option: (-self.judge.weight.get(int(option.id[5:]), 0.0), -option.room, option.id),
        )
        parts: list[str] = []
        due = self.ask.least
        for option in ranked:
            share = min(due, option.room)
            if share > 0:
                parts.append(f"{option.id}={share}")
                due -= share
        return tuple(parts)

    def _while_tasked(self) -> Values:
        copies = [option for option in self.ids if option.startswith("copy:")]
        action = self.s.action
        kind = action.kind if action is not None else self.s.attempted[-1] if self.s.phase == "action" else "war"
        if copies:
            best = max(copies, key=lambda option: printed(option[5:], kind))
            return (best if printed(best[5:], kind) > printed("herzog", kind) else "own",)
        name = self.ids[-1].partition(":")[2]
        legacy = find(self.s, name)
        keeps = 2 if name in ("flagellants", "juggler") else 1  # what it must hold after the spend to be worth it
        spends = legacy is not None and legacy.shards > keeps + 1 and (name != "juggler" or kind != "harvest")
        return (self.ids[-1] if spends else "keep",)

    # Plays ------------------------------------------------------------------------------------------------------------

    def _react(self) -> Values:
        """The play that brings most, if any brings something."""
        best, choice = 0.25, self.ask.default
        for option in self.ids:
            sort = option.partition(":")[0]
            if sort in ("labor", "ability", "skull", "challenge"):
                value = self._play(option)
                if value > best:
                    best, choice = value, (option,)
        return choice

    def _play(self, option: str) -> float:
        sort, _, card = option.partition(":")
        if sort == "skull":
            return min(3, self.s.duel_moved) - 0.5
        if sort == "challenge":
            return self._best_duel([x.id for x in able(self.s, self.seat, "duel")])[0]
        if sort == "labor":
            return self._brings(card) - cost(card)
        return self._brings(card) - self._uses_up(card)

    def _uses_up(self, name: str) -> float:
        """What it costs a Legacy to use its ability."""
        effect, legacy = ABILITIES[name], find(self.s, name)
        if legacy is None or name in ("juggler", "knight"):
            return 0.0
        if effect.discards:
            kept = name in ("apothecary", "gong-farmer")  # their Shards are not lost
            return self.judge.body(name) + (0 if kept else legacy.shards)
        lost = effect.spend + (self.judge.body(name) if legacy.shards == effect.spend else 0.0)
        return lost + (self.judge.staying(legacy) if effect.tasks else 0.0)

    def _brings(self, card: str) -> float:
        """What a card or ability does for me if it is aimed as well as possible."""
        whole = WHOLE.get(card)
        if whole is not None:
            return whole(self)
        effect = LABOR_EFFECTS[card] if card in LABOR_EFFECTS else ABILITIES[card]
        window = self.s.window.kind if self.s.window is not None else OWN_ASKS[self.ask.rule or ""]
        source = card if card in ABILITIES else ""
        options = effect.targets(Context(self.s, self.seat, window, source))
        return max((self._likes(card, option.id) for option in options), default=0.0)

    # Duels

    def _best_duel(self, challengers: list[str]) -> tuple[float, str, str]:
        best = (-9.0, "", "")
        rivals = [x.id for seat, x in in_force(self.s) if seat != self.seat]
        for mine, theirs in product(challengers, rivals):
            best = max(best, (self._duel(mine, theirs), mine, theirs))
        return best

    def _duel(self, mine: str, theirs: str) -> float:
        challenger, rival = find(self.s, mine), find(self.s, theirs)
        if challenger is None or rival is None or owner(self.s, theirs) == self.seat:
            return -9.0
        dice = {"champion": 2}
        margin = stat(self.s, mine, "duel") - stat(self.s, theirs, "duel")
        margin += round(DIE_MEAN * (dice.get(mine, 1) - dice.get(theirs, 1)))
        if margin <= 0:
            return margin - 1.0
        moved = min(margin, rival.shards)
        seat = owner(self.s, theirs)
        gone = self.judge.body(theirs) if moved == rival.shards else 0.0
        return moved + self.judge.gain(seat, -moved - gone) - self.judge.staying(challenger) - 0.4

    # Targets --------------------------------------------------------------------------------------------------------

    def _aim(self) -> Values:
        """A question that a card asks: its prompt begins with the card's title."""
        words, _, _ = self.ask.prompt.partition(":")
        if self.ask.prompt.startswith("Who pays"):
            return (max(self.ids, key=lambda option: (self._purse(option[7:]), option)),)
        if self.ask.kind != "choose" or words not in TITLES:
            return self.ask.default
        card = TITLES[words]
        if card in ("duel", "red-comet"):
            return self._aim_duel()
        ranked = sorted(self.ids, key=lambda option: (-self._likes(card, option), self.ids.index(option)))
        if card == "shirazad":
            return tuple(option for option in ranked if self._likes(card, option) > 0)[:2] or tuple(ranked[:1])
        return tuple(ranked[: max(1, self.ask.least)])

    def _purse(self, name: str) -> float:
        legacy = find(self.s, name)
        if legacy is None:
            return -9.0
        return (5 if name == "tinker" else 0) + min(legacy.shards, 4) - 0.3 * self.judge.body(name)

    def _aim_duel(self) -> Values:
        mine = [x.id for x in able(self.s, self.seat, "duel")]
        if "who challenges" in self.ask.prompt:
            return (f"legacy:{self._best_duel([option[7:] for option in self.ids])[1]}",)
        _, challenger, rival = self._best_duel(mine)
        if f"legacy:{rival}" in self.ids:
            return (f"legacy:{rival}",)
        return (max(self.ids, key=lambda option: (self._duel(challenger, option[7:]), option)),)

    def _likes(self, card: str, option: str) -> float:
        sort, _, rest = option.partition(":")
        match sort:
            case "legacy":
                return self._likes_legacy(card, rest)
            case "seat":
                return self._likes_seat(card, int(rest))
            case "score":
                side, _, amount = rest.partition(":")
                return self.judge.change(self.contest, int(side), int(amount))
            case "die":
                faces = (1, 2, 3) if card == "loaded-die" else (DIE_MEAN,)
                return max(self.judge.die(self.contest, int(rest), face) for face in faces)
            case "face":
                dice = self.contest.dice if self.contest is not None else []
                return max((self.judge.die(self.contest, die.id, int(rest)) for die in dice), default=0.0)
            case "item":
                item = next((x for x in self.s.stack if x.id == int(rest)), None)
                return -self.judge.item(item) if item is not None else 0.0
            case "attached":
                return self.judge.gain(owner(self.s, rest.split(":")[0]), -1.5)
            case "card":
                return self._likes_card(card, rest)
            case "trial":
                return -self.judge.likes(rest) if card == "council" else self._sooner(rest)
            case "amount":
                return float(rest)
        return 0.0

    def _sooner(self, name: str) -> float:
        """Outrider: what I like comes first; Zodraz when I am ahead."""
        if name == "zodraz":
            return 9.0 if total(self.s, self.seat) >= max(total(self.s, seat) for seat in living(self.s)) else -9.0
        return self.judge.likes(name)

    def _likes_card(self, card: str, name: str) -> float:
        """What to discard or take from another hand, what to give, what to fetch from the discards."""
        worth = self.judge.card(name.split(":")[0])
        return -worth if "give which" in self.ask.prompt else worth

    def _likes_seat(self, card: str, seat: Seat) -> float:
        judge, action = self.judge, self.s.action
        if self.ask.prompt.endswith("who pays?"):
            return judge.gain(seat, -3)
        if card in ("raid", "scavengers"):
            return judge.gain(seat, 3.0 if card == "raid" else 2 * CARD)
        if card == "sperviter":
            return 2 + judge.gain(seat, -2)
        if card == "mill-fee":
            return judge.gain(seat, 2) + judge.gain(action.seat if action is not None else None, -2)
        if card == "camp-followers" and action is not None:
            payers = [x for x in (action.seat, action.target) if x is not None and x != seat]
            return judge.gain(seat, 2 * len(payers)) + sum(judge.gain(payer, -2) for payer in payers)
        if card == "envoy":
            return self._turns(2 * weight(self.s, seat), self._said(seat))
        if card == "great-levy":
            return judge.gain(seat, 2)
        return CARD * (1 + judge.weight.get(seat, 0.0)) + 0.05 * len(self.s.citadels[seat].hand)

    def _said(self, seat: Seat) -> bool:
        vote = self.s.vote
        return vote is not None and vote.cast.get(str(seat), False) != (seat in vote.reversed)

    def _turns(self, votes: int, yea: bool) -> float:
        """What it is worth to move so many votes away from yea (or from nay)."""
        vote = self.s.vote
        if vote is None:
            return 0.0
        yeas, nays = count(self.s)
        ahead = yeas - nays
        after = ahead - votes if yea else ahead + votes
        if (ahead > 0) == (after > 0):
            return 0.0
        likes = self.judge.likes(vote.trial) * (-1 if vote.council else 1)
        return 4 * (likes if after > 0 else -likes)  # a Trial stays for rounds

    def _likes_legacy(self, card: str, name: str) -> float:
        judge = self.judge
        legacy = find(self.s, name)
        if legacy is None:
            return -9.0
        mine, seat = judge.is_mine(name), owner(self.s, name)
        match card:
            case "executioner":
                return judge.loses(name)
            case "oubliette":
                return self._oubliette(name)
            case "bloodletter":
                gone = judge.body(name) if legacy.shards <= 2 else 0.0
                moved = min(2, legacy.shards)
                return 0.0 if mine else moved + judge.gain(seat, -moved - gone)
            case "shackles" | "mesmerist":
                return judge.shackled(name)
            case "forced-march" | "shirazad" | "oblate":
                return judge.freed(name) if legacy.status != "disabled" else judge.staying(legacy)
            case "clockmaker":
                return max(judge.freed(name), judge.without(self.contest, name))
            case "apothecary":
                return (judge.aimed_at("apothecary") + self._in_danger("apothecary")) if mine else -9.0
            case "cook" | "field-surgeon":
                return self._feeds(legacy) if mine else -9.0
            case "smuggler":
                return self._smuggles(legacy)
            case "mummers":
                side = judge.side_of(self.contest, name) if self.contest is not None else None
                own_stat = stat(self.s, "mummers", self.contest.kind) if self.contest is not None else 0
                return judge.change(self.contest, side, own_stat) if side is not None else 0.0
            case "knight":
                return self._duel("knight", name)
            case "sentinel":
                return judge.aimed_at(name) or -judge.loses(name) * (name in culled(self.s, self.seat))
            case "gravity-well":
                return -max(stat(self.s, name, kind) for kind in ("harvest", "war", "tribute"))
            case "void-leeches":
                return -judge.body(name) if legacy.shards > 1 else -9.0
        return self._wears(card, legacy) if mine else -9.0

    def _wears(self, card: str, legacy: Legacy) -> float:
        """Attached Labor: on whom it helps most."""
        rounds = 0.4 if self.s.final is not None else 1.0
        kind = {"iron-pick": "harvest", "gilded-mask": "tribute"}.get(card, "war")
        fits = 0.15 * stat(self.s, legacy.id, kind) + 0.03 * legacy.shards
        return rounds * ({"iron-pick": 1.8, "thacko": 2.2, "skull-of-lodan": 2.2, "bulwark": 1.6}.get(card, 1.5) + fits)

    def _oubliette(self, name: str) -> float:
        """Out of a Duel that goes wrong, or out of the way."""
        action = self.s.action
        if action is not None and action.kind == "duel" and any(e.legacy == name for e in action.entrants):
            return -self.judge.outcome(action) + 0.3 * self.judge.disabled(name)
        return self.judge.disabled(name)

    def _in_danger(self, name: str) -> float:
        """Shards that this Legacy of mine is about to lose in a War or Duel, or to a Trial."""
        legacy, action = find(self.s, name), self.s.action
        if legacy is None:
            return 0.0
        if name in culled(self.s, self.seat):
            return legacy.shards
        side = self.judge.side_of(action, name) if action is not None and action.kind in ("war", "duel") else None
        if action is None or side is None or not action.dice:
            return 0.0
        return min(legacy.shards, max(0.0, -self.judge.outcome(action) / 2))

    def _feeds(self, legacy: Legacy) -> float:
        """Shards from the Reserve to a Legacy that could soon be out of them."""
        rich = self._reserve() >= SAFE + 6
        return (1.2 if legacy.shards <= 2 else 0.4 if self._pays_for_all(legacy) else 0.0) if rich else -1.0

    def _pays_for_all(self, legacy: Legacy) -> bool:
        return legacy.shards == min(x.shards for x in self.judge.mine()) and legacy.shards <= 3

    def _smuggles(self, legacy: Legacy) -> float:
        if self.s.final is None and self._reserve() < 8 and legacy.shards > 3:
            return 1.5
        return 1.0 if legacy.shards >= 7 and self._reserve() < 20 else 0.0
