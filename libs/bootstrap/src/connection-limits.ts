import fs from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '@wardstone/auth';
import type { Logger } from './logger';
import type { ServiceMetrics } from './metrics';
import { RepeatLimit } from './repeat-limit';
import { whenOver } from './when-over';

export interface ConnectionLimits {
  /** Of the process. */
  most: number;
  /** Of one address; absent where addresses say nothing about clients, behind a proxy. */
  mostOfAddress?: number;
}

/** Where a connection can be taken from, best first: those that have sent no request yet, then those between two. */
class Idle {
  private readonly unused = new Set<Connection>();
  private readonly used = new Set<Connection>();

  add(connection: Connection): void {
    (connection.wasUsed ? this.used : this.unused).add(connection);
  }

  delete(connection: Connection): void {
    this.unused.delete(connection);
    this.used.delete(connection);
  }

  /** The one that has waited for longest. */
  first(): Connection | undefined {
    return [this.unused, this.used].flatMap((set) => set.values().next().value ?? [])[0];
  }
}

interface Address {
  group: string;
  open: number;
  idle: Idle;
}

interface Connection {
  socket: Socket;
  address: Address;
  wasUsed: boolean;
  /** Requests under way. */
  requests: number;
}

/** Files that are no connections: the database, logs, what is read. */
const OTHER_FILES = 256;
/** So that a single address leaves room for others. */
const SHARE_OF_ADDRESS = 0.75;
/** Accepted beyond the limit until one that waits has made room. */
const MARGIN = 64;

/**
 * Bounds the connections of a server, in all and by address. At the limit a new connection takes the place of the one that
 * has waited for longest without a request; where all have requests under way, it is closed.
 */
export function limitConnections(
  server: Server,
  wanted: ConnectionLimits,
  { logger, metrics }: { logger: Logger; metrics: ServiceMetrics },
): void {
  const most = Math.min(wanted.most, mostByFiles(openFilesLimit()));
  const mostOfAddress = Math.min(wanted.mostOfAddress ?? Infinity, Math.ceil(most * SHARE_OF_ADDRESS));
  const isByAddress = wanted.mostOfAddress !== undefined;
  const addresses = new Map<string, Address>();
  // A connection under TLS has two sockets with the same peer.
  const connections = new Map<string, Connection>();
  const idle = new Idle();
  const warnings = new RepeatLimit<object>({ mostWritten: 60, mostKeys: 60 }, (line) =>
    logger.warn(line, 'too many connections'),
  );
  server.maxConnections = most + MARGIN;

  const wait = (connection: Connection): void => {
    idle.add(connection);
    connection.address.idle.add(connection);
  };
  const stopWaiting = (connection: Connection): void => {
    idle.delete(connection);
    connection.address.idle.delete(connection);
  };
  const makeRoom = (connection: Connection, among: Idle, limit: 'address' | 'process'): void => {
    const closed = among.first() ?? connection;
    metrics.connectionClosed(limit);
    warnings.add(limit, { limit, from: connection.address.group, open: connection.address.open }, 1);
    stopWaiting(closed);
    closed.socket.destroy();
  };

  server.on('connection', (socket: Socket) => {
    const key = peerOf(socket);
    if (key === undefined) {
      socket.destroy();
      return;
    }
    const group = addressGroup(socket.remoteAddress!);
    const address = addresses.get(group) ?? { group, open: 0, idle: new Idle() };
    addresses.set(group, address);
    const connection: Connection = { socket, address, wasUsed: false, requests: 0 };
    connections.set(key, connection);
    address.open++;
    socket.once('close', () => {
      if (connections.get(key) === connection) connections.delete(key);
      stopWaiting(connection);
      address.open--;
      if (address.open === 0) addresses.delete(group);
    });
    if (isByAddress && address.open > mostOfAddress) makeRoom(connection, address.idle, 'address');
    else if (connections.size > most) makeRoom(connection, idle, 'process');
    if (!socket.destroyed) wait(connection);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(peerOf(request.socket) ?? '');
    if (!connection) return;
    connection.wasUsed = true;
    connection.requests++;
    stopWaiting(connection);
    whenOver(response, () => {
      connection.requests--;
      if (connection.requests === 0 && !connection.socket.destroyed) wait(connection);
    });
  });
}

/** Each may need another one to a service. */
export function mostByFiles(files: number): number {
  return Math.max(1, Math.floor((files - OTHER_FILES) / 2));
}

function openFilesLimit(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string | undefined {
  return remoteAddress === undefined ? undefined : `${remoteAddress} ${remotePort}`;
}
