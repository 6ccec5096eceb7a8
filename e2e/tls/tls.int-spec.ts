import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { runMigrations } from '@wardstone/database';
import { eventually } from '@wardstone/testing';
import { Client } from 'pg';
import { MIGRATIONS as REGISTRY_MIGRATIONS } from '../../apps/error-registry/src/data-source';
import { MIGRATIONS as GATEWAY_MIGRATIONS } from '../../apps/gateway/src/data-source';
import { findFreePort, type PostgresServer, startPostgres, unprivilegedAccount } from '@wardstone/host';
import { workspaceRoot } from '../../tools/workspace';

const CERTIFICATES = path.join(__dirname, 'certificates');
const trusted = (authority: string): string => path.join(CERTIFICATES, `${authority}.pem`);

interface HttpResponse {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  /** Common name of the server's certificate. */
  name: string;
}

/** A service as it is built, whose certificate is in files of its own. */
class Service {
  log = '';
  private child: ChildProcess | undefined;
  private ended: Promise<void> = Promise.resolve();

  constructor(
    readonly name: string,
    readonly port: number,
    private readonly folder: string,
  ) {}

  get url(): string {
    return `https://localhost:${this.port}`;
  }

  certify(certificate: string): void {
    fs.copyFileSync(path.join(CERTIFICATES, `${certificate}.pem`), path.join(this.folder, `${this.name}.pem`));
    fs.copyFileSync(path.join(CERTIFICATES, `${certificate}-key.pem`), path.join(this.folder, `${this.name}-key.pem`));
  }

  start(env: Record<string, string>): void {
    this.log = '';
    this.child = spawn(process.execPath, [path.join(workspaceRoot(), 'dist', this.name, 'main.js')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(this.port),
        TLS_CERT_FILE: path.join(this.folder, `${this.name}.pem`),
        TLS_KEY_FILE: path.join(this.folder, `${this.name}-key.pem`),
        NODE_EXTRA_CA_CERTS: trusted('ca'),
        ...env,
      },
    });
    this.child.stdout?.on('data', (lines: Buffer) => (this.log += lines.toString()));
    this.ended = new Promise((resolve) => this.child!.once('exit', () => resolve()));
  }

  get(address: string): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const options = { ca: fs.readFileSync(trusted('ca')), agent: false };
      const request = https.get(this.url + address, options, (response) => {
        const { CN: name } = (response.socket as TLSSocket).getPeerCertificate().subject;
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body, name: String(name) }),
        );
      });
      request.on('error', reject);
    });
  }

  ready(): Promise<HttpResponse> {
    return eventually(`${this.name} to be ready`, async () => {
      const response = await this.get('/readyz');
      return response.status === 200 ? response : undefined;
    });
  }

  async stop(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.ended;
  }
}

