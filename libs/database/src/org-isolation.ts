import type { ClientBase } from 'pg';

/** The session setting that names the organisation a connection works for. */
export const ORG_SETTING = 'app.org_id';

/**
 * True of rows of the connection's organisation. The setting is read in a sub-select so that it is evaluated once per statement,
 * and an index that starts with the column is used.
 */
export const IS_OF_ORG = `org_id = (SELECT NULLIF(current_setting('${ORG_SETTING}', true), ''))`;

/**
 * SQL for migrations that restricts a table with a column `org_id` to rows of the connection's organisation. Without an
 * organisation, no row can be read or written. FORCE, because a service owns its tables and owners are exempt
 * otherwise. Superusers are always exempt: services must connect as a plain role (`refuseExemptRole`).
 */
export function enableOrgIsolation(table: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(table)) throw new Error(`not a plain SQL name: ${table}`);
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY ${table}_org_isolation ON ${table} USING (${IS_OF_ORG}) WITH CHECK (${IS_OF_ORG});`;
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
