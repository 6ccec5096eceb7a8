import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { decodeWriteRequest, type WrittenSample } from './write-request.decoder';
import type { KnownInventory } from '../src/domain/known-inventory';
import { type WorkItem } from '../src/domain/read-responses';

interface Received {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

/** Fate of a request: processed with a response, processed without one, lost, or refused with a status. */
export type Fate = 'answered' | 'answer lost' | 'lost' | number;

/** Number of items that an agent requests. */
const WORK_AT_ONCE = 10;

/** The server as seen by an agent, on a real socket: remembers report ids, and fails as the test requires. */
export class ReceivingServer {
  readonly received: Received[] = [];
  /** Requests to the login addresses. */
  readonly logins: Received[] = [];
  inventory: KnownInventory = { resources: [], schedules: [] };
  work: WorkItem[] = [];
  /** Decides about each request. */
  fate: (request: Received) => Fate = () => 'answered';
  resync = false;
  private readonly reports = new Set<string>();
  private readonly sockets = new Set<Socket>();
  private server: http.Server | undefined;
  private port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** On the same port each time. */
  async start(): Promise<void> {
    this.server = http.createServer((request, response) => void this.take(request, response));
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Simulates a killed process: every connection breaks. */
  async kill(): Promise<void> {
    const closed = new Promise((resolve) => this.server!.close(resolve));
    for (const socket of this.sockets) socket.resetAndDestroy();
    await closed;
  }

  /** The numbers that were stored, each as often as it was. */
  get values(): number[] {
    return this.received
      .filter(({ path }) => path.endsWith('/measurements'))
      .flatMap(({ body }) => (body['numeric'] as { value: number }[]).map(({ value }) => value));
  }

  /** The received samples of exporters, in order of arrival, with duplicates. */
  get samples(): WrittenSample[] {
    return this.listBodies('/prometheus/api/v1/write').flatMap((body) => body['samples'] as WrittenSample[]);
  }

  listBodies(end: string): Record<string, unknown>[] {
    return this.received.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);
  }

  private async take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const bytes = await readBody(request);
    if (!bytes) return;
    const [path = ''] = (request.url ?? '').split('?');
    const received = { method: request.method ?? '', path, body: toBody(request, bytes) };
    const fate = this.fate(received);
    if (fate === 'lost') return void request.socket.resetAndDestroy();
    if (typeof fate === 'number') return void response.writeHead(fate).end('{"message":"no"}');
    const content = this.respondTo(received);
    if (fate === 'answer lost') request.socket.resetAndDestroy();
    else if (Array.isArray(content) && content.length === 0) setTimeout(() => this.end(response, content), 50);
    else this.end(response, content);
  }

  private respondTo(received: Received): unknown {
    const { path, body, method } = received;
    if (path.startsWith('/auth/')) {
      this.logins.push(received);
      return path === '/auth/token' ? { access_token: 'token', expires_in: 3600 } : {};
    }
    if (method === 'GET') return path.endsWith('/sync') ? this.inventory : this.work.splice(0, WORK_AT_ONCE);
    const id = body['reportId'] as string | undefined;
    if (id === undefined || !this.reports.has(id)) this.received.push(received);
    if (id !== undefined) this.reports.add(id);
    const response = { reportId: id, rejected: [], resync: this.resync };
    this.resync = false;
    return response;
  }

  private end(response: http.ServerResponse, content: unknown): void {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(content));
  }
}

/** The bytes of the body, unpacked; undefined when the agent has left. */
export async function readBody(request: http.IncomingMessage): Promise<Buffer | undefined> {
  const bytes = await buffer(request).catch(() => undefined);
  return bytes && request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
}

function toBody({ headers }: http.IncomingMessage, bytes: Buffer): Record<string, unknown> {
  if (headers['content-encoding'] === 'snappy') return { ...decodeWriteRequest(bytes) };
  return JSON.parse(bytes.toString() || '{}') as Record<string, unknown>;
}
