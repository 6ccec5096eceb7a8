import type { Client } from '@wardstone/client';
import { CommandError } from '../../command-error';
import { type Kind } from '../kind';
import { type Found, removeEmpty, sortSet, type Spec } from '../records';
import type { Installation, ResourceName, TypeName } from '../installation';
import { bodyFields } from '../../openapi';
import { objectSchema } from '../schemas';
import { A_NAME, RESOURCE, resourceReferences, TYPE_FIELDS } from './references';

const ROLES = {
  type: 'array',
  items: { type: 'string', minLength: 1 },
  uniqueItems: true,
  description: 'Roles with access to the members, besides those that see all resources',
};

export const GROUP_KIND: Kind = {
  kind: 'Group',
  file: 'groups',
  about: 'A group of resources',
  fields: () => ({
    resourceType: {
      ...objectSchema(TYPE_FIELDS),
      type: ['object', 'null'],
      description: 'The type of all members; null for any. It cannot be changed',
    },
    recursive: { ...bodyFields('post', '/rest/group')['recursive'] },
    members: { type: 'array', items: RESOURCE, description: 'All members' },
    roles: ROLES,
  }),
  nameSchema: { ...A_NAME, maxLength: 4000 },
  fixed: ['resourceType', 'recursive'],
  comparable: ({ members, roles, ...spec }) => ({
    ...spec,
    ...(Array.isArray(members) && { members: sortSet(members) }),
    ...(Array.isArray(roles) && { roles: sortSet(roles) }),
  }),
  // A group without a type shows the common type of its members.
  isSame: (field, _before, after) => field === 'resourceType' && after === null,
  references: (_identity, { members = [] }) => (members as unknown[]).flatMap(resourceReferences),
  async read(at, id) {
    const { client } = at;
    const groups =
      id === undefined
        ? await all(client.rows('/rest/group'))
        : [await client.get('/rest/group/{id}', { path: { id } })];
    const found: Found[] = [];
    for (const { id: groupId, name, resourceTypeId, recursive, dynaGroupDefinitionId } of groups) {
      if (dynaGroupDefinitionId !== 0) continue;
      const members = await getMembers(client, groupId);
      const spec = {
        resourceType: resourceTypeId === null ? null : await at.typeName(resourceTypeId),
        recursive,
        members: await Promise.all(members.map((each) => at.resourceName(each))),
        roles: await getRoles(client, groupId),
      };
      found.push({ id: String(groupId), name, spec });
    }
    return found;
  },
  async check(at, _identity, spec) {
    if (spec['resourceType']) await at.typeId(spec['resourceType'] as TypeName);
    await memberIds(at, spec);
  },
  async create(at, { name }, spec) {
    const { client } = at;
    const type = spec['resourceType'] as TypeName | null | undefined;
    const { body, status } = await client.call('post', '/rest/group', {
      body: { name, resourceTypeId: type ? await at.typeId(type) : null, recursive: spec['recursive'] === true },
    });
    if (status === 200) throw new CommandError(`There is a group ${body.name} already.`);
    await changeMembers(at, body.id, new Set(), await memberIds(at, spec));
    await changeRoles(client, body.id, [], (spec['roles'] ?? []) as string[]);
  },
  async change(at, found, spec, fields) {
    const id = Number(found.id);
    if (fields.has('members')) await changeMembers(at, id, await memberIds(at, found.spec), await memberIds(at, spec));
    if (fields.has('roles'))
      await changeRoles(at.client, id, found.spec['roles'] as string[], spec['roles'] as string[]);
  },
  remove: async ({ client }, { id }) => void (await client.delete('/rest/group/{id}', { path: { id } })),
};

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

async function getMembers(client: Client, id: number): Promise<number[]> {
  const members = await client.get('/rest/group/{id}/resources', { path: { id } });
  return members.map(({ resourceId }) => resourceId);
}

async function getRoles(client: Client, id: number): Promise<string[]> {
  const roles = await client.get('/rest/group/{id}/roles', { path: { id } });
  return roles.map((role) => String((role as { name?: string }).name ?? role));
}

async function memberIds(at: Installation, { members = [] }: Spec): Promise<Set<number>> {
  const ids = new Set<number>();
  for (const member of members as ResourceName[]) ids.add(await at.resourceId(member));
  return ids;
}

async function changeMembers(
  { client }: Installation,
  id: number,
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
): Promise<void> {
  for (const resourceId of after)
    if (!before.has(resourceId))
      await client.put('/rest/group/{id}/resource/{resourceId}', { path: { id, resourceId } });
  for (const resourceId of before)
    if (!after.has(resourceId))
      await client.delete('/rest/group/{id}/resource/{resourceId}', { path: { id, resourceId } });
}

async function changeRoles(
  client: Client,
  id: number,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  for (const role of after)
    if (!before.includes(role)) await client.put('/rest/group/{id}/roles/{role}', { path: { id, role } });
  for (const role of before)
    if (!after.includes(role)) await client.delete('/rest/group/{id}/roles/{role}', { path: { id, role } });
}

export const GROUP_DEFINITION_KIND: Kind = {
  kind: 'GroupDefinition',
  file: 'group-definitions',
  about: 'An expression that generates groups; apply calculates them',
  fields: () => {
    const { description, expression, recalcInterval, recursive } = bodyFields('post', '/rest/group/definitions');
    return {
      description: { ...description, maxLength: 100 },
      expression: { ...expression, minItems: 1 },
      recalcInterval: {
        ...recalcInterval,
        anyOf: [{ const: 0 }, { minimum: 60_000 }],
        description: recalcInterval!.description!,
      },
      recursive: { ...recursive },
    };
  },
  required: ['expression'],
  nameSchema: { maxLength: 100, pattern: "^[^\\s<$'[{]([^<$'[{]*[^\\s<$'[{])?$" },
  async read({ client }, id) {
    const rows =
      id === undefined
        ? await client.get('/rest/group/definitions')
        : [await client.get('/rest/group/definition/{id}', { path: { id } })];
    return rows.map(({ id: definition, name, description, expression, recalcInterval, recursive }) => ({
      id: String(definition),
      name,
      spec: { description, expression, recalcInterval, recursive },
    }));
  },
  async create({ client }, { name }, spec) {
    const { id } = await client.post('/rest/group/definitions', { body: { name, ...removeEmpty(spec) } });
    await calculate(client, id);
  },
  async change({ client }, { id, name }, spec) {
    await client.put('/rest/group/definition/{id}', { path: { id }, body: { name, ...removeEmpty(spec) } });
    await calculate(client, id);
  },
  remove: async ({ client }, { id }) => void (await client.delete('/rest/group/definition/{id}', { path: { id } })),
};

async function calculate(client: Client, id: number | string): Promise<void> {
  await client.put('/rest/group/definition/{id}', { path: { id }, query: { recalculate: true }, body: {} });
}
