import type { MachineFacts, NetworkAdapter, RunningProcess, Snapshot } from './snapshot';
import type { KnownResource } from './known-inventory';
import { getFolder, type WatchedFiles } from './named-paths';
import { selectedProcesses } from './selected-processes';
import { maskCommand } from './shown-command';

/** A snapshot of the machine, with facts that hardly change. */
export interface Observation {
  facts: MachineFacts;
  snapshot: Snapshot;
  files: WatchedFiles;
  /** Sizes of due directories, by path. */
  directoryBytes: ReadonlyMap<string, number>;
  /** Hours until file systems are full, by mount point. */
  hoursUntilFull: ReadonlyMap<string, number>;
  /** Values of the machine's metrics that are read only when due. */
  hostReadings: ReadonlyMap<string, number | string>;
}

type Value = number | string | undefined;
type Readings = Readonly<Record<string, () => Value>>;

/** The value of a metric of a resource; undefined if there is none now. */
export function measuredValue(resource: KnownResource, metric: string, observation: Observation): Value {
  const readings = getReadings(resource, observation);
  if (!Object.hasOwn(readings, metric)) return undefined;
  const value = readings[metric]!();
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
}

function getReadings(resource: KnownResource, observation: Observation): Readings {
  const { snapshot, files } = observation;
  if (resource.parentId === null) return platformReadings(observation);
  const ofProcesses = (): Readings =>
    snapshot.processes ? processReadings(selectedProcesses(resource, snapshot.processes, files)) : {};
  if (resource.pluginName !== 'Platforms') return ofProcesses();
  switch (resource.typeName) {
    case 'CPU':
      return cpuReadings(resource, observation);
    case 'File System':
      return fileSystemReadings(resource, observation);
    case 'Network Adapter':
      return adapterReadings(resource, snapshot);
    case 'Process':
      return ofProcesses();
    case 'Directory':
      return { usage: () => observation.directoryBytes.get(getFolder(resource)) };
    default:
      return {};
  }
}

function loadReadings(load: Snapshot['load']): Readings {
  return {
    'CpuPerc.sys': () => load?.system,
    'CpuPerc.user': () => load?.user,
    'CpuPerc.idle': () => load?.idle,
    'CpuPerc.wait': () => load?.wait,
  };
}

function platformReadings({ facts, snapshot, hostReadings }: Observation): Readings {
  const { load, memory } = snapshot;
  return {
    ...loadReadings(load),
    ...linuxReadings(facts, snapshot),
    ...Object.fromEntries([...hostReadings].map(([name, value]) => [name, () => value])),
    'Native.MemoryInfo.free': () => memory?.free,
    'Native.MemoryInfo.actualFree': () => memory?.actualFree,
    'Native.MemoryInfo.used': () => memory?.used,
    'Native.MemoryInfo.actualUsed': () => memory?.actualUsed,
    'Native.MemoryInfo.total': () => memory?.total,
    'Native.SwapInfo.used': () => memory?.swapUsed,
    'Native.SwapInfo.free': () => memory?.swapFree,
    'Native.SwapInfo.total': () => memory?.swapTotal,
    'Trait.hostname': () => facts.hostname,
    'Trait.osname': () => facts.osName,
    'Trait.osversion': () => facts.osVersion,
    'Trait.sysarch': () => facts.architecture,
    'distro.name': () => facts.distribution || undefined,
    'distro.version': () => facts.distributionVersion || undefined,
  };
}

/** Metrics that exist only on Linux. */
function linuxReadings({ cpu }: MachineFacts, { load, memory, loadAverages, adapters }: Snapshot): Readings {
  const perCore = (average: number | undefined): Value => average && average / Math.max(1, cpu.cores);
  return {
    'Cpu.used': () => load && load.user + load.system,
    'Cpu.user': () => load?.user,
    'Cpu.system': () => load?.system,
    'Cpu.wait': () => load?.wait,
    'LoadPerCore.1': () => perCore(loadAverages?.[0]),
    'LoadPerCore.5': () => perCore(loadAverages?.[1]),
    'LoadPerCore.15': () => perCore(loadAverages?.[2]),
    'Memory.availablePercent': () => (memory && memory.total > 0 ? memory.actualFree / memory.total : undefined),
    'Memory.total': () => memory?.total,
    'Swap.usedPercent': () => (memory && memory.swapTotal > 0 ? memory.swapUsed / memory.swapTotal : undefined),
    'Network.received': () => getSum(adapters, ({ receivedBytes }) => receivedBytes),
    'Network.sent': () => getSum(adapters, ({ sentBytes }) => sentBytes),
  };
}

/**
 * Sum over physical adapters, because bridges and tunnels count the same traffic again. In a container all adapters are
 * virtual.
 */
function getSum(adapters: Snapshot['adapters'], count: (adapter: NetworkAdapter) => number): Value {
  const real = adapters?.filter(({ isVirtual }) => !isVirtual) ?? [];
  const counted = real.length > 0 ? real : (adapters?.filter(({ name }) => name !== 'lo') ?? []);
  return counted.length === 0 ? undefined : counted.reduce((sum, adapter) => sum + count(adapter), 0);
}

function cpuReadings({ key }: KnownResource, { facts: { cpu }, snapshot }: Observation): Readings {
  return {
    ...loadReadings(snapshot.coreLoads?.[Number(key.replace(/^CPU /, ''))]),
    'CpuTrait.vendor': () => cpu.vendor || undefined,
    'CpuTrait.model': () => cpu.model || undefined,
    'CpuTrait.mhz': () => cpu.mhz?.toString(),
    'CpuTrait.cacheSize': () => cpu.cacheBytes?.toString(),
  };
}

function fileSystemReadings({ key }: KnownResource, { snapshot, hoursUntilFull }: Observation): Readings {
  const fileSystem = snapshot.fileSystems?.find(({ mount }) => mount === key);
  return {
    // The metric is in kilobytes.
    'fileSystemUsage.free': () => fileSystem && fileSystem.freeBytes / 1024,
    'fileSystemUsage.usePercent': () => fileSystem?.usedShare,
    'fileSystemUsage.hoursUntilFull': () => fileSystem && hoursUntilFull.get(key),
    'fileSystem.typeName': () => fileSystem?.type,
  };
}

function adapterReadings({ key }: KnownResource, { adapters }: Snapshot): Readings {
  const adapter = adapters?.find(({ name }) => name === key);
  return {
    rxBytes: () => adapter?.receivedBytes,
    txBytes: () => adapter?.sentBytes,
    'Trait.net4.address': () => adapter?.ip4,
  };
}

function processReadings(processes: readonly RunningProcess[]): Readings {
  const sum = (of: (process: RunningProcess) => number): Value =>
    processes.length === 0 ? undefined : processes.reduce((total, process) => total + of(process), 0);
  const hasShares = processes.some(({ cpuShare }) => cpuShare !== undefined);
  return {
    'Process.cpu.percent': () => (hasShares ? sum(({ cpuShare = 0 }) => cpuShare) : undefined),
    'Process.memory.resident': () => sum(({ residentBytes }) => residentBytes),
    'Process.memory.size': () => sum(({ virtualBytes }) => virtualBytes),
    'Process.count': () => processes.length,
    'Process.command': () => processes[0] && maskCommand(processes[0].command).slice(0, 1000).toWellFormed(),
  };
}
