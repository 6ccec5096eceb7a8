import { type Budget, UNITS_PER_SERIES } from './budget';
import { COMPARISONS, type Matching } from './expression';
import { type Labels, METRIC_NAME } from './labels';
import { executionError } from './promql-error';
import { emptySeries, grouped, merged, type Series, type Value, withoutNames, withValues } from './series';

export interface BinaryOperation {
  readonly operator: string;
  readonly isBool: boolean;
  readonly matching: Matching;
  readonly count: number;
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  // One to any power is one, also to NaN; minus one to an infinite one, too.
  '^': (a, b) => (a === 1 || (a === -1 && Math.abs(b) === Infinity) ? 1 : a ** b),
  atan2: Math.atan2,
};
const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
};

/** The result for two numbers, undefined where a comparison drops it. `kept` is what one that holds returns. */
function combinerOf({ operator, isBool }: BinaryOperation): (a: number, b: number, kept: number) => number | undefined {
  const compute = ARITHMETIC[operator];
  if (compute) return compute;
  const holds = COMPARE[operator]!;
  if (isBool) return (a, b) => Number(holds(a, b));
  return (a, b, kept) => (holds(a, b) ? kept : undefined);
}

/** All but operations of two vectors. */
export async function withScalar(
  operation: BinaryOperation,
  left: Value,
  right: Value,
  budget: Budget,
): Promise<Value> {
  const combine = combinerOf(operation);
  if (left instanceof Float64Array && right instanceof Float64Array) {
    return left.map((value, k) => combine(value, right[k]!, value)!);
  }
  const series = (left instanceof Float64Array ? right : left) as Series[];
  for (const { values, present } of series) {
    if (budget.tick(UNITS_PER_SERIES)) await budget.rest();
    for (let k = 0; k < operation.count; k++) {
      if (budget.tick(1)) await budget.rest();
      if (!present[k]) continue;
      const value = values[k]!;
      const a = left instanceof Float64Array ? left[k]! : value;
      const b = right instanceof Float64Array ? right[k]! : value;
      const result = combine(a, b, value);
      if (result === undefined) present[k] = 0;
      else values[k] = result;
    }
  }
  const found = withValues(series);
  return dropsName(operation) ? withoutNames(found, budget) : found;
}

function dropsName({ operator, isBool }: BinaryOperation): boolean {
  return isBool || !COMPARISONS.has(operator);
}

function signatureOf({ isOn, labels }: Matching, of: Labels): Labels {
  return isOn ? of.only(labels) : of.without([...labels, METRIC_NAME]);
}

/** By the labels that have to be equal. */
function bySignature(series: readonly Series[], matching: Matching, budget: Budget): Promise<Map<string, Series[]>> {
  return grouped(series, (labels) => signatureOf(matching, labels).key, budget);
}

async function presenceOf(series: readonly Series[], count: number, budget: Budget): Promise<Uint8Array> {
  const any = new Uint8Array(count);
  for (const { present } of series) {
    for (let k = 0; k < count; k++) any[k]! |= present[k]!;
    if (budget.tick(count)) await budget.rest();
  }
  return any;
}

/** `and`, `unless`, `or`. */
export async function combineSets(
  { operator, matching, count }: BinaryOperation,
  left: Series[],
  right: Series[],
  budget: Budget,
): Promise<Series[]> {
  const [filtered, others] = operator === 'or' ? [right, left] : [left, right];
  const presences = new Map<string, Uint8Array>();
  for (const [key, group] of await bySignature(others, matching, budget)) {
    presences.set(key, await presenceOf(group, count, budget));
  }
  for (const { labels, present } of filtered) {
    const other = presences.get(signatureOf(matching, labels).key);
    for (let k = 0; k < count; k++) if ((other?.[k] === 1) !== (operator === 'and')) present[k] = 0;
    if (budget.tick(count + UNITS_PER_SERIES)) await budget.rest();
  }
  return withValues(operator === 'or' ? await merged([...left, ...right], budget) : filtered);
}

/** Which series of a group has the value at each step, counted from 1. @throws PromqlError where several have, as long as others are there */
function onlyOnes(
  group: readonly Series[],
  others: Uint8Array,
  describe: (a: Series, b: Series) => string,
): Int32Array {
  const ones = new Int32Array(others.length);
  group.forEach((one, i) => {
    for (let k = 0; k < ones.length; k++) {
      if (!one.present[k]) continue;
      if (ones[k] !== 0 && others[k]) throw executionError(describe(one, group[ones[k]! - 1]!));
      ones[k] = i + 1;
    }
  });
  return ones;
}

/** Arithmetic and comparisons of two vectors. */
export async function combineVectors(
  operation: BinaryOperation,
  left: readonly Series[],
  right: readonly Series[],
  budget: Budget,
): Promise<Series[]> {
  const { matching, count } = operation;
  const isSwapped = matching.many === 'right';
  const [many, one] = isSwapped ? [right, left] : [left, right];
  const combine = combinerOf(operation);
  const anyMany = await presenceOf(many, count, budget);
  const groups = await bySignature(many, matching, budget);
  const results = new Map<string, Series>();
  const targetOf = (labels: Labels): Series => {
    let target = results.get(labels.key);
    if (!target) {
      budget.spend(count);
      target = emptySeries(labels, count);
      results.set(labels.key, target);
    }
    return target;
  };
  for (const [key, group] of await bySignature(one, matching, budget)) {
    const ones = onlyOnes(group, anyMany, (a, b) => manyToMany(matching, a, b, isSwapped ? 'left' : 'right'));
    // Two series may not match one, unless that is said.
    const matched = new Set<number>();
    if (budget.tick(count + UNITS_PER_SERIES)) await budget.rest();
    for (const { labels, values, present } of groups.get(key) ?? []) {
      const targets = new Map<number, Series>();
      for (let k = 0; k < count; k++) {
        if (!present[k] || ones[k] === 0) continue;
        const other = group[ones[k]! - 1]!;
        const [a, b] = isSwapped ? [other.values[k]!, values[k]!] : [values[k]!, other.values[k]!];
        const value = combine(a, b, a);
        if (value === undefined) continue;
        const target = targets.get(ones[k]!) ?? targetOf(resultLabels(operation, labels, other.labels));
        targets.set(ones[k]!, target);
        if (target.present[k] || matched.has(k)) throw severalMatches(matching);
        if (!matching.many) matched.add(k);
        target.present[k] = 1;
        target.values[k] = value;
      }
      if (budget.tick(count + UNITS_PER_SERIES)) await budget.rest();
    }
  }
  return [...results.values()];
}

function manyToMany(matching: Matching, a: Series, b: Series, side: string): string {
  const group = signatureOf(matching, a.labels).toString();
  return (
    `found duplicate series for the match group ${group} on the ${side} hand-side of the operation: ` +
    `[${a.labels.toString()}, ${b.labels.toString()}];many-to-many matching not allowed: matching labels must be unique on one side`
  );
}

function severalMatches({ many }: Matching): Error {
  const rule = many
    ? 'grouping labels must ensure unique matches'
    : 'many-to-one matching must be explicit (group_left/group_right)';
  return executionError(`multiple matches for labels: ${rule}`);
}

function resultLabels(operation: BinaryOperation, many: Labels, one: Labels): Labels {
  const { isOn, labels, many: side, include } = operation.matching;
  let result = dropsName(operation) ? many.withoutName() : many;
  if (!side) result = isOn ? result.only(labels) : result.without(labels);
  for (const name of include) result = result.with(name, one.get(name));
  return result;
}
