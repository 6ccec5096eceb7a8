import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { dataFolder } from './accounts';
import { ADMINISTRATOR } from './start/administrator';
import { adminPasswordFile } from './start/services';

const USAGE = `Usage: npm run import-guide -- FILE [--os-major N] [--os-minor 0,1,...] [--replace]

FILE is a SCAP source datastream (XML, or .gz of one). Environment: WARDSTONE_URL (http://localhost:8080),
WARDSTONE_USER (${ADMINISTRATOR}), WARDSTONE_PASSWORD (that of npm start).`;

const GUIDES = '/api/compliance/v2/security_guides';

/** A failure whose message says everything. */
class ImportError extends Error {}

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

interface Session {
  url: string;
  authorization: string;
}

/** `npm run import-guide`: streams a security guide to a running installation. */
export async function main(args: string[]): Promise<number> {
  try {
    const { file, query } = readArguments(args);
    const session = openSession(process.env);
    const startedAt = performance.now();
    const answer = await upload(session, file, query);
    const { id, profiles } = await requireImported(session, answer);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${describeOutcome(answer.status)} ${id} with ${profiles} profiles in ${seconds} s`);
    return 0;
  } catch (error) {
    const isOptionError = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
    if (isOptionError) console.error(`${(error as Error).message}\n\n${USAGE}`);
    else if (error instanceof ImportError) console.error(error.message);
    else throw error;
    return 1;
  }
}

function readArguments(args: string[]): { file: string; query: string } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'os-major': { type: 'string' },
      'os-minor': { type: 'string', multiple: true },
      replace: { type: 'boolean', default: false },
    },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new ImportError(USAGE);
  const query = new URLSearchParams();
  if (values['os-major'] !== undefined) query.set('os_major_version', values['os-major']);
  for (const minors of values['os-minor'] ?? []) query.append('os_minor_versions', minors);
  if (values.replace) query.set('replace', 'true');
  // npm runs us in the checkout; the person may have called it from elsewhere.
  return { file: path.resolve(process.env['INIT_CWD'] ?? '', file), query: query.toString() };
}

function openSession(env: NodeJS.ProcessEnv): Session {
  const url = (env['WARDSTONE_URL'] || `http://localhost:${env['GATEWAY_PORT'] || 8080}`).replace(/\/$/, '');
  if (!URL.canParse(url)) throw new ImportError(`WARDSTONE_URL is not an address: ${url}`);
  const username = env['WARDSTONE_USER'] || ADMINISTRATOR;
  const password = env['WARDSTONE_PASSWORD'] || env['ADMIN_PASSWORD'] || readMadeUpPassword(env);
  if (!password) throw new ImportError(`Give the password of ${username} in WARDSTONE_PASSWORD.`);
  return { url, authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

function readMadeUpPassword(env: NodeJS.ProcessEnv): string | undefined {
  const file = adminPasswordFile(dataFolder(env));
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined;
}

async function upload(session: Session, file: string, query: string): Promise<Answer> {
  let size: number;
  try {
    const stats = fs.statSync(file);
    if (!stats.isFile()) throw new Error('it is not a file');
    fs.accessSync(file, fs.constants.R_OK);
    size = stats.size;
  } catch (error) {
    throw new ImportError(`${file} cannot be read: ${(error as Error).message}`);
  }
  const headers = {
    'Content-Type': 'application/xml',
    'Content-Length': size,
    ...(file.endsWith('.gz') ? { 'Content-Encoding': 'gzip' } : {}),
  };
  return send(session, 'POST', `${GUIDES}${query && `?${query}`}`, headers, (request) =>
    pipeline(fs.createReadStream(file), request),
  );
}

async function requireImported(session: Session, answer: Answer): Promise<{ id: string; profiles: number }> {
  const { data } = requireSuccess<{ data: { id: string } }>(session, answer);
  const list = await send(session, 'GET', `${GUIDES}/${data.id}/profiles?limit=1`, {}, (request) => request.end());
  return { id: data.id, profiles: requireSuccess<{ meta: { total: number } }>(session, list).meta.total };
}

function describeOutcome(status: number): string {
  if (status === 201) return 'Imported';
  return status === 202 ? 'Replaced' : 'Already there:';
}

function send(
  { url, authorization }: Session,
  method: string,
  target: string,
  headers: http.OutgoingHttpHeaders,
  write: (request: http.ClientRequest) => unknown,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { request: open } = url.startsWith('https:') ? https : http;
    const request = open(`${url}${target}`, { method, headers: { ...headers, Authorization: authorization } });
    let isAnswered = false;
    const fail = (error: Error) => {
      // A refusal may come, and the connection close, before the whole file is sent.
      if (!isAnswered) reject(new ImportError(describeNetworkFailure(error, url)));
    };
    request.once('error', fail);
    request.once('response', (response) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    Promise.resolve(write(request)).catch(fail);
  });
}

function describeNetworkFailure(error: NodeJS.ErrnoException, url: string): string {
  if (error.code === 'ECONNREFUSED') return `Nothing answers at ${url}: is "npm start" running?`;
  return `The transfer to ${url} failed: ${error.message || error.code}.`;
}

function requireSuccess<T>({ url }: Session, { status, headers, body }: Answer): T {
  if (status < 300) return JSON.parse(body) as T;
  const help = /<([^>]+)>;\s*rel="?help"?/.exec([headers.link].flat().join(', '))?.[1];
  const more = help ? ` (${new URL(help, url).toString()})` : '';
  throw new ImportError(`Refused with ${status}: ${messageOf(body)}${more}`);
}

/** Compliance answers `{"errors": [...]}`, or `{"error": ...}` where nobody is logged in; the gateway problem details. */
function messageOf(body: string): string {
  try {
    const answer = JSON.parse(body) as { errors?: string[]; error?: string; detail?: string; title?: string };
    return answer.errors?.join('; ') ?? answer.error ?? answer.detail ?? answer.title ?? body;
  } catch {
    return body.trim().slice(0, 300);
  }
}
