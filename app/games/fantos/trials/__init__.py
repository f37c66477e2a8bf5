"""The Trials. Those that only change a rule are looked up where the rule is: Overtime (harvest), Iridium Fog and Black
Sun (scores), Bad Blood (war), Dark Unions (hiring), Stimulus, Gravity Well and Rationing (turn), Star Witch
(reactions)."""

from app.games.fantos.trials import red_comet

__all__ = ["red_comet"]
