import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import FakeTimers from '@sinonjs/fake-timers';
import { type Turn, TurnRefused, Turns } from './turns';

const never = new AbortController().signal;

/** Holders of turns, in order. */
class Line {
  nowMs = 0;
  readonly order: string[] = [];
  readonly refused: string[] = [];
  private readonly held: { name: string; turn: Turn }[] = [];
  readonly turns: Turns;

  constructor(limits: { turns: number; maxWaiting?: number; patienceMs?: number; shortMs?: number }) {
    this.turns = new Turns({ maxWaiting: 32, patienceMs: 60_000, shortMs: 250, ...limits }, () => this.nowMs);
  }

  async ask(name: string, times = 1, signal = never): Promise<void> {
    for (let i = 0; i < times; i++) {
      void this.turns.take(name, signal).then(
        (turn) => {
          this.order.push(name);
          this.held.push({ name, turn });
        },
        (error: unknown) => this.refused.push(`${name}: ${error instanceof TurnRefused ? error.reason : 'left'}`),
      );
    }
    await eventLoopTurn();
  }

  /** Requests of an account, one after the other, that take so long. */
  async work(name: string, tookMs: number, times: number): Promise<void> {
    for (let n = 0; n < times; n++) {
      await this.ask(name);
      this.nowMs += tookMs;
      await this.end(name);
    }
  }

  async end(name: string): Promise<void> {
    const at = this.held.findIndex((one) => one.name === name);
    this.held.splice(at, 1)[0]!.turn.release();
    await eventLoopTurn();
  }
}

