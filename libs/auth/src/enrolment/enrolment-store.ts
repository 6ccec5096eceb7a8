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
  /** Fingerprint of the password the account had when the token was made; absent when there was no account. */
  invitedWith?: string;
  /** Set once the token is used up. */
  used?: Use;
}

interface Use {
  /** SHA-256 of the token and the secret it was used with. */
  secretHash: string;
  /** ms since the epoch. */
  atMs: number;
  /** Fingerprint of the password that the account got. */
  credential: string;
}

interface StoredEnrolment extends Enrolment {
  /** SHA-256 of the token, base64url. */
  tokenHash: string;
  /** ms since the epoch. */
  expiresMs: number;
}

export interface EnrolmentStoreOptions {
  /** JSON file; absent means no enrolments. */
  file: string;
  clock: Clock;
  /** How long to wait for another writer. */
  lockWaitMs?: number;
}

const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** For so long an answer may be asked for once more. */
const REPEAT_MS = 10 * 60 * 1000;
const SECRET_BYTES = 24;

/** One-time tokens with which programs register, in one file; of each only a digest is kept. */
export class EnrolmentStore {
  constructor(private readonly options: EnrolmentStoreOptions) {}

  /**
   * A token for the account, good once and for a day; one made for it before is good no longer. It begins with the name,
   * so that the program knows its own.
   *
   * @throws AccountError
   */
  async invite({ username, orgId, invitedWith }: Enrolment): Promise<string> {
    requireUsername(username);
    requireOrgId(orgId);
    const token = `${username}.${randomBytes(SECRET_BYTES).toString('base64url')}`;
    const expiresMs = this.options.clock.now() + LIFETIME_MS;
    const invitation = { username, orgId, ...(invitedWith === undefined ? {} : { invitedWith }) };
    await this.change((enrolments) => [
      ...enrolments.filter((enrolment) => enrolment.username !== username),
      { ...invitation, tokenHash: digestOf(token), expiresMs },
    ]);
    return token;
  }

  /** Ends the tokens made for the account. Answers whether there were any. */
  async withdraw(username: string): Promise<boolean> {
    const isOf = (enrolment: Enrolment): boolean => enrolment.username === username;
    if (!(await this.read()).some(isOf)) return false;
    await this.change((enrolments) => enrolments.filter((enrolment) => !isOf(enrolment)));
    return true;
  }

  /** What the token was made for; undefined when it is none or has expired. Guessing makes no one wait for the file. */
  async find(token: string): Promise<Enrolment | undefined> {
    return findIn(await this.read(), digestOf(token), this.options.clock.now());
  }

  /** Whether the enrolment was used with this secret, a moment ago. */
  isRepeat({ used }: Enrolment, token: string, secret: string): boolean {
    if (!used || !isSame(used.secretHash, digestOf(`${token} ${secret}`))) return false;
    return this.options.clock.now() - used.atMs < REPEAT_MS;
  }

  /**
   * Uses the token up, once `settle` has made the account and answers the fingerprint of its password; when it answers
   * nothing the token stays as it is. Others wait meanwhile. False when the token was used up, or ended, before.
   */
  async use(token: string, secret: string, settle: () => Promise<string | undefined>): Promise<boolean> {
    const tokenHash = digestOf(token);
    let isUsed = false;
    await this.change(async (enrolments, nowMs) => {
      const found = findIn(enrolments, tokenHash, nowMs);
      if (!found || found.used) return undefined;
      const credential = await settle();
      if (credential === undefined) return undefined;
      isUsed = true;
      const used = { secretHash: digestOf(`${token} ${secret}`), atMs: nowMs, credential };
      return enrolments.map((enrolment) => (enrolment === found ? { ...enrolment, used } : enrolment));
    });
    return isUsed;
  }

  /** Writes what `edit` answers, if anything. */
  private async change(
    edit: (
      enrolments: StoredEnrolment[],
      nowMs: number,
    ) => StoredEnrolment[] | undefined | Promise<StoredEnrolment[] | undefined>,
  ): Promise<void> {
    const { file, clock, lockWaitMs = 5_000 } = this.options;
    await withLock(file, lockWaitMs, async (lock) => {
      const nowMs = clock.now();
      const edited = await edit(await this.read(), nowMs);
      if (!edited) return;
      await lock.requireHeld();
      const kept = edited.filter(({ expiresMs }) => expiresMs > nowMs);
      await replaceFile(file, `${JSON.stringify({ version: 1, enrolments: kept }, null, 2)}\n`);
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

function findIn(enrolments: readonly StoredEnrolment[], tokenHash: string, nowMs: number): StoredEnrolment | undefined {
  return enrolments.find((known) => known.expiresMs > nowMs && isSame(known.tokenHash, tokenHash));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
