import { main } from '../load';
import { useReception } from './receiving-server';

describe('npm run load -- --as-agents', () => {
  const reception = useReception();
  const asked: string[] = [];

  beforeEach(() => {
    asked.length = 0;
    reception.replies = [{ status: 200, body: '{}' }];
    reception.answerTo = (target) => {
      asked.push(target);
      if (!target.endsWith('/sync')) return [];
      return {
        resources: [{ resourceId: 7, parentId: null }],
        schedules: [
          { scheduleId: 70, type: 'TRAIT', perMinute: false },
          { scheduleId: 71, type: 'MEASUREMENT', perMinute: true },
          ...Array.from({ length: 30 }, (_none, n) => ({ scheduleId: 72 + n, type: 'MEASUREMENT', perMinute: false })),
        ],
      };
    };
  });

  const run = (...args: string[]): Promise<number> =>
    main(['--as-agents', '--hosts', '1', ...args], reception.output());
  const sentTo = (end: string) => reception.received.filter(({ url }) => url?.endsWith(end));

  it('registers, reports what it found, imports it, and then does what agents do', async () => {
    expect(await run('--values', '30', '--seconds', '1')).toBe(0);

    expect(reception.received.map(({ url }) => url?.replace(/load-\w+-1/, 'HOST'))).toEqual([
      '/rest/agent/HOST',
      '/rest/agent/HOST/inventory',
      '/rest/resource/7',
      '/rest/agent/HOST/measurements',
      '/rest/resource/7',
    ]);
    const [report] = sentTo('/measurements');
    expect(report!.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json' });
    expect(asked.filter((target) => target.endsWith('/work?max=10&wait=25')).length).toBeGreaterThan(1);
    expect(reception.said).toMatch(
      /^1 machines with 30 metrics imported\n30 values in 1 reports, .*; \d+ polls, 1 syncs\n/,
    );
  });

  it('keeps the machines when asked to, and ends with 1 when something was refused', async () => {
    const accepted = { status: 200, body: '{}' };
    reception.replies = [accepted, accepted, accepted, { status: 503, body: '{}' }];

    expect(await run('--values', '3', '--seconds', '1', '--keep')).toBe(1);

    expect(sentTo('/resource/7')).toHaveLength(1);
    expect(reception.said).toContain('refused: 1 with 503');
  });
});
