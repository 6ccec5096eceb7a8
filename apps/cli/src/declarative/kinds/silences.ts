import type { Kind } from '../kind';
import { removeEmpty, type Identity, type Spec } from '../records';
import type { Installation, ResourceName, TypeName } from '../installation';
import { bodyFields } from '../../openapi';
import { GROUP, ownerSchema, OWNER, ownerIds, ownerReferences, RESOURCE, TYPE_FIELDS } from './references';
import { aTime, normalizeTime } from './times';

interface Scope extends Record<string, unknown> {
  resource?: ResourceName;
  descendants?: boolean;
  group?: string;
  groupDefinition?: string;
  alertDefinition?: string;
  of?: Spec;
}

export const SILENCE_KIND: Kind = {
  kind: 'Silence',
  file: 'silences',
  about: 'A time in which alerts are stored, but not notified; its name is the reason',
  fields: () => {
    const { startTime, endTime, rule, timeZone } = bodyFields('post', '/rest/silence');
    return {
      scope: ownerSchema(
        'what it covers: a resource, a group, a group definition, a type with its plugin, or an alert definition with its owner',
        [
          { resource: RESOURCE, descendants: { const: true, description: 'With all its parts' } },
          GROUP,
          { groupDefinition: { type: 'string', minLength: 1 } },
          TYPE_FIELDS,
          { alertDefinition: { type: 'string', minLength: 1 }, of: OWNER },
        ],
        ['descendants'],
      ),
      startTime: aTime(startTime!),
      endTime: aTime(endTime!),
      rule: { ...rule, type: ['string', 'null'], maxLength: 200 },
      timeZone: { ...timeZone, type: ['string', 'null'], maxLength: 100 },
    };
  },
  required: ['scope', 'startTime', 'endTime'],
  nameSchema: { maxLength: 1000, description: 'The reason' },
  identity: ['scope'],
  comparable: ({ startTime, endTime, ...spec }) => ({
    ...spec,
    startTime: normalizeTime(startTime),
    endTime: normalizeTime(endTime),
  }),
  references: (_identity, { scope }) => {
    const { groupDefinition, alertDefinition, of = {} } = scope as Scope;
    return [
      ...ownerReferences(scope as Scope),
      ...(groupDefinition === undefined ? [] : [{ kind: 'GroupDefinition', name: groupDefinition }]),
      ...(alertDefinition === undefined
        ? []
        : [...ownerReferences(of), { kind: 'AlertDefinition', name: alertDefinition, of: { of } }]),
    ];
  },
  // A past silence has served its purpose.
  isOver: ({ rule, endTime }, nowMs) => !rule && Date.parse(endTime as string) <= nowMs,
  async read(at, id) {
    const { client } = at;
    const rows = [];
    if (id !== undefined) rows.push(await client.get('/rest/silence/{id}', { path: { id } }));
    else for await (const row of client.rows('/rest/silence', { query: { ended: false } })) rows.push(row);
    const found = [];
    for (const { id: silenceId, reason, scope, startTime, endTime, rule, timeZone } of rows) {
      const times = {
        startTime: normalizeTime(new Date(startTime).toISOString()),
        endTime: normalizeTime(new Date(endTime).toISOString()),
      };
      const spec = { scope: await scopeName(at, scope), ...times, rule, timeZone };
      found.push({ id: String(silenceId), name: reason, spec });
    }
    return found;
  },
  async check(at, _identity, { scope }) {
    const { resource, type, of } = scope as Scope;
    if (resource !== undefined) await at.resourceId(resource);
    if (type !== undefined) await at.typeId(scope as TypeName);
    if (of?.['group'] === undefined && of) await ownerIds(at, of);
  },
  async create(at, { name: reason }, spec) {
    await at.client.post('/rest/silence', {
      body: { reason, scope: await scopeIds(at, spec['scope'] as Scope), ...toTimes(spec) },
    });
  },
  async change({ client }, { id, name: reason }, spec) {
    await client.put('/rest/silence/{id}', { path: { id }, body: { reason, ...toTimes(spec) } });
  },
  remove: async ({ client }, { id }) => void (await client.delete('/rest/silence/{id}', { path: { id } })),
};

function toTimes({ startTime, endTime, rule, timeZone }: Spec) {
  return {
    startTime: Date.parse(startTime as string),
    endTime: Date.parse(endTime as string),
    ...(removeEmpty({ rule, timeZone }) as { rule?: string; timeZone?: string }),
  };
}

interface ScopeRecord {
  kind: 'RESOURCE' | 'GROUP' | 'GROUP_DEFINITION' | 'TYPE' | 'DEFINITION';
  id: number;
  name?: string;
  descendants?: boolean;
}

async function scopeName(at: Installation, { kind, id, name, descendants = false }: ScopeRecord): Promise<Scope> {
  switch (kind) {
    case 'RESOURCE':
      return { resource: await at.resourceName(id), ...(descendants && { descendants }) };
    case 'GROUP':
      return { group: name ?? String(id) };
    case 'GROUP_DEFINITION':
      return { groupDefinition: name ?? String(id) };
    case 'TYPE':
      return { ...(await at.typeName(id)) };
    case 'DEFINITION': {
      const found = await at.findById('AlertDefinition', id);
      return { alertDefinition: found?.name ?? name ?? String(id), of: (found?.spec['of'] ?? {}) as Spec };
    }
  }
}

async function scopeIds(at: Installation, scope: Scope): Promise<ScopeRecord> {
  const { resource, descendants = false, group, groupDefinition, alertDefinition, of = {} } = scope;
  if (resource !== undefined) return { kind: 'RESOURCE', id: await at.resourceId(resource), descendants };
  if (group !== undefined) return { kind: 'GROUP', id: await at.groupId(group) };
  const toId = async (identity: Identity): Promise<number> => Number(await at.findId(identity));
  if (groupDefinition !== undefined)
    return { kind: 'GROUP_DEFINITION', id: await toId({ kind: 'GroupDefinition', name: groupDefinition }) };
  if (alertDefinition !== undefined)
    return { kind: 'DEFINITION', id: await toId({ kind: 'AlertDefinition', name: alertDefinition, of: { of } }) };
  return { kind: 'TYPE', id: await at.typeId(scope as unknown as TypeName) };
}
