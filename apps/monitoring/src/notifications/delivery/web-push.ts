import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';

/** A browser's push subscription; its keys are base64url. */
export interface PushSubscriber {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const CURVE = 'prime256v1';
/**
 * Push services accept 4,096 bytes (RFC 8030 section 7.2): one record with its header, the tag, and the padding
 * delimiter.
 */
const RECORD_BYTES = 4096;
export const MAX_PUSH_LENGTH = RECORD_BYTES - 16 - 4 - 1 - 65 - 16 - 1;
const LAST_RECORD = 0x02;
/** RFC 8292 allows 24 hours. */
const TOKEN_SECONDS = 12 * 3600;

interface Randomness {
  readonly salt: Buffer;
  readonly ephemeral: ECDH;
}

function makeRandomness(): Randomness {
  const ephemeral = createECDH(CURVE);
  ephemeral.generateKeys();
  return { salt: randomBytes(16), ephemeral };
}

/**
 * Encrypts a message for one browser. Source: RFC 8291 section 3, RFC 8188.
 * @param random unique for each message
 * @throws when the key of the subscriber is not a point of the curve
 */
export function encryptPush(
  message: Buffer,
  { p256dh, auth }: Pick<PushSubscriber, 'p256dh' | 'auth'>,
  { salt, ephemeral }: Randomness = makeRandomness(),
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = ephemeral.getPublicKey();
  const shared = ephemeral.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derive(shared, Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = Buffer.concat([cipher.update(message), cipher.update(Buffer.of(LAST_RECORD)), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, record, cipher.getAuthTag()]);
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** Creates a key pair for RFC 8292, as a private JWK in JSON. */
export function makePushKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE });
  return JSON.stringify(privateKey.export({ format: 'jwk' }));
}

/** The public key for browsers: an uncompressed point in base64url. */
export function publicPushKey(pushKey: string): string {
  const { x = '', y = '' } = JSON.parse(pushKey) as { x?: string; y?: string };
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url');
}

/**
 * Value of the Authorization header, which identifies the sender to a push service. Source: RFC 8292.
 * @param contact address of the operator, `mailto:` or `https:`
 */
export function pushAuthorization(pushKey: string, endpoint: URL, contact: string, nowMs: number): string {
  const claims = { aud: endpoint.origin, exp: Math.floor(nowMs / 1000) + TOKEN_SECONDS, sub: contact };
  const content = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const key = createPrivateKey({ key: JSON.parse(pushKey) as Record<string, string>, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${content}.${signature}, k=${publicPushKey(pushKey)}`;
}
