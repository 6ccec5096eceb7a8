import { readPackage, resolveTypes, sourceOfBytes } from '@wardstone/plugin-descriptor';
import { unitSymbol } from '@wardstone/units';
import type {
  MetricDefinition,
  ResolvedPlugin,
  ResolvedType,
} from '../../../../../libs/plugin-descriptor/src/plugin-model';
import { readDescriptor } from '../../../../../libs/plugin-descriptor/src/read-descriptor';
import { BUILT_IN_PLUGINS, PLATFORMS_PLUGIN, DEMO_DESCRIPTOR } from './built-in-plugins';
import { PLATFORMS_DESCRIPTOR } from './platforms-descriptor';

const resolved = (text: string): ResolvedPlugin => resolveTypes(readDescriptor(Buffer.from(text)), () => undefined);

const platforms = resolved(PLATFORMS_DESCRIPTOR);
const MACHINES = ['Linux', 'Windows', 'Solaris', 'HP-UX', 'AIX', 'FreeBSD', 'Mac OS X'];

const typeNamed = (plugin: ResolvedPlugin, name: string): ResolvedType => {
  const type = plugin.types.find((candidate) => candidate.name === name);
  if (!type) throw new Error(`no type ${name}`);
  return type;
};

/** "name: S/D, on or off, N/T, unit" as the catalogue puts it; availability is left to the tests of metrics. */
const summary = ({ name, displayType, isOnByDefault, dataType, unit }: MetricDefinition): string =>
  `${name}: ${displayType[0]} ${isOnByDefault ? 'on' : 'off'} ${dataType} ${unitSymbol(unit)}`.trim();

const getMetrics = (plugin: ResolvedPlugin, name: string): string[] =>
  typeNamed(plugin, name)
    .metrics.filter(({ dataType }) => dataType !== 'AVAILABILITY')
    .map(summary);

const PLATFORM_METRICS = [
  'Native.MemoryInfo.free: S on MEASUREMENT B',
  'Native.MemoryInfo.actualFree: S on MEASUREMENT B',
  'Native.MemoryInfo.used: S on MEASUREMENT B',
  'Native.MemoryInfo.actualUsed: S on MEASUREMENT B',
  'Native.MemoryInfo.total: D off MEASUREMENT B',
  'Native.SwapInfo.used: S on MEASUREMENT B',
  'Native.SwapInfo.free: D on MEASUREMENT B',
  'Native.SwapInfo.total: D off MEASUREMENT B',
  'CpuPerc.sys: S on MEASUREMENT %',
  'CpuPerc.user: S on MEASUREMENT %',
  'CpuPerc.idle: D off MEASUREMENT %',
  'CpuPerc.wait: D off MEASUREMENT %',
  'Trait.hostname: S on TRAIT',
  'Trait.osname: S on TRAIT',
  'Trait.osversion: S on TRAIT',
  'Trait.sysarch: S on TRAIT',
];

