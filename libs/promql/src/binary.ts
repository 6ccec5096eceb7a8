import type { Annotations } from './annotations';
import { type Budget, UNITS_PER_SERIES } from './budget';
import { COMPARISONS, HISTOGRAM_OPERATORS, type Matching } from './expression';
import { combineHistograms } from './histogram-operators';
import { type Labels, METRIC_NAME } from './labels';
import { executionError, sameLabels } from './promql-error';
import { countSamples } from './native-buckets';
import {
  emptySeries,
  getPresence,
  groupSeries,
  hasValue,
  mergeSeries,
  removeValue,
  type Series,
  setHistogram,
  type Value,
  withoutNames,
  withValues,
} from './series';

export interface BinaryOperation {
  readonly operator: string;
  readonly place: string;
  readonly isBool: boolean;
  readonly matching: Matching;
  readonly count: number;
}

export const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  // One to any power is one, even for NaN; so is minus one to an infinite power.
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

/** The result for two numbers, or undefined. `kept` is the value that a true comparison returns. */
function toCombiner(
  { operator, isBool, place }: BinaryOperation,
  annotations: Annotations,
): (a: number, b: number, kept: number) => number | undefined {
  const compute = ARITHMETIC[operator];
  if (compute) return compute;
  if (HISTOGRAM_OPERATORS.has(operator)) {
    const problem = 'incompatible sample types encountered for binary operator';
    return () => void annotations.inform(`${problem} "${operator}": float ${operator} float`, place);
  }
  const holds = COMPARE[operator]!;
  if (isBool) return (a, b) => Number(holds(a, b));
  return (a, b, kept) => (holds(a, b) ? kept : undefined);
}

