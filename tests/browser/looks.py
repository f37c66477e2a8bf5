"""Looking at a page that has come to rest: by eye (`--shots`), and by axe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from axe_playwright_python.async_playwright import Axe as AtOnce
from axe_playwright_python.base import AxeResults
from playwright.async_api import Page

from tests.servers import ROOT

SHOTS = ROOT / "shots"  # not kept in the repository
wanted = False  # pictures are for people: they are taken with `--shots`, for they prove nothing and take their time

AT_REST = """() => document.fonts.status === "loaded" && document.getAnimations().every((one) =>
  one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""


async def still(page: Page) -> None:
    """No colour is on its way to another, and nothing moves that will ever stop."""
    await page.wait_for_function(AT_REST)


async def shot(page: Page, name: str, **how: Any) -> None:
    if wanted:
        path = Path(SHOTS / f"{name}.png")
        path.parent.mkdir(parents=True, exist_ok=True)
        await page.screenshot(path=path, **how)


OF_COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


class Axe:
    """axe, which would otherwise measure the contrast of colours in the midst of their change."""

    async def run(self, page: Page, context: Any = None, *, colours: bool = False) -> AxeResults:
        """With `colours` only what depends on them: for a page that was looked at already, in other colours."""
        await still(page)
        options: dict[str, Any] = {"resultTypes": ["violations"]}
        return await AtOnce().run(page, context, options | ({"runOnly": OF_COLOURS} if colours else {}))


async def wear(page: Page, theme: str) -> None:
    """The page in other colours: light, dark and contrast as a person chooses them, night as the system does."""
    await page.emulate_media(color_scheme="dark" if theme == "night" else "light")
    await page.evaluate(
        """(theme) => {
          if (theme === "night") delete document.documentElement.dataset.theme;
          else document.documentElement.dataset.theme = theme;
        }""",
        theme,
    )
