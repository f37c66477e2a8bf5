"""The glazier: from a cartoon (the drawing of a window) to the window of leaded glass, one small SVG.

Pure and deterministic: no file, no clock, no chance but that of the picture's own name. It knows nothing of any game.
"""
