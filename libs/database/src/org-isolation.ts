/** The session setting that names the organisation a connection works for. */
export const ORG_SETTING = 'app.org_id';

export interface MigrationSql {
  up: string;
  down: string;
}

/**
 * SQL for migrations that closes a table to every organisation but the one its connection was opened for
 * (design: identity). Without an organisation, no row can be read and none written.
 *
 * FORCE, because a service owns its tables and owners are exempt otherwise. Superusers are exempt always: services
 * must connect as a plain role (OrgDatabase refuses others). The setting is read in a sub-select so that it is
 * evaluated once per statement, and an index that starts with the column is used.
 */
export function enableOrgIsolation(table: string, column = 'org_id'): MigrationSql {
  for (const name of [table, column]) {
    if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`not a plain SQL name: ${name}`);
  }
  const isOwn = `${column} = (SELECT NULLIF(current_setting('${ORG_SETTING}', true), ''))`;
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
