import { type Budget, UNITS_PER_SERIES } from './budget';
import type { Call, Expr, Matcher, Selector } from './expression';
import { Labels, METRIC_NAME } from './labels';
import { makeMatcher } from './matcher';
import { executionError } from './promql-error';
import { copyValue, emptySeries, getPresence, hasValue, mergeSeries, type Series } from './series';

/** Labels by which series belong to an info series. */
const IDENTIFYING: readonly string[] = ['instance', 'job'];
const DEFAULT_NAME = [makeMatcher(METRIC_NAME, '=', 'target_info')!];
const ANY_NAME = makeMatcher(METRIC_NAME, '=~', '.+_info')!;

interface InfoMatchers {
  /** Matchers of the names of info series. */
  readonly names: readonly Matcher[];
  /** Matchers of the labels that are added; empty for all labels. */
  readonly data: readonly Matcher[];
}

function toMatchers({ args }: Call): InfoMatchers {
  const given = args[1]?.kind === 'selector' ? args[1].matchers : [];
  const names = given.filter(({ name }) => name === METRIC_NAME);
  const data = given.filter(({ name }) => name !== METRIC_NAME);
  if (names.length === 0) return { names: DEFAULT_NAME, data };
  // Excluded names alone do not say which series are info series.
  return { names: names.some(({ operator }) => !operator.startsWith('!')) ? names : [ANY_NAME, ...names], data };
}

/** The selector of a call's info series. As in Prometheus, the first selector of the vector decides on their times. */
export function infoSelector(call: Call): Selector {
  const { names, data } = toMatchers(call);
  const { offset = 0, at } = findSelector(call.args[0]!) ?? {};
  return { kind: 'selector', type: 'vector', matchers: [...names, ...data], offset, ...(at !== undefined && { at }) };
}

function findSelector(expr: Expr): Selector | undefined {
  switch (expr.kind) {
    case 'number':
    case 'string':
      return undefined;
    case 'selector':
      return expr;
    case 'range':
      return expr.selector;
    case 'subquery':
    case 'negation':
      return findSelector(expr.expr);
    case 'binary':
      return findSelector(expr.left) ?? findSelector(expr.right);
    case 'aggregate':
      return findSelector(expr.expr) ?? (expr.parameter && findSelector(expr.parameter));
    case 'call':
      return expr.args.map(findSelector).find(Boolean);
  }
}

/**
 * Adds labels of info series to series.
 * @param infos values are the times of their samples
 * @throws PromqlError if info series contradict each other
 */
export async function joinInfo(
  call: Call,
  series: readonly Series[],
  infos: readonly Series[],
  budget: Budget,
): Promise<Series[]> {
  const { names, data } = toMatchers(call);
  const isInfo = ({ labels }: Series): boolean => names.every(({ accepts }) => accepts(labels.get(METRIC_NAME)));
  const others = series.filter((one) => !isInfo(one));
  const count = series[0]?.values.length ?? 0;
  const newest = await findNewest(matching(infos, others), await getPresence(series, count, budget), budget);
  const added = data.map(({ name }) => name);
  const isRequired = data.some(({ accepts }) => !accepts(''));
  const results: Series[] = series.filter(isInfo);
  for (const one of others) {
    if (budget.tick(UNITS_PER_SERIES)) await budget.rest();
    const groups = newest.get(identityKey(one.labels)) ?? [];
    const enriched = new Map<string, Series>();
    for (let k = 0; k < count; k++) {
      if (budget.tick(1 + groups.length)) await budget.rest();
      if (!hasValue(one, k)) continue;
      const found = groups.flatMap(({ labels }) => labels[k] ?? []);
      if (found.length === 0 && isRequired) continue;
      const key = found.map((labels) => labels.key).join();
      let result = enriched.get(key);
      if (!result) {
        budget.spend(count);
        result = emptySeries(withData(one.labels, found, added), count);
        enriched.set(key, result);
      }
      copyValue(one, result, k);
    }
    results.push(...enriched.values());
  }
  return mergeSeries(results, budget);
}

/** Info series with values of identifying labels that occur in these series. */
function matching(infos: readonly Series[], series: readonly Series[]): readonly Series[] {
  const wanted = IDENTIFYING.map((name) => ({
    name,
    values: new Set(series.map(({ labels }) => labels.get(name)).filter((value) => value !== '')),
  })).filter(({ values }) => values.size > 0);
  if (wanted.length === 0) return [];
  return infos.filter(({ labels }) => wanted.every(({ name, values }) => values.has(labels.get(name))));
}

/** Info series of one name and identity. */
interface InfoGroup {
  readonly name: string;
  /** Labels of the newest one at each step. */
  readonly labels: (Labels | undefined)[];
  readonly times: Float64Array;
}

/**
 * The newest info series of each name at each step, by identity.
 * @param wanted 1 for steps at which they are needed
 * @throws PromqlError if two are equally new
 */
async function findNewest(
  infos: readonly Series[],
  wanted: Uint8Array,
  budget: Budget,
): Promise<ReadonlyMap<string, readonly InfoGroup[]>> {
  const byIdentity = new Map<string, InfoGroup[]>();
  const groups = new Map<string, InfoGroup>();
  for (const { labels, values, present } of infos) {
    if (budget.tick(UNITS_PER_SERIES + wanted.length)) await budget.rest();
    const name = labels.get(METRIC_NAME);
    const identity = identityKey(labels);
    const key = JSON.stringify([name, identity]);
    let group = groups.get(key);
    if (!group) {
      budget.spend(wanted.length);
      group = { name, labels: new Array<undefined>(wanted.length), times: new Float64Array(wanted.length) };
      groups.set(key, group);
      byIdentity.set(identity, [...(byIdentity.get(identity) ?? []), group]);
    }
    for (let k = 0; k < wanted.length; k++) {
      if (!present[k] || !wanted[k]) continue;
      const known = group.labels[k];
      const [timeMs, knownMs] = [values[k]!, group.times[k]!];
      // Roll-ups, whose times are not whole, do not tell which series was newer.
      if (known && timeMs === knownMs && Number.isInteger(timeMs)) throw duplicate(known, labels, timeMs);
      if (known && timeMs <= knownMs) continue;
      group.labels[k] = labels;
      group.times[k] = timeMs;
    }
  }
  return byIdentity;
}

function identityKey(labels: Labels): string {
  return JSON.stringify(IDENTIFYING.map((name) => labels.get(name)));
}

/** @param added names of the labels to add; empty for all */
function withData(labels: Labels, infos: readonly Labels[], added: readonly string[]): Labels {
  const data = new Map<string, string>();
  for (const [name, value] of infos.flatMap(({ entries }) => entries)) {
    if (name === METRIC_NAME || labels.get(name) !== '' || (added.length > 0 && !added.includes(name))) continue;
    if ((data.get(name) ?? value) !== value) throw executionError(`conflicting label: ${name}`);
    data.set(name, value);
  }
  return data.size === 0 ? labels : Labels.of([...labels.entries, ...data]);
}

function duplicate(known: Labels, other: Labels, timeMs: number): Error {
  const [a, b] = [known, other].map((labels) => `${labels.toString()} @ ${timeMs}`);
  return executionError(`found duplicate series for info metric: existing ${a}, new ${b}`);
}
