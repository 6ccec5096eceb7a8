import type { Condition } from './condition';
import type { EngineDefinition } from './evaluate';
import type { AvailabilityStretch, Baseline, Fact } from './fact';
import type { Firing } from './resource-alerts';
import { getEnding, type HeldAlert, lookAgainMs, type Present } from './still-holds';

/** Stored facts of the resource, in order of time. */
interface Past {
  readonly facts: readonly Fact[];
  readonly availability: readonly AvailabilityStretch[];
}

/** An alert, and the time at which it counts as recovered. */
export interface Recovered {
  readonly firedMs: number;
  readonly recoveredMs: number;
}

const MINUTE_MS = 60_000;
const LASTING: Omit<HeldAlert, 'mode' | 'conditions'> = {
  isAcknowledged: false,
  gone: undefined,
  hasSuccessor: false,
  isRecovered: false,
  hasRecoverer: false,
  endsNotifiedProblem: undefined,
};

/**
 * Alerts of a definition that recovered within `withinMs` and before it fired again, judged by stored data. See rules
 * alerts-37, alerts-38.
 * @param firings of this definition alone, in the order of time
 * @param recoveries times at which a recovering definition fired; undefined without one
 */
export function recoveredAlerts(
  { mode, conditions }: Pick<EngineDefinition, 'mode' | 'conditions'>,
  firings: readonly Firing[],
  past: Past,
  { withinMs, recoveries }: { withinMs: number; recoveries: readonly number[] | undefined },
): Recovered[] {
  const presentAt = presents(past);
  const byId = new Map(conditions.map(({ condition }) => [condition.id, condition]));
  const isAvailability = conditions.every(({ condition }) => condition.category === 'AVAILABILITY');
  return firings.flatMap(({ atMs: firedMs, matches }, at) => {
    const nextMs = firings[at + 1]?.atMs ?? Infinity;
    const met = matches.flatMap(({ conditionId }) => byId.get(conditionId) ?? []);
    const alert: HeldAlert = { ...LASTING, mode, conditions: met };
    const recoveredMs = recoveries
      ? recoveries.find((ms) => ms > firedMs && ms <= nextMs)
      : lookedMs(alert, presentAt, { firedMs, untilMs: Math.min(nextMs, firedMs + withinMs) });
    // An availability alert ends when the next one fires.
    const ended = recoveredMs ?? (isAvailability && nextMs < Infinity ? nextMs : undefined);
    return ended === undefined ? [] : [{ firedMs, recoveredMs: ended }];
  });
}

/** Which of the earlier checks found that it was over. */
function lookedMs(
  alert: HeldAlert,
  presentAt: (atMs: number) => Present,
  { firedMs, untilMs }: { firedMs: number; untilMs: number },
): number | undefined {
  for (let nowMs = firedMs + MINUTE_MS; nowMs < untilMs; nowMs = lookAgainMs(firedMs, nowMs)) {
    const times = { firedMs, nowMs, eventMs: Infinity };
    if (getEnding(alert, presentAt(nowMs), times) === 'RECOVERED') return nowMs;
  }
  return undefined;
}

interface Known {
  readonly atMs: number;
  readonly value: number | string;
  readonly baseline: Baseline | null;
}

/** The known metrics and availability at a time; earlier facts are not included. */
function presents({ facts, availability }: Past): (atMs: number) => Present {
  const known = new Map<Condition['measurementDefinition'], Known[]>();
  for (const fact of facts) {
    if (fact.kind !== 'number' && fact.kind !== 'trait') continue;
    const { metricDefinitionId, atMs, value } = fact;
    const baseline = fact.kind === 'number' ? fact.baseline : null;
    const own = known.get(metricDefinitionId);
    if (own) own.push({ atMs, value, baseline });
    else known.set(metricDefinitionId, [{ atMs, value, baseline }]);
  }
  return (atMs) => {
    const latest = [...known].flatMap(([id, values]) => {
      const found = lastUntil(values, atMs, (one) => one.atMs);
      return found ? [[id, found] as const] : [];
    });
    return {
      availability: lastUntil(availability, atMs, ({ sinceMs }) => sinceMs)?.type ?? 'UNKNOWN',
      values: new Map(latest.map(([id, { value }]) => [id, value])),
      baselines: new Map(latest.flatMap(([id, { baseline }]) => (baseline ? [[id, baseline] as const] : []))),
    };
  };
}

/** The last item that is not later than a time; the items are in order of time. */
function lastUntil<T>(ordered: readonly T[], atMs: number, measureTime: (one: T) => number): T | undefined {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (measureTime(ordered[middle]!) <= atMs) low = middle + 1;
    else high = middle;
  }
  return ordered[low - 1];
}
