import { createHash, createPublicKey, verify } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import { Login } from '../src/server/login';
import { LoginRefused, ServerApi, Unreachable } from '../src/server/server-api';
import { StateFolder } from '../src/state/state-folder';
import type { Logger } from '../src/logger';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOON = Date.parse('2026-06-01T12:00:00Z');

interface SentRequest {
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
}
type StubbedResponse = [status: number, body: object] | 'lost';

/** Header and claims of a JWT of the agent; the signature must fit the key, if one is given. */
function read(jwt: unknown, jwk?: unknown): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  const [head = '', body = '', signature = ''] = String(jwt).split('.');
  if (jwk !== undefined) {
    const key = createPublicKey({ key: jwk as never, format: 'jwk' });
    const isGood = verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'));
    expect(isGood).toBe(true);
  }
  const parsed = [head, body].map(
    (part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>,
  );
  return { header: parsed[0]!, claims: parsed[1]! };
}

const toDigest = (text: string): string => createHash('sha256').update(text).digest('base64url');

describe('the login of an agent', () => {
  let folder: string;
  let server: http.Server;
  let url: string;
  let clock: TestClock;
  let requests: SentRequest[];
  let respond: (request: SentRequest) => StubbedResponse;
  let serverMs: number;
  let logged: string[];
  let tokens: number;

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'login-'));
    clock = new TestClock(NOON);
    serverMs = NOON;
    [requests, logged, tokens] = [[], [], 0];
    respond = ({ path: target }) => (target === '/auth/token' ? granted() : [201, {}]);
    server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
        const one = { path: request.url ?? '', authorization: request.headers.authorization, body };
        requests.push(one);
        const outcome = respond(one);
        if (outcome === 'lost') return void request.socket.destroy();
        response.sendDate = false;
        response.setHeader('Date', new Date(serverMs).toUTCString());
        response.writeHead(outcome[0], { 'Content-Type': 'application/json' }).end(JSON.stringify(outcome[1]));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    fs.rmSync(folder, { recursive: true });
  });

  const granted = (): StubbedResponse => [200, { access_token: `token-${++tokens}`, expires_in: 3600 }];
  const refused: StubbedResponse = [400, { error: 'invalid_grant', error_description: 'The assertion is refused.' }];
  const say = (line: unknown): void => void logged.push(typeof line === 'string' ? line : JSON.stringify(line));

  /** State after a start of the agent. */
  const anApi = ({ joinToken, ...over }: { joinToken?: string } = {}): ServerApi => {
    const api = new ServerApi(url, 5_000, clock);
    api.login = new Login({
      server: api,
      state: new StateFolder(folder),
      logger: { info: say, warn: say, error: say } as never as Logger,
      clock,
      name: 'web-2',
      joinToken: () => joinToken,
      keyMaxAgeMs: 30 * DAY_MS,
      ...over,
    });
    return api;
  };
  const joined = async (): Promise<void> => {
    await anApi({ joinToken: 'wsj_once' }).request('GET', '/rest');
    requests.length = 0;
  };
  const paths = (): string[] => requests.map((one) => one.path);
  const kept = (): Record<string, unknown> =>
    JSON.parse(fs.readFileSync(path.join(folder, 'identity.json'), 'utf8')) as Record<string, unknown>;

  it('makes a key, registers it with the join token, and requests access tokens with it', async () => {
    await anApi({ joinToken: 'wsj_once' }).request('GET', '/rest');

    expect(paths()).toEqual(['/auth/agents', '/auth/token', '/rest']);
    const [enrolment, grant, request] = requests;
    const { token, name, key, proof } = enrolment!.body;
    expect({ token, name }).toEqual({ token: 'wsj_once', name: 'web-2' });
    expect(Object.keys(key as object)).toEqual(['kty', 'crv', 'x']);
    const proven = read(proof, key);
    expect(proven.header).toMatchObject({ alg: 'EdDSA', typ: 'agent-key+jwt' });
    expect(proven.claims).toMatchObject({
      iss: 'web-2',
      sub: 'web-2',
      aud: 'wardstone',
      token_hash: toDigest('wsj_once'),
    });
    const asserted = read(grant!.body['assertion'], key);
    expect(asserted.header['kid']).toBe(proven.header['kid']);
    expect(Number(asserted.claims['exp']) * 1000 - NOON).toBeLessThanOrEqual(300_000);
    expect(asserted.claims['jti']).not.toBe(proven.claims['jti']);
    expect(request!.authorization).toBe('Bearer token-1');
  });

  it('stores the key with mode 0600 before it is sent', async () => {
    respond = () => 'lost';
    await expect(anApi({ joinToken: 'wsj_once' }).request('GET', '/rest')).rejects.toThrow(Unreachable);
    expect(fs.statSync(path.join(folder, 'identity.json')).mode & 0o777).toBe(0o600);
    const { key } = kept();

    respond = () => granted();
    await anApi({ joinToken: 'wsj_once' }).request('GET', '/rest');

    expect(requests[1]!.body['key']).toEqual(requests[0]!.body['key']);
    expect(kept()).toMatchObject({ key, username: 'web-2' });
    expect(JSON.stringify(kept())).not.toContain('wsj_once');
  });

  it('renews its token before it expires, once for concurrent callers', async () => {
    await joined();
    const api = anApi();
    await Promise.all([1, 2, 3].map(() => api.request('GET', '/rest')));
    expect(paths().filter((one) => one === '/auth/token')).toHaveLength(1);

    clock.advance(0.74 * 3_600_000);
    await api.request('GET', '/rest');
    expect(paths().filter((one) => one === '/auth/token')).toHaveLength(1);
    clock.advance(0.22 * 3_600_000);
    await api.request('GET', '/rest');

    expect(paths().filter((one) => one === '/auth/token')).toHaveLength(2);
    expect(requests.at(-1)!.authorization).toBe(`Bearer token-${tokens}`);
  });

  it('fetches a token in time, and retries after a refusal, even if the clock was set back', async () => {
    await joined();
    const api = anApi();
    await api.request('GET', '/rest');
    clock.set(clock.now() - DAY_MS);
    clock.advance(0.96 * 3_600_000);
    await api.request('GET', '/rest');
    expect(paths().filter((one) => one === '/auth/token').length).toBeGreaterThanOrEqual(2);

    respond = () => [401, {}];
    await expect(anApi().request('GET', '/rest')).rejects.toThrow(LoginRefused);
    const paused = anApi();
    await expect(paused.request('GET', '/rest')).rejects.toThrow(LoginRefused);
    clock.set(clock.now() - DAY_MS);
    clock.advance(60_000);
    serverMs = clock.now();
    respond = () => granted();
    expect((await paused.request('GET', '/rest')).status).toBe(200);
  });

  it('replaces a key that was made while the clock was ahead', async () => {
    clock.set(clock.now() + 365 * DAY_MS);
    serverMs = clock.now();
    await joined();
    clock.set(clock.now() - 365 * DAY_MS);
    serverMs = clock.now();
    await anApi().request('GET', '/rest');

    expect(paths()[0]).toBe('/auth/agents/web-2/keys');
  });

  it('fetches one more token when one is refused, but not a third', async () => {
    await joined();
    const api = anApi();
    let refusals = 1;
    respond = ({ path: target }) =>
      target === '/auth/token' ? granted() : refusals-- > 0 ? [401, {}] : [200, { it: 'works' }];
    expect((await api.request('GET', '/rest')).body).toEqual({ it: 'works' });
    expect(paths()).toEqual(['/auth/token', '/rest', '/auth/token', '/rest']);

    refusals = 9;
    expect((await api.request('GET', '/rest')).status).toBe(401);
    await expect(api.request('GET', '/rest')).rejects.toThrow(/retrying in 60 s/);
    expect(paths().filter((one) => one === '/rest')).toHaveLength(4);
  });

  it('logs once what to do when its key is refused, and retries after a minute', async () => {
    await joined();
    respond = () => refused;
    const api = anApi({ joinToken: 'wsj_once' });
    await expect(api.request('GET', '/rest')).rejects.toThrow(LoginRefused);
    await expect(api.request('GET', '/rest')).rejects.toThrow(LoginRefused);
    expect(logged).toEqual([expect.stringMatching(/revoked.*npx wardstone account invite web-2.*AGENT_TOKEN/)]);
    expect(paths()).toEqual(['/auth/token']);

    clock.advance(60_000);
    serverMs = clock.now();
    await expect(api.request('GET', '/rest')).rejects.toThrow(LoginRefused);
    expect([paths().length, logged.length]).toEqual([2, 1]);
    clock.advance(60_000);
    respond = () => granted();
    expect((await api.request('GET', '/rest')).status).toBe(200);
  });

  it('joins with a new key when it was invited again', async () => {
    await joined();
    const { key: before } = kept();
    respond = ({ path: target, body }) => {
      if (target !== '/auth/token') return [201, {}];
      return read(body['assertion']).header['kid'] === getKid(before) ? refused : granted();
    };

    expect((await anApi({ joinToken: 'wsj_again' }).request('GET', '/rest')).status).toBe(201);

    expect(paths()).toEqual(['/auth/token', '/auth/agents', '/auth/token', '/rest']);
    expect(requests[1]!.body['token']).toBe('wsj_again');
    expect(kept()).toMatchObject({ username: 'web-2', joinedWith: toDigest('wsj_again') });
  });

  it('replaces an old key by a request signed with it', async () => {
    await joined();
    const { key: before } = kept();
    clock.advance(31 * DAY_MS);
    serverMs = clock.now();
    await anApi().request('GET', '/rest');

    expect(paths()).toEqual(['/auth/agents/web-2/keys', '/auth/token', '/rest']);
    const { assertion, key, proof } = requests[0]!.body;
    expect(read(assertion, toPublicKey(before))).toMatchObject({
      header: { typ: 'key-rotation+jwt', kid: getKid(before) },
      claims: { next_kid: getKid({ jwk: key }) },
    });
    read(proof, key);
    expect(read(requests[1]!.body['assertion'], key).header['kid']).toBe(getKid({ jwk: key }));
    expect(kept()).not.toHaveProperty('next');
  });

  it('continues with the known key if the response to a key replacement was lost', async () => {
    await joined();
    const { key: before } = kept();
    clock.advance(31 * DAY_MS);
    serverMs = clock.now();
    respond = () => 'lost';
    await expect(anApi().request('GET', '/rest')).rejects.toThrow(Unreachable);
    const { next } = kept();
    expect(next).toBeDefined();

    for (const known of [next, before]) {
      requests.length = 0;
      respond = ({ path: target, body }) => {
        if (target !== '/auth/token') return target === '/rest' ? [200, {}] : refused;
        return read(body['assertion']).header['kid'] === getKid(known) ? granted() : refused;
      };
      fs.writeFileSync(path.join(folder, 'identity.json'), JSON.stringify({ key: before, next, username: 'web-2' }));
      expect((await anApi().request('GET', '/rest')).status).toBe(200);
      expect(kept()).toMatchObject({ key: known });
    }
  });

  it('signs with the time of the server when its own clock is wrong', async () => {
    await joined();
    serverMs = NOON + 3_600_000;
    respond = ({ path: target, body }) => {
      if (target !== '/auth/token') return [200, {}];
      return Number(read(body['assertion']).claims['exp']) * 1000 > serverMs ? granted() : refused;
    };

    expect((await anApi().request('GET', '/rest')).status).toBe(200);

    expect(paths()).toEqual(['/auth/token', '/auth/token', '/rest']);
  });

  it.each([429, 503])('retries later when the server returns %d', async (status) => {
    await joined();
    respond = () => [status, { message: 'later' }];
    const error: unknown = await anApi()
      .request('GET', '/rest')
      .catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(Unreachable);
    expect(error).not.toBeInstanceOf(LoginRefused);
    expect(logged).toEqual([]);
  });

  it('reports a missing join token', async () => {
    await expect(anApi().request('GET', '/rest')).rejects.toThrow(/no join token.*npx wardstone account invite web-2/);
    expect(requests).toEqual([]);
  });

  function toPublicKey(key: unknown): object {
    const { d: _secret, ...jwk } = (key as { jwk: Record<string, string> }).jwk;
    return jwk;
  }

  function getKid(key: unknown): string {
    const { crv, kty, x } = (key as { jwk: Record<string, string> }).jwk;
    return toDigest(JSON.stringify({ crv, kty, x }));
  }
});
