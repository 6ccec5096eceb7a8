import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http, { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import https from 'node:https';
import { type Socket } from 'node:net';
import { addressGroup } from '@wardstone/auth';
import { type ServiceConfig } from '@wardstone/config';
import { ApiError, CommonError, type ErrorRenderer, errorTypeUrl, GatewayError } from '@wardstone/errors';
import { BROWSER_HEADERS } from './browser-border';
import { type Logger } from './logger';
import { type ServiceMetrics } from './metrics';
import { RepeatLimit } from './repeat-limit';

const FINISH_TIME_LIMIT_MS = 30_000;
const SWEEP_MS = 100;
const CERTIFICATE_CHECK_MS = 10_000;
const LIMITS = { keepAliveTimeout: 65_000, headersTimeout: 20_000 };

/**
 * An HTTP server, or an HTTPS server where the service has a certificate; renewed files are loaded within ten seconds.
 * @throws Error when the certificate is incomplete or cannot be read
 */
export function createHttpServer(
  { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }: Pick<ServiceConfig, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>,
  logger: Logger,
  listener: http.RequestListener,
  more: Pick<http.ServerOptions, 'optimizeEmptyRequests'> = {},
): http.Server {
  const options = { ...LIMITS, ...more };
  if (certFile === undefined && keyFile === undefined) return http.createServer(options, listener);
  if (certFile === undefined || keyFile === undefined) {
    throw new Error('TLS_CERT_FILE and TLS_KEY_FILE must be set together');
  }
  const read = (): { cert: string; key: string } => ({
    cert: fs.readFileSync(certFile, 'utf8'),
    key: fs.readFileSync(keyFile, 'utf8'),
  });
  let current = read();
  const server = https.createServer({ ...options, ...current, minVersion: 'TLSv1.2' }, listener);
  const renew = (): void => {
    try {
      const found = read();
      if (found.cert === current.cert && found.key === current.key) return;
      // The two files are not replaced at the same time; a pair that does not match is read again.
      server.setSecureContext({ ...found, minVersion: 'TLSv1.2' });
      current = found;
      logger.info({ file: certFile }, 'certificate renewed');
    } catch (error) {
      logger.warn({ err: error, file: certFile }, 'the renewed certificate cannot be used yet');
    }
  };
  const timer = setInterval(renew, CERTIFICATE_CHECK_MS).unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

export async function listen(server: http.Server, { HOST, PORT }: ServiceConfig): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

export async function closeServer(server: http.Server): Promise<void> {
  if (!server.listening) return;
  const cut = setTimeout(() => server.closeAllConnections(), FINISH_TIME_LIMIT_MS);
  // A keep-alive connection that was busy before becomes idle only later, and would stay open for its idle timeout.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearInterval(sweep);
  clearTimeout(cut);
}

/** A property instead of a WeakMap, whose entry for each request would lengthen garbage collection. */
const WORKS = Symbol('works');

type Watched = ServerResponse & { [WORKS]?: (() => void)[] };

/**
 * Calls `work` once a response has ended or its client has disconnected. Uses one listener for all callers, because
 * Node.js warns of more than ten, and a stream piped to the response has most of them.
 */
export function onResponseEnd(response: Watched, work: () => void): void {
  const known = response[WORKS];
  if (known) {
    known.push(work);
    return;
  }
  const works = (response[WORKS] = [work]);
  response.on('close', () => works.forEach((one) => one()));
}

/** Time in which a client may go on sending before it is disconnected; otherwise it would not read its response. */
const LINGER_MS = 2_000;

function toApiError({ code }: NodeJS.ErrnoException): ApiError {
  // The gateway's error types, because the same parser is used there.
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError(GatewayError.headers_too_large);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError(GatewayError.request_timeout);
  return new ApiError(CommonError.invalid_request, 'This is not an HTTP request.');
}

/**
 * Whether the unreadable request was HEAD, judged by its first bytes: a body after such a response would be read as the
 * next response.
 */
function asksForHead(failure: Error): boolean {
  return (failure as { rawPacket?: Buffer }).rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
}

/** The response to a request that the parser could not read. */
interface BareResponse {
  error: ApiError;
  requestId: string;
  renderer: ErrorRenderer;
  /** Without a trailing slash. */
  publicBaseUrl: string;
}

/**
 * Writes a response to the raw socket and closes it.
 * @param failure error of the parser
 */
export function respondOnSocket(
  socket: Socket,
  failure: Error,
  { error, requestId, renderer, publicBaseUrl }: BareResponse,
): void {
  const request = { headers: {}, method: 'GET', url: '/' } as IncomingMessage;
  const { contentType, text } = renderer.render(error, { request, requestId, publicBaseUrl });
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Connection: close',
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Error-Type: ${error.kind.type}`,
    `Link: <${errorTypeUrl(publicBaseUrl, error.kind)}>; rel="help"`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(BROWSER_HEADERS).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${asksForHead(failure) ? '' : text}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Responds to unparseable requests on the raw socket, with a regular error. */
export function respondToUnparseable(
  server: Server,
  { renderer, publicBaseUrl, metrics }: { renderer: ErrorRenderer; publicBaseUrl: string; metrics: ServiceMetrics },
): void {
  const busySockets = new WeakSet<Socket>();
  server.on('request', ({ socket }, response) => {
    busySockets.add(socket);
    onResponseEnd(response, () => busySockets.delete(socket));
  });
  server.on('clientError', (failure: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket;
    // A second response must not be written into one that has begun.
    if (!socket.writable || failure.code === 'ECONNRESET' || busySockets.has(socket)) {
      socket.destroy();
      return;
    }
    const error = toApiError(failure);
    metrics.errorReturned(error.kind.type);
    respondOnSocket(socket, failure, { error, requestId: randomUUID(), renderer, publicBaseUrl });
  });
}

export interface ConnectionLimits {
  /** Maximum number of connections of the process. */
  most: number;
  /** Maximum number of connections of one address; absent behind a proxy, where addresses do not identify clients. */
  mostOfAddress?: number;
}

/** Connections that can be closed, best first: those without a request yet, then those between two requests. */
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

  /** The connection that has been idle for longest. */
  first(): Connection | undefined {
    return [this.unused, this.used].flatMap((set) => set.values().next().value ?? [])[0];
  }
}

interface Address {
  group: string;
  open: number;
  idle: Idle;
}

/** Property of a socket that holds its connection, so that it is looked up by peer only once. */
const CONNECTION = Symbol('connection');

type ConnectedSocket = Socket & { [CONNECTION]?: Connection };

interface Connection {
  socket: Socket;
  address: Address;
  wasUsed: boolean;
  /** Number of requests in flight. */
  requests: number;
}

/** File descriptors for everything else: database connections, logs, files. */
const OTHER_FILES = 256;
/** Leaves room for other addresses. */
const SHARE_OF_ADDRESS = 0.75;
/** Connections accepted beyond the limit until an idle one has been closed. */
const MARGIN = 64;

/**
 * Limits the connections of a server, in total and by address. At the limit, a new connection replaces the longest idle
 * one; if all have requests in flight, the new one is closed.
 */
export function limitConnections(
  server: Server,
  wanted: ConnectionLimits,
  { logger, metrics }: { logger: Logger; metrics: ServiceMetrics },
): void {
  const most = Math.min(wanted.most, maxConnectionsByFiles(openFilesLimit()));
  const mostOfAddress = Math.min(wanted.mostOfAddress ?? Infinity, Math.ceil(most * SHARE_OF_ADDRESS));
  const isByAddress = wanted.mostOfAddress !== undefined;
  const addresses = new Map<string, Address>();
  // A TLS connection has two sockets with the same peer.
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
    const key = getPeer(socket);
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
    const socket = request.socket as ConnectedSocket;
    const connection = (socket[CONNECTION] ??= connections.get(getPeer(socket) ?? ''));
    if (!connection) return;
    connection.wasUsed = true;
    connection.requests++;
    stopWaiting(connection);
    onResponseEnd(response, () => {
      connection.requests--;
      if (connection.requests === 0 && !connection.socket.destroyed) wait(connection);
    });
  });
}

/** Each connection may need another one to a service. */
export function maxConnectionsByFiles(files: number): number {
  return Math.max(1, Math.floor((files - OTHER_FILES) / 2));
}

function openFilesLimit(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

function getPeer({ remoteAddress, remotePort }: Socket): string | undefined {
  return remoteAddress === undefined ? undefined : `${remoteAddress} ${remotePort}`;
}
