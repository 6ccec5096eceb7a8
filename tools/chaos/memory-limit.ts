import fs from 'node:fs';
import path from 'node:path';
import { describeProcess, waitUntil } from '@wardstone/host';
import type { RunningSystem, ServiceName } from '../system';

const V1 = '/sys/fs/cgroup/memory';
const V2 = '/sys/fs/cgroup';
const RESTART_LIMIT_MS = 120_000;

/** Why the memory of processes cannot be limited here; undefined if it can. */
export function obstacleToLimits(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can limit the memory of a process';
  return controller() === undefined ? 'there is no control group for memory' : undefined;
}

/** Runs a service of `system` in a cgroup with a memory limit, as in a container. */
export class MemoryLimit {
  private constructor(
    private readonly folder: string,
    private readonly isV1: boolean,
  ) {}

  static async restartWithin(system: RunningSystem, service: ServiceName, mib: number): Promise<MemoryLimit> {
    const { root, isV1 } = controller()!;
    const old = describeProcess(system.processId(service))!;
    const parent = /^PPid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${old.pid}/status`, 'utf8'))![1]!;
    const ownGroup = path.join(root, getGroup(parent, isV1));
    // In version 2, a group with processes cannot have limited subgroups.
    const limit = new MemoryLimit(path.join(isV1 ? ownGroup : root, `wardstone-chaos-${process.pid}-${service}`), isV1);
    fs.mkdirSync(limit.folder);
    limit.write(isV1 ? 'memory.limit_in_bytes' : 'memory.max', String(mib * 1024 * 1024));
    // Child processes start in the group of their parent.
    limit.write('cgroup.procs', parent);
    process.kill(old.pid, 'SIGKILL');
    const isBack = (): boolean => limit.processes().includes(String(system.processId(service)));
    const returned = await waitUntil(isBack, RESTART_LIMIT_MS);
    fs.writeFileSync(path.join(ownGroup, 'cgroup.procs'), parent);
    if (!returned) throw new Error(`${service} did not start again`);
    return limit;
  }

  /** Maximum memory in use, in MiB, including the kernel's file cache. */
  get peakMib(): number {
    return Number(this.read(this.isV1 ? 'memory.max_usage_in_bytes' : 'memory.peak')) / 1024 / 1024;
  }

  /** Number of processes killed because of the limit. */
  get killed(): number {
    const counts = this.read(this.isV1 ? 'memory.oom_control' : 'memory.events');
    return Number(/^oom_kill (\d+)/m.exec(counts)?.[1]);
  }

  /** Call after its processes have ended. */
  remove(): void {
    fs.rmdirSync(this.folder);
  }

  private processes(): string[] {
    return this.read('cgroup.procs').trim().split('\n');
  }

  private read(name: string): string {
    return fs.readFileSync(path.join(this.folder, name), 'utf8');
  }

  private write(name: string, text: string): void {
    fs.writeFileSync(path.join(this.folder, name), text);
  }
}

function controller(): { root: string; isV1: boolean } | undefined {
  if (fs.existsSync(path.join(V1, 'memory.limit_in_bytes'))) return { root: V1, isV1: true };
  const enabled = path.join(V2, 'cgroup.subtree_control');
  const isV2 = fs.existsSync(enabled) && fs.readFileSync(enabled, 'utf8').includes('memory');
  return isV2 ? { root: V2, isV1: false } : undefined;
}

/** Path of a process's group, below the root. */
function getGroup(pid: string, isV1: boolean): string {
  const groups = fs.readFileSync(`/proc/${pid}/cgroup`, 'utf8');
  return (isV1 ? /^\d+:memory:(.*)$/m : /^0::(.*)$/m).exec(groups)![1]!;
}
