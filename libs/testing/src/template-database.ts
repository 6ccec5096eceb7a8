import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { enableOrgIsolation, runMigrations } from '@wardstone/database';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

export type MigrationClass = new () => object;

export interface TemplateSource {
  /** Lower-case name of the service or lib. */
  name: string;
  migrations: readonly MigrationClass[];
  /** Divides tables of the migrated database at the address over the workers of Citus, on whose servers it is made then. */
  distribute?: (url: string) => Promise<unknown>;
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
  const role = getRole(source);
  const database = `${templateName(source)}_${randomBytes(6).toString('hex')}`;
  const servers = getServers(source);
  await onServer(servers[0]!, async (lock) => {
    const template = await requireTemplate(lock, source);
    const create =
      `CREATE DATABASE ${escapeIdentifier(database)} TEMPLATE ${escapeIdentifier(template)} ` +
      `OWNER ${escapeIdentifier(role)} STRATEGY FILE_COPY`;
    await onEach(servers, (admin) => retryWhileInUse(() => admin.query(create)));
  });
  return databaseUrl(database, source);
}

export async function dropDatabase(url: string): Promise<void> {
  const { pathname, host } = new URL(url);
  const database = escapeIdentifier(pathname.slice(1));
  const citus = citusUrls();
  const isOnCitus = citus.length > 0 && new URL(citus[0]!).host === host;
  await onEach(isOnCitus ? citus : [serverUrl()], (admin) =>
    admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
  );
}

/** The servers of a Citus cluster, the coordinator first; none where it is not installed. */
function citusUrls(): string[] {
  return (process.env['TEST_CITUS_URLS'] ?? '').split(',').filter(Boolean);
}

function getServers({ distribute }: TemplateSource): string[] {
  if (!distribute) return [serverUrl()];
  const urls = citusUrls();
  if (urls.length === 0) throw new Error('no Citus: set TEST_CITUS_URLS to its servers, or install it');
  return urls;
}

async function onEach(urls: readonly string[], work: (admin: Client) => Promise<unknown>): Promise<void> {
  for (const url of urls) await onServer(url, work);
}

async function onServer<T>(url: string, work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/**
 * Name of the migrated template; the first caller makes it while the others wait. No other process makes or removes it
 * until the session ends.
 */
async function requireTemplate(admin: Client, source: TemplateSource): Promise<string> {
  const template = templateName(source);
  await admin.query('SELECT pg_advisory_lock(hashtext($1))', [`wardstone test template ${source.name}`]);
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
  if (rowCount === 0) {
    // Under another name until it is whole: an interrupted migration must not leave a template behind.
    const building = `${template}_building`;
    const servers = getServers(source);
    await onEach(servers, async (server) => {
      await removeOldTemplates(server, source);
      await createRole(server, source);
      await server.query(`CREATE DATABASE ${escapeIdentifier(building)} OWNER ${escapeIdentifier(getRole(source))}`);
    });
    if (source.distribute) await joinNodes(servers, building);
    const url = databaseUrl(building, source);
    await runMigrations({ url, applicationName: 'test template', migrations: source.migrations });
    await source.distribute?.(url);
    // The coordinator's comes last, because its presence marks completion.
    await onEach(servers.toReversed(), async (server) => {
      if (source.distribute) await endSessions(server, building);
      await retryWhileInUse(() =>
        server.query(`ALTER DATABASE ${escapeIdentifier(building)} RENAME TO ${escapeIdentifier(template)}`),
      );
    });
  }
  return template;
}

/** Makes the databases of this name on the servers the nodes of one cluster. Copies of them are one, too. */
export async function joinNodes(servers: readonly string[], database: string): Promise<void> {
  const nodes = servers.map((url) => Object.assign(new URL(url), { pathname: `/${database}` }));
  await onEach(nodes.map(String), (node) => node.query('CREATE EXTENSION citus'));
  const [coordinator, ...workers] = nodes;
  await onServer(String(coordinator), async (admin) => {
    await admin.query('SELECT citus_set_coordinator_host($1, $2::int)', [coordinator!.hostname, coordinator!.port]);
    for (const { hostname, port } of workers) await admin.query('SELECT citus_add_node($1, $2::int)', [hostname, port]);
  });
}

/** Also persistent sessions between nodes. */
async function endSessions(server: Client, database: string): Promise<void> {
  await server.query(`ALTER DATABASE ${escapeIdentifier(database)} ALLOW_CONNECTIONS false`);
  await server.query('SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a WHERE a.datname = $1', [database]);
}

async function removeOldTemplates(admin: Client, source: TemplateSource): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>('SELECT d.datname FROM pg_database d WHERE d.datname ~ $1', [
    `^test_${source.name}_[0-9a-f]{12}(_building)?$`,
  ]);
  for (const { datname } of rows) await admin.query(`DROP DATABASE ${escapeIdentifier(datname)} WITH (FORCE)`);
}

async function createRole(admin: Client, source: TemplateSource): Promise<void> {
  const role = getRole(source);
  const { rowCount } = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 0) {
    await admin.query(`CREATE ROLE ${escapeIdentifier(role)} LOGIN PASSWORD ${escapeLiteral(getPassword(source))}`);
  }
}

function getRole({ name }: TemplateSource): string {
  return `test_${name}`;
}

/** The same in every worker of a run, and derived from the server's own password. */
function getPassword(source: TemplateSource): string {
  return createHash('sha256')
    .update(`${getServers(source)[0]} ${getRole(source)}`)
    .digest('hex');
}

function databaseUrl(database: string, source: TemplateSource): string {
  const url = new URL(getServers(source)[0]!);
  url.username = getRole(source);
  url.password = getPassword(source);
  url.pathname = `/${database}`;
  return url.toString();
}

function templateName({ name, migrations, distribute }: TemplateSource): string {
  if (!/^[a-z_]+$/.test(name)) throw new Error(`not a plain name: ${name}`);
  const hash = createHash('sha256').update(JSON.stringify(enableOrgIsolation('any')));
  for (const migration of migrations) hash.update(migration.toString());
  if (distribute) hash.update(distribute.toString());
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
