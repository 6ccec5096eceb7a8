import type { Client } from '@wardstone/client';
import { CommandError } from '../../command-error';
import type { Kind, Schema } from '../kind';
import { serialise, type Found, removeEmpty, type Identity, sortSet, type Spec } from '../records';
import type { Installation } from '../installation';
import { bodyFields, fieldsOnRequest } from '../../openapi';
import { objectSchema } from '../schemas';
import {
  maskProblem,
  type Notification,
  notificationChanges,
  NOTIFICATIONS,
  exportedNotifications,
  toNotifications,
  pairNotifications,
  unmask,
} from './notifications';
import { removeDefaultDefinition } from './integrations';
import { OWNER, ownerIds, ownerName, ownerReferences } from './references';
import { idsOfSettings, namesOfSettings, rotationReferences } from './sender-settings';

const LIST = '/rest/alert/definitions';
/** Fields of the body that are not settings, or have a field of their own in documents. */
const OTHERS = /^(?:id|name|recoveryId|conditionMode|conditions|notifications|disabledByAlert|builtIn|owner|links)$/;
const settingNames = (): string[] => Object.keys(bodyFields('post', LIST)).filter((name) => !OTHERS.test(name));
/** Fields of a condition; `metric` is the name of the metric. */
const CONDITION = ['category', 'name', 'threshold', 'option', 'comparator'] as const;

/** An unusable sender configuration is an error in the file. */
const CHECKED = { check: true } as const;

type Condition = Spec & { metric?: string };
type Record_ = Awaited<ReturnType<typeof readOne>>['body'];

interface Stored extends Found {
  spec: Spec & { of: Spec };
  recoveryId: number;
  /** Whether its own alert has disabled it, which is not a change of the definition. */
  isDisabledByAlert: boolean;
  /** Ids of conditions and notifications, in the order of `spec`. */
  conditionIds: readonly number[];
  notificationIds: readonly number[];
}

const RECOVERED: Schema = {
  description:
    'the name of a definition of the same owner that this one re-enables when it fires, name and owner of another one, or null',
  oneOf: [
    { type: 'string', minLength: 1 },
    { type: 'null' },
    objectSchema({ name: { type: 'string', minLength: 1 }, of: OWNER }),
  ],
};

