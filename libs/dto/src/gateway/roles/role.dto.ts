import type { RoleName } from '@wardstone/auth';
import { ArrayField, StringField } from '../../fields/fields';

/** A role that accounts and tokens can have. */
export class RoleBody {
  @StringField({ description: 'Name', example: 'viewer' })
  name!: RoleName;

  @StringField({ description: 'What it is for', example: 'Read-only, except for its own favorites' })
  description!: string;
}

/** A permission that operations ask for. */
export class PermissionBody {
  @StringField({ description: 'Name', example: 'compliance:policy:read' })
  name!: string;

  @StringField({ description: 'Service that checks it; `all` for every one', example: 'compliance' })
  service!: string;

  @StringField({ description: 'What it allows', example: 'Read policies and tailorings' })
  description!: string;

  @ArrayField({ description: 'Roles that hold it', of: 'string', example: ['admin', 'operator', 'viewer'] })
  roles!: readonly RoleName[];
}

/** What each role may do. */
export class RolesBody {
  @ArrayField({ description: 'The roles, what may most first', of: () => RoleBody })
  roles!: RoleBody[];

  @ArrayField({ description: 'The permissions, by service', of: () => PermissionBody })
  permissions!: PermissionBody[];
}
