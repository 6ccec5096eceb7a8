export interface TurnLimits {
  /** Maximum number of turns at a time, of which an account holds at most half. */
  readonly turns: number;
  /** Maximum number of waiting requests of one account. */
  readonly maxWaiting: number;
  /** How long a request waits for its turn before it is refused. */
  readonly patienceMs: number;
  /** Requests with a shorter expected duration are short: while many wait, one turn is reserved for them. */
  readonly shortMs: number;
}

/** Why a request got no turn. */
export class TurnRefused extends Error {
  constructor(readonly reason: 'account' | 'time') {
    super(reason === 'account' ? 'too many requests of the account wait' : 'no turn was free in time');
    this.name = 'TurnRefused';
  }
}

/** The right to do expensive work; released at the latest when the signal passed to `take` is aborted. */
export interface Turn {
  release(): void;
  /**
   * Passes blocks on. While the reader takes longer than a second for one, the turn is lent to others; before the next
   * block is created, the reader waits for another turn.
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
/** Expected duration of an unknown account's request, relative to a short one. */
const UNKNOWN_FACTOR = 2;
/** After this many requests, the initial expectation counts half. */
const UNKNOWN_TURNS = 4;
/** Requests up to this many times longer count as equally long. */
const CLASS_FACTOR = 4;
/** How long a client may take to read a block or to send a body before its turn is lent to others. */
const SLOW_CLIENT_MS = 1_000;

interface Waiting {
  readonly settle: (error?: Error) => void;
}

interface Account {
  held: number;
  /** Number of turns, and its share of the time in which it held them, as of `usedAtMs`. */
  turns: number;
  usedMs: number;
  usedAtMs: number;
  readonly waiting: Set<Waiting>;
}

/** Limits concurrent expensive work, fairly by account. */
export class Turns {
  private free: number;
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

  /** The accumulated time; call it before the number of turns held changes. */
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
   * Gives free turns to waiting accounts: first to those that hold fewer, then to those with short requests, then to
   * those that have used less. While more accounts wait than there are turns, the last turn is for short requests.
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
   * Mean duration of recent requests, counting only its share of time in which other turns were held. With few requests
   * the initial expectation dominates, so that a first short request does not favour long ones.
   */
  private expectedMsOf({ turns, usedMs }: Account): number {
    const unknownMs = this.limits.shortMs * UNKNOWN_FACTOR;
    return (usedMs + unknownMs * UNKNOWN_TURNS) / (turns + UNKNOWN_TURNS);
  }

  private usedOf(account: Account): number {
    return account.usedMs * this.keptOf(account);
  }

  /** The fraction of an account's use that is still remembered. */
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
  /** Resolves with a turn; rejects after the timeout, if any, or once the signal is aborted. */
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

  /** @param mostMs timeout; undefined for none */
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