export const ALERT_DEFINITION_KIND: Kind = {
  kind: 'AlertDefinition',
  file: 'alert-definitions',
  about: 'Conditions under which alerts fire on a resource, the members of a group or the resources of a type',
  fields: () => {
    const fields = bodyFields('post', LIST);
    const condition = fields['conditions']!.items!.properties!;
    const settings = Object.fromEntries(settingNames().map((name) => [name, fields[name]!]));
    settings['expression'] = { ...settings['expression'], additionalProperties: false };
    for (const name of ['dampeningCount', 'dampeningPeriod'])
      settings[name] = { ...settings[name], minimum: 0, maximum: 2 ** 31 - 1 };
    return {
      of: OWNER,
      ...settings,
      conditionMode: {
        ...fields['conditionMode']!,
        description: 'Whether any or all conditions must be met; changing it replaces the definition',
      },
      recovers: RECOVERED,
      escalation: {
        type: ['string', 'null'],
        minLength: 1,
        description: 'Name of the escalation policy for unacknowledged alerts; null for none',
      },
      conditions: {
        type: 'array',
        maxItems: 100,
        description: 'Conditions; their order does not matter',
        items: objectSchema(
          {
            ...Object.fromEntries(CONDITION.map((name) => [name, condition[name]!])),
            metric: {
              type: 'string',
              minLength: 1,
              description: 'Name of the metric, as "wardstone list schedules" shows it',
            },
          },
          ['category'],
        ),
      },
      notifications: NOTIFICATIONS,
    };
  },
  required: ['of'],
  nameSchema: { maxLength: 100, pattern: '\\S' },
  // Rules of different files may have the same name, as in Prometheus.
  identity: ['of', 'expression.file'],
  fixed: ['conditionMode'],
  merged: ['expression'],
  isReplaced: true,
  comparable: ({ conditions, recovers, ...spec }) => ({
    ...spec,
    ...(recovers !== undefined && { recovers }),
    ...(conditions !== undefined && { conditions: sortSet((conditions as Condition[]).map(comparableCondition)) }),
  }),
  isSame: (field, before, after) => {
    if (field !== 'notifications') return false;
    const { changed, removed, added } = pairNotifications(before as Notification[], after as Notification[]);
    return changed.length + removed.length + added.length === 0;
  },
  showChange: (field, before, after) =>
    field === 'notifications'
      ? notificationChanges((before ?? []) as Notification[], after as Notification[])
      : undefined,
  exported: ({ notifications, ...rest }) => ({
    ...rest,
    ...(notifications !== undefined && { notifications: exportedNotifications(notifications as Notification[]) }),
  }),
  references: ({ name, of }, spec) => {
    const { escalation, notifications = [] } = spec;
    const recovered = toRecovered({ ...spec, ...of });
    const isItself = recovered?.name === name && serialise(recovered.of) === serialise(of);
    return [
      ...ownerReferences(of!['of'] as Spec),
      ...(typeof escalation === 'string' ? [toPolicy(escalation)] : []),
      ...rotationReferences(notifications as Notification[]),
      ...(recovered && !isItself ? [recovered] : []),
    ];
  },
  problem: (
    _identity,
    { notifications = [], recovers, dampeningCategory, onceUntilRecovered, conditionMode },
    found,
  ) => {
    if (recovers && dampeningCategory === 'ONCE')
      return 'a definition that re-enables another one cannot have the dampening ONCE';
    if (onceUntilRecovered && dampeningCategory === 'ONCE')
      return 'ONCE disables the definition after its first alert: remove either ONCE or onceUntilRecovered';
    // A replaced definition has no secrets to keep.
    const isThere = found && (conditionMode === undefined || conditionMode === found.spec['conditionMode']);
    const before = isThere ? (found.spec['notifications'] as Notification[]) : [];
    const { changed, added } = pairNotifications(before, notifications as Notification[]);
    const problems = [
      ...changed.map(([old, wanted]) => maskProblem(wanted, old)),
      ...added.map((each) => maskProblem(each)),
    ];
    return problems.find((each) => each !== undefined);
  },
  async check(at, _identity, spec) {
    const of = spec['of'] as Spec;
    // A group may be created by another document.
    if (of['group'] === undefined && of['installation'] === undefined)
      await metricIds(at, of, (spec['conditions'] ?? []) as Condition[]);
  },
  async read(at, id) {
    const { client } = at;
    const found: Found[] = [];
    if (id !== undefined) {
      const { body, headers } = await readOne(client, id);
      return [{ ...(await readStored(at, body)), tag: headers.get('etag')! }];
    }
    const query = { full: true, children: false, include: fieldsOnRequest(LIST) };
    const names = new Map<number, Identity>();
    const records: Record_[] = [];
    for await (const record of client.rows(LIST, { query })) records.push(record);
    for (const record of records) {
      const of = await ownerName(at, record.owner!.kind, record.owner!.id);
      names.set(record.id, { kind: 'AlertDefinition', name: record.name, of: { of } });
    }
    for (const record of records) found.push(await readStored(at, record, names));
    return found;
  },
  async create(at, { name }, spec) {
    const of = spec['of'] as Spec;
    const metrics = await metricIds(at, of, (spec['conditions'] ?? []) as Condition[]);
    const conditions = ((spec['conditions'] ?? []) as Condition[]).map((each) => conditionBody(each, metrics));
    const notifications = await Promise.all(
      ((spec['notifications'] ?? []) as Notification[]).map((each) => notificationBody(at, of, each)),
    );
    const owner = await ownerIds(at, of);
    if ('resourceId' in owner) await removeDefaultDefinition(at, owner.resourceId, name);
    const { id } = await at.client.post(LIST, {
      query: { ...owner, ...CHECKED },
      body: {
        ...(await settingsBody(at, spec)),
        name,
        conditionMode: spec['conditionMode'] as 'ANY',
        conditions,
        notifications,
      },
    });
    if (spec['escalation']) await chooseEscalation(at, id, spec);
  },
  async change(at, given_, spec, fields) {
    const found = given_ as Stored;
    const { client } = at;
    const { id } = found;
    const { of } = found.spec;
    if ([...settingNames(), 'recovers'].some((field) => fields.has(field)))
      await client.put('/rest/alert/definition/{id}', {
        path: { id },
        // The entity tag is that of the record with these fields.
        query: { include: fieldsOnRequest(LIST) },
        headers: { 'If-Match': found.tag! },
        body: {
          ...(await settingsBody(at, spec, fields.has('recovers') ? undefined : found.recoveryId)),
          // It stays disabled, unless the document changes that.
          ...(found.isDisabledByAlert && !fields.has('enabled') && { enabled: false, disabledByAlert: true }),
        },
      });
    if (fields.has('escalation')) await chooseEscalation(at, Number(id), spec);
    if (fields.has('conditions')) await changeConditions(at, found, spec['conditions'] as Condition[]);
    if (!fields.has('notifications')) return;
    const before = (found.spec['notifications'] as Notification[]).map((each, index) => ({
      ...each,
      id: found.notificationIds[index]!,
    }));
    const { changed, removed, added } = pairNotifications(before, spec['notifications'] as Notification[]);
    for (const [old, wanted] of changed)
      await client.put('/rest/alert/notification/{nid}', {
        path: { nid: old.id },
        query: CHECKED,
        body: await notificationBody(at, of, unmask(wanted, old)),
      });
    for (const each of added)
      await client.post('/rest/alert/definition/{id}/notifications', {
        path: { id },
        query: CHECKED,
        body: await notificationBody(at, of, each),
      });
    for (const { id: nid } of removed) await client.delete('/rest/alert/notification/{nid}', { path: { nid } });
  },
  remove: async ({ client }, { id }) => void (await client.delete('/rest/alert/definition/{id}', { path: { id } })),
};

