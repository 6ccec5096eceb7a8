import { type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { Outcome, TargetOutcome } from '../domain/delivery';
import { hideAddress, type StoredConfig } from '../senders/sender-catalogue';
import { NTFY_URL, OPSGENIE_URL, PAGERDUTY_URL } from '../senders/channel-properties';
import { AlertDeliveryConfig } from './alert-delivery.config';
import {
  ntfyMessage,
  opsgenieAlert,
  opsgenieClosing,
  pagerDutyEvent,
  slackMessage,
  teamsMessage,
} from './channel-documents';
import { incidentKey, type Notice, reasonOf, type Sender } from './notice';
import { type Target, TargetGuard, TargetRefused } from './target-guard';
import { signatureHeaders, webhookDocument } from './webhook-body';

/** What is posted of an alert. */
interface Posting {
  readonly address: string;
  /** As it is sent, and signed. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Compose = (notice: Notice, config: StoredConfig, nowMs: number) => Posting;

const COMPOSERS: Readonly<Record<string, Compose>> = {
  Webhook: (notice, { url = '', secret = '', format = '' }, nowMs) => {
    const { body, type } = webhookDocument(format.trim().toLowerCase(), notice, nowMs);
    return {
      address: url,
      body,
      headers: { 'Content-Type': type, ...signatureHeaders(secret, notice.id, nowMs, body) },
    };
  },
  Slack: (notice, { url = '', message }) => posting(url, slackMessage(notice, message)),
  'Microsoft Teams': (notice, { url = '', message }) => posting(url, teamsMessage(notice, message)),
  PagerDuty: (notice, { url, routingKey = '', message }) =>
    posting(url || PAGERDUTY_URL, pagerDutyEvent(notice, routingKey, message)),
  Opsgenie: (notice, { url, apiKey = '', message }) => {
    const headers = { Authorization: `GenieKey ${apiKey}` };
    const address = url || OPSGENIE_URL;
    if (!notice.incident?.hasEnded) return posting(address, opsgenieAlert(notice, message), headers);
    return posting(closingAddress(address, incidentKey(notice)), opsgenieClosing(notice), headers);
  },
  ntfy: (notice, { url, topic = '', token = '', message }) =>
    posting(
      url || NTFY_URL,
      ntfyMessage(notice, topic, message),
      token === '' ? {} : { Authorization: `Bearer ${token}` },
    ),
};

/** Where Opsgenie closes what was created at an address. */
function closingAddress(address: string, alias: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${encodeURIComponent(alias)}/close`;
  url.searchParams.set('identifierType', 'alias');
  return url.href;
}

function posting(address: string, document: object, headers?: Readonly<Record<string, string>>): Posting {
  return { address, body: JSON.stringify(document), headers };
}

/** Senders that post a document. Redirections are not followed: they would lead past the guard. */
@Injectable()
export class HttpSenders {
  readonly all: readonly Sender[] = Object.entries(COMPOSERS).map(([name, compose]) => ({
    name,
    send: (notice, config) => this.send(compose(notice, config, this.clock.now())),
  }));

  constructor(
    private readonly guard: TargetGuard,
    private readonly config: AlertDeliveryConfig,
    private readonly clock: Clock,
  ) {}

  private async send({ address, body, headers }: Posting): Promise<readonly TargetOutcome[]> {
    // Nothing that may be a token is for the log.
    const target = hideAddress(address);
    const all = { 'Content-Type': 'application/json', 'User-Agent': 'Wardstone', ...headers };
    try {
      const { status, said } = await this.post(new URL(address), all, body);
      const response = `HTTP status ${status}`;
      const outcome = outcomeOf(status);
      return [
        { target, outcome, text: `${target}: ${response}`, response: said === '' ? response : `${response}: ${said}` },
      ];
    } catch (error) {
      const outcome = error instanceof TargetRefused ? 'refused' : 'failed';
      return [{ target, outcome, text: `${target}: ${reasonOf(error)}` }];
    }
  }

  private async post(url: URL, headers: Record<string, string>, body: string): Promise<Answer> {
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
    return { status: response.statusCode ?? 0, said: await beginningOf(response) };
  }
}

interface Answer {
  readonly status: number;
  /** The beginning of what it says, as one line. */
  readonly said: string;
}

/** Enough for the reason of a refusal. */
const LONGEST_ANSWER = 200;

/** A server that breaks off, or says nothing in time, has given its status all the same. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= LONGEST_ANSWER) break;
    }
  } catch {
    // What came is shown.
  }
  const text = Buffer.concat(chunks)
    .toString()
    .replace(/[\p{C}\s]+/gu, ' ');
  return text.trim().slice(0, LONGEST_ANSWER);
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
