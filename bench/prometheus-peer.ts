import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findFreePort } from '@wardstone/host';
import type { Bench } from './bench-server';
import { startProgram } from './measuring';
import type { PointColumns } from '../tools/load/point-load';
import type { Target } from './sample';

/** The programs of Prometheus, in `PROMETHEUS_FOLDER` or on the path; undefined if not installed. */
export function findPrograms(): { prometheus: string; promtool: string } | undefined {
  const folders = [process.env.PROMETHEUS_FOLDER, ...(process.env.PATH ?? '').split(path.delimiter)];
  for (const folder of folders) {
    if (!folder) continue;
    const found = { prometheus: path.join(folder, 'prometheus'), promtool: path.join(folder, 'promtool') };
    if (Object.values(found).every((file) => fs.existsSync(file))) return found;
  }
  return undefined;
}

/** A Prometheus with the same samples; undefined where none is installed. */
export async function startPrometheus(
  { folder, watch }: Pick<Bench, 'folder' | 'watch'>,
  metric: string,
  labelsOf: ReadonlyMap<number, Readonly<Record<string, string>>>,
  points: PointColumns,
): Promise<Target | undefined> {
  const programs = findPrograms();
  if (!programs) return undefined;
  const [samples, blocks, config] = ['samples.om', 'blocks', 'prometheus.yml'].map((name) => path.join(folder, name));
  writeSamples(samples!, metric, labelsOf, points);
  execFileSync(programs.promtool, ['tsdb', 'create-blocks-from', 'openmetrics', samples!, blocks!], {
    stdio: 'ignore',
  });
  fs.writeFileSync(config!, 'global: {}\n');
  const port = await findFreePort();
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${blocks}`, `--web.listen-address=127.0.0.1:${port}`];
  const listener = await startProgram(programs.prometheus, [...args, '--log.level=error'], { port, env: {} });
  return { ...watch(listener), headers: {} };
}

/** Series by series, as promtool reads them. */
function writeSamples(
  file: string,
  metric: string,
  labelsOf: ReadonlyMap<number, Readonly<Record<string, string>>>,
  { scheduleIds, times, values }: PointColumns,
): void {
  const lines = new Map([...labelsOf.keys()].map((id) => [id, [] as string[]]));
  scheduleIds.forEach((id, i) => {
    const pairs = Object.entries(labelsOf.get(id)!).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    lines.get(id)!.push(`${metric}{${pairs.join()}} ${values[i]} ${times[i]! / 1000}\n`);
  });
  fs.writeFileSync(file, '');
  for (const series of lines.values()) fs.appendFileSync(file, series.join(''));
  fs.appendFileSync(file, '# EOF\n');
}

/** An empty Prometheus that takes remote write, with the experimental functions that we have too; undefined where none is installed. */
export async function startReceivingPrometheus(
  { folder, watch }: Pick<Bench, 'folder' | 'watch'>,
  { rulesFile }: { rulesFile?: string } = {},
): Promise<Target | undefined> {
  const programs = findPrograms();
  if (!programs) return undefined;
  const config = path.join(folder, 'receiving.yml');
  const settings = {
    storage: { tsdb: { out_of_order_time_window: '1d' } },
    ...(rulesFile !== undefined && { rule_files: [rulesFile] }),
  };
  fs.writeFileSync(config, JSON.stringify(settings));
  const port = await findFreePort();
  const args = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${path.join(folder, 'received')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--web.enable-remote-write-receiver',
    '--enable-feature=promql-experimental-functions,promql-binop-fill-modifiers',
    '--log.level=error',
  ];
  const listener = await startProgram(programs.prometheus, args, { port, env: {} });
  return { ...watch(listener), headers: {} };
}
