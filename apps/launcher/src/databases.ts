import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuseExemptRole, explainConnectionFailure } from '@wardstone/database';
import { Client } from 'pg';
import { type PostgresOptions, type PostgresServer, startPostgres } from '@wardstone/host';
import type { Secrets } from './secrets';
import { provideDatabase } from './server.queries';
import { DATABASES, type DatabaseName, StartError, type StartSettings, databaseVariable } from './settings';

/** Superuser of the embedded server. */
export const ADMINISTRATOR = 'wardstone';
const CONNECT_TIMEOUT_MS = 10_000;
const RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 2_000;
const RESTART_ATTEMPTS = 60;

/** Enough connections for the pools of four services, with the memory of a laptop. */
const SERVER_SETTINGS = { max_connections: '200', shared_buffers: '256MB' };

export interface Databases {
  /** URLs for the services, each with its own role. */
  urls: Record<DatabaseName, string>;
  stop(): Promise<void>;
}

export function needsEmbeddedServer({ databaseUrls }: StartSettings): boolean {
  return DATABASES.some((name) => databaseUrls[name] === undefined);
}

/**
 * The databases given by DATABASE_URL_*, and the others on an embedded server that runs until `stop`. `failed` is
 * called if the server is lost.
 * @throws StartError
 */
export async function openDatabases(
  settings: StartSettings,
  secrets: Secrets,
  report: (sentence: string) => void,
  failed: (sentence: string) => void,
): Promise<Databases> {
  const given = settings.databaseUrls;
  if (!needsEmbeddedServer(settings)) {
    return { urls: given as Record<DatabaseName, string>, stop: () => Promise.resolve() };
  }
  const server = await EmbeddedServer.start(settings.dataDir, secrets.databaseAdminPassword, report, failed);
  try {
    const own = DATABASES.filter((name) => given[name] === undefined);
    await createDatabases(server.url(), own, secrets);
    const urls = { ...given };
    for (const name of own) {
      urls[name] = `postgres://${name}:${secrets.databasePasswords[name]}@127.0.0.1:${server.port}/${name}`;
    }
    return { urls: urls as Record<DatabaseName, string>, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** @throws StartError naming the first database of DATABASE_URL_* that cannot be used */
export async function requireGivenDatabases({ databaseUrls }: StartSettings): Promise<void> {
  for (const name of DATABASES) {
    const url = databaseUrls[name];
    if (url !== undefined) await requireUsable(name, url);
  }
}

async function requireUsable(name: DatabaseName, url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'npm start',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  try {
    await client.connect();
    await refuseExemptRole(client);
  } catch (error) {
    const sentence = explainConnectionFailure(error, url);
    throw new StartError(`${databaseVariable(name)}: ${sentence ?? String((error as Error).message)}`);
  } finally {
    await client.end();
  }
}

/** Creates a database and a role without further permissions for each service, so that none can open another's. */
async function createDatabases(adminUrl: string, names: readonly DatabaseName[], secrets: Secrets): Promise<void> {
  const admin = new Client({ connectionString: adminUrl });
  try {
    await admin.connect();
    for (const name of names) await provideDatabase(admin, name, secrets.databasePasswords[name]);
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error;
    throw new StartError(
      'The passwords of the database differ from those in secrets.json beside it: restore that file.',
    );
  } finally {
    await admin.end();
  }
}

/** The server in DATA_DIR, restarted on the same port whenever it fails. */
class EmbeddedServer {
  private isStopping = false;

  private constructor(
    private server: PostgresServer,
    private readonly options: PostgresOptions,
    private readonly report: (sentence: string) => void,
    private readonly failed: (sentence: string) => void,
  ) {
    this.watch();
  }

  static async start(
    dataDir: string,
    password: string,
    report: (sentence: string) => void,
    failed: (sentence: string) => void,
  ): Promise<EmbeddedServer> {
    const options: PostgresOptions = {
      dataFolder: path.join(dataDir, 'postgres'),
      logFile: path.join(dataDir, 'logs', 'postgres.log'),
      user: ADMINISTRATOR,
      password,
      settings: SERVER_SETTINGS,
    };
    const server = await startPostgres(options).catch((error: unknown) => {
      throw new StartError((error as Error).message);
    });
    return new EmbeddedServer(server, { ...options, port: server.port }, report, failed);
  }

  get port(): number {
    return this.server.port;
  }

  url(): string {
    return this.server.url();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.server.stop();
  }

  private watch(): void {
    void this.server.exited.then(() => this.restart());
  }

  private async restart(): Promise<void> {
    for (let attempt = 1; !this.isStopping; attempt++) {
      if (attempt === 1) this.report('the database server has ended; starting it again');
      try {
        const server = await startPostgres(this.options);
        this.server = server;
        if (this.isStopping) return void (await server.stop());
        this.watch();
        return this.report('the database server is ready again');
      } catch (error) {
        if (attempt === RESTART_ATTEMPTS) return this.failed((error as Error).message);
        await sleep(Math.min(MAX_RESTART_DELAY_MS, RESTART_DELAY_MS * attempt));
      }
    }
  }
}
