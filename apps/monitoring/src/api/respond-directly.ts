import type { IncomingMessage, ServerResponse, IncomingHttpHeaders } from 'node:http';
import {
  type Access,
  type AuthenticatedRequest,
  type Authenticator,
  type CallerIdentity,
  requireAccess,
} from '@wardstone/auth';
import { type EdgeHandler, labelRoute } from '@wardstone/bootstrap';
import { ApiError } from '@wardstone/errors';
import type { RequestHandler } from 'express';
import type { KnownUsers } from '../users/known-users';

/** Result of a write, if any. */
interface Outcome {
  readonly result?: object;
}

/**
 * The work of a caller's request. Resolves to undefined if the framework should respond because it has only read;
 * exceptions become the response.
 */
export type DirectWork = (caller: CallerIdentity) => Promise<Outcome | undefined>;

/** A POST handled before the framework, which would take longer than the work itself. */
export interface DirectOperation {
  /** Route label in metrics. */
  readonly route: string;
  /** Required access of the route. */
  readonly access: Access;
  /** Undefined if the request is unusual in any way. */
  workFor(request: IncomingMessage, response: ServerResponse): DirectWork | undefined;
}

interface DirectSurroundings {
  readonly authenticator: Authenticator;
  readonly users: KnownUsers;
}

const failures = new WeakMap<IncomingMessage, unknown>();

/** Raises here a failure from before the framework, so that it gets the representation that the client accepts. */
export const failAsBefore: RequestHandler = (request, _response, next) => {
  if (failures.has(request)) next(failures.get(request));
  else next();
};

/**
 * Creates a handler that runs before the framework and responds only to success. Callers to be refused are passed to
 * the framework, which decides again, so that each refusal has one place. Work that has begun is not repeated: the
 * framework returns its failure.
 */
export function respondDirectly(
  operations: readonly DirectOperation[],
  { authenticator, users }: DirectSurroundings,
): EdgeHandler {
  const admit = async (request: IncomingMessage, access: Access): Promise<CallerIdentity> => {
    const caller = await authenticator.authenticate(request);
    (request as AuthenticatedRequest).caller = caller;
    requireAccess(caller, access, false);
    await users.record(caller);
    return caller;
  };
  const toOutcome = async (request: IncomingMessage, { access, route }: DirectOperation, work: DirectWork) => {
    let hasBegun = false;
    try {
      const caller = await admit(request, access);
      hasBegun = true;
      const outcome = await work(caller);
      if (outcome) labelRoute(request, route);
      return outcome;
    } catch (error) {
      if (hasBegun) labelRoute(request, route);
      if (hasBegun || !(error instanceof ApiError)) failures.set(request, error);
      return undefined;
    }
  };
  return (request, response, next) => {
    for (const operation of request.method === 'POST' ? operations : []) {
      const work = operation.workFor(request, response);
      if (!work) continue;
      void toOutcome(request, operation, work).then((outcome) => {
        if (outcome) sendOutcome(response, outcome);
        else next();
      });
      return;
    }
    next();
  };
}

/** Responds like a handler with `result()` to a JSON client; the usual headers are already set. */
function sendOutcome(response: ServerResponse, { result }: Outcome): void {
  response.setHeader('Vary', 'Accept');
  if (result === undefined) {
    response.statusCode = 204;
    response.end();
    return;
  }
  const body = JSON.stringify(result);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

const ANY_JSON = new Set([
  undefined,
  '*/*',
  'application/json',
  'application/json, */*',
  'application/json, text/plain, */*',
]);

/** Whether a client obviously accepts JSON; other spellings may accept it, too. */
export function acceptsJson({ accept }: IncomingHttpHeaders): boolean {
  return ANY_JSON.has(accept);
}
