import http from 'node:http';
import https from 'node:https';

export interface FetchedText {
  status: number;
  text: string;
}

const LIMIT_BYTES = 16 * 1024 * 1024;

/** Reads a small public page of a service. @throws Error when it is unreachable, too slow or too large */
export function fetchText(url: string, timeoutMs: number): Promise<FetchedText> {
  return new Promise((resolve, reject) => {
    const { get } = url.startsWith('https:') ? https : http;
    const request = get(url, { agent: false, headers: { accept: 'application/json' } }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > LIMIT_BYTES) response.destroy(new Error(`${url} is larger than ${LIMIT_BYTES} bytes`));
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString('utf8') }));
    });
    const timer = setTimeout(() => request.destroy(new Error(`${url} did not respond in time`)), timeoutMs);
    request.on('error', reject);
    request.on('close', () => clearTimeout(timer));
  });
}
