import { generateKeyPairSync, sign } from 'node:crypto';

const SHA256_WITH_ECDSA = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x06, 0x03, 0x55, 0x04, 0x03];
const SUBJECT_ALTERNATIVE_NAME = [0x06, 0x03, 0x55, 0x1d, 0x11];
const [SEQUENCE, SET, INTEGER, BIT_STRING, OCTET_STRING, UTF8, UTC_TIME] = [0x30, 0x31, 2, 3, 4, 12, 23] as const;

/** DER: tag, length and content. */
function der(tag: number, ...parts: readonly (Uint8Array | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value));
const time = (ms: number): Buffer =>
  text(UTC_TIME, `${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`);

/** A self-signed certificate for a name, with its key. */
export function aCertificate(name: string, endMs: number): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, SHA256_WITH_ECDSA);
  const subject = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, text(UTF8, name))));
  const names = der(SEQUENCE, SUBJECT_ALTERNATIVE_NAME, der(OCTET_STRING, der(SEQUENCE, text(0x82, name))));
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, [2])),
    der(INTEGER, [1]),
    algorithm,
    subject,
    der(SEQUENCE, time(Date.parse('2020-01-01')), time(endMs)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, names)),
  );
  const signature = der(BIT_STRING, [0], sign('sha256', body, privateKey));
  const lines = der(SEQUENCE, body, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g)!;
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
