import { missingPermissions, permissionsOf, permits } from '@wardstone/auth';
import type { CallerIdentity, RoleName } from '@wardstone/auth';
import { ApiError, CommonError } from '@wardstone/errors';

/** Who may give rights to whom. Pure. */

/** Whether the caller administers the accounts of his organisation. */
export function mayAdminister({ permissions }: CallerIdentity): boolean {
  return permits(permissions, 'MANAGE_SECURITY');
}

/** Nobody gives away what he does not have. @throws insufficient_scope */
export function requireCovered(giver: CallerIdentity, roles: readonly RoleName[]): void {
  const missing = missingPermissions(giver.permissions, permissionsOf(roles));
  if (missing.length === 0) return;
  throw new ApiError(
    CommonError.insufficient_scope,
    `You cannot give rights that you do not have: ${missing.join(', ')}.`,
  );
}
