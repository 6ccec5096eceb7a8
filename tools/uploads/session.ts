import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { dataFolder } from '../accounts';
import { ADMINISTRATOR } from '../start/administrator';
import { adminPasswordFile } from '../start/services';
import { UploadError } from './upload-error';

/** The last line of a tool's usage. */
export const ENVIRONMENT =
  `Environment: WARDSTONE_URL (http://localhost:8080), WARDSTONE_USER (${ADMINISTRATOR}), ` +
  'WARDSTONE_PASSWORD (that of npm start).';

/** A running installation, and who talks to it. */
export interface Session {
  url: string;
  authorization: string;
}

export interface Answer {
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
}

/** The installation the environment names. @throws UploadError */
export function openSession(env: NodeJS.ProcessEnv): Session {
  const url = (env['WARDSTONE_URL'] || `http://localhost:${env['GATEWAY_PORT'] || 8080}`).replace(/\/$/, '');
  if (!URL.canParse(url)) throw new UploadError(`WARDSTONE_URL is not an address: ${url}`);
  const username = env['WARDSTONE_USER'] || ADMINISTRATOR;
  const password = env['WARDSTONE_PASSWORD'] || env['ADMIN_PASSWORD'] || readMadeUpPassword(env);
  if (!password) throw new UploadError(`Set WARDSTONE_PASSWORD to the password of ${username}.`);
  return { url, authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

function readMadeUpPassword(env: NodeJS.ProcessEnv): string | undefined {
  const file = adminPasswordFile(dataFolder(env));
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined;
}

/** One request. @throws UploadError when the network fails */
export function send({ url, authorization }: Session, call: Call): Promise<Answer> {
  const { method, target, headers = {}, write = (request) => request.end() } = call;
  return new Promise((resolve, reject) => {
    const { request: open } = url.startsWith('https:') ? https : http;
    const request = open(`${url}${target}`, { method, headers: { ...headers, Authorization: authorization } });
    let hasResponse = false;
    const fail = (error: Error) => {
      // A refusal may come, and the connection close, before the whole file is sent.
      if (!hasResponse) reject(networkFailure(error, url));
    };
    request.once('error', fail);
    request.once('response', (response) => {
      hasResponse = true;
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

/** The result of an operation that takes and returns records. @throws UploadError */
export async function call<T>(session: Session, method: string, target: string, body?: object): Promise<T> {
  const text = body && JSON.stringify(body);
  const headers = { Accept: 'application/json', ...(text && { 'Content-Type': 'application/json' }) };
  const answer = await send(session, { method, target, headers, write: (request) => request.end(text) });
  return answer.status === 204 ? (undefined as T) : requireSuccess<T>(session, answer);
}

function networkFailure(error: NodeJS.ErrnoException, url: string): UploadError {
  if (error.code === 'ECONNREFUSED') return new UploadError(`No response from ${url}: is "npm start" running?`, true);
  return new UploadError(`The transfer to ${url} failed: ${error.message || error.code}.`);
}

/** The record or list of a success. @throws UploadError with the reason, and the address of its explanation */
export function requireSuccess<T>({ url }: Session, { status, headers, body }: Answer): T {
  if (status < 300) return JSON.parse(body) as T;
  const help = /<([^>]+)>;\s*rel="?help"?/.exec([headers.link].flat().join(', '))?.[1];
  const more = help ? ` (${new URL(help, url).toString()})` : '';
  throw new UploadError(`Rejected with ${status}: ${messageOf(body)}${more}`, status === 401 || status === 403);
}

/** Compliance returns `{"errors": [...]}`, or `{"error": ...}` without a login; the gateway problem details. */
function messageOf(body: string): string {
  try {
    const answer = JSON.parse(body) as { errors?: string[]; error?: string; detail?: string; title?: string };
    return answer.errors?.join('; ') ?? answer.error ?? answer.detail ?? answer.title ?? body;
  } catch {
    return body.trim().slice(0, 300);
  }
}
