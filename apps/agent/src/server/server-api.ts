import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Clock } from '@wardstone/clock';
import { withDeadline } from '../deadline';

export interface ReceivedResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined for other responses. */
  body: unknown;
}

interface RequestOptions {
  body?: object;
  /** Sent unchanged, in place of `body`. */
  file?: Blob;
  /** Receives the body of a response with status 200. */
  into?: (body: Readable) => Promise<void>;
  headers?: Record<string, string>;
  /** Additional time beyond the usual timeout. */
  waitMs?: number;
  signal?: AbortSignal;
  /** Sent without credentials. */
  isAnonymous?: boolean;
}

/** No response in time; the request may have been processed. */
export class Unreachable extends Error {
  override readonly name: string = 'Unreachable';
}

/** Whether a request with this response is worth sending again later. */
export const isTemporary = (status: number): boolean => status >= 500 || status === 429 || status === 401;

/** The server rejected the login of the agent; an administrator must act. */
export class LoginRefused extends Unreachable {
  override readonly name = 'LoginRefused';
}

/** Source of access tokens. */
export interface TokenSource {
  /** @throws LoginRefused, Unreachable */
  token(signal: AbortSignal | undefined): Promise<string>;
  /** Called if the server refused the token. */
  reject(token: string): void;
  /** Called if the server refused another token as well. */
  pause(): void;
}

/** A hundred times the server's data about a large machine. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
const MAX_MESSAGE_LENGTH = 500;
/** Smaller differences do no harm; a `Date` header is exact to the second, plus the response time. */
const TOLERATED_MS = 60_000;

/** Larger bodies are compressed. */
const COMPRESSED_FROM_BYTES = 1024;

/** Client of the server, which never calls the agent. */
export class ServerApi {
  /** For all requests except anonymous ones. */
  login: TokenSource | undefined;
  /** Server time when the monotonic clock was 0; undefined before the first response. */
  private originMs: number | undefined;

  constructor(
    private readonly url: string,
    private readonly timeoutMs: number,
    private readonly clock: Clock,
  ) {}

  /**
   * Error of this machine's clock relative to the server: positive if it is ahead, 0 if it is right or nothing is
   * known. Detects a set clock at once, whether or not the server responds.
   */
  get clockErrorMs(): number {
    const aheadMs = this.clockOffsetMs ?? 0;
    return Math.abs(aheadMs) > TOLERATED_MS ? aheadMs : 0;
  }

  /** The measured offset, accurate to about a second; undefined before the first response. */
  get clockOffsetMs(): number | undefined {
    return this.originMs === undefined ? undefined : this.clock.now() - (this.originMs + this.clock.monotonic());
  }

  /**
   * Returns any response of the server, errors included.
   * @throws Unreachable; what `signal` is aborted with
   */
  async request(method: string, target: string, options: RequestOptions = {}): Promise<ReceivedResponse> {
    const { login } = this;
    if (options.isAnonymous || !login) return this.send(method, target, options);
    const token = await login.token(options.signal);
    const response = await this.send(method, target, options, token);
    if (response.status !== 401) return response;
    // The token may have ended early: with its key, or because the server signs with a new one.
    login.reject(token);
    const second = await this.send(method, target, options, await login.token(options.signal));
    if (second.status === 401) login.pause();
    return second;
  }

  private async send(
    method: string,
    target: string,
    { body, file, into, waitMs = 0, signal, headers: given }: RequestOptions,
    token?: string,
  ): Promise<ReceivedResponse> {
    const { payload, headers } = file ? { payload: file, headers: {} } : encode(body);
    const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    try {
      return await withDeadline(signal, this.timeoutMs + waitMs, async (either) => {
        const response = await fetch(this.url + target, {
          method,
          body: payload,
          redirect: 'error',
          signal: either,
          headers: { Accept: 'application/json', ...headers, ...authorization, ...given },
        });
        this.noteTime(response);
        if (into && response.status === 200) {
          await into(Readable.from((response.body ?? []) as AsyncIterable<Uint8Array>, { objectMode: false }));
          return { status: response.status, headers: response.headers, body: undefined };
        }
        const text = await readText(response);
        return { status: response.status, headers: response.headers, body: parse(text) };
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw new Unreachable(getReason(error));
    }
  }

  private noteTime({ headers }: Response): void {
    const serverMs = Date.parse(headers.get('date') ?? '');
    if (Number.isFinite(serverMs)) this.originMs = serverMs - this.clock.monotonic();
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
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error(`a response larger than ${MAX_RESPONSE_BYTES} bytes`);
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

function getReason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || message : message;
}

/** Retry-After of the server in ms; 0 without one. */
export function readRetryAfterMs({ headers }: Pick<ReceivedResponse, 'headers'>): number {
  return (Number(headers.get('retry-after')) || 0) * 1000;
}

/** The message of an error response. */
export function getErrorMessage({ status, body }: ReceivedResponse): string {
  const { message, detail, error_description, errors, error } = (body ?? {}) as Record<string, unknown>;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const text = [message, detail, error_description, first, error].find(
    (value): value is string => typeof value === 'string',
  );
  return text === undefined
    ? `the server returned ${status}`
    : `the server returned ${status}: ${text.slice(0, MAX_MESSAGE_LENGTH)}`;
}
