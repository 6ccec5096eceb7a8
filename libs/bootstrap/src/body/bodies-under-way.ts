import { ApiError, CommonError } from '@wardstone/errors';

const MIB = 1024 * 1024;
/** Several times as much becomes of it while it is parsed; the smallest memory limit of a service is 512 MiB. */
const CAPACITY_BYTES = 64 * MIB;
/** How long a body waits for others to be done with before it is refused. */
const PATIENCE_MS = 5_000;
const RETRY_AFTER_SECONDS = 2;

/** A request that waits until as much is free as it needs. */
interface Waiting {
  readonly held: HeldBytes;
  readonly bytes: number;
  readonly settle: (error?: ApiError) => void;
}

/**
 * What bodies take of the memory of this process, from their first byte until the response has ended. A caller may hold
 * as much as is still free for all others: one alone half of everything, many at once equal parts, and whoever sends little
 * always finds room.
 */
export class BodiesUnderWay {
  private free: number;
  private readonly heldBy = new Map<string, number>();
  private readonly queue = new Set<Waiting>();

  constructor(
    capacityBytes: number = CAPACITY_BYTES,
    private readonly patienceMs: number = PATIENCE_MS,
  ) {
    this.free = capacityBytes;
  }

  /** The bytes of one body, none yet. */
  hold(caller: string): HeldBytes {
    return new HeldBytes(caller, this);
  }

  /** Whether there was room, which is taken then. */
  tryTake(caller: string, bytes: number): boolean {
    const held = this.heldBy.get(caller) ?? 0;
    if (held + bytes > this.free - bytes) return false;
    this.free -= bytes;
    this.heldBy.set(caller, held + bytes);
    return true;
  }

  give(caller: string, bytes: number): void {
    this.free += bytes;
    const left = this.heldBy.get(caller)! - bytes;
    if (left > 0) this.heldBy.set(caller, left);
    else this.heldBy.delete(caller);
    for (const waiting of this.queue) {
      if (waiting.held.tryTake(waiting.bytes)) waiting.settle();
    }
  }

  /** @throws too_much_in_progress when there is no room for a while */
  wait(held: HeldBytes, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error?: ApiError): void => {
        clearTimeout(timer);
        this.queue.delete(waiting);
        if (error) reject(error);
        else resolve();
      };
      const waiting: Waiting = { held, bytes, settle };
      const timer = setTimeout(() => settle(tooMuch()), this.patienceMs);
      this.queue.add(waiting);
    });
  }

  /** Ends the waiting of a body whose client is gone. */
  forget(held: HeldBytes): void {
    for (const waiting of this.queue) {
      if (waiting.held === held) waiting.settle(tooMuch());
    }
  }
}

/** What one body takes. */
export class HeldBytes {
  private bytes = 0;
  private isReleased = false;

  constructor(
    private readonly caller: string,
    private readonly all: BodiesUnderWay,
  ) {}

  /** Takes as much more; undefined when there is room at once. @throws too_much_in_progress */
  take(bytes: number): Promise<void> | undefined {
    return this.tryTake(bytes) ? undefined : this.all.wait(this, bytes);
  }

  tryTake(bytes: number): boolean {
    if (!this.isReleased && !this.all.tryTake(this.caller, bytes)) return false;
    if (!this.isReleased) this.bytes += bytes;
    return true;
  }

  /** Gives back what was taken in excess. */
  reduceTo(bytes: number): void {
    const excess = this.bytes - bytes;
    if (excess <= 0) return;
    this.bytes = bytes;
    this.all.give(this.caller, excess);
  }

  release(): void {
    this.isReleased = true;
    this.all.forget(this);
    this.reduceTo(0);
  }
}

function tooMuch(): ApiError {
  return new ApiError(CommonError.too_much_in_progress, undefined, {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
