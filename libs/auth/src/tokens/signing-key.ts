import type { Clock } from '@wardstone/clock';
import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { KeyFile, SIGNING_ALGORITHM, type StoredKey } from './key-file';
import {
  isDue,
  newestFirst,
  PUBLISHED_AHEAD_SECONDS,
  selectPublishedKeys,
  type RingKey,
  selectSigningKey,
} from './key-ring';
import { OWN_ISSUER } from './verify-jwt';

interface PrivateKey extends RingKey {
  /** RFC 7638 thumbprint. */
  kid: string;
  /** The public half. */
  publicX: string;
  key: CryptoKey;
}

type PrivateKeys = readonly [PrivateKey, ...PrivateKey[]];

export interface SigningKeyOptions {
  clock: Clock;
  /** Age at which the signing key gets a successor; never when absent. */
  maxAgeMs?: number;
  /** How long a new key is published before it signs; by default that of the setting. */
  aheadMs?: number;
  /** Called when a successor is due but cannot be written, or the file can no longer be read. */
  failed?: (error: Error) => void;
}

export interface SigningOptions {
  /** The gateway if absent. */
  issuer?: string;
  audience: string;
  /** `typ` of the header; keeps one kind of token from being taken for another. */
  type: string;
  lifetimeSeconds: number;
  clock: Clock;
}

const READ_ONLY: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM']);

/** A successor is due, but this process may not write the file, e.g. a mounted secret. */
export class ReadOnlyKeyError extends Error {
  override readonly name = 'ReadOnlyKeyError';

  constructor(path: string, cause: Error) {
    super(
      `A new signing key is due, and ${path} is read-only: rotate it with \`npx wardstone account rotate-key\` ` +
        '(k8s/README.md, "Change keys and passwords").',
      { cause },
    );
  }
}

/** Maximum delay before a change of the file takes effect. */
const REFRESH_MS = 1_000;
/** Interval between attempts to write a read-only file. */
const RETRY_MS = 60 * 60_000;

/**
 * The gateway's Ed25519 keys. The newest is used after it was published for a while; older ones are published until their
 * tokens have expired. A changed file takes effect within a second, and old keys get a successor automatically.
 */
export class SigningKey {
  private readonly aheadMs: number;
  private version: string | undefined;
  private checkedAtMs = Number.NEGATIVE_INFINITY;
  private retryAtMs = Number.NEGATIVE_INFINITY;
  private refreshing: Promise<void> | undefined;
  private signer: PrivateKey;
  private published: JSONWebKeySet;

  private constructor(
    private keys: PrivateKeys,
    private readonly file?: KeyFile,
    private readonly options?: SigningKeyOptions,
  ) {
    this.aheadMs = options?.aheadMs ?? PUBLISHED_AHEAD_SECONDS * 1000;
    const nowMs = options?.clock.now() ?? 0;
    this.signer = selectSigningKey(keys, nowMs, this.aheadMs);
    this.published = toJwks(selectPublishedKeys(keys, nowMs, this.aheadMs));
  }

  /** Reads the keys of a file, and makes one when there is none. @throws Error, one sentence */
  static async loadOrCreate(path: string, options: SigningKeyOptions): Promise<SigningKey> {
    const file = new KeyFile(path, options.clock);
    if ((await file.version()) === undefined) await file.create();
    const signingKey = new SigningKey(await readKeys(file), file, options);
    await signingKey.refresh();
    return signingKey;
  }

