import type { IncomingMessage, ServerResponse } from 'node:http';
import { claimedAccountOf } from '@wardstone/auth';
import type { AuthenticatedRequest } from '@wardstone/auth';
import type { Logger } from './logger';
import { addressAtStart, routeOf } from './observe-request';
import { requestIdOf } from './request-id';

export interface AuditRules {
  /** Writes that are the daily load rather than changes, such as measurements; refused ones are audited all the same. */
  isDailyLoad?(method: string, path: string): boolean;
  /** Whether another process has written the line, for it answered. */
  isAuditedElsewhere?(request: IncomingMessage): boolean;
  /** What else the line says, nothing secret. */
  factsOf?(request: IncomingMessage): object;
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Too many requests, too many failed logins, missing permissions, pages of other addresses. */
const REFUSALS = new Set([403, 429]);
const LONGEST_TARGET = 2_000;

const notes = new WeakMap<IncomingMessage, object>();

/** Adds to the line that the audit log writes about a request. Nothing secret: it is written as it is. */
export function noteForAudit(request: IncomingMessage, facts: object): void {
  notes.set(request, { ...notes.get(request), ...facts });
}

/**
 * Writes a line for every request that may have changed something, and for every one that was refused for the sake of who
 * sent it, whatever it wanted: who, from where, what, and what became of it.
 */
export class AuditLog {
  private readonly logger: Logger;

  constructor(
    logger: Logger,
    private readonly trustProxy: boolean,
    private readonly rules: AuditRules = {},
  ) {
    // A lower log level must not turn the audit log off.
    this.logger = logger.child({ audit: true }, logger.level === 'silent' ? {} : { level: 'info' });
  }

  /** Called first of all: those who handle the request may change what is looked at here. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const target = (request.url ?? '').slice(0, LONGEST_TARGET);
    const { authorization } = request.headers;
    const from = addressAtStart(request, this.trustProxy);
    response.once('close', () => {
      if (!this.isAudited(request, response, target, authorization)) return;
      const { caller } = request as AuthenticatedRequest;
      const claimed = caller ? undefined : claimedAccountOf(authorization);
      const line = {
        user: caller?.username ?? null,
        org: caller?.orgId ?? null,
        ...(claimed === undefined ? {} : { claimed }),
        from: from(),
        requestId: requestIdOf(request),
        method: request.method,
        operation: routeOf(request),
        target,
        ...this.rules.factsOf?.(request),
        ...notes.get(request),
        outcome: outcomeOf(response),
        status: response.statusCode,
        location: response.getHeader('Location'),
        error: response.getHeader('X-Error-Type'),
      };
      this.logger.info(line, 'audit');
    });
  }

  private isAudited(
    request: IncomingMessage,
    { statusCode }: ServerResponse,
    target: string,
    authorization: string | undefined,
  ): boolean {
    if (this.rules.isAuditedElsewhere?.(request)) return false;
    // A browser asks without a login at first, and is told to log in; that is no attempt.
    if (REFUSALS.has(statusCode) || (statusCode === 401 && authorization !== undefined)) return true;
    const method = request.method ?? '';
    const [path = ''] = target.split('?', 1);
    return !READS.has(method) && !this.rules.isDailyLoad?.(method, path);
  }
}

function outcomeOf({ statusCode, writableFinished }: ServerResponse): 'done' | 'refused' | 'failed' | 'cut off' {
  if (!writableFinished) return 'cut off';
  if (statusCode < 400) return 'done';
  return statusCode < 500 ? 'refused' : 'failed';
}
