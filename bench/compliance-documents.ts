import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { SaxesParser } from 'saxes';
import type { BenchLogin } from './bench-server';
import { LARGEST_ORG } from './compliance-data';
import type { BenchDatabase } from './compliance-database';
import { startCompliance } from './compliance-lists';
import type { Target } from './sample';
import { growthOf, median } from './measuring';

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
export async function benchDocuments(
  database: BenchDatabase,
  { folder, login, rounds }: { folder: string; login: BenchLogin; rounds: number },
): Promise<DocumentFigures> {
  const client = new Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    const compressed = fs.readFileSync(path.join(TEST_DATA, 'ssg-rhel8-ds.xml.gz'));
    const guide = gunzipSync(compressed);
    const file = path.join(folder, 'ssg-rhel8-ds.xml');
    fs.writeFileSync(file, guide);
    const withService = async <T>(work: (service: Target) => Promise<T>): Promise<T> => {
      const service = await startCompliance(database.url, login);
      return work(service).finally(() => service.process.kill('SIGTERM'));
    };
    // Each on a service that has done nothing yet: memory that was used before would hide what is used now.
    const imports = await withService((one) => benchImports(one, client, { guide, compressed, file, rounds }));
    const scan = await withService((one) => prepareScan(one, client));
    return { ...imports, ...(await withService((one) => benchResults(one, client, { ...scan, rounds }))) };
  } finally {
    await client.end();
  }
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
    const growth = await growthOf(service.process.pid!, async () => {
      const stored = await upload(service, GUIDES, guide, 201);
      id = stored.id;
      seconds.import.push(stored.took);
    });
    importMiB ??= growth;
    again.plain.push((await upload(service, GUIDES, guide, 200)).took);
    again.compressed.push((await upload(service, GUIDES, compressed, 200, { 'Content-Encoding': 'gzip' })).took);
    await client.query('DELETE FROM security_guide WHERE id = $1', [id]);
    const oscap = await timed(() => run('oscap', ['info', file]));
    if (oscap !== undefined) seconds.oscap.push(oscap);
    seconds.parser.push((await timed(() => Promise.resolve(parseBarely(guide))))!);
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

/** A system that may be scanned: made through the service, apart from itself, of which an inventory would tell. */
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
  const policy = await send(service, 'POST', '/api/compliance/v2/policies', { title: 'Scanned', profile_id: profile });
  const { id } = (JSON.parse(policy) as { data: { id: string } }).data;
  await send(service, 'PATCH', `/api/compliance/v2/policies/${id}/systems/${system}`);
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
  const resultMiB = await growthOf(service.process.pid!, store);
  for (let round = 1; round < rounds; round++) await store();
  return { resultSeconds: median(seconds), resultMiB };
}

/** Seconds from the first byte sent to the answer, which comes after the commit. */
async function upload(
  service: Target,
  target: string,
  document: Buffer,
  status: number,
  headers: http.OutgoingHttpHeaders = {},
): Promise<{ id: string; took: number }> {
  const startedAt = performance.now();
  const answer = await ask(service, 'POST', target, document, { 'Content-Type': 'application/xml', ...headers });
  const took = (performance.now() - startedAt) / 1000;
  if (answer.status !== status) throw new Error(`${target}: ${answer.status} ${answer.body}`);
  return { id: (JSON.parse(answer.body) as { data: { id: string } }).data.id, took };
}

async function send(service: Target, method: string, target: string, body: object = {}): Promise<string> {
  const json = Buffer.from(JSON.stringify(body));
  const answer = await ask(service, method, target, json, { 'Content-Type': 'application/json' });
  if (answer.status >= 300) throw new Error(`${method} ${target}: ${answer.status} ${answer.body}`);
  return answer.body;
}

function ask(
  { port, headers }: Target,
  method: string,
  target: string,
  body: Buffer,
  more: http.OutgoingHttpHeaders,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: target, method, headers: { ...headers, ...more } };
    const request = http.request({ ...options, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode!, body: text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Undefined when there was nothing to time. */
async function timed(work: () => Promise<boolean>): Promise<number | undefined> {
  const startedAt = performance.now();
  return (await work()) ? (performance.now() - startedAt) / 1000 : undefined;
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
function parseBarely(document: Buffer): true {
  const SLICE = 64 * 1024;
  const parser = new SaxesParser({ xmlns: true });
  const decoder = new TextDecoder();
  for (let at = 0; at < document.length; at += SLICE) {
    parser.write(decoder.decode(document.subarray(at, at + SLICE), { stream: true }));
  }
  parser.close();
  return true;
}
