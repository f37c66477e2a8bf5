"""Groups live in their Discord server and play in the browser: commands, lobby cards, turn notices, sign-in."""
