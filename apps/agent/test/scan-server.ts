import { createHash, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AgentScanRecord, ScanReportBody } from '@wardstone/dto/compliance';
import { readBody } from './receiving-server';

export const PROFILE = 'xccdf_org.test_profile_standard';
export const GUIDE = `<Benchmark><Profile id="${PROFILE}"/></Benchmark>`;
export const SYSTEM_ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const COMPLIANCE = '/api/compliance/v2';

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Simulates the gateway and compliance for a scanning agent, on a real socket. */
export class ScanServer {
  readonly orders: AgentScanRecord[] = [];
  /** Number of uploads by digest of the result. */
  readonly results = new Map<string, number>();
  readonly reports: (ScanReportBody & { id: string })[] = [];
  readonly fetched: string[] = [];
  readonly uploadedTo: string[] = [];
  /** Digests of guides that it requests. */
  readonly wanted: string[] = [];
  readonly offered: unknown[] = [];
  /** Guides that were sent, by digest. */
  readonly guides = new Map<string, string>();
  /** Status of the response to a guide. */
  guideStatus = 202;
  /** Bytes by kind. */
  documents: Record<string, Buffer> = { guide: gzipSync(GUIDE), tailoring: Buffer.from('<Tailoring/>') };
  /** Fate of an upload after it was stored. */
  afterUpload: () => Promise<number | undefined> = () => Promise.resolve(undefined);
  isAway = false;
  private readonly sockets = new Set<Socket>();
  private readonly server = http.createServer((request, response) => void this.take(request, response));

  async start(): Promise<void> {
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  order(over: Partial<AgentScanRecord> = {}): string {
    const id = over.id ?? randomUUID();
    this.orders.push({
      id,
      type: 'agent_scan',
      system_id: SYSTEM_ID,
      profile_ref_id: PROFILE,
      guide_sha256: sha256(gunzipSync(this.documents['guide']!)),
      tailoring_sha256: null,
      ...over,
    });
    return id;
  }

  cancel(id: string): void {
    const at = this.orders.findIndex((order) => order.id === id);
    if (at >= 0) this.orders.splice(at, 1);
  }

  /** The ends of a scan that were reported. */
  listEnds(id: string): ScanReportBody[] {
    return this.reports
      .filter((report) => report.id === id && report.state !== 'running')
      .map(({ id: _id, ...end }) => end);
  }

  private async take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (!body) return;
    const [path = ''] = (request.url ?? '').split('?');
    if (path.startsWith(COMPLIANCE) && this.isAway) return void request.socket.resetAndDestroy();
    const result = await this.respondTo(request.method ?? '', path, body);
    if (Buffer.isBuffer(result)) return void response.writeHead(200).end(result);
    const { status = 200, ...content } = result as { status?: number };
    if (path.endsWith('/work')) return void setTimeout(() => response.writeHead(200).end('[]'), 200);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content));
  }

  private async respondTo(method: string, path: string, body: Buffer): Promise<object> {
    if (path === '/auth/token') return { access_token: 'token', expires_in: 3600 };
    if (path.endsWith('/sync')) return { resources: [], schedules: [] };
    if (path.endsWith('/test_results')) {
      this.uploadedTo.push(path);
      return this.store(body);
    }
    if (path === `${COMPLIANCE}/agent/scans`)
      return { data: { type: 'agent_scans', scans: this.orders, wanted_guides: this.wanted } };
    if (path.startsWith(`${COMPLIANCE}/agent/guides`)) return this.takeGuide(method, path, body);
    const [, id = '', kind] = new RegExp(`^${COMPLIANCE}/agent/scans/([^/]+)(?:/(guide|tailoring))?$`).exec(path) ?? [];
    if (kind !== undefined) {
      this.fetched.push(kind);
      return this.documents[kind]!;
    }
    if (id !== '' && method === 'PUT') {
      const report = JSON.parse(body.toString()) as ScanReportBody;
      this.reports.push({ id, ...report });
      if (report.state !== 'running') this.cancel(id);
    }
    return { data: {} };
  }

  private takeGuide(method: string, path: string, body: Buffer): object {
    if (method === 'PUT') this.offered.push((JSON.parse(body.toString()) as { guides: unknown }).guides);
    else this.guides.set(path.split('/').at(-1)!, body.toString());
    return method === 'PUT' ? { data: {} } : { status: this.guideStatus, errors: ['no'] };
  }

  private async store(body: Buffer): Promise<object> {
    const digest = sha256(body);
    this.results.set(digest, (this.results.get(digest) ?? 0) + 1);
    const status = (await this.afterUpload()) ?? 201;
    return status < 300 ? { status, data: { id: getResultId(digest) } } : { status, errors: ['no'] };
  }
}

/** Same id for the same result. */
const getResultId = (digest: string): string => `${digest.slice(0, 8)}-0000-4000-8000-${digest.slice(8, 20)}`;