/** All operations except those of two vectors. */
export async function withScalar(
  operation: BinaryOperation,
  left: Value,
  right: Value,
  budget: Budget,
  annotations: Annotations,
): Promise<Value> {
  const combine = toCombiner(operation, annotations);
  if (left instanceof Float64Array && right instanceof Float64Array) {
    const { operator } = operation;
    if (HISTOGRAM_OPERATORS.has(operator))
      throw executionError(`operator "${operator}" not allowed for Scalar operations`);
    return left.map((value, k) => combine(value, right[k]!, value)!);
  }
  const series = (left instanceof Float64Array ? right : left) as Series[];
  for (const one of series) {
    const { values, present } = one;
    if (budget.tick(UNITS_PER_SERIES)) await budget.rest();
    if (one.histograms) await combineWithScalar(operation, one, { left, right }, budget, annotations);
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

/** Replaces the histograms of a series by the results. */
async function combineWithScalar(
  operation: BinaryOperation,
  one: Series,
  { left, right }: { left: Value; right: Value },
  budget: Budget,
  annotations: Annotations,
): Promise<void> {
  for (const [k, histogram] of one.histograms!.entries()) {
    if (!histogram) continue;
    const a = left instanceof Float64Array ? left[k]! : histogram;
    const b = right instanceof Float64Array ? right[k]! : histogram;
    removeValue(one, k);
    const result = combineHistograms(operation, a, b, annotations);
    if (typeof result === 'object') {
      setHistogram(one, k, result);
      budget.spend(countSamples(result));
      if (budget.tick(countSamples(result))) await budget.rest();
    }
  }
}

function dropsName({ operator, isBool }: BinaryOperation): boolean {
  return isBool || !(COMPARISONS.has(operator) || HISTOGRAM_OPERATORS.has(operator));
}

function toSignature({ isOn, labels }: Matching, of: Labels): Labels {
  return isOn ? of.only(labels) : of.without([...labels, METRIC_NAME]);
}

/** Groups series by the labels that must be equal. */
function bySignature(series: readonly Series[], matching: Matching, budget: Budget): Promise<Map<string, Series[]>> {
  return groupSeries(series, (labels) => toSignature(matching, labels).key, budget);
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
    presences.set(key, await getPresence(group, count, budget));
  }
  for (const one of filtered) {
    const other = presences.get(toSignature(matching, one.labels).key);
    for (let k = 0; k < count; k++) if ((other?.[k] === 1) !== (operator === 'and')) removeValue(one, k);
    if (budget.tick(count + UNITS_PER_SERIES)) await budget.rest();
  }
  return withValues(operator === 'or' ? await mergeSeries([...left, ...right], budget) : filtered);
}

/**
 * The series of a group that has a value at each step, counted from 1.
 * @throws PromqlError where several have, as long as others are there
 */
function selectSingle(
  group: readonly Series[],
  others: Uint8Array,
  describe: (a: Series, b: Series) => string,
): Int32Array {
  const ones = new Int32Array(others.length);
  group.forEach((one, i) => {
    for (let k = 0; k < ones.length; k++) {
      if (!hasValue(one, k)) continue;
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
  annotations: Annotations,
): Promise<Series[]> {
  const { matching, count } = operation;
  const isSwapped = matching.many === 'right';
  const [many, one] = isSwapped ? [right, left] : [left, right];
  // As in Prometheus, `fill_left` fills the side with many series, even if it is on the right.
  const { fillLeft: fillMany, fillRight: fillOne } = matching;
  // Without series on one side, nothing matches, unless that side is filled.
  const isFilled = fillMany !== undefined || fillOne !== undefined;
  const anyMany = isFilled ? new Uint8Array(count).fill(1) : await getPresence(many, count, budget);
  const results = new Results(operation, annotations, budget);
  const groups = await bySignature(many, matching, budget);
  for (const [key, ofOne] of await bySignature(one, matching, budget)) {
    const ones = selectSingle(ofOne, anyMany, (a, b) => manyToMany(matching, a, b, isSwapped ? 'left' : 'right'));
    if (budget.tick(count + UNITS_PER_SERIES)) await budget.rest();
    const group = groups.get(key) ?? [];
    groups.delete(key);
    await addMatches(results, group, (k) => ofOne[ones[k]! - 1], { operation, fill: fillOne, budget });
    if (fillMany === undefined) continue;
    const filled = filler(ofOne[0]!, operation, fillMany);
    const hasMany = await getPresence(group, count, budget);
    for (let k = 0; k < count; k++) if (ones[k] !== 0 && !hasMany[k]) results.add(k, filled, ofOne[ones[k]! - 1]!);
    if (budget.tick(count + UNITS_PER_SERIES)) await budget.rest();
  }
  if (fillOne !== undefined) {
    for (const group of groups.values())
      await addMatches(results, group, () => undefined, { operation, fill: fillOne, budget });
  }
  return withValues([...results.series]);
}

/** Adds the matches of series with equal matching labels. */
async function addMatches(
  results: Results,
  group: readonly Series[],
  oneAt: (k: number) => Side | undefined,
  { operation, fill, budget }: { operation: BinaryOperation; fill: number | undefined; budget: Budget },
): Promise<void> {
  results.beginGroup();
  for (const series of group) {
    const filled = fill === undefined ? undefined : filler(series, operation, fill);
    for (let k = 0; k < operation.count; k++) {
      if (!hasValue(series, k)) continue;
      const one = oneAt(k) ?? filled;
      if (one) results.add(k, series, one);
    }
    if (budget.tick(operation.count + UNITS_PER_SERIES)) await budget.rest();
  }
}

/** A series on one side of the operation. */
type Side = Pick<Series, 'labels' | 'values' | 'histograms'>;

/** Fill value for a series that is missing on the other side. */
function filler({ labels }: Side, { matching, count }: BinaryOperation, value: number): Side {
  return { labels: toSignature(matching, labels), values: new Float64Array(count).fill(value) };
}

/** A pair of series, of which at most one sample may match at each step. */
interface Pair {
  readonly many: Labels;
  readonly one: Labels;
  readonly target: Series;
  /** 1 for steps with a match. */
  readonly matched: Uint8Array;
}

/** The resulting series of an operation. */
class Results {
  private readonly byKey = new Map<string, Series>();
  private pairs = new Map<Labels, Map<Labels, Pair>>();
  private matched = new Map<Series | undefined, Uint8Array>();
  /** Cached because most steps belong to the same pair as the previous one. */
  private newest: Pair | undefined;
  private readonly isSwapped: boolean;
  private readonly isOfHistograms: boolean;
  private readonly combine: ReturnType<typeof toCombiner>;

  constructor(
    private readonly operation: BinaryOperation,
    private readonly annotations: Annotations,
    private readonly budget: Budget,
  ) {
    this.combine = toCombiner(operation, annotations);
    this.isSwapped = operation.matching.many === 'right';
    this.isOfHistograms = HISTOGRAM_OPERATORS.has(operation.operator);
  }

  get series(): Iterable<Series> {
    return this.byKey.values();
  }

  /** Starts a group of series with equal matching labels. */
  beginGroup(): void {
    this.pairs = new Map();
    this.matched = new Map();
    this.newest = undefined;
  }

  /** @throws PromqlError where there is another result with the labels at the step */
  add(k: number, many: Side, one: Side): void {
    if (many.histograms?.[k] || one.histograms?.[k]) return this.addHistogram(k, many, one);
    const [a, b] = this.isSwapped ? [one.values[k]!, many.values[k]!] : [many.values[k]!, one.values[k]!];
    const value = this.combine(a, b, a);
    if (this.isOfHistograms) return;
    const target = this.match(k, many, one);
    if (value === undefined) return;
    if (hasValue(target, k)) throw sameLabels();
    target.present[k] = 1;
    target.values[k] = value;
  }

  private addHistogram(k: number, many: Side, one: Side): void {
    const [a, b] = (this.isSwapped ? [one, many] : [many, one]).map((side) => side.histograms?.[k] ?? side.values[k]!);
    const result = combineHistograms(this.operation, a!, b!, this.annotations);
    // As in Prometheus, operations without any result match nothing, but comparisons that do not hold do.
    if (result === undefined && !isEquality(this.operation, a!, b!)) return;
    const target = this.match(k, many, one);
    if (result === undefined) return;
    if (hasValue(target, k)) throw sameLabels();
    if (typeof result === 'object') {
      setHistogram(target, k, result);
      this.budget.spend(countSamples(result));
    } else {
      target.present[k] = 1;
      target.values[k] = result;
    }
  }

  /** The resulting series of a match. */
  private match(k: number, many: Side, one: Side): Series {
    const { target, matched } = this.findPair(many.labels, one.labels);
    if (matched[k]) throw severalMatches(this.operation.matching);
    matched[k] = 1;
    return target;
  }

  private findPair(many: Labels, one: Labels): Pair {
    if (this.newest?.many === many && this.newest.one === one) return this.newest;
    let ofMany = this.pairs.get(many);
    if (!ofMany) this.pairs.set(many, (ofMany = new Map<Labels, Pair>()));
    let pair = ofMany.get(one);
    if (!pair) {
      const target = this.getTarget(resultLabels(this.operation, many, one));
      // Two series may match one only if the query allows it; then each of their results keeps its own.
      pair = { many, one, target, matched: this.getMatched(this.operation.matching.many && target) };
      ofMany.set(one, pair);
    }
    this.newest = pair;
    return pair;
  }

  private getTarget(labels: Labels): Series {
    let target = this.byKey.get(labels.key);
    if (target) return target;
    this.budget.spend(this.operation.count);
    target = emptySeries(labels, this.operation.count);
    this.byKey.set(labels.key, target);
    return target;
  }

  private getMatched(target: Series | undefined): Uint8Array {
    let matched = this.matched.get(target);
    if (!matched) this.matched.set(target, (matched = new Uint8Array(this.operation.count)));
    return matched;
  }
}

function isEquality({ operator }: BinaryOperation, a: unknown, b: unknown): boolean {
  return (operator === '==' || operator === '!=') && typeof a === typeof b;
}

function manyToMany(matching: Matching, a: Series, b: Series, side: string): string {
  const group = toSignature(matching, a.labels).toString();
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
