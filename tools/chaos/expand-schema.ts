import { Client, escapeIdentifier } from 'pg';

/**
 * Does to a database what the migrations of a next version may do at most before its code runs: every table gets a
 * column that may be null, one with a default, and an index made beside the traffic. Returns the number of tables.
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
      // PostgreSQL makes no index of a partitioned table beside the traffic.
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
