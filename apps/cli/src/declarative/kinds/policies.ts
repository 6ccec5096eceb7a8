import type { Client, Row } from '@wardstone/client';
import { CommandError } from '../../command-error';
import { quote } from '../../filter-text';
import type { Kind, Schema } from '../kind';
import { serialise, type Found, removeEmpty, sortSet, type Spec } from '../records';
import type { Installation } from '../installation';
import { bodyFields } from '../../openapi';
import { objectSchema } from '../schemas';
import {
  comparableEvidence,
  EVIDENCE_SCHEDULES,
  evidenceScheduleSchema,
  putEvidenceSchedule,
  readEvidenceSchedule,
} from './evidence-schedules';

const POLICIES = '/api/compliance/v2/policies';
const GUIDES = '/api/compliance/v2/security_guides';

type Policy = Row<typeof POLICIES>;

/** Differences between a tailoring and its profile. */
interface Tailoring {
  add?: readonly string[];
  remove?: readonly string[];
  values?: Readonly<Record<string, string | number | boolean | null>>;
}
type Tailorings = Readonly<Record<string, Tailoring>>;

const RULES: Schema = { type: 'array', uniqueItems: true, items: { type: 'string', minLength: 1 } };
const TAILORING = objectSchema(
  {
    add: { ...RULES, description: 'ref_id of rules that the profile does not have' },
    remove: { ...RULES, description: 'ref_id of rules that the profile has' },
    values: {
      type: 'object',
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
      description: 'Values that differ from the profile, by ref_id; null: the default of the guide',
    },
  },
  [],
);

export const POLICY_KIND: Kind = {
  kind: 'Policy',
  file: 'policies',
  about: 'A compliance policy with its tailorings, systems, scan schedule and evidence schedule; its name is the title',
  fields: () => {
    const { description, business_objective, compliance_threshold } = bodyFields('post', POLICIES);
    const schedule = bodyFields('put', '/api/compliance/v2/policies/{policy_id}/scan_schedule');
    const age = bodyFields('put', '/api/compliance/v2/policies/{policy_id}/freshness');
    return {
      profile: { type: 'string', minLength: 1, description: 'ref_id of the profile. It cannot be changed' },
      os_major_version: {
        type: 'integer',
        minimum: 0,
        description: 'OS major version of the guide. It cannot be changed',
      },
      guide: {
        type: 'string',
        minLength: 1,
        description: 'ref_id of the guide, to create the policy if several guides have the profile',
      },
      description: description!,
      business_objective: { ...business_objective, type: ['string', 'null'] },
      compliance_threshold: {
        type: 'number',
        minimum: 0,
        maximum: 100,
        description: compliance_threshold!.description!,
      },
      max_result_age_days: age['max_result_age_days']!,
      scan_schedule: {
        ...objectSchema(schedule, []),
        type: ['object', 'null'],
        description: 'Either interval_hours or cron',
      },
      evidence_schedule: evidenceScheduleSchema(),
      tailorings: {
        type: 'object',
        propertyNames: { pattern: '^\\d{1,4}$' },
        additionalProperties: TAILORING,
        description: 'Tailorings by minor version of the operating system',
      },
      systems: {
        ...RULES,
        description: 'All systems of the policy, by name, or by id where a name is not unique',
      },
    };
  },
  required: ['profile', 'os_major_version'],
  nameSchema: { maxLength: 1000 },
  fixed: ['profile', 'os_major_version'],
  merged: ['tailorings'],
  comparable: ({
    guide: _guide,
    business_objective,
    scan_schedule,
    evidence_schedule,
    systems,
    tailorings,
    ...spec
  }) => ({
    ...spec,
    ...(business_objective !== undefined && { business_objective: business_objective || null }),
    ...(scan_schedule !== undefined && { scan_schedule: comparableSchedule(scan_schedule as Spec | null) }),
    ...(evidence_schedule !== undefined && {
      evidence_schedule: comparableEvidence(evidence_schedule as Spec | null),
    }),
    ...(systems !== undefined && { systems: sortSet(systems as string[]) }),
    ...(tailorings !== undefined && { tailorings: comparableTailorings(tailorings as Tailorings) }),
  }),
  ...EVIDENCE_SCHEDULES,
  async read(at, id) {
    const { client } = at;
    const policies: Policy[] = [];
    if (id === undefined) for await (const policy of client.rows(POLICIES)) policies.push(policy);
    else policies.push((await client.get(`${POLICIES}/{policy_id}`, { path: { policy_id: id } })).data);
    const found: Found[] = [];
    for (const policy of policies) found.push({ id: policy.id, name: policy.title, spec: await toSpec(at, policy) });
    return found;
  },
  async check(at, _identity, spec) {
    for (const name of (spec['systems'] ?? []) as string[]) await systemId(at, name);
  },
  async create(at, { name: title }, spec) {
    const { description, business_objective, compliance_threshold } = spec as Record<string, string>;
    const { data } = await at.client.post(POLICIES, {
      body: {
        ...removeEmpty({ title, description, business_objective, compliance_threshold }),
        profile_id: await profileId(at.client, spec),
      } as { title: string; profile_id: string },
    });
    const fields = new Set(Object.keys(spec).filter((field) => !Object.hasOwn(data, field)));
    await apply(at, data.id, {}, spec, fields);
  },
  async change(at, { id, spec: before }, spec, fields) {
    const basics = ['description', 'business_objective', 'compliance_threshold'].filter((field) => fields.has(field));
    if (basics.length > 0) {
      const body = Object.fromEntries(basics.map((field) => [field, spec[field] ?? '']));
      await at.client.patch(`${POLICIES}/{policy_id}`, { path: { policy_id: id }, body });
    }
    await apply(at, id, before, spec, fields);
  },
  remove: async ({ client }, { id }) =>
    void (await client.delete(`${POLICIES}/{policy_id}`, { path: { policy_id: id } })),
};

