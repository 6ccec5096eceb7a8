export {
  PERMISSIONS,
  ROLES,
  ROLE_NAMES,
  isOwnOnly,
  isRoleName,
  missingPermissions,
  permissionsOf,
  permits,
} from './roles';
export type { Permission, PermissionName, Role, RoleName } from './roles';
