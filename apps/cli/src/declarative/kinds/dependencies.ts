import { CommandError } from '../../command-error';
import { type Kind } from '../kind';
import { type Found, sortSet, type Spec } from '../records';
import type { Installation, ResourceName } from '../installation';
import { RESOURCE, resourceReferences } from './references';

export const DEPENDENCIES_KIND: Kind = {
  kind: 'Dependencies',
  file: 'dependencies',
  about: 'Dependencies of a resource, besides the resource it is part of; the name is that of the resource, or its id',
  fields: () => ({
    resource: RESOURCE,
    dependsOn: {
      type: 'array',
      items: RESOURCE,
      minItems: 1,
      maxItems: 100,
      description: 'Resources; their order does not matter',
    },
  }),
  required: ['resource', 'dependsOn'],
  identity: ['resource'],
  comparable: ({ dependsOn, ...spec }) => ({ ...spec, dependsOn: sortSet(dependsOn as unknown[]) }),
  references: (_identity, { resource, dependsOn }) =>
    [resource, ...(dependsOn as unknown[])].flatMap(resourceReferences),
  problem: ({ name }, { resource }) =>
    name === toName(resource as ResourceName)
      ? undefined
      : `its name must be that of the resource, ${toName(resource as ResourceName)}`,
  async check(at, _identity, spec) {
    await at.resourceId(spec['resource'] as ResourceName);
    await toIds(at, spec);
  },
  async read(at, id) {
    const { client } = at;
    if (id !== undefined) {
      const rows = await client.get('/rest/resource/{id}/dependencies', { path: { id } });
      const found = await toFound(
        at,
        Number(id),
        rows.map(({ resourceId }) => resourceId),
      );
      return [found];
    }
    const rows = [];
    for await (const row of client.rows('/rest/dependency')) rows.push(row);
    const found: Found[] = [];
    for (const { resourceId, dependsOn } of rows) found.push(await toFound(at, resourceId, dependsOn));
    return found;
  },
  create: async (at, _identity, spec) => replace(at, await at.resourceId(spec['resource'] as ResourceName), spec),
  change: (at, { id }, spec) => replace(at, Number(id), spec),
  remove: (at, { id }) => replace(at, Number(id), {}),
};

/** Pure. */
function toName(resource: ResourceName): string {
  return typeof resource === 'number' ? String(resource) : resource.at(-1)!;
}

async function toFound(at: Installation, id: number, dependsOn: readonly number[]): Promise<Found> {
  const resource = await at.resourceName(id);
  const names = await Promise.all(dependsOn.map((each) => at.resourceName(each)));
  return { id: String(id), name: toName(resource), spec: { resource, dependsOn: names } };
}

async function toIds(at: Installation, { dependsOn = [] }: Spec): Promise<number[]> {
  const ids: number[] = [];
  for (const each of dependsOn as ResourceName[]) ids.push(await at.resourceId(each));
  if (new Set(ids).size < ids.length) throw new CommandError('dependsOn: each resource is named once.');
  return ids;
}

async function replace(at: Installation, id: number, spec: Spec): Promise<void> {
  const dependsOn = await toIds(at, spec);
  await at.client.put('/rest/resource/{id}/dependencies', { path: { id }, body: { dependsOn } });
}
