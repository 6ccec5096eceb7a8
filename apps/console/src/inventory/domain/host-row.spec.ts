import type { CurrentMetric, ResourceOverview } from '@wardstone/client/monitoring';
import { hostTiles, isInFirstRow, formatValue } from './host-row';
import { isSilent, staleSince } from './stale';

const GIB = 1024 ** 3;
let serial = 0;
const metric = (name: string, value: number | 'NaN', over: Partial<CurrentMetric> = {}): CurrentMetric => ({
  scheduleId: ++serial,
  definitionId: 1,
  name,
  displayName: name,
  unit: 'NONE',
  perMinute: false,
  collectionInterval: 60_000,
  value,
  time: value === 'NaN' ? 0 : 1000,
  ...over,
});
type Part = ResourceOverview['parts'][number]['worst'][number];
const part = (resourceName: string, ...metrics: CurrentMetric[]): Part => ({
  resourceId: ++serial,
  resourceName,
  availability: 'UP',
  openAlerts: 0,
  metrics,
});
const parts = (typeName: string, ...worst: Part[]): ResourceOverview['parts'][number] => ({
  typeId: 1,
  typeName,
  count: worst.length,
  worst,
});
const responses = (metrics: CurrentMetric[], of: ResourceOverview['parts'] = []): string[] =>
  hostTiles({ metrics, parts: of } as unknown as ResourceOverview).map(({ title, figure, part: at, notes }) =>
    [`${title}: ${figure}`, ...(at ? [at.name] : []), ...notes].join(' | '),
  );

describe('the first row of the page of a host', () => {
  it('shows key figures that need no knowledge of the machine', () => {
    const metrics = [
      metric('Cpu.used', 0.25),
      metric('Cpu.user', 0.2),
      metric('Cpu.system', 0.05),
      metric('Cpu.wait', 0.01),
      metric('LoadPerCore.1', 1.5),
      metric('LoadPerCore.5', 1),
      metric('LoadPerCore.15', 0.5),
      metric('Memory.availablePercent', 0.4),
      metric('Memory.total', 8 * GIB),
      metric('Native.MemoryInfo.free', 1),
      metric('Swap.usedPercent', 0.5),
      metric('Native.SwapInfo.used', GIB),
      metric('Network.received', 60 * 2048),
      metric('Network.sent', 60 * 1024),
    ];
    const disk = (name: string, used: number, hours: number): Part =>
      part(
        name,
        metric('fileSystemUsage.usePercent', used),
        metric('fileSystemUsage.free', 1024 ** 2),
        metric('fileSystemUsage.hoursUntilFull', hours),
      );
    expect(responses(metrics, [parts('File System', disk('/', 0.3, 720), disk('/var', 0.96, 3.2))])).toEqual([
      'CPU used: 25 % | user 20 % · system 5 % · I/O wait 1 %',
      'Load per core: 1.5 | 5 min 1 · 15 min 0.5',
      'Memory available: 40 % | 3.2 GiB of 8 GiB',
      'Swap used: 50 % | 1 GiB',
      'Fullest file system: 96 % | /var | 1 GiB available | full in about 3 hours',
      'Network: 2 KiB/s in | 1 KiB/s out',
    ]);
  });

  it.each([
    [0.2, 'full in less than an hour'],
    [1.2, 'full in about 1 hour'],
    [100, 'full in about 4 days'],
    [720, 'not filling up'],
  ])('shows when a file system will be full: %d hours', (hours, text) => {
    const disk = part('/', metric('fileSystemUsage.usePercent', 0.5), metric('fileSystemUsage.hoursUntilFull', hours));
    expect(responses([], [parts('File System', disk)])).toEqual([`Fullest file system: 50 % | / | ${text}`]);
  });

  it('makes do with the metrics that all systems have', () => {
    const metrics = [
      metric('CpuPerc.user', 0.2),
      metric('CpuPerc.sys', 0.05),
      metric('Native.MemoryInfo.free', GIB),
      metric('Native.MemoryInfo.used', 3 * GIB),
      metric('Native.MemoryInfo.actualFree', 2 * GIB),
      metric('Native.SwapInfo.used', 0),
    ];
    const adapter = (name: string): Part => part(name, metric('rxBytes', 60), metric('txBytes', 120));
    expect(responses(metrics, [parts('Network Adapter', adapter('eth0'), adapter('eth1'))])).toEqual([
      'CPU used: 25 % | user 20 % · system 5 %',
      'Memory available: 50 % | 2 GiB of 4 GiB',
      'Swap used: 0 B',
      'Network: 2 B/s in | 4 B/s out',
    ]);
  });

  it('omits missing metrics, and sums over the adapters that report', () => {
    const many = { ...parts('Network Adapter', part('eth0', metric('rxBytes', 1), metric('txBytes', 1))), count: 9 };
    expect(responses([metric('Cpu.used', 'NaN'), metric('Swap.usedPercent', 'NaN')], [many])).toEqual([]);
  });

  it.each([
    ['CpuPerc.sys', 0.1, true],
    ['Native.MemoryInfo.free', 1, true],
    ['Systemd.failedUnits', 'NaN', true],
    ['Systemd.failedUnits', 0, false],
    ['queue.depth', 'NaN', false],
  ] as const)('includes %s of %s: %s', (name, value, expected) => {
    expect(isInFirstRow(metric(name, value))).toBe(expected);
  });

  it('shows values with their unit', () => {
    expect(formatValue(metric('x', 0.5, { unit: 'PERCENTAGE' }))).toBe('50 %');
    expect(formatValue(metric('fileSystemUsage.hoursUntilFull', 720, { unit: 'HOURS' }))).toBe('not filling up');
    expect(formatValue(metric('x', 'NaN'))).toBe('–');
  });
});

describe('an outdated value', () => {
  it('is late, or of a host that is down or whose agent is silent', () => {
    const [fresh, late] = [metric('a', 1, { time: 100_000 }), metric('b', 1, { time: 10_000 })];
    expect(staleSince([fresh, late], { now: 200_000, isSilent: false })).toBe(10_000);
    expect(staleSince([fresh], { now: 200_000, isSilent: false })).toBeUndefined();
    expect(staleSince([fresh], { now: 200_000, isSilent: true })).toBe(100_000);
    expect(staleSince([metric('c', 'NaN')], { now: 200_000, isSilent: true })).toBeUndefined();
  });

  it.each([
    ['UP', false, false],
    ['UP', true, true],
    ['DOWN', false, true],
  ] as const)('of a host that is %s, its agent silent: %s', (availability, silent, expected) => {
    const agent = { name: 'a', version: null, lastContact: 1, silent, problems: [] };
    expect(isSilent({ availability, agent })).toBe(expected);
    expect(isSilent({ availability, agent: null })).toBe(availability === 'DOWN');
  });
});
