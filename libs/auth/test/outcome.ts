import { ApiError } from '@wardstone/errors';
import type { CallerIdentity } from '../src/caller';

/** The error type that an authentication ends with, or the name of the caller. */
export async function outcome(
  authentication: Promise<Pick<CallerIdentity, 'username'> | { caller: CallerIdentity }>,
): Promise<string> {
  try {
    const response = await authentication;
    return 'caller' in response ? response.caller.username : response.username;
  } catch (error) {
    if (error instanceof ApiError) return error.kind.type;
    throw error;
  }
}
