import fs from 'node:fs/promises';
import os from 'node:os';
import type { Load } from '../domain/snapshot';

/** Time since the start of the machine, in an arbitrary unit. */
export interface ProcessorTimes {
  user: number;
  system: number;
  idle: number;
  wait: number | undefined;
}

/** Times of all processors together, and of each. */
export async function readProcessorTimes(): Promise<{ all: ProcessorTimes; cores: ProcessorTimes[] }> {
  const cores = process.platform === 'linux' ? parseStat(await fs.readFile('/proc/stat', 'utf8')) : coresOfNode();
  return { all: cores.reduce(plus, { user: 0, system: 0, idle: 0, wait: undefined }), cores };
}

/** Parses the lines of `/proc/stat` for single processors. */
export function parseStat(text: string): ProcessorTimes[] {
  return [...text.matchAll(/^cpu\d+ +(.*)$/gm)].map(([, numbers = '']) => {
    const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0, steal = 0] = numbers
      .split(' ')
      .map(Number);
    return { user: user + nice, system: system + irq + softIrq + steal, idle, wait };
  });
}

function coresOfNode(): ProcessorTimes[] {
  return os.cpus().map(({ times }) => ({
    user: times.user + times.nice,
    system: times.sys + times.irq,
    idle: times.idle,
    wait: undefined,
  }));
}

function plus(a: ProcessorTimes, b: ProcessorTimes): ProcessorTimes {
  const wait = a.wait === undefined && b.wait === undefined ? undefined : (a.wait ?? 0) + (b.wait ?? 0);
  return { user: a.user + b.user, system: a.system + b.system, idle: a.idle + b.idle, wait };
}

/** How the time between two readings was spent; undefined if none passed. */
export function loadBetween(before: ProcessorTimes | undefined, now: ProcessorTimes): Load | undefined {
  if (!before) return undefined;
  // Counters restart when a processor was offline.
  const spent = (key: 'user' | 'system' | 'idle' | 'wait'): number => Math.max(0, (now[key] ?? 0) - (before[key] ?? 0));
  const total = spent('user') + spent('system') + spent('idle') + spent('wait');
  if (total === 0) return undefined;
  return {
    user: spent('user') / total,
    system: spent('system') / total,
    idle: spent('idle') / total,
    wait: now.wait === undefined ? undefined : spent('wait') / total,
  };
}
