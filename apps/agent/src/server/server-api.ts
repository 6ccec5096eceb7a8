import { gzipSync } from 'node:zlib';
import type { Clock } from '@wardstone/clock';
import { withDeadline } from '../deadline';

export interface Credentials {
  username: string;
  password: string;
}

export interface ServerAnswer {
  status: number;
  headers: Headers;
  /** Of JSON answers; undefined for others. */
  body: unknown;
}

interface RequestOptions {
  body?: object;
  headers?: Record<string, string>;
  /** Beyond the usual time limit. */
  waitMs?: number;
  signal?: AbortSignal;
  /** Sent without credentials. */
  isAnonymous?: boolean;
}

/** Nobody answered, or not in time: it is unknown whether the request was worked on. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/**
 * A login that was refused is not tried again for so long: failures count against everybody at this address, people
 * included.
 */
const REFUSED_MS = 60_000;

/** A hundred times what the server knows of a large machine. */
const MOST_ANSWER_BYTES = 64 * 1024 * 1024;
const MOST_MESSAGE = 500;

/** Bodies up to this size travel as they are. */
const COMPRESSED_FROM_BYTES = 1024;

/** The server as the agent calls it; the server never calls the agent. */
export class ServerApi {
  private login: Credentials | undefined;
  private refusedUntilMs = 0;

  constructor(
    private readonly url: string,
    private readonly timeoutMs: number,
    private readonly clock: Clock,
  ) {}

  /** Another login may be tried at once. */
  set credentials(login: Credentials) {
    const isSame = login.username === this.login?.username && login.password === this.login.password;
    if (!isSame) this.refusedUntilMs = 0;
    this.login = login;
  }

  /** Any answer of the server, errors included. @throws Unreachable; what `signal` is aborted with */
  async request(method: string, target: string, options: RequestOptions = {}): Promise<ServerAnswer> {
    const { body, waitMs = 0, signal } = options;
    const { payload, headers } = encode(body);
    const restMs = this.refusedUntilMs - this.clock.now();
    if (!options.isAnonymous && restMs > 0) {
      throw new Unreachable(`login failed; retrying in ${Math.ceil(restMs / 1000)} s`);
    }
    try {
      const reply = await withDeadline(signal, this.timeoutMs + waitMs, async (either) => {
        const answer = await fetch(this.url + target, {
          method,
          body: payload,
          redirect: 'error',
          signal: either,
          headers: { Accept: 'application/json', ...headers, ...this.authorization(options), ...options.headers },
        });
        const text = await readText(answer);
        return { status: answer.status, headers: answer.headers, body: parse(text) };
      });
      if (reply.status === 401 && !options.isAnonymous) this.refusedUntilMs = this.clock.now() + REFUSED_MS;
      return reply;
    } catch (error) {
      signal?.throwIfAborted();
      throw new Unreachable(reasonOf(error));
    }
  }

  private authorization({ isAnonymous }: RequestOptions): Record<string, string> {
    if (isAnonymous || !this.login) return {};
    const { username, password } = this.login;
    return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
  }
}

function encode(body: object | undefined): {
  payload: string | Buffer<ArrayBuffer> | undefined;
  headers: Record<string, string>;
} {
  if (body === undefined) return { payload: undefined, headers: {} };
  const text = JSON.stringify(body);
  const type = { 'Content-Type': 'application/json' };
  if (text.length < COMPRESSED_FROM_BYTES) return { payload: text, headers: type };
  return { payload: Buffer.from(gzipSync(text)), headers: { ...type, 'Content-Encoding': 'gzip' } };
}

/** @throws Error when there is more than a server of ours would send, unpacked */
async function readText(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MOST_ANSWER_BYTES) throw new Error(`a response of more than ${MOST_ANSWER_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || message : message;
}

/** What an error answer says for people. */
export function messageOf({ status, body }: ServerAnswer): string {
  const { message, detail } = (body ?? {}) as { message?: unknown; detail?: unknown };
  const text = [message, detail].find((value): value is string => typeof value === 'string');
  return text === undefined
    ? `the server answered ${status}`
    : `the server answered ${status}: ${text.slice(0, MOST_MESSAGE)}`;
}
