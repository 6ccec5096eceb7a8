import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { waitedChildrenSeconds } from './process-usage';

/** One of the programs that `npm test`, `npm run check` or `npm run test:system` runs. */
export interface Part {
  name: string;
  wallMs: number;
  /** Of the program and what it started. Undefined where the system does not tell: elsewhere than on Linux. */
  cpuMs: number | undefined;
  code: number;
}

const COLUMN = 12;

/** A table of wall and processor time, slowest first. */
export function describeParts(parts: readonly Part[]): string[] {
  const slowestFirst = [...parts].sort((one, other) => other.wallMs - one.wallMs);
  const width = Math.max(0, ...parts.map(({ name }) => name.length));
  const row = (name: string, wall: string, cpu: string): string =>
    `${name.padEnd(width)}${wall.padStart(COLUMN)}${cpu.padStart(COLUMN)}`;
  return [
    row('', 'wall', 'processor'),
    ...slowestFirst.map(({ name, wallMs, cpuMs, code }) => {
      const times = row(name, seconds(wallMs), cpuMs === undefined ? '-' : seconds(cpuMs));
      return code === 0 ? times : `${times}  failed`;
    }),
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

const running = new Set<ChildProcess>();
/** Of the children whose time some part has, or that ended before the parts that run now. */
let attributedSeconds = 0;

/**
 * Waits for a program that has just been started. The kernel adds up the time of all children as they end, so parts may
 * run at once, but nothing else that this process waits for may end meanwhile.
 */
export async function measurePart(name: string, child: ChildProcess): Promise<Part> {
  const startedMs = performance.now();
  if (running.size === 0) attributedSeconds = readChildrenSeconds() ?? 0;
  running.add(child);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (status) => resolve(status ?? 1));
    });
    const total = readChildrenSeconds();
    const cpuMs = total === undefined ? undefined : (total - attributedSeconds) * 1000;
    attributedSeconds = total ?? 0;
    return { name, wallMs: performance.now() - startedMs, cpuMs, code };
  } finally {
    running.delete(child);
  }
}

function readChildrenSeconds(): number | undefined {
  return fs.existsSync('/proc/self/stat') ? waitedChildrenSeconds() : undefined;
}
