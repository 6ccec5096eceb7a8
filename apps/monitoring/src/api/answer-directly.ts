import type { IncomingMessage, ServerResponse } from 'node:http';
import { requireAccess } from '@wardstone/auth';
import type { Access, AuthenticatedRequest, Authenticator, CallerIdentity } from '@wardstone/auth';
import { labelRoute } from '@wardstone/bootstrap';
import type { EdgeHandler } from '@wardstone/bootstrap';
import { ApiError } from '@wardstone/errors';
import type { RequestHandler } from 'express';
import type { KnownUsers } from '../users/known-users';

/** Writes an answer whose usual headers are there already. */
type Answering = (response: ServerResponse) => void;

/** What is to be done for a caller; resolves to undefined when the framework is to answer. */
export type DirectWork = (caller: CallerIdentity) => Promise<Answering | undefined>;

/** Something that is answered before the framework sees the request, because the framework would take longer than the work. */
export interface DirectOperation {
  /** As it stands in the metrics. */
  readonly route: string;
  /** Undefined when anything about the request is out of the ordinary. */
  workFor(request: IncomingMessage): DirectWork | undefined;
}

export interface DirectSurroundings {
  readonly authenticator: Authenticator;
  readonly users: KnownUsers;
}

/** As the routes themselves declare. */
const LOGGED_IN: Access = { kind: 'authenticated' };

const failures = new WeakMap<IncomingMessage, unknown>();

/** Lets what failed before the framework fail here, in the representation that the client asks for. */
export const failAsBefore: RequestHandler = (request, _response, next) => {
  if (failures.has(request)) next(failures.get(request));
  else next();
};

/**
 * A handler before the framework. Only what succeeds is answered here. What would be refused goes on to the framework,
 * which decides again: so each refusal has one place. What failed after that, such as a write, is not tried again; the
 * framework answers with the failure.
 */
export function answerDirectly(
  operations: readonly DirectOperation[],
  { authenticator, users }: DirectSurroundings,
): EdgeHandler {
  const answeringOf = async (request: IncomingMessage, work: DirectWork): Promise<Answering | undefined> => {
    const caller = await authenticator.authenticate(request);
    (request as AuthenticatedRequest).caller = caller;
    requireAccess(caller, LOGGED_IN, false);
    await users.record(caller);
    return work(caller);
  };
  return (request, response, next) => {
    for (const operation of operations) {
      const work = operation.workFor(request);
      if (!work) continue;
      answeringOf(request, work).then(
        (answer) => {
          if (!answer) {
            next();
            return;
          }
          labelRoute(request, operation.route);
          answer(response);
        },
        (error: unknown) => {
          // Refusals are made before anything is written, and the framework may have another one to make first.
          if (!(error instanceof ApiError)) failures.set(request, error);
          next();
        },
      );
      return;
    }
    next();
  };
}
