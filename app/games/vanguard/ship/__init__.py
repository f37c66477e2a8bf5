"""Ship Management, room by room: sections 27 to 41 of the rules."""
