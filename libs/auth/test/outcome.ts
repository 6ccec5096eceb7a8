import { ApiError } from '@wardstone/errors';
import type { CallerIdentity } from '../src/caller';

/** The error type that an authentication ends with, or the name of the caller. */
export async function outcome(
  authentication: Promise<Pick<CallerIdentity, 'username'> | { caller: CallerIdentity }>,
): Promise<string> {
  try {
    const answer = await authentication;
    return 'caller' in answer ? answer.caller.username : answer.username;
  } catch (error) {
    if (error instanceof ApiError) return error.kind.type;
    throw error;
  }
}
