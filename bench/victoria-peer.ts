import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findFreePort } from '@wardstone/host';
import type { Bench } from './bench-server';
import { startProgram } from './measuring';
import type { PointColumns } from '../tools/load/point-load';
import type { Target } from './sample';

const PROGRAM = 'victoria-metrics';
const POINTS_PER_REQUEST = 20_000;
const NANOSECONDS_PER_MS = 1_000_000n;

/** A VictoriaMetrics with the same points, one series of `point_value` a schedule; undefined where none is on the path. */
export async function startVictoria(
  { folder, watch }: Pick<Bench, 'folder' | 'watch'>,
  points: PointColumns,
): Promise<Target | undefined> {
  if (spawnSync(PROGRAM, ['-version']).error) return undefined;
  const port = await findFreePort();
  const args = [`-storageDataPath=${path.join(folder, PROGRAM)}`, `-httpListenAddr=127.0.0.1:${port}`];
  const listener = watch(await startProgram(PROGRAM, [...args, '-loggerLevel=ERROR'], { port, env: {} }));
  for (let from = 0; from < points.times.length; from += POINTS_PER_REQUEST) {
    await send(port, '/write', toLines(points, from, Math.min(from + POINTS_PER_REQUEST, points.times.length)));
  }
  await send(port, '/internal/force_flush', '');
  return { ...listener, headers: {} };
}

/** Lowest, mean and highest value of each bucket, by one query whose result is not remembered. */
export function victoriaPath(
  scheduleIds: readonly number[],
  { start, end, width }: { start: number; end: number; width: number },
): string {
  const series = `point_value{schedule=~"${scheduleIds.join('|')}"}[${width}ms]`;
  const rolled = ['min', 'avg', 'max'].map((name) => `label_set(${name}_over_time(${series}), "of", "${name}")`);
  const query = encodeURIComponent(`union(${rolled.join()})`);
  const seconds = (ms: number): string => String(ms / 1000);
  const range = `start=${seconds(start + width)}&end=${seconds(end)}&step=${seconds(width)}`;
  return `/api/v1/query_range?query=${query}&${range}&nocache=1`;
}

function toLines({ scheduleIds, times, values }: PointColumns, from: number, to: number): string {
  const lines: string[] = [];
  for (let i = from; i < to; i++) {
    lines.push(`point,schedule=${scheduleIds[i]} value=${values[i]} ${BigInt(times[i]!) * NANOSECONDS_PER_MS}`);
  }
  return lines.join('\n');
}

async function send(port: number, address: string, body: string): Promise<void> {
  const { ok, status } = await fetch(`http://127.0.0.1:${port}${address}`, { method: 'POST', body });
  if (!ok) throw new Error(`VictoriaMetrics answered ${status}`);
}
