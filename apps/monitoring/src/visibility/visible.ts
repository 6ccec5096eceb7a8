import { permits } from '@wardstone/auth';
import type { CallerIdentity, PermissionName } from '@wardstone/auth';

/** What decides about visibility. */
export type Viewer = Pick<CallerIdentity, 'roles' | 'permissions'>;

/** Adds a parameter to a statement and answers its placeholder, e.g. `$3`. */
export type Bind = (value: unknown) => string;

/** Whether the caller passes every check of a resource or group. Source: inventory spec 1.4. */
export function seesEverything({ permissions }: Viewer): boolean {
  return permits(permissions, 'MANAGE_INVENTORY');
}

/**
 * Whether the caller may do this to the resources and groups that are visible to the caller. Seeing them needs nothing
 * but a role that is tied to them (media spec 1.3).
 */
export function mayDo({ permissions }: Viewer, permission: PermissionName): boolean {
  return permission === 'VIEW_RESOURCE' || permits(permissions, permission);
}

/**
 * The SQL condition for "this caller sees the resource": it is an implicit member of a group that one of the caller's
 * roles is tied to. Source: inventory spec 1.4.
 *
 * @param column where the statement has the resource's id, e.g. `r.id`.
 */
export function seesResource(viewer: Viewer, column: string, bind: Bind): string {
  if (seesEverything(viewer)) return 'true';
  if (viewer.roles.length === 0) return 'false';
  return `EXISTS (
    SELECT 1 FROM resource_group_member visible
      JOIN role_resource_group assigned ON assigned.resource_group_id = visible.resource_group_id
     WHERE visible.resource_id = ${column} AND assigned.role_name = ANY (${bind(viewer.roles)}::text[]))`;
}

/** The SQL condition for "this caller sees the group": one of the caller's roles is tied to it. */
export function seesGroup(viewer: Viewer, column: string, bind: Bind): string {
  if (seesEverything(viewer)) return 'true';
  if (viewer.roles.length === 0) return 'false';
  return `EXISTS (
    SELECT 1 FROM role_resource_group assigned
     WHERE assigned.resource_group_id = ${column} AND assigned.role_name = ANY (${bind(viewer.roles)}::text[]))`;
}