function comparableSchedule(schedule: Spec | null): Spec | null {
  if (schedule === null) return null;
  const { interval_hours, cron, time_zone, spread_minutes } = schedule;
  return removeEmpty({
    interval_hours,
    cron,
    ...(cron ? { time_zone: time_zone ?? 'UTC', spread_minutes: spread_minutes ?? 60 } : {}),
  });
}

function comparableTailorings(tailorings: Tailorings): Spec {
  return Object.fromEntries(
    Object.entries(tailorings).map(([minor, { add, remove, values }]) => [
      minor,
      {
        ...(add && { add: sortSet(add) }),
        ...(remove && { remove: sortSet(remove) }),
        ...(values && {
          values: Object.fromEntries(Object.entries(values).map(([name, each]) => [name, toText(each)])),
        }),
      },
    ]),
  );
}

function toText(value: string | number | boolean | null): string | null {
  return value === null ? null : String(value);
}

async function toSpec(at: Installation, policy: Policy): Promise<Spec> {
  const { client } = at;
  const path = { policy_id: policy.id };
  const { data: age } = await client.get(`${POLICIES}/{policy_id}/freshness`, { path });
  const tailorings: Record<string, Tailoring> = {};
  for await (const tailoring of client.rows(`${POLICIES}/{policy_id}/tailorings`, { path }))
    tailorings[tailoring.os_minor_version] = (await toContent(at, policy.id, tailoring)).difference;
  const systems: string[] = [];
  if (policy.total_system_count !== 0)
    for await (const { id } of client.rows(`${POLICIES}/{policy_id}/systems`, { path }))
      systems.push(await systemName(at, id));
  return {
    profile: policy.ref_id,
    os_major_version: policy.os_major_version,
    description: policy.description,
    business_objective: policy.business_objective,
    compliance_threshold: policy.compliance_threshold,
    max_result_age_days: age.max_result_age_days,
    scan_schedule: await getSchedule(client, policy.id),
    evidence_schedule: await readEvidenceSchedule(client, policy.id),
    tailorings,
    systems: systems.sort(),
  };
}

async function getSchedule(client: Client, policyId: string): Promise<Spec | null> {
  try {
    const { data } = await client.get(`${POLICIES}/{policy_id}/scan_schedule`, { path: { policy_id: policyId } });
    const { interval_hours, cron, time_zone, spread_minutes } = data;
    return removeEmpty({ interval_hours, cron, time_zone, spread_minutes });
  } catch (error) {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
  }
}

interface Content {
  difference: Tailoring;
  /** Rules of the profile. */
  rules: ReadonlySet<string>;
  /** Texts by ref_id. */
  values: Readonly<Record<string, string>>;
  /** Ids of the guide's values by ref_id. */
  valueIds: ReadonlyMap<string, string>;
}

