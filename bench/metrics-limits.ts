import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { query, withClient } from './bench-server';
import type { PointColumns } from '../tools/load/point-load';

const ROW_BYTES = 2 + 4 + 4 + 4 + 8 + 4 + 8;
const ROWS_PER_BLOCK = 20_000;

/** The points as COPY takes them in binary. */
export function copyBlocks({ scheduleIds, times, values }: PointColumns): Buffer[] {
  const blocks = [Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')];
  for (let from = 0; from < times.length; from += ROWS_PER_BLOCK) {
    const to = Math.min(from + ROWS_PER_BLOCK, times.length);
    const block = Buffer.allocUnsafe((to - from) * ROW_BYTES);
    let at = 0;
    for (let i = from; i < to; i++) {
      at = block.writeInt16BE(3, at);
      at = block.writeInt32BE(4, at);
      at = block.writeInt32BE(scheduleIds[i]!, at);
      at = block.writeInt32BE(8, at);
      at = block.writeBigInt64BE(BigInt(times[i]!), at);
      at = block.writeInt32BE(8, at);
      at = block.writeDoubleBE(values[i]!, at);
    }
    blocks.push(block);
  }
  return [...blocks, Buffer.from([0xff, 0xff])];
}

/** Rows a second of one COPY up to its commit, into an empty table with a primary key or without. */
export function copyRate(url: string, blocks: readonly Buffer[], { isKeyed }: { isKeyed: boolean }): Promise<number> {
  return withClient(url, async (client) => {
    await client.query(`DROP TABLE IF EXISTS bench_point`);
    await client.query(
      `CREATE TABLE bench_point (schedule_id integer NOT NULL, time_ms bigint NOT NULL, value double precision NOT NULL
         ${isKeyed ? ', PRIMARY KEY (schedule_id, time_ms)' : ''})`,
    );
    const startedAt = performance.now();
    const stream = client.query(copyFrom('COPY bench_point FROM STDIN (FORMAT binary)'));
    await pipeline(Readable.from(blocks, { objectMode: true }), stream);
    return stream.rowCount / ((performance.now() - startedAt) / 1000);
  });
}

/** Rows a second with a transaction per row, on that many connections, and the program that measured it. */
export async function singleInsertRate(
  url: string,
  folder: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<{ rate: number; by: string }> {
  await query(url, `DROP TABLE IF EXISTS bench_single`);
  await query(
    url,
    `CREATE TABLE bench_single (schedule_id integer NOT NULL, time_ms bigint NOT NULL, value double precision NOT NULL,
       PRIMARY KEY (schedule_id, time_ms))`,
  );
  const pgbench = locatePgbench();
  return pgbench
    ? { rate: await byPgbench(pgbench, url, folder, connections, seconds), by: 'pgbench' }
    : { rate: await byClients(url, connections, seconds), by: 'Node.js, without pgbench' };
}

function locatePgbench(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort().reverse() : [];
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...versions.map((v) => `${debian}/${v}/bin`)];
  return folders.map((folder) => path.join(folder, 'pgbench')).find((file) => fs.existsSync(file));
}

async function byPgbench(
  program: string,
  url: string,
  folder: string,
  connections: number,
  seconds: number,
): Promise<number> {
  const script = path.join(folder, 'insert.sql');
  fs.writeFileSync(
    script,
    '\\set series random(10001, 12000)\n\\set time random(1, 1000000000000)\n' +
      'INSERT INTO bench_single VALUES (:series, :time, 1.5) ON CONFLICT DO NOTHING;\n',
  );
  const options = ['-n', '-M', 'prepared', '-c', connections, '-j', 2, '-T', seconds, '-f', script, url];
  const { stdout } = await promisify(execFile)(program, options.map(String));
  return Number(/tps = ([0-9.]+)/.exec(stdout)?.[1]);
}

async function byClients(url: string, connections: number, seconds: number): Promise<number> {
  let rows = 0;
  const until = performance.now() + seconds * 1000;
  const insert = async (series: number): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    for (let time = 0; performance.now() < until; time++, rows++) {
      const text = 'INSERT INTO bench_single VALUES ($1, $2, 1.5)';
      await client.query({ name: 'insert', text, values: [series, time] });
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: connections }, (_, series) => insert(series)));
  return rows / seconds;
}
