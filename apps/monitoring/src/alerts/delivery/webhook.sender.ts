import { type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { Outcome, TargetOutcome } from '../domain/delivery';
import { hideAddress, type StoredConfig } from '../senders/sender-catalogue';
import { AlertDeliveryConfig } from './alert-delivery.config';
import { type Notice, reasonOf, type Sender } from './notice';
import { type Target, TargetGuard, TargetRefused } from './target-guard';
import { signatureHeaders, webhookBody } from './webhook-body';

/** Posts a signed document. Redirections are not followed: they would lead past the guard. */
@Injectable()
export class WebhookSender implements Sender {
  readonly name = 'Webhook';

  constructor(
    private readonly guard: TargetGuard,
    private readonly config: AlertDeliveryConfig,
    private readonly clock: Clock,
  ) {}

  async send(notice: Notice, config: StoredConfig): Promise<readonly TargetOutcome[]> {
    const { url: address = '', secret = '', format = '' } = config;
    const url = new URL(address);
    const body = webhookBody(format.trim().toLowerCase() === 'alertmanager' ? 'alertmanager' : 'json', notice);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Wardstone',
      ...signatureHeaders(secret, notice.id, this.clock.now(), body),
    };
    // Nothing that may be a token is for the log.
    const target = hideAddress(address);
    try {
      const status = await this.post(url, headers, body);
      const response = `HTTP status ${status}`;
      return [{ target, outcome: outcomeOf(status), text: `${target}: ${response}`, response }];
    } catch (error) {
      const outcome = error instanceof TargetRefused ? 'refused' : 'failed';
      return [{ target, outcome, text: `${target}: ${reasonOf(error)}` }];
    }
  }

  private async post(url: URL, headers: Record<string, string>, body: string): Promise<number> {
    const signal = AbortSignal.timeout(this.config.ALERT_SEND_TIMEOUT_MS);
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
    // What it says is its own matter.
    response.destroy();
    return response.statusCode ?? 0;
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  const mayPass = status >= 500 || status === 408 || status === 425 || status === 429;
  return mayPass ? 'failed' : 'refused';
}

function timedOut(ms: number): Error {
  return new Error(`no response within ${ms} ms`);
}

/** Connects to the address that was checked, whatever the name means by now. */
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
