import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { eventually } from '@wardstone/testing';
import { type ConnectionLimits, limitConnections, maxConnectionsByFiles } from '../http-server';
import { createLogger } from '../logger';
import { ServiceMetrics } from '../metrics';

describe('the connections of a server', () => {
  let server: http.Server;
  let clients: Socket[];
  let held: http.ServerResponse[];
  let metrics: ServiceMetrics;

  beforeEach(() => {
    clients = [];
    held = [];
    metrics = new ServiceMetrics('test');
  });
  afterEach(async () => {
    clients.forEach((client) => client.destroy());
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const start = async (limits: ConnectionLimits): Promise<void> => {
    server = http.createServer((request, response) => {
      if (request.url === '/held') held.push(response);
      else response.end('served');
    });
    limitConnections(server, limits, { logger: createLogger('test', 'silent'), metrics });
    server.listen(0, '::');
    await once(server, 'listening');
  };
  const port = (): number => (server.address() as AddressInfo).port;
  const connect = async (localAddress = '127.0.0.1'): Promise<Socket> => {
    const client = net.connect({ port: port(), host: '127.0.0.1', localAddress });
    client.on('error', () => undefined).resume();
    clients.push(client);
    await once(client, 'connect');
    return client;
  };
  const ask = async (client: Socket, path: string): Promise<void> => {
    client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    if (path === '/held') {
      const before = held.length;
      await eventually('the request', () => held.length > before);
    } else await once(client, 'data');
  };
  const open = (): number => clients.filter(({ closed, readableEnded }) => !closed && !readableEnded).length;
  const openAtServer = (): Promise<number> =>
    new Promise((resolve, reject) => {
      server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });

  it('of one address are limited: those without a request make room for others, oldest first', async () => {
    await start({ most: 100, mostOfAddress: 5 });
    for (let n = 0; n < 20; n++) await connect();
    await eventually('the oldest to be closed', () => open() === 5);

    expect(await openAtServer()).toBe(5);
    expect(clients.slice(-5).every(({ closed }) => !closed)).toBe(true);
    await ask(await connect(), '/');
    expect(await metrics.registry.getSingleMetricAsString('http_connections_closed_total')).toContain(
      'limit="address",service="test"} 16',
    );
  });

  it('of one address leave connections for others', async () => {
    await start({ most: 100, mostOfAddress: 5 });
    const other = await connect('127.0.0.2');
    for (let n = 0; n < 20; n++) await connect();
    await eventually('the oldest to be closed', () => open() === 6);
    await ask(other, '/');
    await ask(await connect('127.0.0.2'), '/');
  });

  it('are taken from those that have sent no request before those that wait between two', async () => {
    await start({ most: 100, mostOfAddress: 3 });
    const used = await connect();
    await ask(used, '/');
    for (let n = 0; n < 10; n++) await connect();
    await ask(used, '/');
  });

  it('are closed on arrival where all others of the address have requests in progress', async () => {
    await start({ most: 100, mostOfAddress: 3 });
    for (let n = 0; n < 3; n++) await ask(await connect(), '/held');
    const refused = await connect();
    await eventually('the new one to be closed', () => refused.closed || refused.readableEnded);
    held.forEach((response) => response.end('served'));
    await eventually('the responses', () => clients.slice(0, 3).every(({ bytesRead }) => bytesRead > 0));
    await ask(await connect(), '/');
  });

  it('are limited in total, for any addresses', async () => {
    await start({ most: 10 });
    for (let n = 0; n < 40; n++) await connect(`127.0.0.${2 + (n % 8)}`);
    await eventually('the oldest to be closed', () => open() === 10);
    expect(await openAtServer()).toBe(10);
    expect(server.maxConnections).toBeGreaterThan(10);
    await ask(await connect(), '/');
  });

  it('leave file descriptors for what the requests need', () => {
    expect([1_024, 20_000, Infinity].map(maxConnectionsByFiles)).toEqual([384, 9_872, Infinity]);
  });
});
