import type { Client } from 'pg';

/** The database has no schema and a locale that cannot be changed. */
export class WrongLocale extends Error {}

interface LocaleRow {
  name: string;
  /** c for the operating system's library, i for ICU, b for PostgreSQL's own. */
  provider: string;
  locale: string;
  has_schema: boolean;
}

const PROVIDERS: Readonly<Record<string, string>> = { c: 'libc', i: 'icu', b: 'builtin' };

/**
 * Problem with the locale of a database that has a schema; undefined if it is right. Only PostgreSQL's own C.UTF-8
 * compares all scripts case-insensitively and sorts by code points everywhere.
 * @throws WrongLocale if it is wrong and there is no schema yet
 */
export async function localeProblem(client: Client): Promise<string | undefined> {
  // Read as JSON, because servers older than 17 have neither the provider nor the column.
  const { rows } = await client.query<LocaleRow>(
    `SELECT d.datname AS name, d.datlocprovider AS provider, to_regclass('migration') IS NOT NULL AS has_schema,
            coalesce(to_jsonb(d) ->> 'datlocale', d.datctype) AS locale
       FROM pg_database d WHERE d.datname = current_database()`,
  );
  const { name, provider, locale, has_schema: hasSchema } = rows[0]!;
  if (provider === 'b' && locale === 'C.UTF-8') return undefined;
  const found = `The database ${name} has the locale ${PROVIDERS[provider] ?? provider} ${locale}, not builtin C.UTF-8`;
  if (hasSchema) {
    return `${found}: searches may be case-sensitive and sort differently than documented. To change it, dump the data and load it into a database with the right locale.`;
  }
  throw new WrongLocale(
    `${found}. Create it again: CREATE DATABASE ${name} OWNER ... TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' (PostgreSQL 17 or newer)`,
  );
}
