"""A bot that plays a character sensibly, from its view alone.

Everything is weighed in stat points: what dice may take, dearer the lower a stat stands, against what an action is
likely to bring. Costs and results that nobody has read are guesses by category; what the mission wants is learnt from
the actions that it prints, where they are offered and where they were done already.
"""

from app.games.vantage.bot.choosing import decide

__all__ = ["decide"]
