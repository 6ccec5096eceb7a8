import { useMonitoring } from '../../test/use-monitoring';
import { AuthorizationService } from '../authorization.service';
import type { Viewer } from '../viewer';
import { seesResource } from '../visible.sql';

const KEEPER: Viewer = { roles: ['operator'], permissions: ['MANAGE_INVENTORY'] };
const VIEWER: Viewer = { roles: ['viewer'], permissions: ['VIEW_RESOURCE', 'MODIFY_RESOURCE'] };
const STRANGER: Viewer = { roles: ['agent'], permissions: ['VIEW_RESOURCE'] };
const NOBODY: Viewer = { roles: [], permissions: ['VIEW_RESOURCE'] };

describe('visibility', () => {
  const api = useMonitoring();
  const ids = { seen: 0, hidden: 0, seenGroup: 0, hiddenGroup: 0, unknown: 42 };
  const authorization = () => api.service.app.get(AuthorizationService);

  beforeAll(async () => {
    const resources = await api.database.query<{ id: number }>(
      `WITH plugin AS (
         INSERT INTO plugin (name, display_name, version, file_name, md5, content, descriptor, modified_at)
         VALUES ('Sight', 'Sight', '1', 'sight.xml', '', '', '', now()) RETURNING id),
       type AS (
         INSERT INTO resource_type (plugin_id, name, category) SELECT p.id, 'Any', 'SERVICE' FROM plugin p RETURNING id)
       INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, created_ms, modified_ms)
       SELECT t.id, 'SERVICE', name, name, 'COMMITTED', 0, 0 FROM type t, unnest(ARRAY['seen', 'hidden']) AS name
       RETURNING id`,
    );
    [ids.seen, ids.hidden] = resources.map(({ id }) => id) as [number, number];
    const groups = await api.database.query<{ id: number }>(
      `INSERT INTO resource_group (name, modified_ms) VALUES ('seen', 0), ('hidden', 0) RETURNING id`,
    );
    [ids.seenGroup, ids.hiddenGroup] = groups.map(({ id }) => id) as [number, number];
    await api.database.query(
      `INSERT INTO resource_group_member (resource_group_id, resource_id, is_explicit)
       VALUES ($1, $2, false), ($3, $4, true)`,
      [ids.seenGroup, ids.seen, ids.hiddenGroup, ids.hidden],
    );
    await api.database.query(`INSERT INTO role_resource_group (role_name, resource_group_id) VALUES ('viewer', $1)`, [
      ids.seenGroup,
    ]);
  });

  it.each([
    ['inventory managers', KEEPER, ['hidden', 'seen']],
    ['a role that is tied to a group, its members', VIEWER, ['seen']],
    ['other roles nothing', STRANGER, []],
    ['viewers without groups', NOBODY, []],
  ])('shows %s', async (_who, viewer, names) => {
    const params: unknown[] = ['SERVICE'];
    const condition = seesResource(viewer, 'r.id', (value) => `$${params.push(value)}`);
    const rows = await api.database.query<{ name: string }>(
      `SELECT r.name FROM resource r WHERE r.category = $1 AND ${condition} ORDER BY r.name`,
      params,
    );
    expect(rows.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['seeing what one sees', VIEWER, 'seen', 'VIEW_RESOURCE', 'allowed'],
    ['a held permission on what one sees', VIEWER, 'seen', 'MODIFY_RESOURCE', 'allowed'],
    ['a permission not held', VIEWER, 'seen', 'DELETE_RESOURCE', 'resource_forbidden'],
    ['what one does not see', VIEWER, 'hidden', 'VIEW_RESOURCE', 'resource_forbidden'],
    ['a held permission on what one does not see', VIEWER, 'hidden', 'MODIFY_RESOURCE', 'resource_forbidden'],
    ['anything without roles', NOBODY, 'seen', 'VIEW_RESOURCE', 'resource_forbidden'],
    ['anything to those who manage the inventory', KEEPER, 'hidden', 'DELETE_RESOURCE', 'allowed'],
    ['what does not exist', VIEWER, 'unknown', 'VIEW_RESOURCE', 'resource_not_found'],
  ] as const)('decides about access to a resource: %s', async (_case, viewer, id, permission, expected) => {
    expect(await outcome(authorization().requireResource(viewer, ids[id], permission))).toBe(expected);
  });

  it.each([
    ['a group of one of the roles', VIEWER, 'seenGroup', 'VIEW_RESOURCE', 'allowed'],
    ['a permission not held', VIEWER, 'seenGroup', 'CONTROL', 'group_forbidden'],
    ['a group of others', VIEWER, 'hiddenGroup', 'VIEW_RESOURCE', 'group_forbidden'],
    ['any group without roles', NOBODY, 'seenGroup', 'VIEW_RESOURCE', 'group_forbidden'],
    ['anything to those who manage the inventory', KEEPER, 'hiddenGroup', 'MANAGE_ALERTS', 'allowed'],
    ['what does not exist', VIEWER, 'unknown', 'VIEW_RESOURCE', 'group_not_found'],
  ] as const)('decides about access to a group: %s', async (_case, viewer, id, permission, expected) => {
    expect(await outcome(authorization().requireGroup(viewer, ids[id], permission))).toBe(expected);
  });
});

async function outcome(decision: Promise<void>): Promise<string> {
  return decision.then(
    () => 'allowed',
    (error: { kind: { type: string } }) => error.kind.type,
  );
}
