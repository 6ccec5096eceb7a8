import type { CallerIdentity } from '../caller';

/** By which people and scanners of secrets recognise a token that is looked up instead of read. */
export const OPAQUE_TOKEN_PREFIX = 'wst_';

/** Tokens that say nothing themselves: the gateway looks them up, services ask the gateway. */
export abstract class OpaqueTokens {
  /** The caller as of now. @throws invalid_token, expired_token, service_unavailable */
  abstract verify(token: string): Promise<CallerIdentity>;
}