describe('the built-in plugins', () => {
  it.each(BUILT_IN_PLUGINS)('$fileName is a package without a warning', async ({ descriptor }) => {
    const { form, version, descriptor: read } = await readPackage(sourceOfBytes(Buffer.from(descriptor)));
    expect({ form, version, warnings: read.warnings }).toEqual({
      form: 'BARE_DESCRIPTOR',
      version: '1.0.0',
      warnings: [],
    });
  });

  it('has the platform and service types that clients know', () => {
    expect(platforms.descriptor.name).toBe(PLATFORMS_PLUGIN);
    expect(platforms.types.map(({ name, category }) => `${category} ${name}`)).toEqual([
      ...MACHINES.map((name) => `PLATFORM ${name}`),
      'PLATFORM Java',
      'SERVICE CPU',
      'SERVICE File System',
      'SERVICE Network Adapter',
      'SERVICE Process',
      'SERVICE Directory',
    ]);
    expect(new Set(platforms.types.map(({ createPolicy }) => createPolicy))).toEqual(new Set(['NEITHER']));
    expect(platforms.types.filter(({ supportsManualAdd }) => supportsManualAdd).map(({ name }) => name)).toEqual([
      'Process',
      'Directory',
    ]);
  });

  it.each([...MACHINES.slice(1), 'Java'])('measures memory, swap, processors and traits of %s', (name) => {
    expect(getMetrics(platforms, name)).toEqual(PLATFORM_METRICS);
  });

  it('know the distribution of a Linux, too, and measure more of it', () => {
    expect(getMetrics(platforms, 'Linux')).toEqual([
      ...PLATFORM_METRICS,
      'distro.name: S on TRAIT',
      'distro.version: S on TRAIT',
      ...['used', 'user', 'system', 'wait'].map((share) => `Cpu.${share}: S on MEASUREMENT %`),
      ...[1, 5, 15].map((minutes) => `LoadPerCore.${minutes}: S on MEASUREMENT`),
      'Memory.availablePercent: S on MEASUREMENT %',
      'Memory.total: S on MEASUREMENT B',
      'Swap.usedPercent: S on MEASUREMENT %',
      ...['received', 'sent'].flatMap((way) => [
        `Network.${way}: D off MEASUREMENT B`,
        `Network.${way}: S on MEASUREMENT B`,
      ]),
      'Clock.offset: D on MEASUREMENT s',
      'Clock.source: D on TRAIT',
      'Systemd.failedUnits: D on MEASUREMENT',
      'Systemd.failedUnitNames: D on TRAIT',
      'Certificates.daysLeft: D on MEASUREMENT d',
      'Certificates.next: D on TRAIT',
    ]);
  });

  it('measures the services by the metric catalogue', () => {
    expect(getMetrics(platforms, 'CPU')).toEqual([
      ...PLATFORM_METRICS.filter((metric) => metric.startsWith('CpuPerc')),
      'CpuTrait.vendor: D on TRAIT',
      'CpuTrait.model: D on TRAIT',
      'CpuTrait.mhz: D on TRAIT',
      'CpuTrait.cacheSize: D on TRAIT',
    ]);
    expect(getMetrics(platforms, 'File System')).toEqual([
      'fileSystemUsage.free: S on MEASUREMENT KB',
      'fileSystemUsage.usePercent: S on MEASUREMENT %',
      'fileSystemUsage.hoursUntilFull: S on MEASUREMENT h',
      'fileSystem.typeName: S on TRAIT',
    ]);
    expect(getMetrics(platforms, 'Network Adapter')).toEqual([
      'rxBytes: D off MEASUREMENT B',
      'rxBytes: S on MEASUREMENT B',
      'txBytes: D off MEASUREMENT B',
      'txBytes: S on MEASUREMENT B',
      'Trait.net4.address: S on TRAIT',
    ]);
    expect(getMetrics(platforms, 'Process')).toEqual([
      'Process.cpu.percent: S on MEASUREMENT %',
      'Process.memory.resident: S on MEASUREMENT B',
      'Process.memory.size: S on MEASUREMENT B',
    ]);
    expect(getMetrics(platforms, 'Directory')).toEqual(['usage: D on MEASUREMENT B']);
    expect(typeNamed(platforms, 'Directory').metrics[0]?.defaultIntervalMs).toBe(180_000);
  });

  it('put the services on every machine except those known only through Java', () => {
    for (const name of ['CPU', 'File System', 'Network Adapter', 'Process', 'Directory']) {
      const { placement, parents } = typeNamed(platforms, name);
      expect([placement, parents]).toEqual([
        'LISTED',
        MACHINES.map((machine) => ({ name: machine, plugin: 'Platforms' })),
      ]);
    }
  });

  it('require the connection properties of resources that are added by hand', () => {
    const properties = (name: string): unknown[] =>
      typeNamed(platforms, name).pluginConfiguration?.properties.map((property) => [
        property.name,
        property.isRequired,
      ]) ?? [];
    expect(properties('Process')).toEqual([
      ['type', true],
      ['pidFile', false],
      ['piql', false],
      ['fullProcessTree', false],
    ]);
    expect(properties('Directory')).toEqual([['path', true]]);
  });

  it.each([...MACHINES, 'Java'])('offers discovery and the list of processes on %s', (name) => {
    const [discovery, viewProcessList, ...others] = typeNamed(platforms, name).operations;
    expect(discovery).toMatchObject({
      name: 'discovery',
      parameters: { properties: [{ name: 'detailedDiscovery', type: 'BOOLEAN', isRequired: true }] },
    });
    expect(viewProcessList).toMatchObject({ name: 'viewProcessList', parameters: null });
    expect(others.map((operation) => operation.name)).toEqual(name === 'Linux' ? ['acceptFiles'] : []);
  });

  it.each(MACHINES)('has a source of log events on %s', (name) => {
    expect(typeNamed(platforms, name).events.map((event) => event.name)).toEqual([
      'Event Log',
      'logEntry',
      'connectionProblem',
    ]);
  });

  it('has an event log on every platform', () => {
    const types = platforms.types.filter(({ category }) => category === 'PLATFORM');
    expect(types.length).toBeGreaterThan(5);
    for (const { events } of types) expect(events[0]!.name).toBe('Event Log');
  });

  it('has a server with a child from a configuration and a child from content', () => {
    const { types } = resolved(DEMO_DESCRIPTOR);
    expect(
      types.map((type) => [type.name, type.category, type.supportsManualAdd, type.createPolicy, type.creationDataType]),
    ).toEqual([
      ['Demo Server', 'SERVER', false, 'NEITHER', 'CONFIGURATION'],
      ['Demo Queue', 'SERVICE', false, 'BOTH', 'CONFIGURATION'],
      ['Demo Application', 'SERVICE', false, 'BOTH', 'CONTENT'],
    ]);
    expect(types[0]?.placement).toBe('ANY_PLATFORM');
    expect(types[2]?.packageTypes).toMatchObject([{ name: 'archive', isCreationType: true }]);
  });
});
