import fs from 'node:fs/promises';
import os from 'node:os';
import type { Clock } from '@wardstone/clock';
import si from 'systeminformation';
import { readProcesses, withShares } from './processes';
import { PartReader } from './read-guard';
import { loadBetween, type ProcessorTimes, readProcessorTimes } from './processor-times';
import type {
  FileSystem,
  Machine,
  MachineFacts,
  Memory,
  NetworkAdapter,
  RunningProcess,
  Snapshot,
} from '../domain/snapshot';

/** Names of platform types by Node.js' name of the system. */
const PLATFORM_TYPES: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'Linux',
  darwin: 'Mac OS X',
  win32: 'Windows',
  freebsd: 'FreeBSD',
  sunos: 'Solaris',
  aix: 'AIX',
};
const LINUX_ADAPTERS = '/sys/class/net';

const SAME_MOMENT_MS = 500;

const READERS = {
  times: readProcessorTimes,
  memory: readMemory,
  fileSystems: readFileSystems,
  localFileSystems: readLocalFileSystems,
  adapters: readAdapters,
  processes: readProcesses,
  system: () => si.osInfo(),
  processor: () => si.cpu(),
};

/** Display names of the readers. */
const SUBJECTS: Readonly<Record<keyof typeof READERS, string>> = {
  times: 'processor times',
  memory: 'memory',
  fileSystems: 'file systems',
  localFileSystems: 'local file systems',
  adapters: 'network adapters',
  processes: 'processes',
  system: 'operating system',
  processor: 'processor model',
};

interface Reading {
  /** On the monotonic clock. */
  timeMs: number;
  times: { all: ProcessorTimes; cores: readonly ProcessorTimes[] } | undefined;
  processes: readonly RunningProcess[];
}

/** The machine of the agent, as seen by an unprivileged user. */
export class ThisMachine implements Machine {
  private before: Reading | undefined;
  private isTaking = false;
  private latest: { checkedMs: number; taken: Promise<Snapshot> } | undefined;
  private readonly parts: PartReader<keyof typeof READERS>;
  private readonly readers: typeof READERS;

  constructor(
    private readonly clock: Clock,
    { limitMs, ...readers }: Partial<typeof READERS> & { limitMs?: number } = {},
  ) {
    this.parts = new PartReader(SUBJECTS, limitMs);
    this.readers = { ...READERS, ...readers };
  }

  get problems(): readonly string[] {
    return this.parts.problems;
  }

  async facts(): Promise<MachineFacts> {
    const [system, cpu] = await Promise.all([
      this.parts.read('system', this.readers.system),
      this.parts.read('processor', this.readers.processor),
    ]);
    return {
      hostname: os.hostname(),
      platformType: PLATFORM_TYPES[process.platform] ?? 'Java',
      osName: os.type(),
      osVersion: system?.kernel || os.release(),
      distribution: system?.distro ?? '',
      distributionVersion: system?.release ?? '',
      architecture: os.arch(),
      cpu: cpuFacts(cpu),
    };
  }

  /**
   * Concurrent callers, and those at about the same time, share a snapshot: loads need an interval, and readers must
   * not run in parallel.
   */
  snapshot(): Promise<Snapshot> {
    const nowMs = this.clock.monotonic();
    const isShared = this.latest && (this.isTaking || nowMs - this.latest.checkedMs < SAME_MOMENT_MS);
    if (!isShared) {
      this.isTaking = true;
      this.latest = { checkedMs: nowMs, taken: this.measure().finally(() => (this.isTaking = false)) };
    }
    return this.latest!.taken;
  }

  private async measure(): Promise<Snapshot> {
    const [times, memory, fileSystems, adapters, running] = await Promise.all([
      this.parts.read('times', this.readers.times),
      this.parts.read('memory', this.readers.memory),
      // A dead mount must not hide the disks.
      this.parts
        .read('fileSystems', this.readers.fileSystems)
        .then((found) => found ?? this.parts.read('localFileSystems', this.readers.localFileSystems)),
      this.parts.read('adapters', this.readers.adapters),
      this.parts.read('processes', this.readers.processes),
    ]);
    const { before } = this;
    const timeMs = this.clock.monotonic();
    const processes = running && withShares(before, { timeMs, processes: running });
    this.before = { timeMs, times: times ?? before?.times, processes: processes ?? [] };
    return {
      timeMs: this.clock.now(),
      load: times && loadBetween(before?.times?.all, times.all),
      loadAverages: readLoadAverages(),
      coreLoads: times?.cores.map((core, index) => loadBetween(before?.times?.cores[index], core)),
      memory,
      fileSystems,
      adapters,
      processes,
    };
  }
}

/** Windows has none, where Node.js returns 0. */
function readLoadAverages(): readonly number[] | undefined {
  return process.platform === 'win32' ? undefined : os.loadavg();
}

function cpuFacts(cpu: si.Systeminformation.CpuData | undefined): MachineFacts['cpu'] {
  const { l3 = 0, l2 = 0 } = cpu?.cache ?? {};
  return {
    vendor: cpu?.manufacturer ?? '',
    model: cpu?.brand ?? '',
    mhz: cpu && cpu.speed > 0 ? Math.round(cpu.speed * 1000) : undefined,
    cacheBytes: [l3, l2].find((bytes) => bytes > 0),
    cores: os.cpus().length,
  };
}

