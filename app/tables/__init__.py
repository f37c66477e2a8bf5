"""The application: tables, seats, the journal, and the live games that people are connected to."""
