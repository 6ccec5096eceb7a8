import http from 'node:http';
import type { Answer } from './checks';
import type { GeneratedRequest } from './request';

const MOST_CONNECTIONS = 32;
const TIMEOUT_MS = 40_000;

/** Sends requests as they are, over connections that are kept. */
export class Sender {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS });

  /** @param localAddress where its requests come from; the default is shared by all */
  constructor(private readonly localAddress?: string) {}

  close(): void {
    this.agent.destroy();
  }

  /** @throws Error when there is no whole answer */
  send(base: string, generated: GeneratedRequest, isAgain = false): Promise<Answer> {
    const { method, path, headers, body } = generated;
    const { hostname, port } = new URL(base);
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          agent: this.agent,
          hostname,
          port,
          method,
          path,
          headers,
          timeout: TIMEOUT_MS,
          ...(this.localAddress === undefined ? {} : { localAddress: this.localAddress, family: 4 }),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              text: Buffer.concat(chunks).toString('utf8'),
              durationMs: performance.now() - startedAt,
            }),
          );
        },
      );
      request.on('timeout', () => request.destroy(new Error(`no response in ${TIMEOUT_MS / 1000} s`)));
      request.on('error', (error: NodeJS.ErrnoException) => {
        // A connection may end as unused at the moment in which it is used again.
        const hasEnded = error.code === 'ECONNRESET' && request.reusedSocket && !isAgain;
        if (hasEnded) resolve(this.send(base, generated, true));
        else reject(error);
      });
      if (body) request.setHeader('content-length', body.length);
      request.end(body);
    });
  }
}
