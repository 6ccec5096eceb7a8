import net, { type AddressInfo } from 'node:net';
import { Connection, readHeader, formatHead, type Response, toPort } from '../load/connection';
import { generateLoad, countRefused, repeatRequests } from '../load/generate-load';

const RESPONSES: Record<string, string[]> = {
  '/length': ['HTTP/1.1 200 OK\r\nX-Error-Type: none\r\nContent-', 'Length: 5\r\n\r\nhe', 'llo'],
  '/chunks': ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n', '0\r\n', '\r\n'],
  '/empty': ['HTTP/1.1 204 No Content\r\n\r\n'],
  '/last': ['HTTP/1.1 503 Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'],
  '/half': ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'],
  '/silent': [],
};

describe('a connection of the load generator', () => {
  let server: net.Server;
  let opened: number;
  let connection: Connection;
  const port = (): number => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    server = net.createServer((socket) => {
      opened++;
      socket.setNoDelay(true).on('error', () => undefined);
      socket.on('data', (bytes) => {
        const path = String(bytes).split(' ')[1]!;
        const pieces = [...RESPONSES[path]!];
        const write = (): void => {
          const piece = pieces.shift();
          if (piece !== undefined) socket.write(piece, () => setTimeout(write, 5));
          else if (path === '/half') socket.destroy();
        };
        write();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    opened = 0;
    connection = new Connection(toPort(port()), 200);
  });
  afterEach(() => connection.close());

  const get = (path: string): Promise<Response | Error> =>
    new Promise((resolve) => connection.exchange(Buffer.from(formatHead('GET', path, {})), resolve));

  it('reads responses to their end, however they are framed, one after the other', async () => {
    for (const [path, status] of Object.entries({ '/length': 200, '/chunks': 200, '/empty': 204 })) {
      expect(await get(path)).toMatchObject({ status });
    }
    expect(readHeader((await get('/length')) as Response, 'x-error-type')).toBe('none');
    expect(opened).toBe(1);
  });

  it('is opened again after a response that closes it', async () => {
    const refused = (await get('/last')) as Response;
    expect([refused.status, readHeader(refused, 'retry-after')]).toEqual([503, '5']);
    expect(await get('/empty')).toMatchObject({ status: 204 });
    expect(opened).toBe(2);
  });

  it.each([
    ['breaks off', '/half', /closed before/],
    ['does not come', '/silent', /in time/],
  ])('fails when the response %s, and works again afterwards', async (_name, path, reason) => {
    const failure = await get(path);
    expect((failure as Error).message).toMatch(reason);
    expect(await get('/empty')).toMatchObject({ status: 204 });
  });

  it('counts requests and refusals under load', async () => {
    const requests = ['/length', '/last'].map((path) => Buffer.from(formatHead('GET', path, {})));
    const figures = await generateLoad(toPort(port()), repeatRequests(requests, 0.2), 2);
    expect(figures.requests).toBeGreaterThan(1);
    expect(figures.latencies).toHaveLength(figures.requests);
    expect(countRefused(figures)).toBe(figures.refused[503]);
  });
});
