import { mayDo, seesEverything, type Submitter, type Viewer } from './viewer';

/** Adds a parameter to a statement and returns its placeholder, e.g. `$3`. */
export type Bind = (value: unknown) => string;

/**
 * Ids of a resource and its descendants in inventory, as an SQL array, for look-ups by an index on the resource's id.
 * @param root expression for the resource's id, e.g. `$1`
 */
export function idsOfSubtree(root: string): string {
  return `ARRAY (
    WITH RECURSIVE part AS (
      SELECT ${root}::integer AS id
      UNION ALL
      SELECT below.id FROM part JOIN resource below ON below.parent_id = part.id AND below.inventory_status = 'COMMITTED')
    SELECT part.id FROM part)`;
}

/**
 * SQL condition for "this caller sees the resource": it is an implicit member of a group to which one of the caller's
 * roles has access. See rule http-3.
 * @param column column with the resource's id, e.g. `r.id`
 */
export function seesResource({ within, ...viewer }: Viewer, column: string, bind: Bind): string {
  if (within !== undefined)
    return `${column} = ANY (${idsOfSubtree(bind(within))}) AND ${seesResource(viewer, column, bind)}`;
  if (seesEverything(viewer)) return 'true';
  if (viewer.roles.length === 0) return 'false';
  return `EXISTS (
    SELECT 1 FROM resource_group_member visible
      JOIN role_resource_group assigned ON assigned.resource_group_id = visible.resource_group_id
     WHERE visible.resource_id = ${column} AND assigned.role_name = ANY (${bind(viewer.roles)}::text[]))`;
}

/** SQL condition for "this caller sees the group": one of the caller's roles has access to it. */
export function seesGroup(viewer: Viewer, column: string, bind: Bind): string {
  if (seesEverything(viewer)) return 'true';
  if (viewer.roles.length === 0) return 'false';
  return `EXISTS (
    SELECT 1 FROM role_resource_group assigned
     WHERE assigned.resource_group_id = ${column} AND assigned.role_name = ANY (${bind(viewer.roles)}::text[]))`;
}

/** SQL condition for "the resource is an explicit or implicit member of this group, which the caller sees". */
export function isGroupMember(viewer: Viewer, groupId: number, column: string, bind: Bind): string {
  return `${column} IN (
    SELECT member.resource_id FROM resource_group_member member
     WHERE member.resource_group_id = ${bind(groupId)} AND ${seesGroup(viewer, 'member.resource_group_id', bind)})`;
}

/**
 * SQL condition for "this caller may submit values of the resource": agents for their resources, other holders of
 * SUBMIT_METRICS also for visible resources, and everyone for targets whose series they send.
 * @param resource alias of the resource table in the statement, e.g. `r`
 */
export function submitsTo(submitter: Submitter, resource: string, bind: Bind): string {
  if (seesEverything(submitter)) return 'true';
  if (!mayDo(submitter, 'SUBMIT_METRICS')) return 'false';
  const subject = bind(submitter.subject);
  const isReported = `(EXISTS (
    SELECT 1 FROM agent reporting
     WHERE reporting.name = ${resource}.agent_name
       AND reporting.owner_subject = ${subject})
    OR EXISTS (
    SELECT 1 FROM received_target sent WHERE sent.resource_id = ${resource}.id AND sent.owner_subject = ${subject}))`;
  if (submitter.ownOnly || submitter.roles.length === 0) return isReported;
  return `(${isReported} OR ${seesResource(submitter, `${resource}.id`, bind)})`;
}
