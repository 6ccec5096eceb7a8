import http from 'node:http';
import type { RequestSent } from './sender';

/** A response with its size; status 0 without a response. */
export interface CountedResponse {
  readonly status: number;
  readonly errorType: string;
  readonly bytes: number;
  readonly ms: number;
}

/** Sends a request and measures the response without storing it, because responses may exceed our memory. */
export function countResponse(
  base: string,
  { method, path, headers, body }: RequestSent,
  { agent, signal }: { readonly agent: http.Agent; readonly signal?: AbortSignal | undefined },
): Promise<CountedResponse> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let [status, errorType, bytes] = [0, '', 0];
    const end = (): void => resolve({ status, errorType, bytes, ms: performance.now() - startedAt });
    const request = http.request(base + path, { agent, method, headers, ...(signal && { signal }) }, (response) => {
      status = response.statusCode!;
      errorType = String(response.headers['x-error-type'] ?? '');
      response.on('data', (block: Buffer) => (bytes += block.length));
      response.on('error', end);
      response.on('close', end);
    });
    request.on('error', end);
    if (body !== undefined) request.setHeader('content-length', Buffer.byteLength(body));
    request.end(body);
  });
}
