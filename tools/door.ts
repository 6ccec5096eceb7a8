import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { waitedChildrenSeconds } from './process-usage';

/** A program run by `npm test`, `npm run check` or `npm run test:system`. */
export interface Part {
  name: string;
  wallMs: number;
  /** Time of the program and its children; undefined on systems other than Linux, which do not report it. */
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
/** Time of children already attributed to a part, or that ended before the present parts. */
let attributedSeconds = 0;

/**
 * Waits for a program that was just started. The kernel adds the times of all children as they end, so parts may run
 * concurrently, but no other child may end meanwhile.
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
