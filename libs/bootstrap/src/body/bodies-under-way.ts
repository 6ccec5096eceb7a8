import { ApiError, CommonError } from '@wardstone/errors';
import { busy } from '../heavy-work';

const RETRY_AFTER_SECONDS = 2;
/** Bodies that have been coming for so long are given up while others wait for memory. */
const SLOW_SENDER_MS = 5_000;
const LOOK_EVERY_MS = 1_000;

/** A request that waits until as much is free as it needs. */
interface Waiting {
  readonly held: HeldBytes;
  readonly bytes: number;
  readonly settle: (error?: ApiError) => void;
}

export interface MemoryForBodies {
  readonly bytes: number;
  /** Who holds no more waits in a line for room; nobody is let in before it. */
  readonly smallBytes: number;
  /** Bodies that have a turn at a time. */
  readonly turns: number;
  /** Of `bytes`, kept for each turn. */
  readonly bytesOfTurn: number;
}

interface Receiving {
  readonly sinceMs: number;
  readonly refuse: (error: ApiError) => void;
}

/**
 * What bodies take of the memory of this process, from their first byte until the response has ended. A caller may hold
 * as much as is still free for all others: one alone half of everything, many at once equal parts. Who needs little waits in
 * a line for room, and slow senders make way for it; what is reserved for its turn a large body has without waiting.
 */
export class BodiesUnderWay {
  private free: number;
  private readonly heldBy = new Map<string, number>();
  private readonly queue = new Set<Waiting>();
  private readonly receiving = new Map<HeldBytes, Receiving>();
  private looking: NodeJS.Timeout | undefined;

  constructor(
    private readonly memory: MemoryForBodies,
    private readonly patienceMs: number,
  ) {
    this.free = memory.bytes - memory.turns * memory.bytesOfTurn;
  }

  /** The bytes of one body, none yet. */
  hold(caller: string): HeldBytes {
    return new HeldBytes(caller, this, this.memory.bytesOfTurn);
  }

  /** Whether there was room, which is taken then. */
  tryTake(held: HeldBytes, bytes: number): boolean {
    if (!held.hasTurn && this.isAwaited()) return false;
    return this.takes(held, bytes);
  }

  give(caller: string, bytes: number): void {
    this.free += bytes;
    const left = this.heldBy.get(caller)! - bytes;
    if (left > 0) this.heldBy.set(caller, left);
    else this.heldBy.delete(caller);
    this.serve();
  }

  /** @throws too_much_in_progress when there is no room for a while, service_unavailable when that is because of others alone */
  wait(held: HeldBytes, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error?: ApiError): void => {
        clearTimeout(timer);
        this.queue.delete(waiting);
        if (error) reject(error);
        else resolve();
        // Those behind it.
        if (error) this.serve();
      };
      const waiting: Waiting = { held, bytes, settle };
      const giveUp = (): void => settle(this.holdsMore(held) ? tooMuch() : busy(OTHERS));
      const timer = setTimeout(giveUp, this.patienceMs);
      this.queue.add(waiting);
      this.looking ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    });
  }

  /** Notes a body whose sender may turn out to be slow. Returns a function to call once it has come. */
  receive(held: HeldBytes, refuse: (error: ApiError) => void): () => void {
    this.receiving.set(held, { sinceMs: performance.now(), refuse });
    return () => void this.receiving.delete(held);
  }

  /** Ends the waiting of a body whose client is gone. */
  forget(held: HeldBytes): void {
    this.receiving.delete(held);
    for (const waiting of this.queue) {
      if (waiting.held === held) waiting.settle(tooMuch());
    }
  }

  /** Gives up a body that comes too slowly while others wait. */
  giveUp(held: HeldBytes): void {
    const slow = this.receiving.get(held);
    held.release();
    slow?.refuse(busy(SLOW));
  }

  /** As `tryTake`, for bodies whose turn it is. */
  takes({ caller }: HeldBytes, bytes: number): boolean {
    const before = this.heldBy.get(caller) ?? 0;
    const isSmall = before + bytes <= this.memory.smallBytes;
    if (isSmall ? bytes > this.free : before + bytes > this.free - bytes) return false;
    this.free -= bytes;
    this.heldBy.set(caller, before + bytes);
    return true;
  }

  /** Whether a body waits that needs little. */
  private isAwaited(): boolean {
    for (const { held, bytes } of this.queue) {
      if ((this.heldBy.get(held.caller) ?? 0) + bytes <= this.memory.smallBytes) return true;
    }
    return false;
  }

  private serve(): void {
    for (const waiting of this.queue) {
      if (waiting.held.tryTakeWaiting(waiting.bytes)) waiting.settle();
    }
    if (this.queue.size > 0) return;
    clearInterval(this.looking);
    this.looking = undefined;
  }

  /** Slow senders make way until nobody waits, first those whose bodies take the most. */
  private look(): void {
    const slow = [...this.receiving.keys()].filter((held) => held.shared > 0 && this.isSlow(held));
    for (const held of slow.sort((one, other) => other.shared - one.shared)) {
      if (this.queue.size > 0) this.giveUp(held);
    }
  }

  /** Whether a body has been coming for long, and does not wait for memory itself. */
  isSlow(held: HeldBytes): boolean {
    const sinceMs = this.receiving.get(held)?.sinceMs ?? Infinity;
    return performance.now() - sinceMs >= SLOW_SENDER_MS && !this.isWaiting(held);
  }

  private isWaiting(held: HeldBytes): boolean {
    for (const waiting of this.queue) if (waiting.held === held) return true;
    return false;
  }

  /** Whether the caller of the body has others under way. */
  private holdsMore({ caller, shared }: HeldBytes): boolean {
    return (this.heldBy.get(caller) ?? 0) > shared;
  }
}

