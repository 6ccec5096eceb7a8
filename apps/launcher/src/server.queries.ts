import { type Client, escapeIdentifier, escapeLiteral } from 'pg';

/** Creates a database and a role without further permissions that alone may connect to it. */
export async function provideDatabase(admin: Client, name: string, password: string): Promise<void> {
  const role = escapeIdentifier(name);
  const roles = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  const verb = roles.rowCount === 0 ? 'CREATE' : 'ALTER';
  await admin.query(`${verb} ROLE ${role} LOGIN PASSWORD ${escapeLiteral(password)}`);
  const databases = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (databases.rowCount === 0) await admin.query(`CREATE DATABASE ${role} OWNER ${role}`);
  await admin.query(`REVOKE ALL ON DATABASE ${role} FROM PUBLIC`);
}

/** From now on, files of the server can be copied one by one. */
export async function beginBackup(client: Client): Promise<void> {
  // The temporary slot retains the log from the start of the backup until the session ends.
  await client.query(`SELECT pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`);
  await client.query(`SELECT pg_backup_start('wardstone', fast => true)`);
}

/** @returns the content of the copy's backup_label file */
export async function endBackup(client: Client): Promise<string> {
  const { rows } = await client.query<{ labelfile: string }>(
    'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
  );
  return rows[0]!.labelfile;
}
