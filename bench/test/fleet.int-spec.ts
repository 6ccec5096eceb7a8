import { CommandError } from '../../apps/cli/src';
import type { ReportedChangeSet as ChangeSet } from '@wardstone/dto/monitoring';
import { main, readFleetArguments } from '../fleet';
import { HANG_UP, useReception } from '@wardstone/testing';

describe('the arguments of npm run fleet', () => {
  it('are 500 agents of an installation of its own, and 100 of a running one', () => {
    const usual = { metrics: 50, interval: 30, seconds: 120, keep: false, together: false };
    expect(readFleetArguments([])).toEqual({ agents: 500, running: false, ...usual });
    expect(readFleetArguments(['--running'])).toEqual({ agents: 100, running: true, ...usual });
  });

  it.each([[['--agents', '0']], [['--metrics', '1.5']], [['--interval', 'often']], [['--seconds', '86401']]])(
    'are refused: %j',
    (args) => {
      expect(() => readFleetArguments(args)).toThrow(CommandError);
    },
  );
});

describe('npm run fleet -- --running', () => {
  const reception = useReception();
  const requests: string[] = [];

  beforeEach(() => {
    requests.length = 0;
    reception.replies = [{ status: 200, body: '{}' }];
    reception.respondTo = (target) => {
      requests.push(target);
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

  const run = (...args: string[]): Promise<number> => main(['--running', '--agents', '1', ...args], reception.output());
  const sentTo = (end: string) => reception.received.filter(({ url }) => url?.endsWith(end));

  it('registers, reports what it found, imports it, and then does what agents do', async () => {
    expect(await run('--metrics', '30', '--seconds', '1')).toBe(0);

    expect(reception.received.map(({ url }) => url?.replace(/fleet-\w+-1/, 'HOST')).sort()).toEqual([
      '/rest/agent/HOST',
      '/rest/agent/HOST/availability',
      '/rest/agent/HOST/events',
      '/rest/agent/HOST/inventory',
      '/rest/agent/HOST/measurements',
      '/rest/resource/7',
      '/rest/resource/7',
    ]);
    const [report] = sentTo('/measurements');
    expect(report!.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json' });
    expect(requests.filter((target) => target.endsWith('/work?max=10&wait=25')).length).toBeGreaterThan(1);
    expect(requests).toContain('/api/compliance/v2/agent/scans');
    expect(reception.said).toMatch(/^1 machines with 30 metrics imported\nreport: requests; half within, .*: 1; /);
    expect(reception.said).toContain('values stored: 30\nrefused: none\n');
  });

  it('reports a baseline of watched files and then their changes on demand', async () => {
    expect(await run('--metrics', '3', '--seconds', '1', '--file-changes', '3600')).toBe(0);

    const [baseline, change] = sentTo('/drift').map(({ text }) => text);
    // The reception keeps the beginning of a text.
    expect(baseline).toMatch(/"changeSets":\[\{"resourceId":7,"definition":"etc","version":0,/);
    const [set] = (JSON.parse(change!) as { changeSets: ChangeSet[] }).changeSets;
    expect(set).toMatchObject({ resourceId: 7, version: 1, drifts: [{ category: 'FILE_CHANGED' }] });
    expect(reception.said).toMatch(/\ndrift: requests; half within, .*: 1; /);
  });

  it('counts changes as rejected that the server did not store', async () => {
    const accepted = { status: 200, body: '{}' };
    const rejection = { index: 0, reason: 'unknown drift definition etc' };
    const rejecting = { status: 200, body: JSON.stringify({ rejected: [rejection] }) };
    reception.replies = [accepted, accepted, accepted, accepted, rejecting];

    expect(await run('--metrics', '3', '--seconds', '1', '--file-changes', '3600')).toBe(1);

    expect(reception.said).toContain('refused: 1 x drift rejected\n');
  });

  it('keeps the machines on demand, and exits with 1 when a request was rejected', async () => {
    const accepted = { status: 200, body: '{}' };
    reception.replies = [accepted, accepted, accepted, { status: 503, body: '{}' }];

    expect(await run('--metrics', '3', '--seconds', '1', '--keep')).toBe(1);

    expect(sentTo('/resource/7')).toHaveLength(1);
    expect(reception.said).toContain('refused: 1 x report 503, 1 x availability 503, 1 x events 503\n');
  });

  it('sends reports again, oldest first, until they are accepted when all agents start together', async () => {
    const [accepted, busy] = [
      { status: 200, body: '{}' },
      { status: 503, body: '{}' },
    ];
    // Two reports are refused, and the other requests of agents once: with more retries, reports might exceed the time
    // they are kept here.
    reception.replies = [
      ...Array<typeof accepted>(3).fill(accepted),
      ...Array<typeof accepted>(4).fill(busy),
      accepted,
    ];

    expect(await run('--metrics', '3', '--seconds', '3', '--interval', '1', '--together', '--keep')).toBe(0);

    const reports = sentTo('/measurements');
    expect(reports.length).toBeGreaterThan(3);
    expect(reports[1]!.text).toBe(reports[0]!.text);
    expect(reception.said).toMatch(/reports due; stored, late, lost: 3; 3, \d, 0\n/);
  });

  it('counts requests without response as rejected, and continues', async () => {
    const accepted = { status: 200, body: '{}' };
    reception.replies = [accepted, accepted, accepted, HANG_UP];

    expect(await run('--metrics', '3', '--seconds', '1', '--keep')).toBe(1);

    expect(reception.said).toContain('report no response');
  });
});