async function toContent(
  at: Installation,
  policyId: string,
  tailoring: Row<'/api/compliance/v2/policies/{policy_id}/tailorings'>,
): Promise<Content> {
  const { client } = at;
  const { security_guide_id: guide, profile_id: profile } = tailoring;
  const valueIds = await at.once(`values of ${guide}`, async () => {
    const ids = new Map<string, string>();
    const path = { security_guide_id: guide };
    for await (const { id, ref_id } of client.rows(`${GUIDES}/{security_guide_id}/value_definitions`, { path }))
      ids.set(ref_id, id);
    return ids;
  });
  const ofProfile = await at.once(`profile ${profile}`, async () => {
    const path = { security_guide_id: guide, profile_id: profile };
    const { data } = await client.get(`${GUIDES}/{security_guide_id}/profiles/{profile_id}`, { path });
    const rules = await getRules(client.rows(`${GUIDES}/{security_guide_id}/profiles/{profile_id}/rules`, { path }));
    return { rules, values: named(data.value_overrides, valueIds) };
  });
  const path = { policy_id: policyId, tailoring_id: tailoring.id };
  const rules = await getRules(client.rows(`${POLICIES}/{policy_id}/tailorings/{tailoring_id}/rules`, { path }));
  const values = named(tailoring.value_overrides, valueIds);
  const names = [...new Set([...Object.keys(values), ...Object.keys(ofProfile.values)])].sort();
  const difference = {
    add: sortSet([...rules].filter((rule) => !ofProfile.rules.has(rule))) as string[],
    remove: sortSet([...ofProfile.rules].filter((rule) => !rules.has(rule))) as string[],
    values: Object.fromEntries(
      names.filter((name) => values[name] !== ofProfile.values[name]).map((name) => [name, values[name] ?? null]),
    ),
  };
  return { difference, ...ofProfile, valueIds };
}

async function getRules(rows: AsyncIterable<{ ref_id: string }>): Promise<Set<string>> {
  const rules = new Set<string>();
  for await (const { ref_id } of rows) rules.add(ref_id);
  return rules;
}

function named(values: Readonly<Record<string, string>>, ids: ReadonlyMap<string, string>): Record<string, string> {
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  return Object.fromEntries(Object.entries(values).map(([id, text]) => [names.get(id) ?? id, text]));
}

/** Applies everything that is not part of the policy's own request. */
async function apply(
  at: Installation,
  id: string,
  before: Spec,
  spec: Spec,
  fields: ReadonlySet<string>,
): Promise<void> {
  const { client } = at;
  const path = { policy_id: id };
  if (fields.has('max_result_age_days'))
    await client.put(`${POLICIES}/{policy_id}/freshness`, {
      path,
      body: { max_result_age_days: spec['max_result_age_days'] as number | null },
    });
  if (fields.has('scan_schedule')) {
    if (spec['scan_schedule'])
      await client.put(`${POLICIES}/{policy_id}/scan_schedule`, { path, body: spec['scan_schedule'] });
    else if (before['scan_schedule']) await client.delete(`${POLICIES}/{policy_id}/scan_schedule`, { path });
  }
  if (fields.has('evidence_schedule') && (spec['evidence_schedule'] || before['evidence_schedule']))
    await putEvidenceSchedule(client, id, spec['evidence_schedule'] as Spec | null);
  if (fields.has('tailorings'))
    await tailor(at, id, (before['tailorings'] ?? {}) as Tailorings, spec['tailorings'] as Tailorings);
  if (fields.has('systems')) {
    const ids: string[] = [];
    for (const name of spec['systems'] as string[]) ids.push(await systemId(at, name));
    const assigned = await client.post(`${POLICIES}/{policy_id}/systems`, { path, body: { ids } });
    requireAll(ids, assigned);
  }
}

/** The service silently skips systems that do not fit a policy. */
function requireAll(ids: readonly string[], assigned: unknown): void {
  const { data } = assigned as { data: readonly { id: string }[] };
  const missing = ids.filter((id) => !data.some((each) => each.id === id));
  if (missing.length > 0)
    throw new CommandError(`The policy cannot be assigned to the systems ${missing.slice(0, 5).join(', ')}.`);
}

