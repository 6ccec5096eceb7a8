import type { ClientBase } from 'pg';
import type { QueryRunner } from 'typeorm';

/** The session setting that names the organisation a connection works for. */
export const ORG_SETTING = 'app.org_id';

/** Runner for migrations without a transaction. */
export type MigrationRunner = Pick<QueryRunner, 'query' | 'startTransaction' | 'commitTransaction'>;

export interface MigrationSql {
  up: string;
  down: string;
}

/**
 * SQL for migrations that restricts a table with a column `org_id` to rows of the connection's organisation. Without an
 * organisation, no row can be read or written. FORCE, because a service owns its tables and owners are exempt
 * otherwise. Superusers are always exempt: services must connect as a plain role (`refuseExemptRole`). The setting is
 * read in a sub-select so that it is evaluated once per statement, and an index that starts with the column is used.
 */
export function enableOrgIsolation(table: string): MigrationSql {
  if (!/^[a-z_][a-z0-9_]*$/.test(table)) throw new Error(`not a plain SQL name: ${table}`);
  const isOwn = `org_id = (SELECT NULLIF(current_setting('${ORG_SETTING}', true), ''))`;
  return {
    up: `
      ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
      ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
      CREATE POLICY ${table}_org_isolation ON ${table} USING (${isOwn}) WITH CHECK (${isOwn});`,
    down: `
      DROP POLICY ${table}_org_isolation ON ${table};
      ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY;`,
  };
}

/**
 * For migrations that change rows of every organisation: runs `work` for each on a connection of that organisation, so
 * that row-level security stays on. It is only suspended while the list of organisations is read.
 * @param table table with `org_id` and at least one row for each organisation
 */
export async function forEachOrg(
  runner: MigrationRunner,
  table: string,
  work: (orgId: string) => Promise<void>,
): Promise<void> {
  await runner.startTransaction();
  await runner.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  const rows = (await runner.query(`SELECT DISTINCT o.org_id FROM ${table} o ORDER BY o.org_id`)) as {
    org_id: string;
  }[];
  await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  await runner.commitTransaction();
  for (const { org_id: orgId } of rows) {
    await runner.query('SELECT set_config($1, $2, FALSE)', [ORG_SETTING, orgId]);
    await work(orgId);
  }
  await runner.query('SELECT set_config($1, $2, FALSE)', [ORG_SETTING, '']);
}

/** @throws when the role is exempt from row-level security: every organisation would see all others. */
export async function refuseExemptRole(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ rolname: string; is_exempt: boolean }>(
    'SELECT r.rolname, r.rolsuper OR r.rolbypassrls AS is_exempt FROM pg_roles r WHERE r.rolname = current_user',
  );
  if (rows[0]?.is_exempt !== false) {
    throw new Error(
      `The database role "${rows[0]?.rolname}" is exempt from row-level security (superuser or BYPASSRLS); ` +
        'connect as a plain role that owns its database.',
    );
  }
}
