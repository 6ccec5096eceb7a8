import 'reflect-metadata';
import fs from 'node:fs';
import path from 'node:path';
import { AccountError, KeyFile, PasswordHasher } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { explainConnectionFailure, OlderSchema, refuseOlderSchema, runMigrations } from '@wardstone/database';
import { FIRST_ADMINISTRATOR } from '@wardstone/permissions';
import { MIGRATIONS, type OpenAccounts, openAccounts } from '../../gateway/src';
import { DATABASE_FOLDER, findHolder, readPort } from '@wardstone/host';
import { openDatabases } from './databases';
import { RunLock } from './run-lock';
import { loadSecrets } from './secrets';
import { makeGatewayFolder, signingKeyFile } from './services';
import { readSettings } from './settings';

/** The organisation of the administrator, and of accounts without one. */
export const DEFAULT_ORG = FIRST_ADMINISTRATOR.orgId;

/**
 * Runs `work` with the accounts of the installation: in DATABASE_URL_GATEWAY, or on the embedded server, which is
 * started temporarily if the installation is not running.
 * @throws AccountError when the database cannot be used, or belongs to an older installation
 */
export async function withAccounts<T>(dataDir: string, work: (open: OpenAccounts) => Promise<T>): Promise<T> {
  const { url, isGiven, release } = await openDatabase(dataDir);
  try {
    await prepareSchema(url, isGiven);
    return await withAccountsAt(url, work);
  } finally {
    await release();
  }
}

/** A configured database may belong to a cluster, whose services upgrade it themselves. */
async function prepareSchema(url: string, isGiven: boolean): Promise<void> {
  const options = { url, applicationName: 'wardstone account', migrations: MIGRATIONS };
  try {
    if (isGiven) await refuseOlderSchema(options);
    await runMigrations(options);
  } catch (error) {
    if (error instanceof OlderSchema) throw new AccountError(`${error.message} ${UNCHANGED}`);
    const sentence = explainConnectionFailure(error, url);
    throw sentence === undefined ? error : new AccountError(sentence);
  }
}

const UNCHANGED = 'Nothing was changed. Check out the version that is installed, or upgrade the installation first.';

/** Like `withAccounts`, in a migrated database. */
export async function withAccountsAt<T>(url: string, work: (open: OpenAccounts) => Promise<T>): Promise<T> {
  const open = await openAccounts({ url, clock: new SystemClock(), hasher: new PasswordHasher() });
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

/** The gateway's signing keys; a running gateway notices changes within a second. */
export function openSigningKeys(dataDir: string): KeyFile {
  makeGatewayFolder(dataDir);
  return new KeyFile(signingKeyFile(dataDir), new SystemClock());
}

interface OpenedDatabase {
  url: string;
  /** Whether it is configured; otherwise it is the embedded one. */
  isGiven: boolean;
  release: () => Promise<void>;
}

async function openDatabase(dataDir: string): Promise<OpenedDatabase> {
  const settings = { ...readSettings(process.env, dataDir), dataDir };
  const given = settings.databaseUrls.gateway;
  if (given !== undefined) return { url: given, isGiven: true, release: () => Promise.resolve() };
  makeGatewayFolder(dataDir);
  const server = path.join(dataDir, DATABASE_FOLDER);
  if (fs.existsSync(server) && findHolder(fs.realpathSync(server)).kind === 'running') {
    const { databasePasswords } = loadSecrets(dataDir);
    const url = `postgres://gateway:${databasePasswords.gateway}@127.0.0.1:${readPort(server)}/gateway`;
    return { url, isGiven: false, release: () => Promise.resolve() };
  }
  const lock = new RunLock(dataDir);
  lock.acquire();
  try {
    await lock.endLeftovers();
    const say = (sentence: string): void => console.error(sentence);
    fs.mkdirSync(path.join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
    const databases = await openDatabases(settings, loadSecrets(dataDir), say, say);
    const release = (): Promise<void> => databases.stop().finally(() => lock.release());
    return { url: databases.urls.gateway, isGiven: false, release };
  } catch (error) {
    lock.release();
    throw error;
  }
}