function readOne(client: Client, id: string) {
  return client.call('get', '/rest/alert/definition/{id}', { path: { id }, query: { include: fieldsOnRequest(LIST) } });
}

/** Without ids, which change, and without the display name of a metric. Pure. */
function comparableCondition({ name, ...condition }: Condition): Spec {
  return removeEmpty(condition.metric === undefined ? { ...condition, name } : condition);
}

function toRecovered({ of, recovers }: Spec): Identity | undefined {
  if (recovers === null || recovers === undefined) return undefined;
  const other = typeof recovers === 'string' ? { name: recovers, of } : (recovers as { name: string; of: Spec });
  return { kind: 'AlertDefinition', name: other.name, of: { of: other.of } };
}

async function readStored(at: Installation, record: Record_, names?: ReadonlyMap<number, Identity>): Promise<Stored> {
  const { id, name, owner, enabled, conditionMode, recoveryId, conditions = [], notifications = [] } = record;
  const isDisabledByAlert = record.disabledByAlert ?? false;
  const of = await ownerName(at, owner!.kind, owner!.id);
  const words = await Promise.all(
    conditions.map(async ({ measurementDefinition, ...each }) => {
      const condition = removeEmpty(Object.fromEntries(CONDITION.map((field) => [field, each[field]])));
      if (measurementDefinition === 0) return condition;
      const { name: _displayed, ...rest } = condition;
      return { ...rest, metric: await at.metricName(measurementDefinition) };
    }),
  );
  const described = await toNotifications(notifications, (sender, config) => namesOfSettings(at, of, sender, config));
  return {
    id: String(id),
    name,
    recoveryId,
    isDisabledByAlert,
    conditionIds: conditions.map((each) => each.id),
    notificationIds: notifications.map((each) => each.id),
    spec: {
      of,
      ...removeEmpty(Object.fromEntries(settingNames().map((name) => [name, (record as Spec)[name]]))),
      dampeningUnit: record.dampeningUnit,
      enabled: enabled || isDisabledByAlert,
      conditionMode,
      recovers: recoveryId === 0 ? null : await readRecovers(at, of, recoveryId, names),
      escalation: await readEscalation(at.client, id),
      conditions: words,
      notifications: described,
    },
  };
}

function toPolicy(name: string): Identity {
  return { kind: 'EscalationPolicy', name };
}

async function readEscalation(client: Client, id: number): Promise<string | null> {
  const { escalationName, inherited } = await client.get('/rest/alert/definition/{id}/escalation', { path: { id } });
  return inherited ? null : (escalationName ?? null);
}

async function chooseEscalation(at: Installation, id: number, { escalation }: Spec): Promise<void> {
  const escalationId = typeof escalation === 'string' ? Number(await at.findId(toPolicy(escalation))) : 0;
  await at.client.put('/rest/alert/definition/{id}/escalation', { path: { id }, body: { escalationId } });
}

