export interface TurnLimits {
  /** Turns held at a time; an account holds at most half of them. */
  readonly turns: number;
  /** Requests of one account that may wait for a turn. */
  readonly maxWaiting: number;
  /** How long a request waits for its turn before it is refused. */
  readonly patienceMs: number;
  /** Requests that are expected to take less time are short: while many wait, one turn is kept for accounts that send such. */
  readonly shortMs: number;
}

/** Why a request gets no turn. */
export class TurnRefused extends Error {
  constructor(readonly reason: keyof typeof REASONS) {
    super(REASONS[reason]);
    this.name = 'TurnRefused';
  }
}

const REASONS = {
  account: 'too many requests of the account wait',
  queue: 'too many requests wait',
  time: 'no turn was free in time',
};

/** The right to do expensive work; given back at the latest when the signal that it was taken with is aborted. */
export interface Turn {
  release(): void;
  /**
   * The same blocks. While their reader takes longer than a second for one, others may have the turn; before the next
   * block is made, the reader waits for another turn.
   *
   * @throws the reason of the signal once that is aborted
   */
  share<T>(blocks: AsyncIterable<T>): AsyncGenerator<T, void>;
  /**
   * Waits for a client. After a second the turn is lent to others; once the client is done, waits for a new turn.
   *
   * @throws what the promise throws, the reason of the signal once that is aborted
   */
  lend<T>(awaited: Promise<T>): Promise<T>;
}

/** Half-life of the recorded use of an account. */
const HALF_LIFE_MS = 300_000;
/** An account with fewer recent turns is treated like a new one. */
const FORGOTTEN_TURNS = 0.01;
const FORGET_EVERY_MS = 60_000;
/** Expected duration of an unknown account's request, relative to a short one; counts as one request. */
const UNKNOWN_FACTOR = 2;
/** Shorter requests wait no less; otherwise accounts that sometimes send a long one would always go first. */
const LEAST_MS = 50;
/** Requests up to this many times longer count as equally long. */
const CLASS_FACTOR = 2;
/** Recent turns after which an account may have the turn for short requests: one short request proves nothing. */
const KNOWN_TURNS = 4;
/** How long a client may take to read a block or to send a body before its turn is lent to others. */
const SLOW_CLIENT_MS = 1_000;

interface Waiting {
  readonly sinceMs: number;
  /** Called with whether the request counts as long, or with the reason why it gets no turn. */
  readonly settle: (outcome: boolean | Error) => void;
}

interface Account {
  held: number;
  /** How many turns it had, and its share of the time in which it held them, as of `usedAtMs`. */
  turns: number;
  usedMs: number;
  usedAtMs: number;
  /** When it last took or released a turn. */
  servedAtMs: number;
  readonly waiting: Set<Waiting>;
}

/** An account that may get the next turn. */
interface Candidate {
  readonly account: Account;
  readonly first: Waiting;
  readonly expectedMs: number;
  /** Logarithm of its waiting time in expected durations. */
  readonly delay: number;
}

/** Limits concurrent expensive work, fairly by account. */
export class Turns {
  private free: number;
  /** Turns held by requests not known to be short. */
  private heldByLong = 0;
  /** Accumulated time, divided by the number of turns held: approximately the processor time of each turn. */
  private sharedMs = 0;
  private sharedAtMs = 0;
  private readonly mostOfAccount: number;
  private readonly accounts = new Map<string, Account>();
  private readonly queue = new Set<Account>();
  private forgotAtMs = 0;

  constructor(
    private readonly limits: TurnLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.free = limits.turns;
    this.mostOfAccount = Math.max(1, Math.floor(limits.turns / 2));
  }

  /**
   * Waits for a turn.
   *
   * @throws TurnRefused when the account waits for too many already or none was free for a while, the reason of the signal
   *   once that is aborted
   */
  async take(account: string, signal: AbortSignal): Promise<Turn> {
    signal.throwIfAborted();
    this.requireRoom(account);
    const turn = new HeldTurn(signal, {
      enter: (mostMs) => this.enter(account, signal, mostMs),
      leave: (heldMs, isLong) => {
        if (isLong) this.heldByLong--;
        this.leave(account, heldMs);
      },
      now: () => this.shared(),
    });
    await turn.acquire(this.limits.patienceMs);
    return turn;
  }

  /** @throws TurnRefused when the account waits for its maximum of turns */
  requireRoom(account: string): void {
    const waiting = this.accounts.get(account)?.waiting.size ?? 0;
    if (waiting >= this.limits.maxWaiting) throw new TurnRefused('account');
  }

  /** Time by shares; call it before the number of turns held changes. */
  private shared(): number {
    const held = this.limits.turns - this.free;
    const now = this.now();
    if (held > 0) this.sharedMs += (now - this.sharedAtMs) / held;
    this.sharedAtMs = now;
    return this.sharedMs;
  }

