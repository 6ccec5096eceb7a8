import type { RoleName } from '@wardstone/auth';
import { ArrayField, StringField } from '../fields/fields';

/** A role that accounts and tokens can have. */
export class RoleBody {
  @StringField('Name', { example: 'viewer' })
  name!: RoleName;

  @StringField('What it is for', { example: 'Read-only, except for its own favorites' })
  description!: string;
}

/** A permission that operations ask for. */
export class PermissionBody {
  @StringField('Name', { example: 'compliance:policy:read' })
  name!: string;

  @StringField('Service that checks it; `all` for every one', { example: 'compliance' })
  service!: string;

  @StringField('What it allows', { example: 'Read policies and tailorings' })
  description!: string;

  @ArrayField('Roles that hold it', { of: 'string', example: ['admin', 'operator', 'viewer'] })
  roles!: readonly RoleName[];
}

/** What each role may do. */
export class RolesBody {
  @ArrayField('The roles, what may most first', { of: () => RoleBody })
  roles!: RoleBody[];

  @ArrayField('The permissions, by service', { of: () => PermissionBody })
  permissions!: PermissionBody[];
}
