import type * as Argon2 from '@node-rs/argon2';
import { ApiError, CommonError } from '@wardstone/errors';
import { FairTurns } from './fair-queue';

export interface PasswordHasherOptions {
  /**
   * Maximum number of hashes computed at the same time; each takes a thread of the pool that also serves files and DNS.
   */
  concurrency?: number;
  /** Maximum number of waiting hashes; beyond it a login gets 503. */
  queueLimit?: number;
  /** KiB of memory a hash takes. */
  memoryKiB?: number;
}

const DEFAULT_CONCURRENCY = 2;
/** The last one in the queue waits for a few seconds. */
const DEFAULT_QUEUE_LIMIT = 256;
/** 19 MiB and two passes on one thread: the OWASP password storage recommendation for argon2id. */
const DEFAULT_MEMORY_KIB = 19_456;
const PASSES = 2;

/** argon2id with bounded concurrency, so that a flood of logins cannot starve the process. */
export class PasswordHasher {
  private readonly turns: FairTurns;
  private decoy: Promise<string> | undefined;

  constructor(private readonly options: PasswordHasherOptions = {}) {
    const { concurrency = DEFAULT_CONCURRENCY, queueLimit = DEFAULT_QUEUE_LIMIT } = options;
    this.turns = new FairTurns(concurrency, queueLimit, tooBusy);
  }

  /** PHC string, e.g. `$argon2id$v=19$m=19456,t=2,p=1$...`. @throws service_unavailable when too many wait */
  hash(password: string): Promise<string> {
    const memoryCost = this.options.memoryKiB ?? DEFAULT_MEMORY_KIB;
    return this.turns.take('', async () => {
      const { hash } = await loadArgon2();
      return hash(password, { memoryCost, timeCost: PASSES, parallelism: 1 });
    });
  }

  /**
   * Whether the password matches the hash. Without a hash (an unknown user) it does the same work on a decoy and
   * returns false, so that the time does not reveal which names exist. Groups of callers take turns.
   * @throws service_unavailable when too many wait
   */
  async verify(passwordHash: string | undefined, password: string, group = ''): Promise<boolean> {
    this.decoy ??= this.hash('no account has this password');
    const decoy = await this.decoy.catch((error: unknown) => {
      this.decoy = undefined;
      throw error;
    });
    const matches = await this.turns.take(group, async () => {
      const { verify } = await loadArgon2();
      return verify(passwordHash ?? decoy, password);
    });
    return matches && passwordHash !== undefined;
  }
}

/** Loaded on first use, because other services have no passwords and would waste the memory. */
function loadArgon2(): Promise<typeof Argon2> {
  return import('@node-rs/argon2');
}

function tooBusy(): ApiError {
  return new ApiError(CommonError.service_unavailable, 'Too many logins at once; try again in a second.', {
    headers: { 'Retry-After': '1' },
  });
}
