"""Telling people outside the page: web push and e-mail, beside Discord. Each person chooses, per table if they like."""
