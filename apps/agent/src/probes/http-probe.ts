import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { TLSSocket } from 'node:tls';
import { version } from '../../../../package.json';
import { certificateValues, requireValidCertificate } from './certificate';
import { jsonText, parseJsonPath, valueAt } from './json-path';
import { TargetRefused } from './permitted-targets';
import {
  pinLookup,
  type ProbeContext,
  ProbeFailed,
  ProbeImpossible,
  type ProbeOutcome,
  type ProbeResponse,
  toSafeText,
} from './probe-outcome';
import type { ProbeProperties } from './probe-properties';

interface Expected {
  method: 'GET' | 'HEAD';
  status: string;
  contains: string | undefined;
  jsonPath: (string | number)[] | undefined;
  jsonValue: string | undefined;
  maxRedirects: number;
  isVerified: boolean;
}

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 32 * 1024;
const MAX_REDIRECTS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const USUAL_STATUS = '200-399';
const STATUS = /^\s*[1-5]\d\d(?:\s*-\s*[1-5]\d\d)?(?:\s*,\s*[1-5]\d\d(?:\s*-\s*[1-5]\d\d)?)*\s*$/;

/** Requests a page, follows redirects to permitted targets, and checks status and body. */
export async function probeHttp(properties: ProbeProperties, context: ProbeContext): Promise<ProbeResponse> {
  const expected = readExpected(properties);
  const first = parseUrl(properties.requiredText('url'));
  if (!first) throw new ProbeImpossible('url must be a URL of http or https without credentials');
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const { response, values } = await request(url, expected, context).catch((error: unknown) => {
      // A redirect to another target is a failure of the target; a target that the owner does not list is an error in
      // the probe.
      if (redirects === 0 || !(error instanceof TargetRefused)) throw error;
      throw new ProbeFailed(`redirected to ${toSafeText(url.host)}: ${error.message}`);
    });
    try {
      const { location } = response.headers;
      const isRedirect = REDIRECTS.has(response.statusCode ?? 0) && location !== undefined;
      if (!isRedirect || expected.maxRedirects === 0) return await judge(response, expected, values);
      if (redirects === expected.maxRedirects) throw new ProbeFailed(`more than ${redirects} redirects`, values);
      const next = parseUrl(location, url);
      if (!next) throw new ProbeFailed('redirected to an address that is not http or https', values);
      url = next;
    } finally {
      response.destroy();
    }
  }
}

function readExpected(properties: ProbeProperties): Expected {
  const path = properties.text('jsonPath');
  const jsonPath = path === undefined ? undefined : parseJsonPath(path);
  if (path !== undefined && !jsonPath) {
    throw new ProbeImpossible('jsonPath must be a path of names and indexes, such as $.checks[0].status');
  }
  const status = properties.text('status') ?? USUAL_STATUS;
  if (!STATUS.test(status)) throw new ProbeImpossible('status must list codes and ranges, such as 200-299,401');
  const method = properties.choice('method', ['GET', 'HEAD']);
  const contains = properties.text('contains');
  if (method === 'HEAD' && (contains ?? jsonPath) !== undefined) {
    throw new ProbeImpossible('responses to HEAD have no body to check: choose GET');
  }
  return {
    method,
    status,
    contains,
    jsonPath,
    jsonValue: properties.text('jsonValue'),
    maxRedirects: properties.integer('maxRedirects', { min: 0, max: MAX_REDIRECTS, usual: 5 }),
    isVerified: properties.flag('verifyCertificate', true),
  };
}

function parseUrl(text: string, base?: URL): URL | undefined {
  if (!URL.canParse(text, base?.href)) return undefined;
  const url = new URL(text, base?.href);
  const isPlain = url.username === '' && url.password === '' && url.hostname !== '';
  return isPlain && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
}

interface Received {
  response: IncomingMessage;
  /** Metrics of the certificate. */
  values: ProbeOutcome['values'];
}

async function request(url: URL, { method, isVerified }: Expected, context: ProbeContext): Promise<Received> {
  const { targets, signal, nowMs } = context;
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  const addresses = await targets.resolve(url.hostname, port);
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? https : http).request(url, {
      method,
      agent: false,
      signal,
      lookup: pinLookup(addresses),
      maxHeaderSize: MAX_HEADER_BYTES,
      // Checked below, so that an invalid certificate still reports its days left.
      rejectUnauthorized: false,
      // Compressed bodies are not accepted, because they are never decompressed.
      headers: { 'User-Agent': `wardstone-agent/${version}`, Accept: '*/*', 'Accept-Encoding': 'identity' },
    });
    let values: ProbeOutcome['values'] = {};
    sent.on('socket', (socket) =>
      socket.once('secureConnect', () => {
        try {
          values = certificateValues(socket as TLSSocket, nowMs);
          if (isVerified) requireValidCertificate(socket as TLSSocket, nowMs);
        } catch (error) {
          sent.destroy(error as Error);
        }
      }),
    );
    sent.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error));
    sent.on('upgrade', (_response, socket) => socket.destroy());
    sent.on('response', (response) => {
      response.on('error', () => undefined);
      resolve({ response, values });
    });
    sent.end();
  });
}

async function judge(
  response: IncomingMessage,
  { status, contains, jsonPath, jsonValue }: Expected,
  certificate: ProbeOutcome['values'],
): Promise<ProbeResponse> {
  const code = response.statusCode ?? 0;
  const values = { ...certificate, status: code };
  if (!isExpected(code, status)) throw new ProbeFailed(`status ${code}, expected ${status}`, values);
  const hasBody = contains !== undefined || jsonPath !== undefined;
  const body = hasBody ? await readBody(response) : { text: '', isWhole: true };
  const beginning = body.isWhole ? 'the body' : `the first ${MAX_BODY_BYTES} bytes of the body`;
  if (contains !== undefined && !body.text.includes(contains)) {
    throw new ProbeFailed(`the text is not in ${beginning}`, values);
  }
  if (jsonPath !== undefined) {
    if (!body.isWhole) throw new ProbeFailed(`the body has more than ${MAX_BODY_BYTES} bytes`, values);
    const value = valueAt(parseJson(body.text, values), jsonPath);
    if (value === undefined) throw new ProbeFailed('nothing is at jsonPath', values);
    if (jsonValue !== undefined && jsonText(value) !== jsonValue) {
      throw new ProbeFailed(`at jsonPath is ${toSafeText(jsonText(value), 100)}`, values);
    }
  }
  return { result: `status ${code}`, values };
}

function isExpected(code: number, expected: string): boolean {
  return expected.split(',').some((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return code >= first! && code <= last!;
  });
}

function parseJson(text: string, values: ProbeOutcome['values']): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ProbeFailed('the body is not JSON', values);
  }
}

/** Reads the body up to the size limit; the timeout of the probe ends slow ones. */
async function readBody(response: IncomingMessage): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_BODY_BYTES) break;
  }
  const text = Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString();
  return { text, isWhole: length <= MAX_BODY_BYTES };
}
