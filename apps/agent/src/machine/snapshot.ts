/** How a processor spent a stretch of time, as shares of 1. */
export interface Load {
  user: number;
  system: number;
  idle: number;
  /** Waiting for devices; undefined where the system does not report it. */
  wait: number | undefined;
}

export interface Memory {
  total: number;
  free: number;
  used: number;
  /** With caches and buffers counted as free. */
  actualFree: number;
  actualUsed: number;
  swapTotal: number;
  swapUsed: number;
  swapFree: number;
}

export interface FileSystem {
  mount: string;
  device: string;
  type: string;
  freeBytes: number;
  usedShare: number;
  isReadOnly: boolean;
}

export interface NetworkAdapter {
  name: string;
  isUp: boolean;
  /** Counted since the adapter came up. */
  receivedBytes: number;
  sentBytes: number;
  ip4: string | undefined;
  /** Made by the kernel, without a device behind it; false where the system does not report it. */
  isVirtual: boolean;
  /** How often its link came or went; undefined where the system does not report it. */
  carrierChanges: number | undefined;
}

export interface RunningProcess {
  pid: number;
  parentPid: number;
  /** Whole base name of the program file. */
  name: string;
  /** Name in the kernel: Linux cuts it after 15 bytes. Undefined on systems without one. */
  kernelName: string | undefined;
  command: string;
  residentBytes: number;
  virtualBytes: number;
  /** Undefined where the system does not report it. */
  userMs: number | undefined;
  kernelMs: number | undefined;
  /** Time since it was started; undefined where the system does not report it. */
  ageMs: number | undefined;
  /** Share of one processor since the snapshot before; undefined in the first one. */
  cpuShare: number | undefined;
}

/** The machine at one moment. Sizes are in bytes; what could not be read is undefined. */
export interface Snapshot {
  timeMs: number;
  /** Since the snapshot before; undefined in the first one. */
  load: Load | undefined;
  coreLoads: readonly (Load | undefined)[] | undefined;
  /** Processes that run or wait, averaged over 1, 5 and 15 minutes; undefined where the system does not report it. */
  loadAverages: readonly number[] | undefined;
  memory: Memory | undefined;
  /** Everything that is mounted and has a size. */
  fileSystems: readonly FileSystem[] | undefined;
  adapters: readonly NetworkAdapter[] | undefined;
  processes: readonly RunningProcess[] | undefined;
}

/** Facts that hardly ever change. */
export interface MachineFacts {
  hostname: string;
  /** Name of the platform type. */
  platformType: string;
  osName: string;
  osVersion: string;
  distribution: string;
  distributionVersion: string;
  architecture: string;
  cpu: { vendor: string; model: string; mhz: number | undefined; cacheBytes: number | undefined; cores: number };
}

/** Source of facts and snapshots. */
export interface Machine {
  facts(): Promise<MachineFacts>;
  snapshot(): Promise<Snapshot>;
  /** Unreadable parts of the last snapshot, with reasons. */
  readonly problems: readonly string[];
}
