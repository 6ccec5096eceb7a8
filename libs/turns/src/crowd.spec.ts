import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import FakeTimers from '@sinonjs/fake-timers';
import fc from 'fast-check';
import { type Turn, TurnRefused, Turns } from './turns';

const never = new AbortController().signal;
const LIMITS = { turns: 4, maxWaiting: 64, patienceMs: 20_000, shortMs: 500 };
/** Expected duration of a request of the account. */
const UNKNOWN_MS = 250;
/** Share of that for each other account before it. */
const ROUNDS = 2;

interface Requests {
  /** Processor time of one request after the other, again and again. */
  readonly workMs: readonly number[];
  /** Index of its first request in `workMs`. */
  readonly first?: number;
  /** Maximum number of concurrent requests. */
  readonly inFlight?: number;
  readonly pauseMs?: number;
  readonly startMs?: number;
}

interface Outcome {
  readonly waitedMs: number[];
  refused: number;
}

interface Working {
  leftMs: number;
  readonly turn: Turn;
  readonly end: () => void;
}

/** Accounts that send requests to one processor, shared by all turns. */
class Processor {
  private readonly clock: FakeTimers.Clock;
  private readonly turns: Turns;
  private readonly working = new Set<Working>();

  constructor() {
    this.clock = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    this.turns = new Turns(LIMITS, () => this.clock.now);
  }

  async run(accounts: readonly Requests[], forMs: number): Promise<Outcome[]> {
    const outcomes = accounts.map((): Outcome => ({ waitedMs: [], refused: 0 }));
    for (const [at, requests] of accounts.entries()) {
      for (let n = 0; n < (requests.inFlight ?? 1); n++) void this.send(String(at), requests, outcomes[at]!, forMs);
    }
    while (this.clock.now < forMs) {
      await eventLoopTurn();
      this.pass();
    }
    this.clock.uninstall();
    return outcomes;
  }

  /** Until some work ends or a timer is due. */
  private pass(): void {
    const count = this.working.size;
    const nextMs = Math.min(...[...this.working].map(({ leftMs }) => leftMs * count));
    const startedAt = this.clock.now;
    const stepMs = Math.min(nextMs, 250);
    if (Number.isFinite(nextMs)) this.clock.tick(Math.max(1, Math.ceil(stepMs)));
    else this.clock.next();
    const passedMs = (this.clock.now - startedAt) / Math.max(1, count);
    for (const one of this.working) {
      one.leftMs -= passedMs;
      if (one.leftMs <= 0.5) {
        this.working.delete(one);
        one.turn.release();
        one.end();
      }
    }
  }

  private async send(
    account: string,
    { workMs, first = 0, pauseMs = 0, startMs = 0 }: Requests,
    outcome: Outcome,
    forMs: number,
  ): Promise<void> {
    const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    if (startMs > 0) await sleep(startMs);
    for (let n = first; this.clock.now < forMs; n++) {
      const requestedAt = this.clock.now;
      try {
        const turn = await this.turns.take(account, never);
        outcome.waitedMs.push(this.clock.now - requestedAt);
        await new Promise<void>((end) => this.working.add({ leftMs: workMs[n % workMs.length]!, turn, end }));
      } catch (error) {
        if (!(error instanceof TurnRefused)) throw error;
        outcome.refused++;
        await sleep(100);
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }
}

const attackers = (count: number, requests: Requests): Requests[] =>
  Array.from({ length: count }, (_none, first) => ({ ...requests, first }));
const SENDER: Requests = { workMs: [60], pauseMs: 250 };
const quantile = (sorted: readonly number[], q: number): number => sorted[Math.floor((sorted.length - 1) * q)]!;

describe('an account that sends one request at a time', () => {
  const longRequests = { workMs: [900, 300, 1_500] };

  it.each<[string, Requests]>([
    ['send what takes as long', { workMs: [60], startMs: 10_000 }],
    ['have many requests waiting', { workMs: [200], inFlight: 4, startMs: 5_000 }],
  ])('is never refused while sixty others %s', async (_what, crowd) => {
    const [sender] = await new Processor().run([SENDER, ...attackers(60, crowd)], 50_000);
    expect(sender!.refused).toBe(0);
    expect(sender!.waitedMs.length).toBeGreaterThan(2);
  });

  it('is refused one time in twenty at most while sixty others, unknown at first, send very short requests and then long ones', async () => {
    const crowd = { workMs: [...Array<number>(30).fill(10), 3_000] };
    const [sender] = await new Processor().run([SENDER, ...attackers(60, crowd)], 120_000);
    expect(sender!.refused / sender!.waitedMs.length).toBeLessThan(0.05);
    expect(sender!.waitedMs.length).toBeGreaterThan(10);
  });

  it('waits for a second at most in 99 of 100 cases while others send much longer requests', async () => {
    const [sender] = await new Processor().run(
      [SENDER, ...attackers(100, { ...longRequests, startMs: 10_000 })],
      60_000,
    );
    expect(
      quantile(
        sender!.waitedMs.sort((a, b) => a - b),
        0.99,
      ),
    ).toBeLessThan(1_000);
  });

  it('is never refused when it starts while a hundred others are active', async () => {
    const late = { ...SENDER, startMs: 30_000 };
    const [sender] = await new Processor().run([late, ...attackers(100, longRequests)], 70_000);
    expect(sender!.refused).toBe(0);
    expect(sender!.waitedMs.length).toBeGreaterThan(3);
  });

  it('waits at most as long as each account needs for some requests like its own, whatever the others do', async () => {
    const requests = fc.record({
      workMs: fc.array(fc.integer({ min: 10, max: 2_000 }), { minLength: 1, maxLength: 6 }),
      inFlight: fc.integer({ min: 1, max: 4 }),
      pauseMs: fc.constantFrom(0, 0, 50, 2_000),
      startMs: fc.integer({ min: 0, max: 10_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: 8, maxLength: 30 }), fc.nat(20_000), async (crowd, startMs) => {
        const [sender] = await new Processor().run([{ ...SENDER, startMs }, ...crowd], 30_000);
        expect(sender!.refused).toBe(0);
        // Requests of others may be running, and share the processor.
        const begunMs = Math.max(...crowd.flatMap(({ workMs }) => workMs)) * LIMITS.turns;
        expect(Math.max(...sender!.waitedMs)).toBeLessThan(begunMs + crowd.length * UNKNOWN_MS * ROUNDS);
      }),
      { seed: 23, numRuns: 5 },
    );
  });
});
