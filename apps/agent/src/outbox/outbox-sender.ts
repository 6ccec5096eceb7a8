import { setTimeout as sleep } from 'node:timers/promises';
import { withDeadline } from '../deadline';
import { backoffMs, pauseMs } from '../domain/backoff';
import { readRetryAfterMs, getErrorMessage, type ReceivedResponse, Unreachable } from '../server/server-api';
import type { SharedParts } from '../shared-parts';
import type { Outbox, OutboxMessage } from './outbox';

/** Effect of a response on its message. */
export type Verdict = 'delivered' | 'refused' | 'postponed' | 'retry';

export interface OutboxSenderOptions extends Pick<SharedParts, 'server' | 'outbox' | 'logger' | 'clock'> {
  /** Sends a message; by default as a report, below `/rest`. */
  send?: (message: OutboxMessage, signal: AbortSignal) => Promise<ReceivedResponse>;
  /** Called with every delivered message and its response. */
  delivered: (message: OutboxMessage, response: ReceivedResponse) => void;
  /** Called if the server does not know the agent. */
  unknown: () => Promise<void>;
}

/** Interval of checks of postponed messages while nothing new arrives. */
const LOOK_AGAIN_MS = 5_000;

/** Sends the messages in the outbox one by one, until the server has each of them. */
export class OutboxSender {
  private failures = 0;

  constructor(private readonly options: OutboxSenderOptions) {}

  /** Runs until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { outbox, clock } = this.options;
    while (!signal.aborted) {
      const message = outbox.next(clock.monotonic());
      if (message) await this.deliver(message, signal);
      else await waitFor(outbox, signal);
    }
  }

  private async deliver(message: OutboxMessage, signal: AbortSignal): Promise<void> {
    const { outbox, clock, logger } = this.options;
    const response = await this.send(message, signal);
    if (signal.aborted) return;
    const verdict = response ? getVerdict(message, response) : 'retry';
    if (response && verdict !== 'retry') {
      if (this.failures > 0) logger.info({ waiting: outbox.size }, 'the server is reachable again');
      this.failures = 0;
    }
    switch (verdict) {
      case 'delivered':
        this.options.delivered(message, response!);
        outbox.remove(message);
        return;
      case 'refused':
        logger.warn({ target: message.target, id: message.id }, `a report was rejected: ${getErrorMessage(response!)}`);
        outbox.remove(message);
        return;
      case 'postponed':
        logger.warn({ target: message.target, id: message.id }, `a report is delayed: ${getErrorMessage(response!)}`);
        outbox.postpone(message, clock.monotonic() + backoffMs(10, 1));
        return;
      case 'retry':
        await this.pause(response, signal);
    }
  }

  private async send(message: OutboxMessage, signal: AbortSignal): Promise<ReceivedResponse | undefined> {
    const { server, logger, unknown } = this.options;
    const { method, target, body } = message;
    try {
      const response = await (this.options.send?.(message, signal) ??
        server.request(method, `/rest${target}`, { body, signal }));
      if (response.status === 404 && !isWorkReport(message)) await unknown();
      return response;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof Unreachable)) throw error;
      if (this.failures === 0) logger.warn(`the server is unreachable: ${error.message}`);
      return undefined;
    }
  }

  private async pause(response: ReceivedResponse | undefined, signal: AbortSignal): Promise<void> {
    if (response && this.failures === 0) this.options.logger.warn(getErrorMessage(response));
    const retryAfterMs = response ? readRetryAfterMs(response) : 0;
    await sleep(pauseMs(++this.failures, retryAfterMs, Math.random()), undefined, { signal }).catch(() => undefined);
  }
}

/** Decides on the message by the server's response. Rejections are final. */
export function getVerdict(message: OutboxMessage, { status }: Pick<ReceivedResponse, 'status'>): Verdict {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 404 && isWorkReport(message)) return 'refused';
  // An unexpected failure may be specific to this message, so it must not hold up the others.
  if (status === 500) return 'postponed';
  return [400, 405, 406, 409, 413, 415, 422].includes(status) ? 'refused' : 'retry';
}

function isWorkReport({ target }: OutboxMessage): boolean {
  return /\/work\/\d+$/.test(target);
}

async function waitFor(outbox: Outbox, signal: AbortSignal): Promise<void> {
  await withDeadline(signal, LOOK_AGAIN_MS, (either) => outbox.changed(either)).catch(() => undefined);
}
