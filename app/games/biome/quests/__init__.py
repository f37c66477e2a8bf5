"""The ten quests. Each module sets its quest up, updates it and lets players interact with it."""
