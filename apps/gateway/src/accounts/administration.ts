import { type CallerIdentity, missingPermissions, listPermissions, permits, type RoleName } from '@wardstone/auth';
import { ApiError, CommonError } from '@wardstone/errors';
import type { AccountEntity } from './account.entity';

/** Rules about who may grant permissions to whom. Pure. */

/**
 * The caller with present permissions, which those of the request may lag by a few seconds. In a transaction that has
 * locked the account, an ended login cannot create anything.
 * @throws invalid_credentials, insufficient_scope
 */
export function asOfNow(caller: CallerIdentity, locked: readonly AccountEntity[]): CallerIdentity {
  // Accounts of the OIDC issuer are not stored.
  if (caller.credential === undefined) return caller;
  const row = locked.find(({ username }) => username === caller.username);
  if (row?.credential !== caller.credential || row.disabled_at !== null) {
    throw new ApiError(CommonError.invalid_credentials, 'This login has ended. Log in again.');
  }
  const held = listPermissions(row.roles);
  const now = { ...caller, permissions: caller.permissions.filter((permission) => permits(held, permission)) };
  if (mayAdminister(caller) && !mayAdminister(now)) throw new ApiError(CommonError.insufficient_scope);
  return now;
}

/** Whether the caller may manage the accounts of the organisation. */
export function mayAdminister({ permissions }: CallerIdentity): boolean {
  return permits(permissions, 'MANAGE_SECURITY');
}

/**
 * Callers may grant only permissions that they hold.
 * @throws insufficient_scope
 */
export function requireCovered(giver: CallerIdentity, roles: readonly RoleName[]): void {
  const missing = missingPermissions(giver.permissions, listPermissions(roles));
  if (missing.length === 0) return;
  throw new ApiError(
    CommonError.insufficient_scope,
    `You cannot grant permissions that you do not have: ${missing.join(', ')}.`,
  );
}
