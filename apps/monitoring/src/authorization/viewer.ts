import { type CallerIdentity, type PermissionName, permits } from '@wardstone/auth';

/** Facts about a caller that decide visibility. */
export interface Viewer extends Pick<CallerIdentity, 'roles' | 'permissions'> {
  /** Limits visibility to this resource and its descendants; absent for no limit. */
  readonly within?: number;
}

/** Facts about a caller that decide submission of values. */
export type Submitter = Viewer & Pick<CallerIdentity, 'username' | 'subject' | 'ownOnly'>;

/** Whether the caller passes every check of a resource or group. See rule http-3. */
export function seesEverything({ permissions }: Viewer): boolean {
  return permits(permissions, 'MANAGE_INVENTORY');
}

/**
 * Whether the caller may do this to visible resources and groups. Seeing them only requires a role with access to them
 * (rule http-3).
 */
export function mayDo({ permissions }: Viewer, permission: PermissionName): boolean {
  return permission === 'VIEW_RESOURCE' || permits(permissions, permission);
}
