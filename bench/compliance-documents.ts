import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Client } from 'pg';
import { SaxesParser } from 'saxes';
import { Sender } from '../tools/requests/sender';
import { type Bench, type BenchLogin, callerOn, withClient } from './bench-server';
import { type BenchDatabase, LARGEST_ORG } from './compliance-data';
import { startCompliance } from './compliance-lists';
import type { Target } from './sample';
import { measureGrowth, median, measureSeconds } from './measuring';

/** Seconds are medians of rounds; growth is the most that the service's resident memory grew by, in MiB, in the first. */
export interface DocumentFigures {
  importSeconds: number;
  importMiB: number | undefined;
  /** `oscap info` on the same file; undefined where it is not installed. */
  oscapSeconds: number | undefined;
  /** One pass of the bare streaming parser over the same file, its events unheard. */
  parserSeconds: number;
  againSeconds: number;
  againCompressedSeconds: number;
  resultSeconds: number;
  resultMiB: number | undefined;
}

const TEST_DATA = path.resolve('apps/compliance/test-data');
const GUIDES = '/api/compliance/v2/security_guides';
const DEBIAN = 11;

/** Imports a guide of 24 MB and stores a result of 8 MB over HTTP, several times each. */
export function benchDocuments(
  bench: Bench,
  database: BenchDatabase,
  { login, rounds }: { login: BenchLogin; rounds: number },
): Promise<DocumentFigures> {
  return withClient(database.adminUrl, async (client) => {
    const compressed = fs.readFileSync(path.join(TEST_DATA, 'ssg-rhel8-ds.xml.gz'));
    const guide = gunzipSync(compressed);
    const file = path.join(bench.folder, 'ssg-rhel8-ds.xml');
    fs.writeFileSync(file, guide);
    const withService = async <T>(work: (service: Target) => Promise<T>): Promise<T> => {
      const service = await startCompliance(bench, database.url, login);
      return work(service).finally(() => service.process.kill('SIGTERM'));
    };
    // Each on a fresh service, because memory used before would hide growth.
    const imports = await withService((one) => benchImports(one, client, { guide, compressed, file, rounds }));
    const scan = await withService((one) => prepareScan(one, client));
    return { ...imports, ...(await withService((one) => benchResults(one, client, { ...scan, rounds }))) };
  });
}

async function benchImports(
  service: Target,
  client: Client,
  { guide, compressed, file, rounds }: { guide: Buffer; compressed: Buffer; file: string; rounds: number },
): Promise<Omit<DocumentFigures, 'resultSeconds' | 'resultMiB'>> {
  const seconds = { import: [] as number[], oscap: [] as number[], parser: [] as number[] };
  const again = { plain: [] as number[], compressed: [] as number[] };
  let importMiB: number | undefined;
  for (let round = 0; round < rounds; round++) {
    let id = '';
    const growth = await measureGrowth(service.process.pid!, async () => {
      const stored = await upload(service, GUIDES, guide, 201);
      id = stored.id;
      seconds.import.push(stored.took);
    });
    importMiB ??= growth;
    again.plain.push((await upload(service, GUIDES, guide, 200)).took);
    again.compressed.push((await upload(service, GUIDES, compressed, 200, { 'Content-Encoding': 'gzip' })).took);
    await client.query('DELETE FROM security_guide WHERE id = $1', [id]);
    let isInstalled = false;
    const oscap = await measureSeconds(async () => void (isInstalled = await run('oscap', ['info', file])));
    if (isInstalled) seconds.oscap.push(oscap);
    seconds.parser.push(await measureSeconds(() => parseBarely(guide)));
  }
  return {
    importSeconds: median(seconds.import),
    importMiB,
    oscapSeconds: seconds.oscap.length === 0 ? undefined : median(seconds.oscap),
    parserSeconds: median(seconds.parser),
    againSeconds: median(again.plain),
    againCompressedSeconds: median(again.compressed),
  };
}

/**
 * A system that can be scanned, created through the service, except for the system itself, which an inventory would
 * report.
 */
async function prepareScan(service: Target, client: Client): Promise<{ system: string; result: Buffer }> {
  const guide = gunzipSync(fs.readFileSync(path.join(TEST_DATA, 'ssg-debian11-ds.xml.gz')));
  const guideId = (await upload(service, `${GUIDES}?os_minor_versions=0`, guide, 201)).id;
  const { rows } = await client.query<{ profile: string; system: string }>(
    `WITH s AS (
       INSERT INTO system (org_id, display_name, os_name, os_major_version, os_minor_version, updated)
       VALUES ($2, 'scanned', 'Debian', ${DEBIAN}, 0, now()) RETURNING id)
     SELECT p.id AS profile, s.id AS system FROM profile p, s
      WHERE p.security_guide_id = $1 AND p.ref_id LIKE '%profile_standard'`,
    [guideId, LARGEST_ORG],
  );
  const { profile, system } = rows[0]!;
  const { call } = callerOn(service);
  const policy = { title: 'Scanned', profile_id: profile };
  const { id } = (await call<Stored>('POST', '/api/compliance/v2/policies', policy)).data;
  await call('PATCH', `/api/compliance/v2/policies/${id}/systems/${system}`);
  return { system, result: gunzipSync(fs.readFileSync(path.join(TEST_DATA, 'result-debian11-arf.xml.gz'))) };
}

async function benchResults(
  service: Target,
  client: Client,
  { system, result, rounds }: { system: string; result: Buffer; rounds: number },
): Promise<Pick<DocumentFigures, 'resultSeconds' | 'resultMiB'>> {
  const seconds: number[] = [];
  const store = async (): Promise<void> => {
    seconds.push((await upload(service, `/api/compliance/v2/systems/${system}/test_results`, result, 201)).took);
    await client.query('DELETE FROM test_result WHERE system_id = $1', [system]);
  };
  const resultMiB = await measureGrowth(service.process.pid!, store);
  for (let round = 1; round < rounds; round++) await store();
  return { resultSeconds: median(seconds), resultMiB };
}

interface Stored {
  data: { id: string };
}

/** Seconds from the first byte sent to the response, which follows the commit. */
async function upload(
  service: Target,
  target: string,
  document: Buffer,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ id: string; took: number }> {
  const own = { ...service.headers, 'Content-Type': 'application/xml', ...headers };
  const sender = new Sender({ timeoutMs: 600_000 });
  const request = { method: 'POST', path: target, headers: own, body: document };
  const response = await sender.send(`http://127.0.0.1:${service.port}`, request).finally(() => sender.close());
  if (response.status !== status) throw new Error(`${target}: ${response.status} ${response.text}`);
  return { id: (JSON.parse(response.text) as Stored).data.id, took: response.durationMs / 1000 };
}

/** False when the program is not installed. */
function run(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    child.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? resolve(false) : reject(error)));
    child.on('close', (code) => (code === 0 ? resolve(true) : reject(new Error(`${program} failed: ${code}`))));
  });
}

/** In slices, as a stream brings them. */
function parseBarely(document: Buffer): void {
  const SLICE = 64 * 1024;
  const parser = new SaxesParser({ xmlns: true });
  const decoder = new TextDecoder();
  for (let at = 0; at < document.length; at += SLICE) {
    parser.write(decoder.decode(document.subarray(at, at + SLICE), { stream: true }));
  }
  parser.close();
}
