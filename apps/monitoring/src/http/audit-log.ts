import type { AuthenticatedRequest } from '@wardstone/auth';
import { mediaTypeOf } from '@wardstone/bootstrap';
import type { Logger } from '@wardstone/bootstrap';
import type { Request, RequestHandler, Response } from 'express';
import { auditNotesOf } from './audit-notes';
import { BASE_PATH } from './request-gate';
import { FORM_TYPE } from './form-body.interceptor';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Areas whose changes are audited; reports of measurements and availability are not changes but the daily load. */
const AUDITED = new RegExp(`^${BASE_PATH}/(operation|content|plugins|resource)(/(?!\\d+/availability$)|$)`);

/**
 * Writes a line for every call that may have changed something, whatever became of it: who, when, what, and the outcome.
 * Source: operations spec D34.
 */
export function auditLog(logger: Logger): RequestHandler {
  // Nobody turns the audit log off by asking for fewer lines.
  const audit = logger.child({ audit: true }, logger.level === 'silent' ? {} : { level: 'info' });
  return (request, response, next) => {
    if (!READING.has(request.method) && AUDITED.test(request.path)) {
      response.once('close', () => audit.info(describe(request, response), 'audit'));
    }
    next();
  };
}

function describe(request: Request, response: Response): object {
  const { caller } = request as AuthenticatedRequest;
  return {
    user: caller?.username ?? null,
    org: caller?.orgId ?? null,
    from: request.ip,
    method: request.method,
    target: request.originalUrl,
    ...(mediaTypeOf(request) === FORM_TYPE ? { parameters: request.body as unknown } : {}),
    ...auditNotesOf(request),
    outcome: outcomeOf(response),
    status: response.statusCode,
    location: response.getHeader('Location'),
    error: response.getHeader('X-Error-Type'),
  };
}

function outcomeOf({ statusCode, writableFinished }: Response): 'done' | 'refused' | 'failed' | 'cut off' {
  if (!writableFinished) return 'cut off';
  if (statusCode < 400) return 'done';
  return statusCode < 500 ? 'refused' : 'failed';
}
