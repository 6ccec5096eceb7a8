import type { Row } from '@wardstone/client';

/** Whether a token is valid now. Pure. */
export function tokenState(
  { revokedAt, expiresAt }: Pick<Row<'/auth/tokens'>, 'revokedAt' | 'expiresAt'>,
  now: number,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && new Date(expiresAt).getTime() <= now ? 'expired' : 'active';
}
