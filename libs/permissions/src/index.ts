export { FIRST_ADMINISTRATOR } from './first-administrator';
export {
  PERMISSIONS,
  ROLES,
  ROLE_NAMES,
  isOwnOnly,
  isRoleName,
  missingPermissions,
  listPermissions,
  permits,
} from './roles';
export type { PermissionName, RoleName } from './roles';
