"""Packs: worlds written as files. Reading, compiling, linting and mapping them; the games get the compiled data."""
