import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestClock } from '@wardstone/clock';
import { standingAtGateway } from '../src/tokens/standing-at-gateway';
import { NOON } from './auth-fixture';
import { outcome } from './outcome';

const CLAIMS = {
  identity: { org_id: 'org1', type: 'User', subject: 'wardstone|org1|ada|2026', user: { username: 'ada' } },
  permissions: [],
  roles: [],
};

describe("the gateway's response about a token", () => {
  let server: http.Server;
  let url: URL;
  /** Status of the gateway's response; 0 closes the connection. */
  let status: number;
  let requestCount: number;
  let clock: TestClock;
  let standingOf: ReturnType<typeof standingAtGateway>;

  beforeEach(async () => {
    status = 200;
    requestCount = 0;
    server = http.createServer((request, response) => {
      requestCount++;
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(CLAIMS));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/caller`);
    clock = new TestClock(NOON);
    standingOf = standingAtGateway(url, clock);
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const check = (token = 'known'): Promise<string> => outcome(standingOf(token)());

  it('is requested once in three seconds', async () => {
    expect([await check(), await check()]).toEqual(['ada', 'ada']);
    expect(requestCount).toBe(1);
    clock.advance(3_000);
    expect(await check()).toBe('ada');
    expect(requestCount).toBe(2);
  });

  it.each([0, 500, 502, 503])(
    'is valid for five minutes while the gateway is away (%d), and no longer',
    async (away) => {
      expect(await check()).toBe('ada');
      status = away;
      clock.advance(299_000);
      expect(await check()).toBe('ada');
      clock.advance(2_000);
      expect(await check()).toBe('service_unavailable');
    },
  );

  it('is unknown for other tokens while the gateway is away', async () => {
    await check();
    status = 0;
    clock.advance(4_000);
    expect(await check('unknown')).toBe('service_unavailable');
  });

  it('ends within three seconds when the gateway rejects it, and is not cached afterwards', async () => {
    await check();
    status = 401;
    clock.advance(3_000);
    expect(await check()).toBe('invalid_token');
    status = 0;
    clock.advance(3_000);
    expect(await check()).toBe('service_unavailable');
  });

  it.each([403, 404, 429])('does not hold when the gateway responds with %d', async (refusal) => {
    await check();
    status = refusal;
    clock.advance(3_000);
    expect(await check()).toBe('service_unavailable');
  });

  it('is requested again within a second after the gateway has returned', async () => {
    await check();
    status = 0;
    clock.advance(4_000);
    expect([await check(), await check(), await check()]).toEqual(['ada', 'ada', 'ada']);
    expect(requestCount).toBe(2);
    status = 401;
    clock.advance(1_000);
    expect(await check()).toBe('invalid_token');
  });
});
