import http from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const MAX_CONNECTIONS = 32;
const TIMEOUT_MS = 40_000;

/** A request as sent. */
export interface RequestSent {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer;
}

export interface HttpResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Decompressed. */
  text: string;
  durationMs: number;
}

interface SenderOptions {
  /** Source address of its requests; shared by default. */
  localAddress?: string | undefined;
  connections?: number;
  timeoutMs?: number;
}

/** Sends requests unchanged over keep-alive connections. */
export class Sender {
  private readonly agent: http.Agent;

  constructor(private readonly options: SenderOptions = {}) {
    this.agent = new http.Agent({ keepAlive: true, maxSockets: options.connections ?? MAX_CONNECTIONS });
  }

  close(): void {
    this.agent.destroy();
  }

  /** @throws Error when the response is incomplete */
  send(base: string, sent: RequestSent, isAgain = false): Promise<HttpResponse> {
    const { method, path, headers, body } = sent;
    const { localAddress, timeoutMs = TIMEOUT_MS } = this.options;
    const { hostname, port } = new URL(base);
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const from = localAddress === undefined ? {} : { localAddress, family: 4 };
      const request = http.request(
        { agent: this.agent, hostname, port, method, path, headers, timeout: timeoutMs, ...from },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => void toResponse(response, chunks, startedAt).then(resolve, reject));
        },
      );
      request.on('timeout', () => request.destroy(new Error(`no response in ${timeoutMs / 1000} s`)));
      request.on('error', (error: NodeJS.ErrnoException) => {
        // An idle connection may be closed just as it is used again.
        const hasEnded = error.code === 'ECONNRESET' && request.reusedSocket && !isAgain;
        if (hasEnded) resolve(this.send(base, sent, true));
        else reject(error);
      });
      if (body !== undefined) request.setHeader('content-length', Buffer.byteLength(body));
      request.end(body);
    });
  }
}

async function toResponse(
  { statusCode, headers }: http.IncomingMessage,
  chunks: readonly Buffer[],
  startedAt: number,
): Promise<HttpResponse> {
  const durationMs = performance.now() - startedAt;
  const bytes = Buffer.concat(chunks);
  const isPacked = headers['content-encoding'] === 'gzip' && bytes.length > 0;
  const text = (isPacked ? await promisify(gunzip)(bytes) : bytes).toString('utf8');
  return { status: statusCode!, headers, text, durationMs };
}
