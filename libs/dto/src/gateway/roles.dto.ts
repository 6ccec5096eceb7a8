import type { RoleName } from '@wardstone/auth';
import { Field } from '../fields';

/** A role that accounts and tokens can have. */
export class RoleBody {
  @Field.String('Name', { example: 'viewer' })
  name!: RoleName;

  @Field.String('Purpose of the role', { example: 'Read-only, except for its own favorites' })
  description!: string;
}

/** A permission required by operations. */
export class PermissionBody {
  @Field.String('Name', { example: 'compliance:policy:read' })
  name!: string;

  @Field.String('Service that checks it; `all`: every service', { example: 'compliance' })
  service!: string;

  @Field.String('Actions that it permits', { example: 'Read policies and tailorings' })
  description!: string;

  @Field.Array('Roles that hold it', { of: 'string', example: ['admin', 'operator', 'viewer'] })
  roles!: readonly RoleName[];
}

/** Permissions of each role. */
export class RolesBody {
  @Field.Array('The roles, most permissions first', { of: () => RoleBody })
  roles!: RoleBody[];

  @Field.Array('The permissions, by service', { of: () => PermissionBody })
  permissions!: PermissionBody[];
}