  private enter(name: string, signal: AbortSignal, patienceMs?: number): Promise<boolean> {
    const account = this.getAccount(name);
    return new Promise((resolve, reject) => {
      const abort = (): void => waiting.settle(signal.reason as Error);
      const giveUp = (): void => waiting.settle(new TurnRefused('time'));
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs).unref();
      const waiting: Waiting = {
        sinceMs: this.now(),
        settle: (outcome) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
          account.waiting.delete(waiting);
          if (account.waiting.size === 0) this.queue.delete(account);
          if (typeof outcome === 'boolean') resolve(outcome);
          else reject(outcome);
        },
      };
      signal.addEventListener('abort', abort);
      account.waiting.add(waiting);
      this.queue.add(account);
      this.serve();
    });
  }

  private leave(name: string, heldMs: number): void {
    const account = this.getAccount(name);
    const kept = this.remainingShare(account);
    account.usedMs = account.usedMs * kept + heldMs;
    account.turns = account.turns * kept + 1;
    account.usedAtMs = account.servedAtMs = this.now();
    account.held--;
    this.shared();
    this.free++;
    this.serve();
    this.forgetIdle();
  }

  /**
   * Gives free turns to waiting accounts, first to those that hold fewer. While more accounts wait than there are turns, the
   * last turn is for accounts known to send short requests.
   */
  private serve(): void {
    while (this.free > 0) {
      const waiting = [...this.queue].filter(({ held }) => held < this.mostOfAccount);
      const isCrowd = this.limits.turns > 2 && waiting.length > this.limits.turns;
      const onlyShort = isCrowd && this.heldByLong >= this.limits.turns - 1;
      const now = this.now();
      let next: Candidate | undefined;
      for (const account of waiting) {
        const one = this.toCandidate(account, now);
        if (onlyShort && !this.isShort(one)) continue;
        if (!next || this.comesBefore(one, next)) next = one;
      }
      if (!next) return;
      this.shared();
      const { account, first } = next;
      const isLong = !this.isShort(next);
      if (isLong) this.heldByLong++;
      account.held++;
      account.servedAtMs = now;
      this.free--;
      first.settle(isLong);
    }
  }

  private isShort({ account, expectedMs }: Candidate): boolean {
    return expectedMs < this.limits.shortMs && this.countTurns(account) >= KNOWN_TURNS;
  }

  private toCandidate(account: Account, now: number): Candidate {
    const [first] = account.waiting as Iterable<Waiting> as [Waiting];
    const { usedMs, turns, servedAtMs } = account;
    const expectedMs = (usedMs + this.limits.shortMs * UNKNOWN_FACTOR) / (turns + 1);
    const waitedMs = now - Math.max(first.sinceMs, servedAtMs);
    return { account, first, expectedMs, delay: Math.floor(Math.log2(1 + waitedMs / Math.max(expectedMs, LEAST_MS))) };
  }

  /**
   * The account goes first that has waited longest relative to the expected duration of its request (highest response ratio
   * next): short requests go before long ones, and none waits for ever.
   */
  private comesBefore(one: Candidate, other: Candidate): boolean {
    if (one.account.held !== other.account.held) return one.account.held < other.account.held;
    if (one.delay !== other.delay) return one.delay > other.delay;
    const [ofOne, ofOther] = [durationClass(one.expectedMs), durationClass(other.expectedMs)];
    return ofOne === ofOther ? this.currentUse(one.account) < this.currentUse(other.account) : ofOne < ofOther;
  }

  private countTurns(account: Account): number {
    return account.turns * this.remainingShare(account);
  }

  private currentUse(account: Account): number {
    return account.usedMs * this.remainingShare(account);
  }

  /** The part of what an account has used that is not forgotten yet. */
  private remainingShare({ usedAtMs }: Account): number {
    return 0.5 ** ((this.now() - usedAtMs) / HALF_LIFE_MS);
  }

  private getAccount(name: string): Account {
    const account = this.accounts.get(name) ?? {
      held: 0,
      turns: 0,
      usedMs: 0,
      usedAtMs: this.now(),
      servedAtMs: -Infinity,
      waiting: new Set(),
    };
    this.accounts.set(name, account);
    return account;
  }

  private forgetIdle(): void {
    if (this.now() - this.forgotAtMs < FORGET_EVERY_MS) return;
    this.forgotAtMs = this.now();
    for (const [name, account] of this.accounts) {
      const isIdle = account.held === 0 && account.waiting.size === 0;
      if (isIdle && this.countTurns(account) < FORGOTTEN_TURNS) this.accounts.delete(name);
    }
  }
}

function durationClass(expectedMs: number): number {
  return Math.floor(Math.log(Math.max(1, expectedMs)) / Math.log(CLASS_FACTOR));
}

interface Queue {
  /** Resolves with a turn and whether the request counts as long; rejects after the timeout, if any, or on abort. */
  readonly enter: (mostMs?: number) => Promise<boolean>;
  readonly leave: (heldMs: number, isLong: boolean) => void;
  readonly now: () => number;
}

class HeldTurn implements Turn {
  private isHeld = false;
  private isLong = false;
  private sinceMs = 0;

  constructor(
    private readonly signal: AbortSignal,
    private readonly queue: Queue,
  ) {
    signal.addEventListener('abort', () => this.release(), { once: true });
  }

  /** @param mostMs how long to wait; undefined for as long as it takes */
  async acquire(mostMs?: number): Promise<void> {
    this.isLong = await this.queue.enter(mostMs);
    this.sinceMs = this.queue.now();
    this.isHeld = true;
    // The signal may have been aborted since the turn was granted.
    if (this.signal.aborted) this.release();
    this.signal.throwIfAborted();
  }

  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.queue.leave(this.queue.now() - this.sinceMs, this.isLong);
  }

  async *share<T>(blocks: AsyncIterable<T>): AsyncGenerator<T, void> {
    for await (const block of blocks) {
      const timer = this.startLending();
      try {
        yield block;
      } finally {
        clearTimeout(timer);
      }
      await this.hold();
    }
  }

  async lend<T>(awaited: Promise<T>): Promise<T> {
    const timer = this.startLending();
    const result = await awaited.finally(() => clearTimeout(timer));
    await this.hold();
    return result;
  }

  private startLending(): NodeJS.Timeout {
    return setTimeout(() => this.release(), SLOW_CLIENT_MS);
  }

  private async hold(): Promise<void> {
    this.signal.throwIfAborted();
    if (!this.isHeld) await this.acquire();
  }
}
