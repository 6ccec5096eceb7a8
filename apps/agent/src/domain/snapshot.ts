/** How a processor spent a period, as fractions of 1. */
export interface Load {
  user: number;
  system: number;
  idle: number;
  /** Waiting for devices; undefined if the system does not report it. */
  wait: number | undefined;
}

export interface Memory {
  total: number;
  free: number;
  used: number;
  /** Caches and buffers count as free. */
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
  /** Created by the kernel without a device; false if the system does not report it. */
  isVirtual: boolean;
  /** Number of changes of its link state; undefined if the system does not report it. */
  carrierChanges: number | undefined;
}

export interface RunningProcess {
  pid: number;
  parentPid: number;
  /** Full base name of the executable. */
  name: string;
  /** Name in the kernel, truncated by Linux after 15 bytes; undefined on other systems. */
  kernelName: string | undefined;
  command: string;
  residentBytes: number;
  virtualBytes: number;
  /** Undefined if the system does not report it. */
  userMs: number | undefined;
  kernelMs: number | undefined;
  /** Time since the start; undefined if the system does not report it. */
  ageMs: number | undefined;
  /** Share of one processor since the previous snapshot; undefined in the first one. */
  cpuShare: number | undefined;
}

/** The machine at a time. Sizes are in bytes; unreadable values are undefined. */
export interface Snapshot {
  timeMs: number;
  /** Since the previous snapshot; undefined in the first one. */
  load: Load | undefined;
  coreLoads: readonly (Load | undefined)[] | undefined;
  /**
   * Number of running or waiting processes, averaged over 1, 5 and 15 minutes; undefined if the system does not report
   * it.
   */
  loadAverages: readonly number[] | undefined;
  memory: Memory | undefined;
  /** All mounts with a size. */
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
