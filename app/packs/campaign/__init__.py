"""Campaigns for ISS Vanguard as packs: read, compiled, linted, drawn and played."""