async function readRecovers(
  at: Installation,
  of: Spec,
  id: number,
  names?: ReadonlyMap<number, Identity>,
): Promise<unknown> {
  const other = names ? names.get(id) : await at.findById('AlertDefinition', id);
  // It is gone or hidden, so that no document could name it.
  if (!other) return null;
  const otherOf = ('spec' in other ? other.spec['of'] : other.of!['of']) as Spec;
  return serialise(otherOf) === serialise(of) ? other.name : { name: other.name, of: otherOf };
}

/** @param kept the definition that it recovers now, if that is not to change */
async function settingsBody(at: Installation, spec: Spec, kept?: number) {
  const recovered = toRecovered(spec);
  const { dampeningUnit, ...settings } = Object.fromEntries(settingNames().map((name) => [name, spec[name]]));
  return {
    ...(settings as { enabled?: boolean; priority?: 'LOW'; dampeningCount?: number }),
    ...(dampeningUnit ? { dampeningUnit: dampeningUnit as 'DAYS' } : {}),
    recoveryId: kept ?? (recovered ? Number(await at.findId(recovered)) : 0),
  };
}

/** @throws CommandError, ApiError */
async function metricIds(
  at: Installation,
  of: Spec,
  conditions: readonly Condition[],
): Promise<ReadonlyMap<string, number>> {
  const names = conditions.flatMap(({ metric }) => (metric === undefined ? [] : [metric]));
  const owner = await ownerIds(at, of);
  if (names.length === 0) return new Map();
  const ids = new Map(await listMetrics(at, owner));
  const unknown = names.find((name) => !ids.has(name));
  if (unknown !== undefined) throw new CommandError(`There is no metric ${unknown}.`);
  return ids;
}

async function listMetrics(at: Installation, owner: Awaited<ReturnType<typeof ownerIds>>): Promise<[string, number][]> {
  if ('resourceTypeId' in owner)
    return (await at.metricsOfType(owner.resourceTypeId)).map(({ scheduleName, scheduleId }) => [
      scheduleName,
      scheduleId,
    ]);
  const schedules =
    'groupId' in owner
      ? await at.client.get('/rest/group/{id}/metricDefinitions', { path: { id: owner.groupId } })
      : await at.client.get('/rest/resource/{id}/schedules', {
          path: { id: owner.resourceId },
          query: { enabledOnly: false },
        });
  return schedules.map(({ scheduleName, definitionId }) => [scheduleName, definitionId]);
}

function conditionBody({ metric, ...condition }: Condition, metrics: ReadonlyMap<string, number>) {
  const body = {
    ...removeEmpty(condition),
    ...(metric !== undefined && { measurementDefinition: metrics.get(metric)! }),
  };
  return body as { category: 'THRESHOLD' };
}

/** Replaces changed conditions in place, so that there are never fewer, nor two expressions. */
async function changeConditions(
  at: Installation,
  { id, spec, conditionIds }: Stored,
  wanted: readonly Condition[],
): Promise<void> {
  const metrics = await metricIds(at, spec.of, wanted);
  const left = (spec['conditions'] as Condition[]).map((each, index) => ({
    text: serialise(comparableCondition(each)),
    cid: conditionIds[index]!,
  }));
  const added = wanted.filter((each) => {
    const same = left.findIndex(({ text }) => text === serialise(comparableCondition(each)));
    return same < 0 || left.splice(same, 1).length === 0;
  });
  for (const each of added) {
    const body = conditionBody(each, metrics);
    const cid = left.shift()?.cid;
    if (cid !== undefined) await at.client.put('/rest/alert/condition/{cid}', { path: { cid }, body });
    else await at.client.post('/rest/alert/definition/{id}/conditions', { path: { id }, body });
  }
  for (const { cid } of left) await at.client.delete('/rest/alert/condition/{cid}', { path: { cid } });
}

async function notificationBody(at: Installation, of: Spec, { sender, config = {}, extraConfig }: Notification) {
  return {
    senderName: sender,
    config: await idsOfSettings(at, of, sender, config),
    // Without this field, the stored parameters would stay.
    extraConfig: (extraConfig ?? {}) as Record<string, string>,
  };
}
