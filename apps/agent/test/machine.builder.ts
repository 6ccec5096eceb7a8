import type { KnownResource, KnownSchedule } from '../src/domain/known-inventory';
import type { Machine, MachineFacts, Memory, NetworkAdapter, RunningProcess, Snapshot } from '../src/domain/snapshot';

export const aProcess = (over: Partial<RunningProcess> = {}): RunningProcess => ({
  pid: 100,
  parentPid: 1,
  name: 'program',
  kernelName: undefined,
  command: '/usr/bin/program',
  residentBytes: 1000,
  virtualBytes: 2000,
  userMs: 10,
  kernelMs: 10,
  ageMs: 60_000,
  cpuShare: undefined,
  ...over,
});

const LOAD = { user: 0.2, system: 0.1, idle: 0.65, wait: 0.05 };

export const anAdapter = (over: Partial<NetworkAdapter> = {}): NetworkAdapter => ({
  name: 'eth0',
  isUp: true,
  receivedBytes: 10,
  sentBytes: 20,
  ip4: '10.0.0.1',
  isVirtual: false,
  carrierChanges: 1,
  ...over,
});

const MEMORY: Memory = {
  total: 1000,
  free: 100,
  used: 900,
  actualFree: 600,
  actualUsed: 400,
  swapTotal: 50,
  swapUsed: 20,
  swapFree: 30,
};

export const aMemory = (over: Partial<Memory> = {}): Memory => ({ ...MEMORY, ...over });

export const aSnapshot = (over: Partial<Snapshot> = {}): Snapshot => ({
  timeMs: 1_000_000,
  load: LOAD,
  coreLoads: [LOAD, undefined],
  loadAverages: [4, 2, 1],
  memory: MEMORY,
  fileSystems: [{ mount: '/', device: '/dev/sda1', type: 'ext4', freeBytes: 2048, usedShare: 0.5, isReadOnly: false }],
  adapters: [anAdapter()],
  processes: [],
  ...over,
});

/** Observations without forecasts and readings of the host. */
export const NOTHING_READ = {
  hoursUntilFull: new Map<string, number>(),
  hostReadings: new Map<string, number | string>(),
};

export const FACTS: MachineFacts = {
  hostname: 'host-a',
  platformType: 'Linux',
  osName: 'Linux',
  osVersion: '6.1',
  distribution: 'Debian',
  distributionVersion: '12',
  architecture: 'x64',
  cpu: { vendor: 'Acme', model: 'Fast', mhz: 2000, cacheBytes: undefined, cores: 2 },
};

/** A machine with the snapshots of the test. */
export const aMachine = (snapshot: () => Snapshot = () => aSnapshot()): Machine => ({
  facts: () => Promise.resolve(FACTS),
  snapshot: () => Promise.resolve(snapshot()),
  problems: [],
});

export const aResource = (over: Partial<KnownResource> = {}): KnownResource => ({
  resourceId: 1,
  parentId: null,
  key: 'host-a',
  typeName: 'Linux',
  pluginName: 'Platforms',
  name: 'host-a',
  status: 'COMMITTED',
  pluginConfig: {},
  ...over,
});

export const aSchedule = (over: Partial<KnownSchedule> = {}): KnownSchedule => ({
  scheduleId: 10,
  resourceId: 1,
  name: 'CpuPerc.user',
  type: 'MEASUREMENT',
  perMinute: false,
  collectionInterval: 60_000,
  enabled: true,
  ...over,
});
