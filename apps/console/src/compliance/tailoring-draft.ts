import { isOfType } from './values';

/** Changes of a new policy to its profile. Ids belong to the selected guide; other versions share the ref_ids. */
export interface TailoringDraft {
  /** Rules that are switched on or off, by id, with the ids of the values that they use. */
  rules: ReadonlyMap<string, { ref: string; isOn: boolean; values: readonly string[] }>;
  /** Changed values by id, as entered and with their type; invalid ones are not stored. */
  values: ReadonlyMap<string, { ref: string; text: string; type: string }>;
}

interface Known {
  id: string;
  ref_id: string;
}

export const NO_CHANGES: TailoringDraft = { rules: new Map(), values: new Map() };

export function hasChanges({ rules, values }: TailoringDraft): boolean {
  return rules.size + values.size > 0;
}

/** The selected rules by id. Pure. */
export function selectedRules(ofProfile: ReadonlySet<string>, { rules }: TailoringDraft): ReadonlySet<string> {
  const added = [...rules].filter(([, { isOn }]) => isOn).map(([id]) => id);
  return new Set([...[...ofProfile].filter((id) => rules.get(id)?.isOn !== false), ...added]);
}

/** Switches a rule; switching it back removes the change. Pure. */
export function withRule(
  draft: TailoringDraft,
  ofProfile: ReadonlySet<string>,
  { id, ref_id: ref, value_checks: values }: Known & { value_checks: readonly string[] },
  isOn: boolean,
): TailoringDraft {
  const rules = new Map(draft.rules);
  if (ofProfile.has(id) === isOn) rules.delete(id);
  else rules.set(id, { ref, isOn, values });
  return { ...draft, rules };
}

/** Sets a value, or removes the change. Pure. */
export function withValue(
  draft: TailoringDraft,
  { id, ref_id: ref, value_type: type }: Known & { value_type: string },
  text: string | undefined,
): TailoringDraft {
  const values = new Map(draft.values);
  if (text === undefined) values.delete(id);
  else values.set(id, { ref, text, type });
  return { ...draft, values };
}

/** Whether a value does not match its type. Pure. */
export function hasWrongValue({ values }: TailoringDraft): boolean {
  return [...values.values()].some(({ type, text }) => !isOfType(type, text));
}

/** The ref_ids of a tailoring's rules after the changes. Pure. */
export function tailoredRules(stored: readonly string[], { rules }: TailoringDraft): readonly string[] {
  const changes = [...rules.values()];
  const removed = new Set(changes.filter(({ isOn }) => !isOn).map(({ ref }) => ref));
  const added = changes.filter(({ isOn }) => isOn).map(({ ref }) => ref);
  return [...new Set([...stored.filter((ref) => !removed.has(ref)), ...added])];
}

/**
 * The overrides of a tailoring after the changes, and the ref_ids of values that its guide lacks. Pure.
 * @param idOf id of a value in the guide of the tailoring
 */
export function tailoredValues(
  stored: Readonly<Record<string, string>>,
  { values }: TailoringDraft,
  idOf: (ref: string, id: string) => string | undefined,
): { overrides: Readonly<Record<string, string>>; missing: readonly string[] } {
  const overrides = { ...stored };
  const missing: string[] = [];
  for (const [id, { ref, text }] of values) {
    const there = idOf(ref, id);
    if (there === undefined) missing.push(ref);
    else overrides[there] = text;
  }
  return { overrides, missing };
}