  /** Creates a key that lives as long as the process. */
  static async generate(): Promise<SigningKey> {
    const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { crv: 'Ed25519', extractable: true });
    return new SigningKey([await importPrivateKey({ jwk: await exportJWK(privateKey), createdAtMs: undefined })]);
  }

  /** Thumbprint of the key that signs. */
  get kid(): string {
    return this.signer.kid;
  }

  /** The public keys, as of the last `refresh`. */
  publicJwks(): JSONWebKeySet {
    return this.published;
  }

  /** Reads a changed file and promotes keys by age; cheap if it did so a moment ago. */
  async refresh(): Promise<void> {
    const { file, options } = this;
    if (!file || !options) return;
    if (Math.abs(options.clock.now() - this.checkedAtMs) < REFRESH_MS) return;
    this.refreshing ??= this.readAgain(file, options)
      .catch((error: unknown) => options.failed?.(error as Error))
      .finally(() => (this.refreshing = undefined));
    await this.refreshing;
  }

  /** Compact JWS of the claims, with issuer, audience and times added. */
  async sign(
    claims: JWTPayload,
    { issuer = OWN_ISSUER, audience, type, lifetimeSeconds, clock }: SigningOptions,
  ): Promise<string> {
    await this.refresh();
    const { kid, key } = this.signer;
    const issuedAt = Math.floor(clock.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: type, kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(key);
  }

  private async readAgain(file: KeyFile, options: SigningKeyOptions): Promise<void> {
    const nowMs = options.clock.now();
    this.checkedAtMs = nowMs;
    await this.readIfChanged(file, nowMs);
    const { maxAgeMs } = options;
    if (maxAgeMs !== undefined && isDue(this.keys, maxAgeMs, nowMs) && nowMs >= this.retryAtMs) {
      this.retryAtMs = nowMs + RETRY_MS;
      await this.rotate(file, maxAgeMs, nowMs);
      await this.readIfChanged(file, nowMs);
    }
    this.signer = selectSigningKey(this.keys, nowMs, this.aheadMs);
    const published = selectPublishedKeys(this.keys, nowMs, this.aheadMs);
    // The same object while nothing changes, because it is the cache key for imported keys.
    if (published.length !== this.published.keys.length || published[0]?.kid !== this.published.keys[0]?.kid) {
      this.published = toJwks(published);
    }
  }

  private async rotate(file: KeyFile, maxAgeMs: number, nowMs: number): Promise<void> {
    try {
      await file.rotate({
        // Requests wait for this, and the holder of the lock is already creating the key.
        lockWaitMs: 0,
        isWanted: ([newest]) => newest !== undefined && isDue([newest], maxAgeMs, nowMs),
      });
    } catch (error) {
      const isReadOnly = READ_ONLY.has((error as NodeJS.ErrnoException).code);
      throw isReadOnly ? new ReadOnlyKeyError(file.path, error as Error) : error;
    }
  }

  private async readIfChanged(file: KeyFile, nowMs: number): Promise<void> {
    const version = await file.version();
    if (version === undefined || version === this.version) return;
    const known = new Map(this.keys.map(({ kid, foundAtMs }) => [kid, foundAtMs]));
    this.keys = await readKeys(file);
    for (const key of this.keys) key.foundAtMs = known.has(key.kid) ? known.get(key.kid) : nowMs;
    this.version = version;
    this.published = toJwks(selectPublishedKeys(this.keys, nowMs, this.aheadMs));
  }
}

async function readKeys(file: KeyFile): Promise<PrivateKeys> {
  try {
    const [first, ...others] = newestFirst(await Promise.all((await file.read()).map(importPrivateKey)));
    if (!first) throw new Error('it contains no key');
    return [first, ...others];
  } catch (error) {
    throw new Error(`The signing key file ${file.path} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

function toJwks(keys: readonly PrivateKey[]): JSONWebKeySet {
  return {
    keys: keys.map(({ kid, publicX }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      x: publicX,
      kid,
      alg: SIGNING_ALGORITHM,
      use: 'sig',
    })),
  };
}

async function importPrivateKey({ jwk, createdAtMs }: StoredKey): Promise<PrivateKey> {
  if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || typeof jwk.d !== 'string' || typeof jwk.x !== 'string') {
    throw new Error('a key is not a private Ed25519 key');
  }
  const key = (await importJWK(jwk, SIGNING_ALGORITHM)) as CryptoKey;
  return { kid: await calculateJwkThumbprint(jwk), publicX: jwk.x, key, createdAtMs };
}
