import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FIRST_ADMINISTRATOR } from '@wardstone/permissions';
import { CommandError } from './command-error';
import { readCredential } from './credentials';

/** The last line of a tool's usage. */
export const ENVIRONMENT =
  'Environment: WARDSTONE_URL, WARDSTONE_TOKEN, or WARDSTONE_USER and WARDSTONE_PASSWORD, override the stored login. ' +
  `With neither, commands run as ${FIRST_ADMINISTRATOR.username} on the local "npm start" whose files are in DATA_DIR.`;

/** A running installation, with the credentials for it. */
export interface Session {
  url: string;
  authorization: string;
}

export interface HttpResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface Call {
  method: string;
  /** Path and query. */
  target: string;
  headers?: http.OutgoingHttpHeaders;
  /** Sends the body and ends the request. */
  write?: (request: http.ClientRequest) => unknown;
  /** File for the body of a successful response, written as it arrives. */
  saveTo?: string;
}

/**
 * The installation named by the environment or chosen with `wardstone login`, otherwise the local one. A stored token
 * or password is only sent to its own installation.
 * @throws CommandError
 */
export function openSession(env: NodeJS.ProcessEnv): Session {
  const named = namedAddress(env);
  const credential = env['WARDSTONE_TOKEN'] || env['WARDSTONE_PASSWORD'] ? undefined : readCredential(env);
  const url = normalizeAddress(named || credential?.url || defaultAddress(env));
  if (env['WARDSTONE_TOKEN']) return { url, authorization: `Bearer ${env['WARDSTONE_TOKEN']}` };
  if (credential?.url === url) return { url, authorization: `Bearer ${credential.token}` };
  const username = env['WARDSTONE_USER'] || FIRST_ADMINISTRATOR.username;
  const password = env['WARDSTONE_PASSWORD'] || env['ADMIN_PASSWORD'] || readMadeUpPassword(url, env);
  if (!password) throw new CommandError(`Not logged in at ${url}: run "wardstone login ${url}".`);
  return { url, authorization: toBasicHeader(username, password) };
}

/** Address of the installation in the environment. */
function namedAddress(env: NodeJS.ProcessEnv): string | undefined {
  return env['WARDSTONE_URL'] || (env['GATEWAY_PORT'] && `http://localhost:${env['GATEWAY_PORT']}`) || undefined;
}

/** The installation of a first login. */
export function defaultAddress(env: NodeJS.ProcessEnv): string {
  return namedAddress(env) ?? 'http://localhost:8080';
}

/**
 * Canonical form of an address for storage and comparison.
 * @throws CommandError
 */
export function normalizeAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new CommandError(`Not an address of an installation: ${text}`);
  return url.href.replace(/\/+$/, '');
}

export function toBasicHeader(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

export function isOfThisMachine(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}

function readMadeUpPassword(url: string, env: NodeJS.ProcessEnv): string | undefined {
  if (!env['DATA_DIR'] || !isOfThisMachine(url)) return undefined;
  const file = path.join(env['DATA_DIR'], 'admin-password');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined;
}

/**
 * Sends one request.
 * @throws CommandError when the network fails
 */
export function send({ url, authorization }: Session, call: Call): Promise<HttpResponse> {
  const { method, target, headers = {}, write = (request) => request.end(), saveTo } = call;
  return new Promise((resolve, reject) => {
    const { request: open } = url.startsWith('https:') ? https : http;
    const request = open(`${url}${target}`, { method, headers: { ...headers, Authorization: authorization } });
    let hasResponse = false;
    const fail = (error: Error) => {
      // The server may refuse and close the connection before the whole file is sent.
      if (!hasResponse) reject(networkFailure(error, url));
    };
    request.once('error', fail);
    request.once('response', (response) => {
      hasResponse = true;
      if (saveTo !== undefined && response.statusCode === 200) {
        pipeline(response, fs.createWriteStream(saveTo)).then(
          () => resolve({ status: 200, headers: response.headers, body: '' }),
          (error: Error) => reject(networkFailure(error, url)),
        );
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', (error) => reject(networkFailure(error, url)));
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

/**
 * Calls an operation that accepts and returns records.
 * @throws CommandError
 */
export async function call<T>(session: Session, method: string, target: string, body?: object): Promise<T> {
  const text = body && JSON.stringify(body);
  const headers = { Accept: 'application/json', ...(text && { 'Content-Type': 'application/json' }) };
  return requireSuccess<T>(
    session,
    await send(session, { method, target, headers, write: (request) => request.end(text) }),
  );
}

function networkFailure(error: NodeJS.ErrnoException, url: string): CommandError {
  if (error.code === 'ECONNREFUSED')
    return new CommandError(`No response from ${url}: is Wardstone running there?`, true);
  return new CommandError(`The transfer to ${url} failed: ${error.message || error.code}.`);
}

/**
 * The record or list of a successful response.
 * @throws CommandError with the reason, and the address of its explanation
 */
export function requireSuccess<T>({ url }: Session, { status, headers, body }: HttpResponse): T {
  if (status < 300) return (body === '' ? undefined : JSON.parse(body)) as T;
  const help = /<([^>]+)>;\s*rel="?help"?/.exec([headers.link].flat().join(', '))?.[1];
  const more = help ? ` (${new URL(help, url).toString()})` : '';
  const isFinal = status === 401 || status === 403;
  throw new CommandError(`Rejected with ${status}: ${withoutVersion(toMessage(body))}${more}`, isFinal, status);
}

/** Adds the problems of fields, as far as the sentence does not say them. Pure. */
export function withFields(sentence: string, fields: Iterable<readonly [string, readonly string[]]> = []): string {
  const unsaid: string[] = [];
  let said = sentence;
  for (const [field, problems] of fields) {
    const text = problems.join(', ');
    if (sentence.includes(`${field} ${text}`)) continue;
    if (sentence.includes(text)) said += ` (${field})`;
    else unsaid.push(`${field} ${text}`);
  }
  return [said, unsaid.join('; ')].filter(Boolean).join(' ');
}

/** The contract's texts name records as `V2::Policy`. Pure. */
export function withoutVersion(text: string): string {
  return text.replaceAll(/\bV2::/g, '');
}

/**
 * Compliance returns `{"errors": [...]}`, or `{"error": ...}` without a login; monitoring a message; others problem
 * details.
 */
function toMessage(body: string): string {
  try {
    const response = JSON.parse(body) as Partial<Record<'error' | 'message' | 'detail' | 'title', string>> & {
      errors?: string[];
      fields?: { field: string; problems: string[] }[];
    };
    const sentence =
      response.errors?.join('; ') ?? response.error ?? response.detail ?? response.message ?? response.title ?? body;
    return withFields(
      sentence,
      response.fields?.map(({ field, problems }) => [field, problems]),
    );
  } catch {
    return body.trim().slice(0, 300);
  }
}
