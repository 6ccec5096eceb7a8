import type { IncomingMessage, ServerResponse } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AuthenticatedRequest } from '@wardstone/auth';
import { ApiError, CommonError } from '@wardstone/errors';
import { type Turn, type TurnLimits, TurnRefused, Turns } from '@wardstone/turns';
import { onResponseEnd } from './http-server';

/** Maximum number of waiting requests of one account; a dashboard sends all its queries at once. */
const MAX_WAITING = 64;
/** Clients and proxies give up after a minute, and the work itself takes time, too. */
const PATIENCE_MS = 20_000;
/** Most queries of a dashboard take less. */
const SHORT_MS = 250;
const RETRY_AFTER_SECONDS = 2;
/** Minimum; the actual value is up to twice as long, so that clients refused together do not return together. */
const BUSY_RETRY_AFTER_SECONDS = 5;

type HeavyWorkLimits = Partial<Pick<TurnLimits, 'patienceMs' | 'shortMs'>>;

/** The client that work is done for, and the signal that ends it. */
export interface Client {
  /** Requests of the same account share turns. */
  readonly account: string;
  /** Aborted when the response has been sent or the client has disconnected. */
  readonly signal: AbortSignal;
}

/** One for all requests: creating an error for each would take as long as a small response. */
const OVER = new DOMException('The response has ended', 'AbortError');

/** A property instead of a WeakMap, as in `onResponseEnd`. */
const CLIENT = Symbol('client');

type ClientResponse = ServerResponse & { [CLIENT]?: Client };

export function toClient(request: AuthenticatedRequest, response: ClientResponse): Client {
  const known = response[CLIENT];
  if (known) return known;
  const over = new AbortController();
  const client = { account: request.caller?.subject ?? '', signal: over.signal };
  response[CLIENT] = client;
  if (response.destroyed) over.abort(OVER);
  else onResponseEnd(response, () => over.abort(OVER));
  return client;
}

/** Parameter of a handler: the client of the request. */
export const RequestClient = createParamDecorator((_data: unknown, context: ExecutionContext): Client => {
  const http = context.switchToHttp();
  return toClient(http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>());
});

/** The turn of each client: of one kind of work at a time. */
const turnBySignal = new WeakMap<AbortSignal, { readonly work: HeavyWork; readonly turn: Promise<Turn> }>();

/** Bounds what is expensive in a process: PromQL queries, dry runs, large reads, files made of many records, large bodies. */
export class HeavyWork {
  private readonly turns: Turns;
  private readonly patienceMs: number;

  /**
   * @param requests maximum number at the same time; one account gets at most half of it
   * @param limits see `TurnLimits`
   */
  constructor(requests: number, { patienceMs = PATIENCE_MS, shortMs = SHORT_MS }: HeavyWorkLimits = {}) {
    this.patienceMs = patienceMs;
    this.turns = new Turns({ turns: requests, maxWaiting: MAX_WAITING, patienceMs, shortMs });
  }

  /**
   * Waits for a turn, which the client keeps until its response is over or it waits for a turn of other work; the same
   * client gets the same turn again. Must be called before the status is sent.
   * @throws too_many_heavy_requests, service_unavailable
   */
  begin({ account, signal }: Client): Promise<Turn> {
    const known = turnBySignal.get(signal);
    if (known?.work === this) return known.turn;
    // Otherwise a body that has been read would keep others unread while its request waits for other work.
    known?.turn.then(
      (before) => before.release(),
      () => undefined,
    );
    const turn = this.turns.take(account, signal).catch((error: unknown) => {
      throw this.toApiError(error);
    });
    turnBySignal.set(signal, { work: this, turn });
    return turn;
  }

  /**
   * Refuses the request before its body is read if no turn can be had.
   * @throws too_many_heavy_requests
   */
  requireRoom({ account }: Client): void {
    try {
      this.turns.requireRoom(account);
    } catch (error) {
      throw this.toApiError(error);
    }
  }

  private toApiError(error: unknown): unknown {
    if (!(error instanceof TurnRefused)) return error;
    if (error.reason === 'account') {
      const detail = `${MAX_WAITING} expensive requests of this account are waiting already`;
      return new ApiError(CommonError.too_many_heavy_requests, detail, {
        headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      });
    }
    return toBusyError(
      `The service is busy with other expensive requests; waited for ${this.patienceMs / 1000} seconds`,
    );
  }
}

/** 503 for a request that waited in vain: senders such as Prometheus retry it, but drop what is refused with 429. */
export function toBusyError(detail: string): ApiError {
  const seconds = BUSY_RETRY_AFTER_SECONDS * (1 + Math.random());
  return new ApiError(CommonError.service_unavailable, detail, { headers: { 'Retry-After': seconds.toFixed(0) } });
}
