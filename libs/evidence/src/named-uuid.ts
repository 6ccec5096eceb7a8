import { createHash } from 'node:crypto';

const NAMESPACE = 'urn:wardstone';

/** A UUID of version 5 (RFC 9562); equal for equal names. */
export function namedUuid(...names: string[]): string {
  const bytes = createHash('sha1')
    .update([NAMESPACE, ...names].join('\n'))
    .digest()
    .subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
