import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import si from 'systeminformation';
import { beginsAs, isCut } from '../domain/kernel-name';
import type { RunningProcess } from '../domain/snapshot';

/** Unit of the kernel's process times on every Linux supported by Node.js: a hundredth of a second. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;
/** Name that newer Node.js gives its processes. */
const NODE_THREAD = 'MainThread';
/** Number of words of a command line that may contain a script: interpreter, options, script. */
const NAMING_WORDS = 4;

/** Every process that this user may see. */
export function readProcesses(): Promise<RunningProcess[]> {
  return process.platform === 'linux' ? readProc() : readThroughLibrary();
}

/** Undefined if it has ended, or may not be seen. */
export async function readProcess(pid: number): Promise<RunningProcess | undefined> {
  if (process.platform !== 'linux') return (await readThroughLibrary()).find((each) => each.pid === pid);
  try {
    const [stat, command] = await Promise.all([
      fs.readFile(`/proc/${pid}/stat`, 'utf8'),
      fs.readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    const uptimeMs = os.uptime() * 1000;
    const found = parseProcess(stat, command, uptimeMs);
    if (!found || found.name !== found.kernelName || !isCut(found.name)) return found;
    // Only readable for root and the owner of the process.
    const executable = await fs.readlink(`/proc/${pid}/exe`).catch(() => undefined);
    return parseProcess(stat, command, uptimeMs, executable);
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** Without `ps`, which is missing in small images and does not report processor times. */
async function readProc(): Promise<RunningProcess[]> {
  const pids = (await fs.readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => readProcess(Number(pid))));
  return found.filter((process) => process !== undefined);
}

/**
 * Parses a process from its `/proc/[pid]/stat` and `cmdline`, the uptime of the machine, and the target of `exe`;
 * undefined for a dead one.
 */
export function parseProcess(
  stat: string,
  commandLine: string,
  uptimeMs: number,
  executable?: string,
): RunningProcess | undefined {
  // The name is in parentheses and may itself contain some.
  const close = stat.lastIndexOf(')');
  const open = stat.indexOf('(');
  if (open < 0 || close < open) return undefined;
  const [state, parentPid, ...fields] = stat.slice(close + 2).split(' ');
  if (state === 'Z' || state === 'X') return undefined;
  // Counted from field 5 of proc(5).
  const field = (number: number): number => Number(fields[number - 5] ?? 0);
  const words = commandLine.split('\0');
  const kernelName = stat.slice(open + 1, close);
  const name =
    kernelName === NODE_THREAD
      ? path.basename(words[0] ?? '') || kernelName
      : wholeName(kernelName, [...words.slice(0, NAMING_WORDS), executable?.replace(/ \(deleted\)$/, '') ?? '']);
  return {
    pid: Number(stat.slice(0, open)),
    parentPid: Number(parentPid),
    name,
    kernelName,
    command: words.join(' ').trim() || name,
    residentBytes: field(24) * PAGE_BYTES,
    virtualBytes: field(23),
    userMs: field(14) * TICK_MS,
    kernelMs: field(15) * TICK_MS,
    ageMs: Math.max(0, uptimeMs - field(22) * TICK_MS),
    cpuShare: undefined,
  };
}

/** The full form of a truncated name from one of the paths; the kernel's name if none matches. */
function wholeName(kernelName: string, paths: readonly string[]): string {
  return paths.map((each) => path.basename(each)).find((name) => beginsAs(name, kernelName)) ?? kernelName;
}

async function readThroughLibrary(): Promise<RunningProcess[]> {
  const { list } = await si.processes();
  return list.map((process) => ({
    pid: process.pid,
    parentPid: process.parentPid,
    name: process.name,
    kernelName: undefined,
    command: `${process.command} ${process.params}`.trim(),
    residentBytes: process.memRss * 1024,
    virtualBytes: process.memVsz * 1024,
    userMs: undefined,
    kernelMs: undefined,
    ageMs: undefined,
    cpuShare: process.cpu / 100,
  }));
}

/** The processes with their share of a processor since the previous reading. */
export function withShares(
  before: { timeMs: number; processes: readonly RunningProcess[] } | undefined,
  now: { timeMs: number; processes: readonly RunningProcess[] },
): RunningProcess[] {
  const elapsedMs = before ? now.timeMs - before.timeMs : 0;
  const known = new Map(before?.processes.map((process) => [process.pid, process]));
  return now.processes.map((process) => {
    const { userMs, kernelMs } = process;
    if (userMs === undefined || kernelMs === undefined || elapsedMs <= 0) return process;
    const earlier = known.get(process.pid);
    const spentMs = userMs + kernelMs - ((earlier?.userMs ?? 0) + (earlier?.kernelMs ?? 0));
    // Less time than before means that another process has the id.
    return { ...process, cpuShare: earlier && spentMs >= 0 ? spentMs / elapsedMs : undefined };
  });
}
