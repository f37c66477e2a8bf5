"""Where things are kept: the embedded Postgres, the schema, connections, migrations."""