async function readMemory(): Promise<Memory> {
  const { total, free, used, available, swaptotal, swapused, swapfree } = await si.mem();
  return {
    total,
    free,
    used,
    actualFree: available,
    actualUsed: total - available,
    swapTotal: swaptotal,
    swapUsed: swapused,
    swapFree: swapfree,
  };
}

async function readFileSystems(): Promise<FileSystem[]> {
  const found = (await si.fsSize()).filter(({ size }) => size > 0);
  // A later mount hides an earlier one on the same folder.
  const byMount = new Map(found.map((fileSystem) => [fileSystem.mount, fileSystem]));
  const readOnly = await readReadOnlyMounts();
  return [...byMount.values()].map(({ mount, fs: device, type, size, used, available }) => ({
    mount,
    device,
    type,
    isReadOnly: readOnly.has(mount),
    freeBytes: available ?? size - used,
    usedShare: used + available > 0 ? used / (used + available) : used / size,
  }));
}

/** Local file systems, without `df`, which waits for network mounts. */
async function readLocalFileSystems(): Promise<FileSystem[] | undefined> {
  if (process.platform !== 'linux') return undefined;
  const mounts = parseMounts(await fs.readFile('/proc/self/mounts', 'utf8'));
  const readOnly = await readReadOnlyMounts();
  const found = await Promise.all(
    mounts.map(async (mounted) => {
      const { bsize, blocks, bfree, bavail } = await fs.statfs(mounted.mount);
      const used = blocks - bfree;
      if (blocks === 0) return [];
      const usedShare = used + bavail > 0 ? used / (used + bavail) : 1;
      return [{ ...mounted, freeBytes: bavail * bsize, usedShare, isReadOnly: readOnly.has(mounted.mount) }];
    }),
  );
  return found.flat();
}

async function readReadOnlyMounts(): Promise<ReadonlySet<string>> {
  if (process.platform !== 'linux') return new Set();
  return parseReadOnlyMounts(await fs.readFile('/proc/self/mountinfo', 'utf8'));
}

/**
 * Mount points of file systems that are themselves read-only, by the superblock options in `/proc/self/mountinfo`: the
 * sandbox of a service (ProtectSystem=strict) makes all mounts read-only for the agent.
 */
export function parseReadOnlyMounts(text: string): ReadonlySet<string> {
  const readOnly = new Set<string>();
  for (const line of text.split('\n')) {
    const [own = '', shared = ''] = line.split(' - ');
    const mount = unescapePlace(own.split(' ')[4] ?? '');
    // Only the last of several mounts at a path is visible.
    if ((shared.split(' ')[2] ?? '').split(',').includes('ro')) readOnly.add(mount);
    else readOnly.delete(mount);
  }
  return readOnly;
}

/** Blanks and similar characters are written in octal. */
function unescapePlace(word: string): string {
  return word.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)));
}

type Mounted = Pick<FileSystem, 'device' | 'mount' | 'type'>;

/** Parses mounts of devices in `/proc/self/mounts`, without duplicate mount points. */
export function parseMounts(text: string): Mounted[] {
  const byMount = new Map<string, Mounted>();
  for (const line of text.split('\n')) {
    const [device = '', mount = '', type = ''] = line.split(' ').map(unescapePlace);
    if (device.startsWith('/dev/')) byMount.set(mount, { device, mount, type });
  }
  return [...byMount.values()];
}

async function readAdapters(): Promise<NetworkAdapter[]> {
  const addresses = os.networkInterfaces();
  const names = process.platform === 'linux' ? await fs.readdir(LINUX_ADAPTERS) : Object.keys(addresses);
  const real = names.filter((name) => name !== 'bonding_masters').sort();
  if (real.length === 0) return [];
  const [counted, links] = await Promise.all([
    si.networkStats(real.join(',')),
    Promise.all(real.map(async (name) => [name, await readLink(name)] as const)),
  ]);
  const linkOf = new Map(links);
  return counted.map(({ iface, operstate, rx_bytes, tx_bytes }) => ({
    ...(linkOf.get(iface) ?? UNKNOWN_LINK),
    name: iface,
    // Loopback adapters and tunnels do not report their state; with an address, they are up.
    isUp: operstate === 'up' || (operstate !== 'down' && addresses[iface] !== undefined),
    receivedBytes: rx_bytes,
    sentBytes: tx_bytes,
    ip4: addresses[iface]?.find(({ family }) => family === 'IPv4')?.address,
  }));
}

type Link = Pick<NetworkAdapter, 'isVirtual' | 'carrierChanges'>;

const UNKNOWN_LINK: Link = { isVirtual: false, carrierChanges: undefined };

/** Linux's data about an adapter, which may disappear meanwhile. */
async function readLink(name: string): Promise<Link> {
  if (process.platform !== 'linux') return UNKNOWN_LINK;
  try {
    const [device, changes] = await Promise.all([
      fs.realpath(`${LINUX_ADAPTERS}/${name}`),
      fs.readFile(`${LINUX_ADAPTERS}/${name}/carrier_changes`, 'utf8'),
    ]);
    return { isVirtual: device.startsWith('/sys/devices/virtual/'), carrierChanges: Number(changes) };
  } catch {
    return UNKNOWN_LINK;
  }
}
