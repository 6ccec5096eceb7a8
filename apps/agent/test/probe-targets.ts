import http from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { ObjectMap } from '@wardstone/dto';
import { PermittedTargets } from '../src/probes/permitted-targets';
import { runProbe } from '../src/probes/run-probe';

export const NOW = Date.parse('2026-06-01T00:00:00Z');

type Closable = { close: (done: () => void) => unknown };

interface Targets {
  /** Closed after the test. */
  open: Closable[];
  sockets: Set<Socket>;
  /** Returns the port. */
  listen: (server: Server) => Promise<number>;
  serve: (response: http.RequestListener) => Promise<number>;
}

/** Servers of this machine for one test. */
export function useTargets(): Targets {
  const open: Closable[] = [];
  const sockets = new Set<Socket>();
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await Promise.all(open.splice(0).map((server) => new Promise<void>((done) => server.close(done))));
  });
  const listen = async (server: Server): Promise<number> => {
    server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    open.push(server);
    return (server.address() as AddressInfo).port;
  };
  return { open, sockets, listen, serve: (response) => listen(http.createServer(response)) };
}

/** Permits this machine unless other targets are given. */
export const probe = (
  typeName: string,
  pluginConfig: ObjectMap,
  targets = new PermittedTargets(['127.0.0.1']),
  signal = new AbortController().signal,
) => runProbe({ typeName, pluginConfig }, { targets, signal, nowMs: NOW });

/** Writes the beginning, then the rest again and again, slowly. */
export function writeSlowly(socket: Socket, beginning: string, rest: string): void {
  socket.resume();
  socket.write(beginning);
  const timer = setInterval(() => socket.write(rest), 20);
  socket.on('close', () => clearInterval(timer));
}
