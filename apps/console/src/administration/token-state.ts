import type { TokenBody } from '@wardstone/dto/gateway';

/** Whether a token is valid now. Pure. */
export function tokenState(
  { revokedAt, expiresAt }: Pick<TokenBody, 'revokedAt' | 'expiresAt'>,
  now: number,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && new Date(expiresAt).getTime() <= now ? 'expired' : 'active';
}
