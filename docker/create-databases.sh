#!/bin/sh
# Run once by the PostgreSQL image on an empty volume: one database and one plain role for each service, which no other
# service can enter.
set -eu
for name in gateway compliance monitoring error_registry; do
  variable="$(printf '%s' "$name" | tr '[:lower:]' '[:upper:]')_PASSWORD"
  eval "password=\$$variable"
  psql -v ON_ERROR_STOP=1 -v name="$name" -v password="$password" --username "${POSTGRES_USER:-postgres}" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name" TEMPLATE template0
  ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8';
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
SQL
done
