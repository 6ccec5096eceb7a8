import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { enableOrgIsolation, runMigrations } from '@wardstone/database';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

export type MigrationClass = new () => object;

export interface TemplateSource {
  /** Lower-case name of the service or lib. */
  name: string;
  migrations: readonly MigrationClass[];
}

const OBJECT_IN_USE = '55006';

/** Address of the server given by TEST_DATABASE_URL, as its superuser. */
export function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url)
    throw new Error('no test database: name the file *.int-spec.ts, or set TEST_DATABASE_URL to a server for tests');
  return url;
}

/**
 * Makes a database of its own for one spec file and returns its address, as a plain role that owns it.
 * The schema is migrated once into a template, which parallel spec files share, and copied from there.
 */
export async function cloneDatabase(source: TemplateSource): Promise<string> {
  const role = roleOf(source);
  const database = `${templateName(source)}_${randomBytes(6).toString('hex')}`;
  await onServer(async (admin) => {
    const template = await requireTemplate(admin, source);
    const create =
      `CREATE DATABASE ${escapeIdentifier(database)} TEMPLATE ${escapeIdentifier(template)} ` +
      `OWNER ${escapeIdentifier(role)} STRATEGY FILE_COPY`;
    await retryWhileInUse(() => admin.query(create));
  });
  return databaseUrl(database, source);
}

export async function dropDatabase(url: string): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  await onServer((admin) => admin.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(database)} WITH (FORCE)`));
}

async function onServer<T>(work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: serverUrl() });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/**
 * Name of the migrated template; the first to ask makes it while the others wait. No other process makes or removes it until
 * the session ends.
 */
async function requireTemplate(admin: Client, source: TemplateSource): Promise<string> {
  const template = templateName(source);
  await admin.query('SELECT pg_advisory_lock(hashtext($1))', [`wardstone test template ${source.name}`]);
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
  if (rowCount === 0) {
    await removeOldTemplates(admin, source);
    await createRole(admin, source);
    // Under another name until it is whole: an interrupted migration must not leave a template behind.
    const building = `${template}_building`;
    await admin.query(`CREATE DATABASE ${escapeIdentifier(building)} OWNER ${escapeIdentifier(roleOf(source))}`);
    await runMigrations({
      url: databaseUrl(building, source),
      applicationName: 'test template',
      migrations: source.migrations,
    });
    await retryWhileInUse(() =>
      admin.query(`ALTER DATABASE ${escapeIdentifier(building)} RENAME TO ${escapeIdentifier(template)}`),
    );
  }
  return template;
}

async function removeOldTemplates(admin: Client, source: TemplateSource): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>('SELECT d.datname FROM pg_database d WHERE d.datname ~ $1', [
    `^test_${source.name}_[0-9a-f]{12}(_building)?$`,
  ]);
  for (const { datname } of rows) await admin.query(`DROP DATABASE ${escapeIdentifier(datname)} WITH (FORCE)`);
}

async function createRole(admin: Client, source: TemplateSource): Promise<void> {
  const role = roleOf(source);
  const { rowCount } = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 0) {
    await admin.query(`CREATE ROLE ${escapeIdentifier(role)} LOGIN PASSWORD ${escapeLiteral(passwordOf(source))}`);
  }
}

function roleOf({ name }: TemplateSource): string {
  return `test_${name}`;
}

/** The same in every worker of a run, and derived from the server's own password. */
function passwordOf(source: TemplateSource): string {
  return createHash('sha256')
    .update(`${serverUrl()} ${roleOf(source)}`)
    .digest('hex');
}

function databaseUrl(database: string, source: TemplateSource): string {
  const url = new URL(serverUrl());
  url.username = roleOf(source);
  url.password = passwordOf(source);
  url.pathname = `/${database}`;
  return url.toString();
}

function templateName({ name, migrations }: TemplateSource): string {
  if (!/^[a-z_]+$/.test(name)) throw new Error(`not a plain name: ${name}`);
  const hash = createHash('sha256').update(JSON.stringify(enableOrgIsolation('any')));
  for (const migration of migrations) hash.update(migration.toString());
  return `test_${name}_${hash.digest('hex').slice(0, 12)}`;
}

/** The sessions of a moment ago may still be leaving. */
async function retryWhileInUse(attempt: () => Promise<unknown>): Promise<void> {
  for (let left = 100; ; left--) {
    try {
      await attempt();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE || left === 0) throw error;
      await sleep(50);
    }
  }
}