/** What one body takes. */
export class HeldBytes {
  private taken = 0;
  private reserved = 0;
  private isReleased = false;

  constructor(
    readonly caller: string,
    private readonly all: BodiesUnderWay,
    private readonly reservedBytes: number,
  ) {}

  get bytes(): number {
    return this.taken;
  }

  get hasTurn(): boolean {
    return this.reserved > 0;
  }

  /** What it takes beyond what is reserved for its turn. */
  get shared(): number {
    return Math.max(0, this.taken - this.reserved);
  }

  /** Takes as much more; undefined when there is room at once. @throws too_much_in_progress, service_unavailable */
  take(bytes: number): Promise<void> | undefined {
    return this.tryTake(bytes) ? undefined : this.all.wait(this, bytes);
  }

  tryTake(bytes: number): boolean {
    return this.tryBy(bytes, (more) => this.all.tryTake(this, more));
  }

  /** What is taken as `tryTake` does, by a body that has waited. */
  tryTakeWaiting(bytes: number): boolean {
    return this.tryBy(bytes, (more) => this.all.takes(this, more));
  }

  /** From now on what is reserved for its turn need not be shared. */
  enterTurn(): void {
    if (this.isReleased || this.hasTurn) return;
    const before = this.shared;
    this.reserved = this.reservedBytes;
    if (before > this.shared) this.all.give(this.caller, before - this.shared);
  }

  /**
   * Shares all that it takes, so that another may have its turn. Returns false when there is no room for that; a slow sender is given
   * up then.
   */
  leaveTurn(): boolean {
    const more = this.taken - this.shared;
    if (this.isReleased || more === 0 || this.all.takes(this, more)) {
      this.reserved = 0;
      return true;
    }
    if (this.all.isSlow(this)) this.all.giveUp(this);
    return this.isReleased;
  }

  /** Notes that its sender may turn out to be slow. Returns a function to call once it has come. */
  receive(refuse: (error: ApiError) => void): () => void {
    return this.all.receive(this, refuse);
  }

  /** Gives back what was taken in excess. */
  reduceTo(bytes: number): void {
    const before = this.shared;
    this.taken = Math.min(this.taken, bytes);
    if (before > this.shared) this.all.give(this.caller, before - this.shared);
  }

  release(): void {
    this.isReleased = true;
    this.all.forget(this);
    this.reduceTo(0);
  }

  private tryBy(bytes: number, take: (bytes: number) => boolean): boolean {
    if (this.isReleased) return true;
    const more = Math.max(0, this.taken + bytes - this.reserved) - this.shared;
    if (more > 0 && !take(more)) return false;
    this.taken += bytes;
    return true;
  }
}

const OTHERS = 'The service is busy with large bodies of others.';
const SLOW = 'The service is busy with bodies of others, and this one came slowly.';

function tooMuch(): ApiError {
  return new ApiError(CommonError.too_much_in_progress, undefined, {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
