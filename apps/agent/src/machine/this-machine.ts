import fs from 'node:fs/promises';
import os from 'node:os';
import type { Clock } from '@wardstone/clock';
import si from 'systeminformation';
import { readProcesses, withShares } from './processes';
import { loadBetween, type ProcessorTimes, readProcessorTimes } from './processor-times';
import type { FileSystem, Machine, MachineFacts, Memory, NetworkAdapter, RunningProcess, Snapshot } from './snapshot';

/** Names of platform types by the name that Node.js gives a system. */
const PLATFORM_TYPES: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'Linux',
  darwin: 'Mac OS X',
  win32: 'Windows',
  freebsd: 'FreeBSD',
  sunos: 'Solaris',
  aix: 'AIX',
};
/** File systems that hold no files of anyone. */
const VIRTUAL = new Set(['tmpfs', 'devtmpfs', 'squashfs', 'overlayfs-lower', 'efivarfs', 'proc', 'sysfs', 'cgroup2']);

const LINUX_ADAPTERS = '/sys/class/net';

const SAME_MOMENT_MS = 500;

interface Reading {
  timeMs: number;
  all: ProcessorTimes;
  cores: readonly ProcessorTimes[];
  processes: readonly RunningProcess[];
}

/** The machine that the agent runs on, as a user without any rights sees it. */
export class ThisMachine implements Machine {
  private before: Reading | undefined;
  private latest: { askedMs: number; taken: Promise<Snapshot> } | undefined;

  constructor(private readonly clock: Clock) {}

  async facts(): Promise<MachineFacts> {
    const [system, cpu] = await Promise.all([si.osInfo(), si.cpu()]);
    const { l3, l2 } = cpu.cache;
    return {
      hostname: os.hostname(),
      platformType: PLATFORM_TYPES[process.platform] ?? 'Java',
      osName: os.type(),
      osVersion: system.kernel || os.release(),
      distribution: system.distro,
      distributionVersion: system.release,
      architecture: os.arch(),
      cpu: {
        vendor: cpu.manufacturer,
        model: cpu.brand,
        mhz: cpu.speed > 0 ? Math.round(cpu.speed * 1000) : undefined,
        cacheBytes: [l3, l2].find((bytes) => bytes > 0),
        cores: os.cpus().length,
      },
    };
  }

  /** Readers at about the same time share one, so that loads are measured over a meaningful interval. */
  snapshot(): Promise<Snapshot> {
    const nowMs = this.clock.now();
    if (!this.latest || Math.abs(nowMs - this.latest.askedMs) >= SAME_MOMENT_MS) {
      const taken = this.take();
      this.latest = { askedMs: nowMs, taken };
      taken.catch(() => (this.latest = undefined));
    }
    return this.latest.taken;
  }

  private async take(): Promise<Snapshot> {
    const [times, memory, fileSystems, adapters, running] = await Promise.all([
      readProcessorTimes(),
      readMemory(),
      readFileSystems(),
      readAdapters(),
      readProcesses(),
    ]);
    const timeMs = this.clock.now();
    const { before } = this;
    const processes = withShares(before, { timeMs, processes: running });
    this.before = { timeMs, ...times, processes };
    return {
      timeMs,
      load: loadBetween(before?.all, times.all),
      coreLoads: times.cores.map((core, index) => loadBetween(before?.cores[index], core)),
      memory,
      fileSystems,
      adapters,
      processes,
    };
  }
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
  const found = (await si.fsSize()).filter(({ size, type }) => size > 0 && !VIRTUAL.has(type));
  // What is mounted over something else hides it.
  const byMount = new Map(found.map((fileSystem) => [fileSystem.mount, fileSystem]));
  return [...byMount.values()].map(({ mount, fs: device, type, size, used, available }) => ({
    mount,
    device,
    type,
    freeBytes: available ?? size - used,
    usedShare: used + available > 0 ? used / (used + available) : used / size,
  }));
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
    // The loopback adapter and tunnels do not know whether they are up; those with an address are.
    isUp: operstate === 'up' || (operstate !== 'down' && addresses[iface] !== undefined),
    receivedBytes: rx_bytes,
    sentBytes: tx_bytes,
    ip4: addresses[iface]?.find(({ family }) => family === 'IPv4')?.address,
  }));
}

type Link = Pick<NetworkAdapter, 'isVirtual' | 'carrierChanges'>;

const UNKNOWN_LINK: Link = { isVirtual: false, carrierChanges: undefined };

/** What Linux knows of an adapter, which may go away meanwhile. */
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
