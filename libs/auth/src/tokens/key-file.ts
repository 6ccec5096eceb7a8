import { readFile, stat } from 'node:fs/promises';
import type { Clock } from '@wardstone/clock';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { createFile, replaceFile } from './atomic-file';
import { withLock } from './file-lock';
import { asObject } from '../identity/plain-identity';
import { MAX_LEAD_SECONDS, newestFirst, selectPublishedKeys } from './key-ring';

export const SIGNING_ALGORITHM = 'EdDSA';
const DEFAULT_LOCK_WAIT_MS = 5_000;

/** A private key as stored: a JWK and when it was made. */
export interface StoredKey {
  jwk: JWK;
  createdAtMs: number | undefined;
}

/** The gateway's private keys in one file: a JWK set (or a single JWK) whose keys may have `createdAt`. */
export class KeyFile {
  constructor(
    readonly path: string,
    private readonly clock: Clock,
  ) {}

  /** Changes whenever the file does; undefined when there is no file. */
  async version(): Promise<string | undefined> {
    try {
      const { ino, size, mtimeNs } = await stat(this.path, { bigint: true });
      return `${ino}-${size}-${mtimeNs}`;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** @throws Error when the file is missing or holds no JSON object */
  async read(): Promise<StoredKey[]> {
    return parse(await readFile(this.path, 'utf8'));
  }

  /** Creates the file with one new key, mode 0600; if two processes do so at once, the first one's key stays. */
  async create(): Promise<void> {
    await createFile(this.path, render([await this.newKey()]));
  }

  /**
   * Adds a new key. Older keys stay until their tokens have expired, or are removed at once with `revoke`. Does nothing
   * if `isWanted` returns false for the present keys, so that only one of several replicas rotates.
   * @throws Error when the file cannot be written
   */
  async rotate({ revoke, isWanted, lockWaitMs = DEFAULT_LOCK_WAIT_MS }: RotationOptions = {}): Promise<void> {
    await withLock(this.path, lockWaitMs, async (lock) => {
      const known = newestFirst(await this.read());
      if (isWanted && !isWanted(known)) return;
      const kept = revoke ? [] : selectPublishedKeys(known, this.clock.now(), MAX_LEAD_SECONDS * 1000);
      const text = render([await this.newKey(), ...kept]);
      await lock.requireHeld();
      await replaceFile(this.path, text);
    });
  }

  private async newKey(): Promise<StoredKey> {
    const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { crv: 'Ed25519', extractable: true });
    return { jwk: await exportJWK(privateKey), createdAtMs: this.clock.now() };
  }
}

export interface RotationOptions {
  revoke?: boolean;
  isWanted?: (newestFirst: readonly StoredKey[]) => boolean;
  /** How long to wait for another writer. */
  lockWaitMs?: number;
}

function parse(text: string): StoredKey[] {
  const document = asObject(JSON.parse(text));
  const jwks = (Array.isArray(document.keys) ? document.keys : [document]) as (JWK & { createdAt?: unknown })[];
  return jwks.map(({ createdAt, ...jwk }) => ({ jwk, createdAtMs: readTime(createdAt) }));
}

function readTime(text: unknown): number | undefined {
  const timeMs = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

function render(keys: readonly StoredKey[]): string {
  const jwks = keys.map(({ jwk, createdAtMs }) => ({
    ...jwk,
    ...(createdAtMs === undefined ? {} : { createdAt: new Date(createdAtMs).toISOString() }),
  }));
  return `${JSON.stringify({ keys: jwks }, null, 2)}\n`;
}
