import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export const BUCKET = 'wardstone-content';
/** The only credentials that s3rver accepts. */
export const S3_KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export interface TestS3 {
  /** Address of the endpoint; valid inside hooks and tests only. */
  readonly endpoint: string;
  /** Method and target of every request, oldest first. */
  readonly requests: string[];
}

/** An S3 server on its own port, behind a listener that records requests. */
export function useS3(): TestS3 {
  const requests: string[] = [];
  let open: { folder: string; server: http.Server; s3: S3rver } | undefined;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 's3-'));
    const s3 = new S3rver({ directory: folder, silent: true, configureBuckets: [{ name: BUCKET, configs: [] }] });
    await s3.configureBuckets();
    const handle = s3.callback();
    const server = http.createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      void handle(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open = { folder, server, s3 };
  });

  afterAll(async () => {
    if (!open) return;
    const { server, folder } = open;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  return {
    requests,
    get endpoint() {
      if (!open) throw new Error('the S3 server runs inside hooks and tests only');
      return `http://127.0.0.1:${(open.server.address() as AddressInfo).port}`;
    },
  };
}
