export interface TurnLimits {
  /** Turns held at a time; an account holds at most half of them. */
  readonly turns: number;
  /** Requests of one account that may wait for a turn. */
  readonly maxWaiting: number;
  /** How long a request waits for its turn before it is refused. */
  readonly patienceMs: number;
  /** Requests that are expected to take less time are short: while many wait, one turn is kept for them. */
  readonly shortMs: number;
}

/** Why a request gets no turn. */
export class TurnRefused extends Error {
  constructor(readonly reason: 'account' | 'time') {
    super(reason === 'account' ? 'too many requests of the account wait' : 'no turn was free in time');
    this.name = 'TurnRefused';
  }
}

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

/** After so much time half of what an account has used is forgotten. */
const HALF_LIFE_MS = 300_000;
/** An account that had fewer turns of late is as good as new. */
const FORGOTTEN_TURNS = 0.01;
const FORGET_EVERY_MS = 60_000;
/** A request of an account that is not known is expected to take so many times as long as a short one. */
const UNKNOWN_FACTOR = 2;
/** After so many requests that expectation counts half. */
const UNKNOWN_TURNS = 4;
/** Requests are as long as others when they take less than so many times as long. */
const CLASS_FACTOR = 4;
/** How long a client may take to read a block or to send a body before its turn is lent to others. */
const SLOW_CLIENT_MS = 1_000;

interface Waiting {
  readonly settle: (error?: Error) => void;
}

interface Account {
  held: number;
  /** How many turns it had, and its share of the time in which it held them, as of `usedAtMs`. */
  turns: number;
  usedMs: number;
  usedAtMs: number;
  readonly waiting: Set<Waiting>;
}

/** Bounds how much expensive work runs at a time, fairly by account. */
export class Turns {
  private free: number;
  /** Time in which turns were held, divided by how many were: about the processor time that each of them had. */
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
      leave: (heldMs) => this.leave(account, heldMs),
      now: () => this.shared(),
    });
    await turn.acquire(this.limits.patienceMs);
    return turn;
  }

  /** @throws TurnRefused when the account waits for as many turns as it may */
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

  private enter(name: string, signal: AbortSignal, patienceMs?: number): Promise<void> {
    const account = this.accountOf(name);
    return new Promise((resolve, reject) => {
      const abort = (): void => waiting.settle(signal.reason as Error);
      const giveUp = (): void => waiting.settle(new TurnRefused('time'));
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs).unref();
      const waiting: Waiting = {
        settle: (error) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
          account.waiting.delete(waiting);
          if (account.waiting.size === 0) this.queue.delete(account);
          if (error === undefined) resolve();
          else reject(error);
        },
      };
      signal.addEventListener('abort', abort);
      account.waiting.add(waiting);
      this.queue.add(account);
      this.serve();
    });
  }

  private leave(name: string, heldMs: number): void {
    const account = this.accountOf(name);
    const kept = this.keptOf(account);
    account.usedMs = account.usedMs * kept + heldMs;
    account.turns = account.turns * kept + 1;
    account.usedAtMs = this.now();
    account.held--;
    this.shared();
    this.free++;
    this.serve();
    this.forgetIdle();
  }

  /**
   * Gives free turns to accounts that wait, first to those that hold fewer, of these to those whose requests are short, then to
   * those that have used less. While more accounts wait than there are turns, the last one is for short requests.
   */
  private serve(): void {
    while (this.free > 0) {
      const waiting = [...this.queue].filter(({ held }) => held < this.mostOfAccount);
      const isKept = this.free === 1 && waiting.length > this.limits.turns && this.limits.turns > 2;
      let next: Account | undefined;
      for (const account of waiting) {
        if (isKept && this.expectedMsOf(account) >= this.limits.shortMs) continue;
        if (!next || this.comesBefore(account, next)) next = account;
      }
      const [first] = next?.waiting ?? [];
      if (!next || !first) return;
      this.shared();
      next.held++;
      this.free--;
      first.settle();
    }
  }

  private comesBefore(one: Account, other: Account): boolean {
    if (one.held !== other.held) return one.held < other.held;
    const [ofOne, ofOther] = [this.classOf(one), this.classOf(other)];
    return ofOne === ofOther ? this.usedOf(one) < this.usedOf(other) : ofOne < ofOther;
  }

  private classOf(account: Account): number {
    return Math.floor(Math.log(Math.max(1, this.expectedMsOf(account))) / Math.log(CLASS_FACTOR));
  }

  /**
   * Mean duration of its recent requests: of time in which others had turns too, their share. Few requests say little: else a
   * first short one would make way for long ones.
   */
  private expectedMsOf({ turns, usedMs }: Account): number {
    const unknownMs = this.limits.shortMs * UNKNOWN_FACTOR;
    return (usedMs + unknownMs * UNKNOWN_TURNS) / (turns + UNKNOWN_TURNS);
  }

  private usedOf(account: Account): number {
    return account.usedMs * this.keptOf(account);
  }

  /** The part of what an account has used that is not forgotten yet. */
  private keptOf({ usedAtMs }: Account): number {
    return 0.5 ** ((this.now() - usedAtMs) / HALF_LIFE_MS);
  }

  private accountOf(name: string): Account {
    const account = this.accounts.get(name) ?? {
      held: 0,
      turns: 0,
      usedMs: 0,
      usedAtMs: this.now(),
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
      if (isIdle && account.turns * this.keptOf(account) < FORGOTTEN_TURNS) this.accounts.delete(name);
    }
  }
}

interface Queue {
  /** Resolves with a turn; rejects after the time, if one is given, or once the signal is aborted. */
  readonly enter: (mostMs?: number) => Promise<void>;
  readonly leave: (heldMs: number) => void;
  readonly now: () => number;
}

class HeldTurn implements Turn {
  private isHeld = false;
  private sinceMs = 0;

  constructor(
    private readonly signal: AbortSignal,
    private readonly queue: Queue,
  ) {
    signal.addEventListener('abort', () => this.release(), { once: true });
  }

  /** @param mostMs how long to wait; undefined for as long as it takes */
  async acquire(mostMs?: number): Promise<void> {
    await this.queue.enter(mostMs);
    this.sinceMs = this.queue.now();
    this.isHeld = true;
    // The signal may have been aborted since the turn was granted.
    if (this.signal.aborted) this.release();
    this.signal.throwIfAborted();
  }

  release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.queue.leave(this.queue.now() - this.sinceMs);
  }

  async *share<T>(blocks: AsyncIterable<T>): AsyncGenerator<T, void> {
    for await (const block of blocks) {
      const timer = this.lendSoon();
      try {
        yield block;
      } finally {
        clearTimeout(timer);
      }
      await this.hold();
    }
  }

  async lend<T>(awaited: Promise<T>): Promise<T> {
    const timer = this.lendSoon();
    const result = await awaited.finally(() => clearTimeout(timer));
    await this.hold();
    return result;
  }

  private lendSoon(): NodeJS.Timeout {
    return setTimeout(() => this.release(), SLOW_CLIENT_MS);
  }

  private async hold(): Promise<void> {
    this.signal.throwIfAborted();
    if (!this.isHeld) await this.acquire();
  }
}
