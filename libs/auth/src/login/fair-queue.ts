interface Waiting {
  proceed: () => void;
  giveUp: () => void;
}

/**
 * A queue by group: groups take turns, so many entries of one group do not delay another. When it is full, the longest
 * group loses its last entry.
 */
class FairQueue {
  private readonly groups = new Map<string, Waiting[]>();
  private size = 0;

  constructor(private readonly limit: number) {}

  /** Waits for a turn; false when the queue is full. */
  wait(group: string): Promise<boolean> {
    if (this.size >= this.limit && !this.makeRoomFor(group)) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiting = this.groups.get(group) ?? [];
      waiting.push({ proceed: () => resolve(true), giveUp: () => resolve(false) });
      this.groups.set(group, waiting);
      this.size++;
    });
  }

  /** Lets the next one proceed; false when no one waits. */
  next(): boolean {
    const [group, waiting] = this.groups.entries().next().value ?? [];
    const first = waiting?.shift();
    if (group === undefined || !waiting || !first) return false;
    this.size--;
    this.groups.delete(group);
    if (waiting.length > 0) this.groups.set(group, waiting);
    first.proceed();
    return true;
  }

  private makeRoomFor(group: string): boolean {
    let longest: Waiting[] = [];
    for (const waiting of this.groups.values()) if (waiting.length > longest.length) longest = waiting;
    if (longest.length <= (this.groups.get(group)?.length ?? 0) + 1) return false;
    longest.pop()?.giveUp();
    this.size--;
    return true;
  }
}

/** Limits concurrent work; groups take turns. */
export class FairTurns {
  private running = 0;
  private readonly waiting: FairQueue;

  constructor(
    private readonly concurrency: number,
    queueLimit: number,
    private readonly refusal: () => Error,
  ) {
    this.waiting = new FairQueue(queueLimit);
  }

  /** @throws the refusal, when too many wait */
  async take<T>(group: string, work: () => Promise<T>): Promise<T> {
    if (this.running >= this.concurrency) {
      if (!(await this.waiting.wait(group))) throw this.refusal();
    } else {
      this.running++;
    }
    try {
      return await work();
    } finally {
      // The slot passes directly to the next in line, so `running` stays unchanged.
      if (!this.waiting.next()) this.running--;
    }
  }
}
