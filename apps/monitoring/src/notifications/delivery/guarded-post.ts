import { type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import { cutText } from '@wardstone/units';
import { AlertDeliveryConfig } from './alert-delivery.config';
import { EgressProxy } from './egress-proxy';
import { toErrorLine } from './notice';
import { type Target, TargetGuard } from './target-guard';

/** Response of the receiver. */
export interface ReceiverResponse {
  readonly status: number;
  /** Beginning of its body, as one line. */
  readonly said: string;
}

/** Enough for the reason of a refusal. */
const MAX_RESPONSE_LENGTH = 200;

/** Posts to addresses that people configure, with a timeout and only where the guard permits it. */
@Injectable()
export class GuardedPost {
  constructor(
    private readonly guard: TargetGuard,
    private readonly proxy: EgressProxy,
    private readonly config: AlertDeliveryConfig,
  ) {}

  /**
   * Returns the response; redirects are not followed, because they would bypass the guard.
   * @param longest maximum number of characters of the response
   * @throws TargetRefused, and errors of the connection
   */
  async post(
    url: URL,
    headers: Record<string, string>,
    body: string | Buffer,
    longest = MAX_RESPONSE_LENGTH,
  ): Promise<ReceiverResponse> {
    const signal = AbortSignal.timeout(this.config.ALERT_SEND_TIMEOUT_MS);
    if (this.proxy.serves(url.hostname)) return this.postByProxy(url, { headers, body, signal }, longest);
    const target = await raceWith(signal, this.guard.resolve(url.hostname));
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      lookup: always(target),
      agent: false,
      signal,
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, options, resolve);
      request.on('error', (error) => reject(signal.aborted ? timedOut(this.config.ALERT_SEND_TIMEOUT_MS) : error));
      request.end(body);
    });
    return { status: response.statusCode ?? 0, said: await getBeginning(response as AsyncIterable<Buffer>, longest) };
  }

  private async postByProxy(
    url: URL,
    request: Parameters<EgressProxy['post']>[1],
    longest: number,
  ): Promise<ReceiverResponse> {
    try {
      const { statusCode: status, body } = await this.proxy.post(url, request);
      return { status, said: await getBeginning(body, longest) };
    } catch (error) {
      if (request.signal.aborted) throw timedOut(this.config.ALERT_SEND_TIMEOUT_MS);
      // Otherwise people would search for the problem at the host.
      throw new Error(`through the proxy: ${toErrorLine(error)}`, { cause: error });
    }
  }
}

/** A server that disconnects or times out after its status has still responded. */
async function getBeginning(response: AsyncIterable<Buffer>, longest: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= longest) break;
    }
  } catch {
    // Shows the received part.
  }
  const text = Buffer.concat(chunks)
    .toString()
    .replace(/[\p{C}\s]+/gu, ' ');
  return cutText(text.trim(), longest);
}

function timedOut(ms: number): Error {
  return new Error(`no response within ${ms} ms`);
}

/** Connects to the checked address, whatever the name resolves to now. */
function always({ address, family }: Target): LookupFunction {
  return (_host, { all }, callback) => {
    if (all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

function raceWith<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('the name was not resolved in time')), { once: true }),
    ),
  ]);
}
