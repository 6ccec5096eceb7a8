import { Client, escapeIdentifier } from 'pg';

/**
 * Applies the largest permitted changes of a next version's migrations to a database: every table gets a nullable
 * column, one with a default, and an index built concurrently. Returns the number of tables.
 */
export async function expandSchema(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; is_partitioned: boolean }>(
      `SELECT c.relname AS name, c.relkind = 'p' AS is_partitioned FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND c.relname <> 'migration'
        ORDER BY c.relname`,
    );
    for (const { name, is_partitioned: isPartitioned } of rows) {
      const table = escapeIdentifier(name);
      await client.query(
        `ALTER TABLE ${table} ADD COLUMN next_note text, ADD COLUMN next_count integer NOT NULL DEFAULT 0`,
      );
      // PostgreSQL cannot build an index of a partitioned table concurrently.
      if (isPartitioned) continue;
      await client.query(
        `CREATE INDEX CONCURRENTLY ${escapeIdentifier(`ix_${name}_next_note`)} ON ${table} (next_note)`,
      );
    }
    return rows.length;
  } finally {
    await client.end();
  }
}
