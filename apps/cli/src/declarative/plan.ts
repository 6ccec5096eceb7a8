import { createHash } from 'node:crypto';
import { CommandError } from '../command-error';
import type { Wanted } from './documents';
import { type Kind } from './kind';
import { serialise, type Found, type Identity, getIdentity, getKey, type Spec, isObject, formatTitle } from './records';

export interface FieldChange {
  /** Names of the field and of its nested parts. */
  path: readonly string[];
  before: unknown;
  after: unknown;
}

/** A planned change of one record. */
export interface Step {
  action: 'create' | 'change' | 'replace' | 'delete';
  kind: Kind;
  identity: Identity;
  /** New content of the record; for a deletion, the present content. */
  spec: Spec;
  found?: Found;
  changes: readonly FieldChange[];
  /** File and line of the document. */
  at?: string;
}

export interface Plan {
  steps: readonly Step[];
  /** Number of documents that equal their records. */
  unchanged: number;
}

/** Present records by kind. */
type Present = ReadonlyMap<string, readonly Found[]>;

interface PlanOptions {
  prune: boolean;
  nowMs: number;
}

/**
 * The plan, in order of execution.
 * @throws CommandError, which names files and lines. Pure.
 */
export function buildPlan(wanted: readonly Wanted[], present: Present, { prune, nowMs }: PlanOptions): Plan {
  const problems: string[] = [];
  const steps: Step[] = [];
  const there = getIndex(wanted, present);
  const keys = new Set([...there.keys(), ...wanted.map(({ identity }) => getKey(identity))]);
  for (const each of inOrder(wanted, problems)) {
    const step = getStep(each, there.get(getKey(each.identity)) ?? [], keys, nowMs);
    if (typeof step === 'string') problems.push(`${each.at}: ${formatTitle(each.identity)}: ${step}`);
    else if (step) steps.push(step);
  }
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
  const unchanged = wanted.length - steps.length;
  return { steps: [...steps, ...(prune ? deletions(wanted, present) : [])], unchanged };
}

/** Step for a document: none, a change, or why it is impossible. */
function getStep(
  { kind, identity, spec, at }: Wanted,
  alike: readonly Found[],
  keys: ReadonlySet<string>,
  nowMs: number,
): Step | string | undefined {
  const [found, ...others] = alike;
  if (others.length > 0)
    return `several match, with the ids ${alike
      .slice(0, 5)
      .map(({ id }) => id)
      .join(', ')}`;
  const lost = kind.references?.(identity, spec).find((each) => !each.isOptional && !keys.has(getKey(each)));
  const problem = kind.problem?.(identity, spec, found);
  if (problem !== undefined) return problem;
  if (lost) return `there is no ${formatTitle(lost)}, neither in the files nor in the installation`;
  const step = { kind, identity, spec: merged(kind, found?.spec ?? {}, spec), changes: [], at };
  if (!found) return kind.isOver?.(spec, nowMs) ? undefined : { ...step, action: 'create' };
  const changes = differences(kind, found.spec, spec, nowMs);
  if (changes.length === 0) return undefined;
  const fixed = changes.find(({ path }) => kind.fixed?.includes(path[0]!));
  if (fixed && !kind.isReplaced) return `${fixed.path[0]} cannot be changed; delete it first, or use another name`;
  return { ...step, action: fixed ? 'replace' : 'change', found, changes };
}

function getIndex(wanted: readonly Wanted[], present: Present): Map<string, Found[]> {
  const kinds = new Map(wanted.flatMap(({ kind }) => [[kind.kind, kind] as const]));
  const byKey = new Map<string, Found[]>();
  for (const [name, all] of present)
    for (const found of all) {
      const key = getKey(getIdentity(kinds.get(name) ?? { kind: name }, found.name, found.spec));
      byKey.set(key, [...(byKey.get(key) ?? []), found]);
    }
  return byKey;
}

