import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PasswordHasher } from '@wardstone/auth';
import { createService, type Logger, type RunningService } from '@wardstone/bootstrap';
import { loadConfig } from '@wardstone/config';
import { cloneDatabase, dropDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../src/data-source';
import { GatewayConfig } from '../src/gateway.config';
import type { OpenAccounts } from '../src/open-accounts';
import { gatewayService } from '../src/service';
import { openTestAccounts } from './open-accounts';

export const PASSWORD = 'correct horse battery';

export const basic = (username: string, password: string = PASSWORD): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

export interface GatewayFixture {
  gateway: RunningService;
  url: string;
  port: number;
  databaseUrl: string;
  /** Changes accounts as another process does. */
  open: OpenAccounts;
  signingKeyFile: string;
  /** Verifies its passwords. */
  hasher: PasswordHasher;
  close(): Promise<void>;
}

/**
 * The real gateway with accounts `admin` and `viewer` of organisation `org1`; services as the settings say. A second one
 * on the DATABASE_URL of another shares its accounts.
 */
export async function startGateway(
  settings: Record<string, string | number> = {},
  consoleFolder?: string,
  logger?: Logger,
): Promise<GatewayFixture> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wardstone-gateway-'));
  const sharedUrl = settings['DATABASE_URL'];
  const databaseUrl = String(sharedUrl ?? (await cloneDatabase({ name: 'gateway', migrations: MIGRATIONS })));
  const open = await openTestAccounts(databaseUrl);
  if (sharedUrl === undefined) {
    await open.accounts.add({ username: 'admin', password: PASSWORD, roles: ['admin'], orgId: 'org1' });
    await open.accounts.add({ username: 'viewer', password: PASSWORD, roles: ['viewer'], orgId: 'org1' });
  }
  const signingKeyFile = path.join(folder, 'key.json');
  // An address nobody listens on, so that a test that forgets its service fails.
  const nowhere = `http://127.0.0.1:${await findClosedPort()}`;
  const env = {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '2',
    SIGNING_KEY_FILE: signingKeyFile,
    COMPLIANCE_URL: nowhere,
    MONITORING_URL: nowhere,
    ERROR_REGISTRY_URL: nowhere,
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])),
  };
  const definition = await gatewayService(loadConfig(GatewayConfig, env), consoleFolder);
  const gateway = await createService({ ...definition, ...(logger ? { logger } : {}) });
  await gateway.listen();
  const url = gateway.url();
  const loadedKeyFile = env.SIGNING_KEY_FILE;
  return {
    gateway,
    url,
    port: Number(new URL(url).port),
    databaseUrl,
    open,
    signingKeyFile: loadedKeyFile,
    hasher: gateway.app.get(PasswordHasher),
    close: async () => {
      gateway.server.closeAllConnections();
      await gateway.close();
      await open.close();
      if (sharedUrl === undefined) await dropDatabase(databaseUrl);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function findClosedPort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface HttpUpstream {
  address: string;
  /** Settings of a gateway that uses it as every service. */
  forAll: Readonly<Record<string, string>>;
  server: http.Server;
  close(): Promise<void>;
}

/** A service made of one handler. */
export async function startUpstream(handler: http.RequestListener): Promise<HttpUpstream> {
  const server = http.createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  return {
    address,
    forAll: { COMPLIANCE_URL: address, MONITORING_URL: address, ERROR_REGISTRY_URL: address },
    server,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A slow machine is not a failure. */
const FIRST_BYTE_MS = 30_000;

/**
 * Sends bytes as they are and collects what comes back until the server hangs up, or until it has been quiet for
 * `quietMs` after its first byte.
 */
export function sendRaw(port: number, bytes: string, quietMs = 400): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    let received = '';
    let timer: NodeJS.Timeout | undefined;
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(received);
    };
    socket.setEncoding('latin1');
    socket.on('connect', () => {
      socket.write(bytes, 'latin1');
      timer = setTimeout(finish, FIRST_BYTE_MS);
    });
    socket.on('data', (text) => {
      received += String(text);
      clearTimeout(timer);
      timer = setTimeout(finish, quietMs);
    });
    socket.on('close', finish);
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? finish() : reject(error),
    );
  });
}
