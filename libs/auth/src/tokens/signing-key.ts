import { readFile } from 'node:fs/promises';
import type { Clock } from '@wardstone/clock';
import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey, JSONWebKeySet, JWK, JWTPayload } from 'jose';
import { createFile } from '../accounts/atomic-file';
import { asObject } from '../identity/plain-identity';
import { OWN_ISSUER } from './token-claims';

const ALGORITHM = 'EdDSA';

interface PrivateKey {
  /** RFC 7638 thumbprint. */
  kid: string;
  /** The public half. */
  publicX: string;
  key: CryptoKey;
}

export interface SigningOptions {
  audience: string;
  /** `typ` of the header; keeps one kind of token from being taken for another. */
  type: string;
  lifetimeSeconds: number;
  clock: Clock;
}

/**
 * The gateway's Ed25519 keys: the first signs, all are published. To rotate, put a new key second, wait until the
 * services have fetched it (ten minutes), then move it to the front; drop the old one after an hour. Source: design 3.
 */
export class SigningKey {
  private readonly published: JSONWebKeySet;

  private constructor(private readonly keys: readonly [PrivateKey, ...PrivateKey[]]) {
    this.published = {
      keys: keys.map(({ kid, publicX }) => ({
        kty: 'OKP',
        crv: 'Ed25519',
        x: publicX,
        kid,
        alg: ALGORITHM,
        use: 'sig',
      })),
    };
  }

  /** Reads a private JWK set (or a single JWK); makes one, mode 0600, when there is no file. @throws Error, one sentence */
  static async loadOrCreate(file: string): Promise<SigningKey> {
    const text = (await readIfThere(file)) ?? (await createKeyFile(file));
    try {
      return await SigningKey.parse(text);
    } catch (error) {
      throw new Error(`The signing key file ${file} cannot be used: ${(error as Error).message}`, { cause: error });
    }
  }

  /** A key that lives as long as the process. */
  static async generate(): Promise<SigningKey> {
    return SigningKey.parse(await generateKeyText());
  }

  private static async parse(text: string): Promise<SigningKey> {
    const document = asObject(JSON.parse(text));
    const jwks = (Array.isArray(document.keys) ? document.keys : [document]) as JWK[];
    const [first, ...others] = await Promise.all(jwks.map(importPrivateKey));
    if (!first) throw new Error('it holds no key');
    return new SigningKey([first, ...others]);
  }

  /** What `/auth/jwks.json` serves. */
  publicJwks(): JSONWebKeySet {
    return this.published;
  }

  /** Compact JWS of the claims, with issuer, audience and times added. */
  sign(claims: JWTPayload, { audience, type, lifetimeSeconds, clock }: SigningOptions): Promise<string> {
    const [{ kid, key }] = this.keys;
    const issuedAt = Math.floor(clock.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: type, kid })
      .setIssuer(OWN_ISSUER)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(key);
  }
}

async function importPrivateKey(jwk: JWK): Promise<PrivateKey> {
  if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || typeof jwk.d !== 'string' || typeof jwk.x !== 'string') {
    throw new Error('a key is not a private Ed25519 key');
  }
  const key = (await importJWK(jwk, ALGORITHM)) as CryptoKey;
  return { kid: await calculateJwkThumbprint(jwk), publicX: jwk.x, key };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** When two processes start at once, both end up with the key of the one that was first. */
async function createKeyFile(file: string): Promise<string> {
  const text = await generateKeyText();
  return (await createFile(file, text)) ? text : readFile(file, 'utf8');
}

async function generateKeyText(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
  return `${JSON.stringify({ keys: [await exportJWK(privateKey)] }, null, 2)}\n`;
}
