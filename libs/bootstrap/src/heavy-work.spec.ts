import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { type ApiError } from '@wardstone/errors';
import { eventually } from '@wardstone/testing';
import { type Client, toClient, HeavyWork } from './heavy-work';

const clientNamed = (account: string): Client => ({ account, signal: new AbortController().signal });

describe('heavy work', () => {
  it('is refused with 429 and Retry-After when an account waits for too much of it', async () => {
    const heavy = new HeavyWork(2);
    await heavy.begin(clientNamed('hog'));
    for (let i = 0; i < 64; i++) heavy.begin(clientNamed('hog')).catch(() => undefined);
    await eventLoopTurn();
    const refusal: unknown = await heavy.begin(clientNamed('hog')).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      status: 429,
      kind: { type: 'too_many_heavy_requests' },
      headers: { 'Retry-After': '2' },
    } satisfies DeepPartial<ApiError>);
    await heavy.begin(clientNamed('ann'));
  });

  it('is refused with 503 and a time from 5 to 10 seconds when others keep the turns for too long', async () => {
    const heavy = new HeavyWork(1, { patienceMs: 10 });
    await heavy.begin(clientNamed('hog'));
    const refusal = (await heavy.begin(clientNamed('ann')).catch((error: unknown) => error)) as ApiError;
    expect(refusal).toMatchObject({ status: 503, kind: { type: 'service_unavailable' } });
    expect(Number(refusal.headers['Retry-After'])).toBeGreaterThanOrEqual(5);
    expect(Number(refusal.headers['Retry-After'])).toBeLessThanOrEqual(10);
  });

  it('takes one turn for a response with several parts', async () => {
    const heavy = new HeavyWork(4);
    const client = clientNamed('ann');
    expect(await heavy.begin(client)).toBe(await heavy.begin(client));
  });

  it('gives back the turn of other work before it waits', async () => {
    const [bodies, queries] = [new HeavyWork(1), new HeavyWork(1)];
    await queries.begin(clientNamed('hog'));
    const client = clientNamed('ann');
    await bodies.begin(client);
    queries.begin(client).catch(() => undefined);
    await bodies.begin(clientNamed('bob'));
  });

  it('ends with the response, whether that was sent or aborted', async () => {
    const heavy = new HeavyWork(1);
    const begun: string[] = [];
    const server = http.createServer((request, response) => {
      void heavy.begin(toClient(request, response)).then(() => {
        begun.push(request.url!);
        if (request.url === '/sent') response.end('done');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    const given = http.get(`${address}/given-up`).on('error', () => undefined);
    await eventually('the first turn', () => begun.length === 1);
    const sent = fetch(`${address}/sent`);
    given.destroy();
    expect((await sent).status).toBe(200);
    expect((await fetch(`${address}/sent`)).status).toBe(200);
    expect(begun).toEqual(['/given-up', '/sent', '/sent']);
    server.closeAllConnections();
    server.close();
  });
});

type DeepPartial<T> = { [K in keyof T]?: DeepPartial<T[K]> };