describe('TLS inside', () => {
  let folder: string;
  let postgres: PostgresServer;
  let registry: Service;
  let gateway: Service;

  const databaseUrl = (database: string, authority: string): string => {
    const url = new URL(postgres.url(database));
    url.hostname = 'localhost';
    url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: trusted(authority) }).toString();
    return url.href;
  };
  const startRegistry = (authority = 'ca'): void =>
    registry.start({ DATABASE_URL: databaseUrl('error_registry', authority) });
  /** The address as the operator of databases writes it, without TLS. */
  const plainUrl = (database: string): string => {
    const url = new URL(databaseUrl(database, 'ca'));
    url.search = '';
    return url.href;
  };
  const startGateway = (env: Record<string, string> = {}): void =>
    gateway.start({
      DATABASE_URL: plainUrl('gateway'),
      PGSSLMODE: 'verify-full',
      ERROR_REGISTRY_URL: registry.url,
      SIGNING_KEY_FILE: path.join(folder, 'signing-key.json'),
      ...env,
    });

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-tls-'));
    fs.chmodSync(folder, 0o755);
    const [certFile, keyFile] = [path.join(folder, 'postgres.pem'), path.join(folder, 'postgres-key.pem')];
    fs.copyFileSync(path.join(CERTIFICATES, 'server.pem'), certFile);
    fs.copyFileSync(path.join(CERTIFICATES, 'server-key.pem'), keyFile);
    fs.chmodSync(keyFile, 0o600);
    const { uid, gid } = unprivilegedAccount();
    if (uid !== undefined && gid !== undefined) fs.chownSync(keyFile, uid, gid);
    postgres = await startPostgres({
      dataFolder: path.join(folder, 'data'),
      logFile: path.join(folder, 'postgres.log'),
      user: 'owner',
      password: 'password',
      throwAway: true,
      settings: { ssl: 'on', ssl_cert_file: certFile, ssl_key_file: keyFile },
    });
    const admin = new Client({ connectionString: postgres.url() });
    await admin.connect();
    await admin.query('CREATE DATABASE error_registry');
    await admin.query('CREATE DATABASE gateway');
    await admin.end();
    await runMigrations({
      url: databaseUrl('error_registry', 'ca'),
      applicationName: 'spec',
      migrations: REGISTRY_MIGRATIONS,
    });
    await runMigrations({ url: databaseUrl('gateway', 'ca'), applicationName: 'spec', migrations: GATEWAY_MIGRATIONS });
    registry = new Service('error-registry', await findFreePort(), folder);
    gateway = new Service('gateway', await findFreePort(), folder);
    gateway.certify('server');
  });
  afterAll(async () => {
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => registry.certify('server'));
  afterEach(async () => {
    await gateway.stop();
    await registry.stop();
  });

  it('covers the way from the client to the database', async () => {
    startRegistry();
    await registry.ready();
    startGateway();
    await gateway.ready();

    const proxied = await gateway.get('/api/v1/error');
    expect(proxied.status).toBe(401);
    expect(proxied.headers['x-error-type']).toBe('session_required');
    expect((await gateway.get('/openapi/error-registry.json')).status).toBe(200);

    const admin = new Client({ connectionString: postgres.url() });
    await admin.connect();
    const { rows } = await admin.query<{ application_name: string; ssl: boolean }>(
      `SELECT a.application_name, s.ssl FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid)
        WHERE a.datname IN ('gateway', 'error_registry') AND a.pid <> pg_backend_pid()`,
    );
    await admin.end();
    expect(new Set(rows.map(({ ssl }) => ssl))).toEqual(new Set([true]));
    expect(new Set(rows.map(({ application_name }) => application_name))).toEqual(
      new Set(['error-registry', 'gateway', 'gateway (identity)']),
    );
  });

  it('keeps a service from a database with another authority', async () => {
    startRegistry('other-ca');

    await eventually('the log to say why', () => /certificate/.test(registry.log));
    expect((await registry.get('/readyz')).status).toBe(503);
    expect((await registry.get('/livez')).status).toBe(200);
  });

  it.each([
    ['is for another host', 'elsewhere', 'ca'],
    ['is of an unknown authority', 'server', 'other-ca'],
  ])('keeps the gateway from a service whose certificate %s', async (_, certificate, authority) => {
    registry.certify(certificate);
    startRegistry();
    startGateway({ DATABASE_URL: databaseUrl('gateway', 'ca'), NODE_EXTRA_CA_CERTS: trusted(authority) });
    await gateway.ready();
    await eventually('the service to listen', () => registry.log.includes('"listening"'));

    const refused = await gateway.get('/api/v1/error');
    expect(refused.status).toBe(503);
    expect(refused.headers['x-error-type']).toBe('downstream_issue');
    await eventually('the log to say why', () =>
      /ERR_TLS_CERT_ALTNAME_INVALID|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN/.test(gateway.log),
    );
  });

  it('uses a renewed certificate without a restart', async () => {
    startRegistry();
    expect((await registry.ready()).name).toBe('server');
    registry.certify('renewed');

    await eventually('the renewed certificate', async () => (await registry.get('/livez')).name === 'renewed');
  });

  it('survives clients that do not speak TLS', async () => {
    startRegistry();
    await registry.ready();
    const response = await new Promise<string>((resolve) => {
      const socket = net.connect(registry.port, '127.0.0.1', () =>
        socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'),
      );
      let text = '';
      socket.setEncoding('latin1').on('data', (part: string) => (text += part));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });

    expect(response).not.toContain('200 OK');
    expect((await registry.get('/livez')).status).toBe(200);
  });
});
