import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { eventually } from '@wardstone/testing';
import { basic, type GatewayFixture, startGateway } from './gateway-fixture';

const LIMIT = 40;
const FLOOD = 400;

describe('a client that opens connections and sends nothing', () => {
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

  const flood = async ({ port }: GatewayFixture): Promise<void> => {
    for (let n = 0; n < FLOOD; n++) {
      const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket.resume());
      await once(socket, 'connect');
    }
  };
  const open = (): number => sockets.filter(({ closed, readableEnded }) => !closed && !readableEnded).length;

  it('has a bounded number of them, and keeps no other client out, not even of its own address', async () => {
    const fixture = await startGateway({ CONNECTIONS_PER_ADDRESS: LIMIT, MAX_CONNECTIONS: 10 * LIMIT });
    try {
      await flood(fixture);
      await eventually('the others to be closed', () => open() === LIMIT);
      for (let n = 0; n < 20; n++) {
        const headers = { authorization: basic('viewer'), connection: 'close' };
        expect((await fetch(`${fixture.url}/auth/caller`, { headers })).status).toBe(200);
      }
      expect(open()).toBeLessThanOrEqual(LIMIT);
    } finally {
      await fixture.close();
    }
  }, 30_000);

  it('is bounded by the limit of all where it may be a trusted proxy', async () => {
    const fixture = await startGateway({
      CONNECTIONS_PER_ADDRESS: LIMIT,
      MAX_CONNECTIONS: 4 * LIMIT,
      TRUST_PROXY: 'on',
    });
    try {
      await flood(fixture);
      await eventually('the others to be closed', () => open() === 4 * LIMIT);
      expect((await fetch(`${fixture.url}/livez`)).status).toBe(200);
    } finally {
      await fixture.close();
    }
  }, 30_000);
});
