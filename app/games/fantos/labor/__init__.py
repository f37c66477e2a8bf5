"""What the Labor cards do, by where they are played."""

from app.games.fantos.labor import attached, contests, floor, instants

__all__ = ["attached", "contests", "floor", "instants"]
