import { auditTexts as texts } from '../../texts/audit';

/** Display text; null for no value. */
export type ChangedValue = string | { readonly at: number } | null;

/** Facts of a change as stated by a service of any version. */
export interface Change {
  thing: { kind: string; id: string; name: string };
  changes: readonly { field: string; from: ChangedValue; to: ChangedValue }[];
  more: number;
}

/** Pages of changed objects. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  account: () => '/administration',
  alert: (id) => `/alerts/${id}`,
  alerts: () => '/alerts',
  alertDefinition: (id) => `/alerts/definitions/${id}`,
  escalation: () => '/alerts/on-call',
  group: (id) => `/groups/${id}`,
  groupDefinition: (id) => `/groups/definitions/${id}`,
  incident: (id) => `/alerts/incidents/${id}`,
  operation: (id) => `/inventory/${id}/operations`,
  policy: (id) => `/compliance/policies/${id}`,
  resource: (id) => `/inventory/${id}`,
  rotation: () => '/alerts/on-call',
  schedule: (id) => `/inventory/${id}/schedules`,
  silence: () => '/alerts/silences',
  tailoring: (id) => `/compliance/policies/${id}?tab=tailorings`,
  waiver: () => '/compliance/exceptions',
};

type Members = Readonly<Record<string, unknown>>;

/** Undefined if the facts name no object. Pure. */
export function toChange(facts: object): Change | undefined {
  const { thing, changes, moreChanges } = facts as Members;
  if (!isRecord(thing) || typeof thing['kind'] !== 'string' || typeof thing['name'] !== 'string') return undefined;
  const id = thing['id'];
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  return {
    thing: { kind: thing['kind'], id: String(id), name: thing['name'] },
    changes: (Array.isArray(changes) ? changes : []).filter(isRecord).map(({ field, from, to }) => ({
      field: toWords(String(field)),
      from: toValue(String(field), from),
      to: toValue(String(field), to),
    })),
    more: typeof moreChanges === 'number' ? moreChanges : 0,
  };
}

/** Page of a changed object; undefined if it is deleted or has none. Pure. */
export function changedPage(method: string, { kind, id }: Change['thing']): string | undefined {
  return method === 'DELETE' ? undefined : PAGES[kind]?.(encodeURIComponent(id));
}

/** Description of a change, e.g. `Alert definition changed`. Pure. */
export function describeChange(method: string, { kind }: Pick<Change['thing'], 'kind'>): string {
  const done = method === 'DELETE' ? undefined : texts.done[kind];
  const verb = done ?? texts.verbs[method] ?? texts.verbs['PUT']!;
  return `${(texts.nouns as Readonly<Record<string, string>>)[kind] ?? kind} ${verb}`;
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Display text of `collectionInterval` and `compliance_threshold`. Pure. */
function toWords(field: string): string {
  if (field.includes(' ')) return field;
  return field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

function toValue(field: string, value: unknown): ChangedValue {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string' && ISO_TIME.test(value)) return { at: Date.parse(value) };
  if (typeof value === 'number' && /(?:Time|_at)$/.test(field)) return value === 0 ? null : { at: value };
  return toText(field, value);
}

function toText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.none;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return /interval$/i.test(field) ? texts.seconds(value / 1000) : String(value);
  if (Array.isArray(value)) return value.map((each) => toText(field, each)).join(', ') || texts.none;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
