import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A push that the service took, as the browser reads it. */
export interface TakenPush {
  path: string;
  headers: IncomingHttpHeaders;
  message: Record<string, string>;
  /** Claims of the token of RFC 8292, whose signature is good. */
  claims: { aud: string; exp: number; sub: string };
}

export interface PushService {
  readonly taken: TakenPush[];
  /** Errors found in the requests received. */
  readonly faults: string[];
  /** Status of the next responses. */
  status: number;
  /** Returns the subscription of a browser that subscribed with this key of the sender. */
  subscribe(applicationServerKey: string): { endpoint: string; p256dh: string; auth: string };
  close(): Promise<void>;
}

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** A push service and its browser with its own keys, by RFC 8030, 8291 and 8292. Its certificate is self-signed. */
export async function openPushService(): Promise<PushService> {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);
  const service = { taken: [] as TakenPush[], faults: [] as string[], status: 201 };
  let expectedKey = '';

  const decrypt = (body: Buffer): Buffer => {
    const salt = body.subarray(0, 16);
    const recordBytes = body.readUInt32BE(16);
    const senderKey = body.subarray(21, 21 + body[20]!);
    const record = body.subarray(21 + body[20]!);
    if (record.length > recordBytes) throw new Error('more than one record');
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
    const derive = (secret: Buffer, from: Buffer, about: Buffer, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, from, about, length));
    const secret = derive(browser.computeSecret(senderKey), auth, info, 32);
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(0x02);
    if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the last record');
    return padded.subarray(0, end);
  };

  const getClaims = (authorization: string): TakenPush['claims'] => {
    const [, head, claims, signature, key] = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), ?k=(\S+)$/.exec(authorization) ?? [];
    if (key === undefined || key !== expectedKey) throw new Error('not the key of the subscription');
    const [x, y] = [bytes(key).subarray(1, 33), bytes(key).subarray(33)].map((part) => part.toString('base64url'));
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
    const isGood = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      bytes(signature!),
    );
    if (!isGood) throw new Error('signature of the token');
    return JSON.parse(bytes(claims!).toString()) as TakenPush['claims'];
  };

  const pem = (name: string): Buffer => readFileSync(join(__dirname, `${name}.pem`));
  const server = createServer({ cert: pem('push-service'), key: pem('push-service-key') }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        const { headers, url: path = '' } = request;
        const body = Buffer.concat(chunks);
        if (body.length > 4096) throw new Error('413');
        if (headers['content-encoding'] !== 'aes128gcm') throw new Error('content-encoding');
        if (!/^\d+$/.test(String(headers['ttl']))) throw new Error('TTL (RFC 8030 section 5.2)');
        if (!/^[A-Za-z0-9_-]{1,32}$/.test(String(headers['topic']))) throw new Error('Topic (RFC 8030 section 5.4)');
        const claims = getClaims(String(headers['authorization']));
        if (service.status === 201) {
          service.taken.push({
            path,
            headers,
            claims,
            message: JSON.parse(decrypt(body).toString()) as TakenPush['message'],
          });
        }
      } catch (error) {
        service.faults.push(String(error));
        response.statusCode = 400;
        return response.end();
      }
      response.statusCode = service.status;
      return response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(service, {
    subscribe: (applicationServerKey: string) => {
      expectedKey = applicationServerKey;
      return {
        endpoint: `https://127.0.0.1:${port}/push/${randomBytes(16).toString('base64url')}`,
        p256dh: browser.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
