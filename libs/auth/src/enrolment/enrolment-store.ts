import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Clock } from '@wardstone/clock';
import { requireOrgId, requireUsername } from '../accounts/account';
import { replaceFile } from '../accounts/atomic-file';
import { withLock } from '../accounts/file-lock';

/** An account that a program may give itself with a token that was made for it. */
export interface Enrolment {
  username: string;
  orgId: string;
}

interface StoredEnrolment extends Enrolment {
  /** SHA-256 of the token, base64url. */
  tokenHash: string;
  /** ms since the epoch. */
  expiresMs: number;
  /** SHA-256 of the token and the secret it was used with; from then on it is good for nothing but a repeat. */
  usedWith?: string;
}

export interface EnrolmentStoreOptions {
  /** JSON file; absent means no enrolments. */
  file: string;
  clock: Clock;
  /** How long to wait for another writer. */
  lockWaitMs?: number;
}

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** One-time tokens with which programs register, in one file; of each only a digest is kept. */
export class EnrolmentStore {
  constructor(private readonly options: EnrolmentStoreOptions) {}

  /** A token for the account, good once and for a day; one made for it before is good no longer. @throws AccountError */
  async invite({ username, orgId }: Enrolment): Promise<string> {
    requireUsername(username);
    requireOrgId(orgId);
    const token = randomBytes(24).toString('base64url');
    await this.change((enrolments) => {
      const others = enrolments.filter((enrolment) => enrolment.username !== username);
      const expiresMs = this.options.clock.now() + LIFETIME_MS;
      return [...others, { username, orgId, tokenHash: digestOf(token), expiresMs }];
    });
    return token;
  }

  /**
   * Uses the token up; undefined when it is none, has expired, or was used with another secret. With the same secret it
   * answers again, for an answer may have been lost.
   */
  async use(token: string, secret: string): Promise<Enrolment | undefined> {
    const tokenHash = digestOf(token);
    const usedWith = digestOf(`${token} ${secret}`);
    const isInvited = (await this.read()).some((enrolment) => isSame(enrolment.tokenHash, tokenHash));
    // Whoever guesses must not make anybody wait for the file.
    if (!isInvited) return undefined;
    let found: Enrolment | undefined;
    await this.change((enrolments) =>
      enrolments.map((enrolment) => {
        if (!isSame(enrolment.tokenHash, tokenHash)) return enrolment;
        if (enrolment.usedWith !== undefined && !isSame(enrolment.usedWith, usedWith)) return enrolment;
        found = { username: enrolment.username, orgId: enrolment.orgId };
        return { ...enrolment, usedWith };
      }),
    );
    return found;
  }

  private async change(edit: (enrolments: StoredEnrolment[]) => StoredEnrolment[]): Promise<void> {
    const { file, clock, lockWaitMs = 5_000 } = this.options;
    await withLock(file, lockWaitMs, async (lock) => {
      const nowMs = clock.now();
      const edited = edit((await this.read()).filter(({ expiresMs }) => expiresMs > nowMs));
      await lock.requireHeld();
      await replaceFile(file, `${JSON.stringify({ version: 1, enrolments: edited }, null, 2)}\n`);
    });
  }

  private async read(): Promise<StoredEnrolment[]> {
    try {
      const { enrolments } = JSON.parse(await readFile(this.options.file, 'utf8')) as { enrolments: StoredEnrolment[] };
      return enrolments;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
