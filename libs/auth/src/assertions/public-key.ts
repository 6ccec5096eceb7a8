import { calculateJwkThumbprint, importJWK } from 'jose';
import { asObject } from '../identity/plain-identity';

/** The public half of a key of a program. */
export interface PublicKey {
  /** RFC 7638 thumbprint: the key says its own id. */
  kid: string;
  /** base64url, RFC 8037. */
  x: string;
}

/** 32 bytes, each in the one way to write it: the last character holds four bits. */
const X = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** An Ed25519 key as a JWK; undefined when it is none, or the private one. */
export async function readPublicKey(value: unknown): Promise<PublicKey | undefined> {
  const { kty, crv, x, d } = asObject(value);
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || !X.test(x) || d !== undefined) return undefined;
  return { kid: await calculateJwkThumbprint({ kty, crv, x }), x };
}

export function importPublicKey({ x }: PublicKey): ReturnType<typeof importJWK> {
  return importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'EdDSA');
}
