"""The campaign of the house, compiled from the files in `packs/` by `parallax packs build` into a module here.

It is a plain string, so that the game needs no file to be played.
"""