async function tailor(at: Installation, policyId: string, before: Tailorings, wanted: Tailorings): Promise<void> {
  const { client } = at;
  const path = { policy_id: policyId };
  const there = new Map<string, Row<'/api/compliance/v2/policies/{policy_id}/tailorings'>>();
  for await (const each of client.rows(`${POLICIES}/{policy_id}/tailorings`, { path }))
    there.set(String(each.os_minor_version), each);
  for (const [minor, { add, remove, values }] of Object.entries(comparableTailorings(wanted)) as [
    string,
    Tailoring,
  ][]) {
    const tailoring =
      there.get(minor) ??
      (await client.post(`${POLICIES}/{policy_id}/tailorings`, { path, body: { os_minor_version: Number(minor) } }))
        .data;
    const own = { policy_id: policyId, tailoring_id: tailoring.id };
    const { rules, values: ofProfile, valueIds, difference } = await toContent(at, policyId, tailoring);
    if (before[minor] && serialise(difference) !== serialise(comparableTailorings({ [minor]: before[minor] })[minor]))
      throw new CommandError(`The tailoring of minor version ${minor} was changed since the plan.`);
    const next = { add: add ?? difference.add!, remove: remove ?? difference.remove! };
    if (serialise(next) !== serialise({ add: difference.add, remove: difference.remove })) {
      const ids = [...rules, ...next.add].filter((rule) => !next.remove.includes(rule));
      await client.post(`${POLICIES}/{policy_id}/tailorings/{tailoring_id}/rules`, { path: own, body: { ids } });
    }
    if (values && serialise(values) !== serialise(difference.values)) {
      const all = { ...ofProfile, ...(values as Record<string, string | null>) };
      const overrides = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
      await client.patch(`${POLICIES}/{policy_id}/tailorings/{tailoring_id}`, {
        path: own,
        body: { value_overrides: Object.fromEntries(overrides.map(([name, text]) => [valueId(valueIds, name), text])) },
      });
    }
  }
}

function valueId(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new CommandError(`The guide has no value ${name}.`);
  return id;
}

/** The profile in the newest version of a guide. */
async function profileId(client: Client, { profile, os_major_version: major, guide }: Spec): Promise<string> {
  const guides: Row<typeof GUIDES>[] = [];
  for await (const each of client.rows(GUIDES, { query: { filter: `os_major_version = ${Number(major)}` } }))
    if (guide === undefined || each.ref_id === guide) guides.push(each);
  guides.sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
  const found = new Map<string, string>();
  for (const { id, ref_id } of guides) {
    if (found.has(ref_id)) continue;
    const given = { path: { security_guide_id: id }, query: { filter: `ref_id = ${quote(String(profile))}` } };
    for await (const each of client.rows(`${GUIDES}/{security_guide_id}/profiles`, given))
      if (each.ref_id === profile) found.set(ref_id, each.id);
  }
  if (found.size > 1)
    throw new CommandError(`Several guides have the profile: give one as guide, ${[...found.keys()].join(' or ')}.`);
  const [id] = found.values();
  if (id === undefined)
    throw new CommandError(`No guide of version ${String(major)} has the profile ${String(profile)}.`);
  return id;
}

interface Systems {
  nameOf: ReadonlyMap<string, string>;
  idsOf: ReadonlyMap<string, readonly string[]>;
}

function systems(at: Installation): Promise<Systems> {
  return at.once('systems', async () => {
    const nameOf = new Map<string, string>();
    const idsOf = new Map<string, string[]>();
    for await (const { id, display_name } of at.client.rows('/api/compliance/v2/systems')) {
      nameOf.set(id, display_name);
      idsOf.set(display_name, [...(idsOf.get(display_name) ?? []), id]);
    }
    return { nameOf, idsOf };
  });
}

async function systemName(at: Installation, id: string): Promise<string> {
  const { nameOf, idsOf } = await systems(at);
  const name = nameOf.get(id);
  return name === undefined || idsOf.get(name)!.length > 1 ? id : name;
}

async function systemId(at: Installation, name: string): Promise<string> {
  const { nameOf, idsOf } = await systems(at);
  const ids = nameOf.has(name) ? [name] : (idsOf.get(name) ?? []);
  if (ids.length === 0) throw new CommandError(`There is no system ${name}.`);
  if (ids.length > 1)
    throw new CommandError(`Several systems are named ${name}: give the id, ${ids.slice(0, 5).join(' or ')}.`);
  return ids[0]!;
}
