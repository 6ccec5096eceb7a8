import fs from 'node:fs';
import net, { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemory } from '../../process-usage';
import { waitUntil } from '@wardstone/host';
import type { RunningSystem } from '../../system';
import { withInstallation } from '../installation';
import type { Scenario, Verdict } from '../scenario';

/** Number of connections from addresses with a thousand each, because the gateway limits those of one address. */
const IDLE = 9_000;
const OF_ONE_ADDRESS = 1_000;
const SLOW = 300;
const CUT_LIMIT_MS = 45_000;

function connectTo(gatewayUrl: string, localAddress: string): Promise<Socket> {
  const { port } = new URL(gatewayUrl);
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port: Number(port), host: '127.0.0.1', localAddress }, () => {
      socket.on('error', () => undefined);
      socket.resume();
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** Opens connections in small batches and writes `first` on each. */
async function open(gatewayUrl: string, count: number, first = ''): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const wanted = Math.min(200, count - sockets.length);
    const from = `127.0.0.${Math.floor(sockets.length / OF_ONE_ADDRESS) + 1}`;
    const opened = await Promise.all(Array.from({ length: wanted }, () => connectTo(gatewayUrl, from)));
    if (first !== '') for (const socket of opened) socket.write(first);
    sockets.push(...opened);
  }
  return sockets;
}

/** Resident memory of the gateway in MB. */
const gatewayMemory = (system: RunningSystem): number => residentMemory(system.processId('gateway')).now;

/** Other clients must be served as usual. */
async function othersAreServed(system: RunningSystem, login: string): Promise<Verdict> {
  const durations: number[] = [];
  const failures: string[] = [];
  for (let n = 0; n < 200; n++) {
    const startedAt = performance.now();
    const path = n % 2 === 0 ? '/api/v1/error/not_found' : '/api/compliance/v2/systems?limit=1';
    try {
      const response = await fetch(system.gatewayUrl + path, { headers: { authorization: login } });
      await response.arrayBuffer();
      if (response.status !== 200) failures.push(`${path} ${response.status} ${response.headers.get('x-error-type')}`);
    } catch (error) {
      failures.push(`${path} ${String((error as Error).cause ?? error)}`);
    }
    durations.push(performance.now() - startedAt);
  }
  const p99 = durations.sort((a, b) => a - b)[197]!;
  return {
    promise: 'Other clients are served meanwhile',
    held: failures.length === 0,
    figures: [`200 requests, ${failures.length} failed, p99 ${p99.toFixed(0)} ms`, ...failures.slice(0, 3)].join('; '),
  };
}

async function untilClosed(sockets: readonly Socket[]): Promise<{ left: number; ms: number }> {
  const startedAt = performance.now();
  const left = (): number => sockets.filter((socket) => !socket.closed).length;
  while (left() > 0 && performance.now() - startedAt < CUT_LIMIT_MS) await sleep(200);
  return { left: left(), ms: performance.now() - startedAt };
}

export const idleConnections: Scenario = {
  name: 'idle-connections',
  title: `${IDLE.toLocaleString('en')} idle connections to the gateway`,
  obstacle: () => (openFilesLimit() < 2 * IDLE + 500 ? `the limit of open files is ${openFilesLimit()}` : undefined),
  run: () =>
    withInstallation(async (system, login) => {
      const before = gatewayMemory(system);
      // Each connection is used once and kept open.
      const sockets = await open(system.gatewayUrl, IDLE, 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const withResponse = (): number => sockets.filter(({ bytesRead }) => bytesRead > 0).length;
      await waitUntil(() => withResponse() === IDLE, 30_000, 100);
      const alive = sockets.filter(({ closed, bytesRead }) => !closed && bytesRead > 0).length;
      const after = gatewayMemory(system);
      const served = await othersAreServed(system, login);
      for (const socket of sockets) socket.destroy();
      return [
        {
          promise: `${IDLE.toLocaleString('en')} connections are served and kept open`,
          held: alive === IDLE,
          figures: `${withResponse()} got a response, ${alive} alive; the gateway grew from ${before.toFixed(0)} to ${after.toFixed(0)} MB`,
        },
        {
          promise: 'They cost less than 30 kB each',
          held: (after - before) * 1024 < IDLE * 30,
          figures: `${(((after - before) * 1024) / IDLE).toFixed(1)} kB each`,
        },
        served,
      ];
    }),
};

export const slowClients: Scenario = {
  name: 'slow-clients',
  title: `${SLOW} clients each that send head or body byte by byte, stay silent, half-close, or do not read`,
  run: (report) =>
    withInstallation(
      async (system, login) => {
        const before = gatewayMemory(system);
        const slowHeads = await open(system.gatewayUrl, SLOW);
        const slowBodies = await open(system.gatewayUrl, SLOW);
        const silent = await open(system.gatewayUrl, SLOW);
        const halfClosed = await open(system.gatewayUrl, SLOW);
        const deaf = await open(system.gatewayUrl, SLOW);
        for (const socket of halfClosed) socket.end('GET /livez HTTP/1.1\r\nHost: localhost\r\n');
        for (const socket of deaf) {
          socket.pause();
          socket.write('GET /openapi/compliance.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(5));
        }
        const body = `POST /auth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n`;
        for (const socket of slowHeads) socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
        for (const socket of slowBodies) socket.write(body);
        const drip = setInterval(() => {
          for (const socket of [...slowHeads, ...slowBodies]) if (socket.writable) socket.write('x');
        }, 1_000);
        try {
          const served = await othersAreServed(system, login);
          const heads = await untilClosed(slowHeads);
          const bodies = await untilClosed(slowBodies);
          const halves = await untilClosed(halfClosed);
          report(`silent connections still open: ${silent.filter(({ closed }) => !closed).length}`);
          const after = gatewayMemory(system);
          return [
            served,
            {
              promise: 'Heads that never end are cut off',
              held: heads.left === 0,
              figures: `${SLOW - heads.left} of ${SLOW} cut within ${(heads.ms / 1000).toFixed(0)} s`,
            },
            {
              promise: 'Bodies that never end are cut off',
              held: bodies.left === 0,
              figures: `${SLOW - bodies.left} of ${SLOW} cut`,
            },
            {
              promise: 'Half-closed connections do not stay',
              held: halves.left === 0,
              figures: `${SLOW - halves.left} of ${SLOW} closed`,
            },
            {
              promise: 'Memory stays bounded',
              held: after - before < 200,
              figures: `the gateway grew from ${before.toFixed(0)} to ${after.toFixed(0)} MB`,
            },
            await othersAreServed(system, login),
          ];
        } finally {
          clearInterval(drip);
          for (const socket of [...slowHeads, ...slowBodies, ...silent, ...halfClosed, ...deaf]) socket.destroy();
        }
      },
      { env: { REQUEST_TIMEOUT_SECONDS: '60' } },
    ),
};

function openFilesLimit(): number {
  const limits = fs.existsSync('/proc/self/limits') ? fs.readFileSync('/proc/self/limits', 'utf8') : '';
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
}
