import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';

/** A stored key pair. */
export interface KeptKey {
  jwk: { kty: 'OKP'; crv: 'Ed25519'; x: string; d: string };
  createdAtMs: number;
}

/** Purpose of a signature; the server accepts it for no other. */
type Purpose = 'JWT' | 'agent-key+jwt' | 'key-rotation+jwt';

/** Audience of the token service, the same at every address. */
const AUDIENCE = 'wardstone';
const LIFETIME_SECONDS = 120;

export function makeKey(nowMs: number): KeptKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { jwk: privateKey.export({ format: 'jwk' }) as KeptKey['jwk'], createdAtMs: nowMs };
}

/** The Ed25519 key that identifies the agent; the private key never leaves the machine. See rule agents-10. */
export class AgentKey {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  readonly publicJwk: { kty: 'OKP'; crv: 'Ed25519'; x: string };
  private readonly privateKey: KeyObject;

  constructor({ jwk }: KeptKey) {
    const { kty, crv, x } = jwk;
    this.publicJwk = { kty, crv, x };
    this.kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
    this.privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  }

  /** A compact JWT, valid once and for two minutes. Source: RFC 7523 section 3, RFC 8037 section 3.1. */
  sign(username: string, nowMs: number, purpose: Purpose, claims: Record<string, string> = {}): string {
    const seconds = Math.floor(nowMs / 1000);
    const times = { iat: seconds, exp: seconds + LIFETIME_SECONDS };
    const payload = { iss: username, sub: username, aud: AUDIENCE, ...times, jti: randomUUID(), ...claims };
    const input = [{ alg: 'EdDSA', kid: this.kid, typ: purpose }, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${input}.${sign(null, Buffer.from(input), this.privateKey).toString('base64url')}`;
  }
}
