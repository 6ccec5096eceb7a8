import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { useDatabase } from '@wardstone/testing';
import { Listener } from '../src/listener';
import { CreateWidget1700000000001 } from './widget.migration';

const CHANNEL = 'widget_change';

describe('a listener', () => {
  const db = useDatabase({ name: 'database_lib', migrations: [CreateWidget1700000000001] });
  const begun: Listener[] = [];

  /** Emits `heard` with each notification, `gap` and `failure`. */
  const begin = (
    url: string,
  ): { listener: Listener; events: EventEmitter; failures: unknown[]; gaps: () => number } => {
    const events = new EventEmitter();
    const failures: unknown[] = [];
    let gaps = 0;
    events.on('gap', () => gaps++);
    const listener = new Listener(
      { url, applicationName: 'listener test', acquireTimeoutMs: 5_000 },
      {
        channel: CHANNEL,
        purpose: 'widgets',
        onNotification: (payload) => events.emit('heard', payload),
        onGap: () => events.emit('gap'),
        onFailure: (error) => failures.push(error),
      },
    );
    begun.push(listener);
    return { listener, events, failures, gaps: () => gaps };
  };

  const notify = (payload: string): Promise<unknown> => db.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);

  const sessions = async (): Promise<number[]> => {
    const rows = await db.query<{ pid: number }>(
      `SELECT a.pid FROM pg_stat_activity a
        WHERE a.application_name = 'listener test (widgets)' AND a.datname = current_database()`,
    );
    return rows.map(({ pid }) => pid);
  };

  afterEach(async () => {
    for (const listener of begun.splice(0)) await listener.end();
  });

  it('receives notifications, over one connection however many listen', async () => {
    const { listener, events, gaps } = begin(db.url);
    expect(await Promise.all([listener.listen(), listener.listen()])).toEqual([true, true]);
    expect(await listener.listen()).toBe(true);
    expect(await sessions()).toHaveLength(1);
    expect(gaps()).toBe(1);

    const arrival = once(events, 'heard');
    await notify('seven');
    expect(await arrival).toEqual(['seven']);
  });

  it('reports the gap when its connection is lost, and reconnects', async () => {
    const { listener, events, failures, gaps } = begin(db.url);
    // The first attempt is long past when a connection that has lasted is lost.
    let now = 0;
    const time = jest.spyOn(performance, 'now').mockImplementation(() => now);
    await listener.listen();
    const [session] = await sessions();
    const gap = once(events, 'gap');
    await db.query('SELECT pg_terminate_backend($1)', [session]);
    await gap;
    expect(failures).toHaveLength(1);

    expect(await listener.listen()).toBe(false);
    now = 1_001;
    expect(await listener.listen()).toBe(true);
    time.mockRestore();
    expect(gaps()).toBe(3);
    expect((await sessions()).filter((other) => other !== session)).toHaveLength(1);
    const arrival = once(events, 'heard');
    await notify('eight');
    expect(await arrival).toEqual(['eight']);
  });

  it('tries an unreachable database once a second', async () => {
    const { listener, failures, gaps } = begin('postgres://nobody@127.0.0.1:1/nothing');
    let now = 0;
    const time = jest.spyOn(performance, 'now').mockImplementation(() => now);
    expect(await Promise.all([listener.listen(), listener.listen()])).toEqual([false, false]);
    expect(await listener.listen()).toBe(false);
    expect(failures).toHaveLength(1);
    now = 1_001;
    expect(await listener.listen()).toBe(false);
    time.mockRestore();
    expect(failures).toHaveLength(2);
    expect(gaps()).toBe(0);
  });

  it('stops listening once it has ended', async () => {
    const { listener } = begin(db.url);
    await listener.listen();
    await listener.end();
    expect(await listener.listen()).toBe(false);
    while ((await sessions()).length > 0) await sleep(10);
  });
});
