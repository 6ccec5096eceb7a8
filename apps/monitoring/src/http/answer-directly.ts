import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Authenticator, CallerIdentity } from '@wardstone/auth';
import { labelRoute } from '@wardstone/bootstrap';
import type { FrontHandler } from '@wardstone/bootstrap';
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

/**
 * A handler before the framework. Only what succeeds is answered here; whatever else is the case, the request goes on to
 * the framework as if nobody had looked at it. So there is one place for each refusal, and this is none.
 */
export function answerDirectly(
  operations: readonly DirectOperation[],
  { authenticator, users }: DirectSurroundings,
): FrontHandler {
  const answeringOf = async (request: IncomingMessage, work: DirectWork): Promise<Answering | undefined> => {
    const caller = await authenticator.authenticate(request);
    if (caller.systemCn !== undefined) return undefined;
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
        // What went wrong goes wrong there again, and is told there.
        () => next(),
      );
      return;
    }
    next();
  };
}
