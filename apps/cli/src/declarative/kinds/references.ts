import { isApiFailure } from '@wardstone/client';
import { type Reference, type Spec } from '../records';
import type { Installation, ResourceName, TypeName } from '../installation';
import { type Schema } from '../kind';

export const TYPE_FIELDS: Readonly<Record<string, Schema>> = {
  type: { type: 'string', minLength: 1, description: 'Name of a resource type' },
  plugin: { type: 'string', minLength: 1, description: 'Plugin that declares the type' },
};

/** For services that trim names. */
export const A_NAME: Schema = { pattern: '^\\S(.*\\S)?$' };

export const RESOURCE: Schema = {
  description: 'a resource: its names from the platform down, or its id where these are not unique',
  oneOf: [
    { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, maxItems: 100 },
    { type: 'integer', minimum: 1 },
  ],
};

/** One of several forms of an owner. */
export function oneWayOf(
  description: string,
  ways: readonly Readonly<Record<string, Schema>>[],
  optional: readonly string[] = [],
): Schema {
  return {
    description,
    oneOf: ways.map((properties) => ({
      type: 'object',
      additionalProperties: false,
      properties,
      required: Object.keys(properties).filter((name) => !optional.includes(name)),
    })),
  };
}

export const GROUP: Readonly<Record<string, Schema>> = {
  group: { type: 'string', minLength: 1, description: 'Name of a group' },
};

/** Owner of an alert definition. */
export const OWNER = oneWayOf('a resource, a group, a type with its plugin, or installation: true', [
  { installation: { const: true, description: 'Everything: for conditions of category EXPRESSION' } },
  { resource: RESOURCE },
  GROUP,
  TYPE_FIELDS,
]);

/** The resource whose definitions watch everything; undefined while there is none, or it is not seen. */
function installationId(at: Installation): Promise<number | undefined> {
  return at.once('installation', async () => {
    try {
      return (await at.client.get('/rest/alert/installation', {})).resourceId;
    } catch (error) {
      if (isApiFailure(error) && (error.status === 404 || error.status === 403)) return undefined;
      throw error;
    }
  });
}

/** @throws ApiError */
export async function ownerName(at: Installation, kind: string, id: number): Promise<Spec> {
  if (kind === 'RESOURCE' && (await installationId(at)) === id) return { installation: true };
  if (kind === 'RESOURCE') return { resource: await at.resourceName(id) };
  if (kind === 'GROUP') return { group: (await at.groupName(id)) ?? String(id) };
  return { ...(await at.typeName(id)) };
}

/** Parameters that name the owner of a new alert definition. @throws CommandError, ApiError */
export async function ownerIds(
  at: Installation,
  of: Spec,
): Promise<{ resourceId: number } | { groupId: number } | { resourceTypeId: number }> {
  if (of['installation'] === true) return at.client.put('/rest/alert/installation', {});
  if (of['resource'] !== undefined) return { resourceId: await at.resourceId(of['resource'] as ResourceName) };
  if (of['group'] !== undefined) return { groupId: await at.groupId(of['group'] as string) };
  return { resourceTypeId: await at.typeId(of as unknown as TypeName) };
}

/** Groups of definitions are generated. */
const GENERATED = /^DynaGroup - /;

/** The documents that a reference may be to. Pure. */
export function groupReferences(group: unknown): Reference[] {
  return typeof group === 'string' && !GENERATED.test(group) ? [{ kind: 'Group', name: group }] : [];
}

/** Only integrations and heartbeats among resources come from documents. Pure. */
export function resourceReferences(resource: unknown): Reference[] {
  if (!Array.isArray(resource) || resource.length === 0) return [];
  if (resource.length === 1) return [{ kind: 'Integration', name: resource[0] as string, isOptional: true }];
  const [name, above] = [resource.at(-1) as string, resource.slice(0, -1)];
  return [{ kind: 'Heartbeat', name, of: { resource: above }, isOptional: true }];
}

/** Pure. */
export function ownerReferences({ group, resource }: Spec): Reference[] {
  return [...groupReferences(group), ...resourceReferences(resource)];
}