describe('turns', () => {
  it('are limited to half for one account; the rest are immediately available to others', async () => {
    const line = new Line({ turns: 4 });
    await line.ask('hog', 10);
    expect(line.order).toEqual(['hog', 'hog']);
    await line.ask('ann');
    await line.ask('bob');
    expect(line.order).toEqual(['hog', 'hog', 'ann', 'bob']);
  });

  it('go first to accounts that hold fewer, even if others have waited longer', async () => {
    const line = new Line({ turns: 4 });
    for (const name of ['ann', 'bob', 'cleo', 'dora', 'dora', 'eve']) await line.ask(name);
    await line.end('ann');
    expect(line.order).toEqual(['ann', 'bob', 'cleo', 'dora', 'eve']);
  });

  it('are refused to one account that waits for too many, and to nobody else', async () => {
    const line = new Line({ turns: 2, maxWaiting: 3 });
    await line.ask('hog', 6);
    await line.ask('ann');
    expect(line.order).toEqual(['hog', 'ann']);
    expect(line.refused).toEqual(['hog: account', 'hog: account']);
    await line.ask('bob');
    expect(line.refused).toHaveLength(2);
  });

  it('are given to the account that has used the least recently', async () => {
    const line = new Line({ turns: 1 });
    await line.ask('hog', 3);
    line.nowMs = 20_000;
    await line.ask('ann', 2);
    await line.end('hog');
    line.nowMs = 20_100;
    await line.end('ann');
    await line.end('ann');
    await line.end('hog');
    expect(line.order).toEqual(['hog', 'ann', 'ann', 'hog', 'hog']);
  });

  it('are given first to accounts with short requests, then to unknown ones, then to those with long ones', async () => {
    const line = new Line({ turns: 1 });
    await line.work('short', 50, 20);
    await line.work('long', 5_000, 1);
    line.order.length = 0;
    await line.ask('any');
    for (const name of ['long', 'new', 'short', 'newer']) await line.ask(name);
    // Use by long requests is remembered for minutes.
    line.nowMs += 300_000;
    for (const name of ['any', 'short', 'new', 'newer']) await line.end(name);
    expect(line.order).toEqual(['any', 'short', 'new', 'newer', 'long']);
  });

  it('leave one for accounts with short requests while many others wait', async () => {
    const line = new Line({ turns: 4 });
    await line.work('short', 50, 20);
    line.order.length = 0;
    for (let n = 0; n < 12; n++) await line.ask(`crowd-${n}`);
    expect(line.order).toEqual(['crowd-0', 'crowd-1', 'crowd-2', 'crowd-3']);
    await line.end('crowd-0');
    expect(line.order).toHaveLength(4);
    await line.ask('short');
    expect(line.order.at(-1)).toBe('short');
    await line.end('short');
    await line.end('crowd-1');
    expect(line.order.at(-1)).toBe('crowd-4');
  });

  it('are not kept for accounts with few known requests', async () => {
    const line = new Line({ turns: 4 });
    await line.work('few', 50, 3);
    for (let n = 0; n < 12; n++) await line.ask(`crowd-${n}`);
    await line.ask('few');
    await line.end('crowd-0');
    expect(line.order.slice(3)).toEqual(['crowd-0', 'crowd-1', 'crowd-2', 'crowd-3']);
  });

  it('recognise short requests by their share of the time, also beside long ones', async () => {
    const line = new Line({ turns: 4, shortMs: 1_000 });
    for (const name of ['long-0', 'long-1', 'long-2']) await line.ask(name);
    // Alone, they would take 225 ms.
    await line.work('sender', 900, 10);
    line.order.length = 0;
    for (let n = 0; n < 12; n++) await line.ask(`crowd-${n}`);
    await line.end('crowd-0');
    await line.ask('sender');
    expect(line.order).toEqual(['crowd-0', 'sender']);
  });

  it('follow the order of requests within an account', async () => {
    const line = new Line({ turns: 1 });
    const order: number[] = [];
    for (const n of [1, 2, 3])
      void line.turns.take('ann', never).then((turn) => {
        order.push(n);
        turn.release();
      });
    await eventLoopTurn();
    await eventLoopTurn();
    expect(order).toEqual([1, 2, 3]);
  });

  it('are released by a disconnected client, which no longer waits for them', async () => {
    const line = new Line({ turns: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    await line.ask('ann', 1, first.signal);
    await line.ask('bob', 1, second.signal);
    await line.ask('cat');
    second.abort();
    await eventLoopTurn();
    expect(line.refused).toEqual(['bob: left']);
    first.abort();
    await eventLoopTurn();
    expect(line.order).toEqual(['ann', 'cat']);
    await line.ask('dan', 1, first.signal);
    expect(line.refused).toEqual(['bob: left', 'dan: left']);
  });

  it('are given back once, however often they are released', async () => {
    const line = new Line({ turns: 2 });
    const turn = await line.turns.take('ann', never);
    turn.release();
    turn.release();
    await line.ask('ann');
    await line.ask('bob');
    await line.ask('cat');
    expect(line.order).toEqual(['ann', 'bob']);
  });

  describe('over time', () => {
    let clock: FakeTimers.Clock;
    beforeEach(() => {
      clock = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    });
    afterEach(() => void clock.uninstall());

    it('are refused to requests that have waited for long', async () => {
      const line = new Line({ turns: 1, patienceMs: 20_000 });
      await line.ask('hog');
      await line.ask('ann');
      clock.tick(20_000);
      await eventLoopTurn();
      expect(line.refused).toEqual(['ann: time']);
      await line.end('hog');
      await line.ask('bob');
      expect(line.order).toEqual(['hog', 'bob']);
    });

    it('are lent to others while a reader is slow, and waited for again before the next block', async () => {
      const line = new Line({ turns: 1 });
      let made = 0;
      async function* blocks(): AsyncGenerator<number> {
        for (;;) yield await Promise.resolve(++made);
      }
      const turn = await line.turns.take('reader', never);
      const shared = turn.share(blocks());
      expect((await shared.next()).value).toBe(1);
      await line.ask('ann');
      clock.tick(999);
      expect((await shared.next()).value).toBe(2);
      expect(line.order).toEqual([]);
      clock.tick(1_000);
      await eventLoopTurn();
      expect(line.order).toEqual(['ann']);
      const next = shared.next();
      await eventLoopTurn();
      expect(made).toBe(2);
      await line.end('ann');
      expect((await next).value).toBe(3);
      await line.ask('bob');
      expect(line.order).toEqual(['ann']);
    });

    it('are lent to others while a client is slow to send, and waited for again once it has sent', async () => {
      const line = new Line({ turns: 1 });
      const turn = await line.turns.take('sender', never);
      expect(await turn.lend(Promise.resolve('at once'))).toBe('at once');
      await line.ask('ann');
      expect(line.order).toEqual([]);
      let send: (body: string) => void = () => {};
      const received: string[] = [];
      void turn.lend(new Promise<string>((resolve) => (send = resolve))).then((body) => received.push(body));
      clock.tick(1_000);
      await eventLoopTurn();
      expect(line.order).toEqual(['ann']);
      send('late');
      await eventLoopTurn();
      expect(received).toEqual([]);
      await line.end('ann');
      expect(received).toEqual(['late']);
    });

    it('end a shared response whose client disconnects, also while it waits', async () => {
      const line = new Line({ turns: 1 });
      async function* blocks(): AsyncGenerator<number> {
        yield await Promise.resolve(1);
        yield 2;
      }
      const end = new AbortController();
      const shared = (await line.turns.take('reader', end.signal)).share(blocks());
      await shared.next();
      clock.tick(1_000);
      await line.ask('ann');
      const next = shared.next();
      end.abort();
      await expect(next).rejects.toThrow('aborted');
      await line.end('ann');
      await line.ask('bob');
      expect(line.order).toEqual(['ann', 'bob']);
    });
  });
});