type Ordered = Pick<Step, 'kind' | 'identity' | 'spec' | 'at'>;

/** Referenced records first, otherwise in the order of kinds and files. */
function inOrder<T extends Ordered>(all: readonly T[], problems: string[]): T[] {
  const byKey = new Map(all.map((each) => [getKey(each.identity), each]));
  const state = new Map<T, 'visiting' | 'done'>();
  const ordered: T[] = [];
  const visit = (each: T): void => {
    if (state.get(each) === 'done') return;
    if (state.get(each) === 'visiting') {
      problems.push(`${each.at}: ${formatTitle(each.identity)} refers to itself through others`);
      return;
    }
    state.set(each, 'visiting');
    for (const reference of each.kind.references?.(each.identity, each.spec) ?? []) {
      const other = byKey.get(getKey(reference));
      if (other) visit(other);
    }
    state.set(each, 'done');
    ordered.push(each);
  };
  all.forEach(visit);
  return ordered;
}

/** Records of the documents' kinds without a document; referring ones are deleted first. */
function deletions(wanted: readonly Wanted[], present: Present): Step[] {
  const named = new Set(wanted.map(({ identity }) => getKey(identity)));
  const kinds = [...new Set(wanted.map(({ kind }) => kind))].filter(({ remove }) => remove);
  const steps = kinds.flatMap((kind) =>
    (present.get(kind.kind) ?? []).map((found): Step => {
      const identity = getIdentity(kind, found.name, found.spec);
      return { action: 'delete', kind, identity, spec: found.spec, found, changes: [] };
    }),
  );
  // Records that refer to each other can be deleted in any order.
  const others = steps.filter(({ identity }) => !named.has(getKey(identity)));
  return inOrder(others, []).reverse();
}

/** Fields that differ between a record and its document. Pure. */
export function differences(kind: Kind, before: Spec, after: Spec, nowMs: number): FieldChange[] {
  const { comparable = (spec: Spec) => spec, merged: mergedFields = [], isSame, identity = [] } = kind;
  const [old, wanted] = [comparable(before, nowMs), comparable(after, nowMs)];
  const changes: FieldChange[] = [];
  const compare = (path: readonly string[], left: unknown, right: unknown): void => {
    // Below a name there are fields, which are compared as a whole.
    if (mergedFields.includes(path[0]!) && path.length <= 2 && isObject(right)) {
      for (const [name, value] of Object.entries(right))
        compare([...path, name], isObject(left) ? left[name] : undefined, value);
    } else if (serialise(left ?? null) !== serialise(right ?? null) && !isSame?.(path[0]!, left, right))
      changes.push({ path, before: left, after: right });
  };
  for (const [field, value] of Object.entries(wanted))
    if (!identity.includes(field)) compare([field], old[field], value);
  return changes;
}

/** Merges a document into the present record. Pure. */
function merged({ merged: fields = [] }: Kind, before: Spec, after: Spec): Spec {
  const overlay = (left: unknown, right: unknown, depth = 1): unknown =>
    depth <= 2 && isObject(left) && isObject(right)
      ? { ...left, ...mapped(right, (value, name) => overlay(left[name], value, depth + 1)) }
      : right;
  return {
    ...before,
    ...mapped(after, (value, name) => (fields.includes(name) ? overlay(before[name], value) : value)),
  };
}

function mapped(spec: Spec, change: (value: unknown, name: string) => unknown): Spec {
  return Object.fromEntries(Object.entries(spec).map(([name, value]) => [name, change(value, name)]));
}

/** Digest of a record's state, without past parts. Pure. */
export function getVersion(
  { kind: { comparable = (spec: Spec) => spec } }: Pick<Step, 'kind'>,
  found: Found | undefined,
): string {
  if (!found) return 'none';
  return createHash('sha256')
    .update(serialise(comparable(found.spec, 0)))
    .digest('hex')
    .slice(0, 12);
}
