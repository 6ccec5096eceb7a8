import type { Condition } from './condition';
import type { ConditionTest } from './condition-test';
import { type DefinitionState, type EngineDefinition, isAtRest } from './evaluate';
import type { Fact, NumberFact } from './fact';

interface Watcher {
  readonly definition: EngineDefinition;
  readonly test: ConditionTest;
  readonly isPatient: boolean;
}

/** Definitions of one metric, and ranges that classify a value by two comparisons. */
interface WatchedMetric {
  readonly watchers: Watcher[];
  /** Definitions of the watchers, by ascending id. */
  readonly concerned: EngineDefinition[];
  /** Values that change nothing in any state of the definitions. */
  idle: ValueRange;
  /** Values that meet no condition. */
  unmet: ValueRange;
  /** Values that may wait: the same, where every watcher is patient. */
  patient: ValueRange;
}

/**
 * The conditions of a resource by metric. Nearly all values meet no condition of a definition without pending state:
 * they change nothing, and are sorted out here before anything is read or copied.
 */
export class ValueWatchers {
  private readonly byMetric = new Map<number, WatchedMetric>();
  private readonly inactive = new Set<number>();

  constructor(definitions: readonly EngineDefinition[]) {
    const enabled = new Set(definitions.filter(({ isEnabled }) => isEnabled).map(({ id }) => id));
    for (const definition of definitions) {
      if (!definition.isEnabled || enabled.has(definition.recoveryId)) this.inactive.add(definition.id);
      for (const test of definition.conditions) {
        if (test.listensTo === 'number') this.watch(definition, test);
      }
    }
  }

  private watch(definition: EngineDefinition, test: ConditionTest): void {
    const { measurementDefinition } = test.condition;
    const metric = this.byMetric.get(measurementDefinition) ?? {
      watchers: [],
      concerned: [],
      idle: ALL_VALUES,
      unmet: ALL_VALUES,
      patient: ALL_VALUES,
    };
    this.byMetric.set(measurementDefinition, metric);
    const unmet = unmetBy(test.condition);
    const watcher = { definition, test, isPatient: isPatient(definition) };
    metric.watchers.push(watcher);
    if (metric.concerned.at(-1) !== definition) metric.concerned.push(definition);
    metric.idle = bothOf(metric.idle, isForgetful(definition) ? unmet : NO_VALUES);
    metric.unmet = bothOf(metric.unmet, unmet);
    metric.patient = bothOf(metric.patient, watcher.isPatient ? unmet : NO_VALUES);
  }

  /** Values of a metric that change nothing in any state of the definitions, as far as ranges can tell. */
  idleValues(metricDefinitionId: number): ValueRange {
    return this.byMetric.get(metricDefinitionId)?.idle ?? ALL_VALUES;
  }

  /** Values of a metric that are never urgent, as far as ranges can tell. */
  patientValues(metricDefinitionId: number): ValueRange {
    return this.byMetric.get(metricDefinitionId)?.patient ?? ALL_VALUES;
  }

  /** Values of a metric that change nothing while no definition has pending state, as far as ranges can tell. */
  unmetValues(metricDefinitionId: number): ValueRange {
    return this.byMetric.get(metricDefinitionId)?.unmet ?? ALL_VALUES;
  }

  /**
   * Whether a fact changes nothing while definitions have come so far, and none was switched; facts other than values may
   * always.
   */
  isIdle(fact: Fact, states: ReadonlyMap<number, DefinitionState>): boolean {
    if (fact.kind !== 'number') return false;
    return this.of(fact).every(({ definition: { id }, test }) => {
      // A condition that remembers values changes with each.
      if (test.observes !== undefined) return false;
      if (this.inactive.has(id)) return true;
      const state = states.get(id);
      return (!state || isAtRest(state)) && !test.isMet(fact, undefined);
    });
  }

  /**
   * Whether a value may fire an alert, or matters to definitions that other facts affect. Counts are those of this
   * process's last evaluation: another one may have counted more.
   * @param waiting counts by waiting earlier values; increased by this one
   */
  isUrgent(fact: NumberFact, known: ReadonlyMap<number, number>, waiting: Map<number, number>): boolean {
    let isUrgent = false;
    for (const { definition, test, isPatient } of this.of(fact)) {
      const { id, dampening } = definition;
      if (!isPatient) isUrgent = true;
      else if (test.isMet(fact, undefined)) {
        const added = (waiting.get(id) ?? 0) + 1;
        waiting.set(id, added);
        const isCounted = COUNTING.has(dampening.category) && (known.get(id) ?? 0) + added < dampening.count;
        isUrgent ||= !isCounted || this.inactive.has(id);
      }
    }
    return isUrgent;
  }

  /** Definitions that a value may affect. */
  concernedBy(fact: Fact): readonly EngineDefinition[] | undefined {
    return fact.kind === 'number' ? (this.byMetric.get(fact.metricDefinitionId)?.concerned ?? []) : undefined;
  }

  private of({ metricDefinitionId }: NumberFact): readonly Watcher[] {
    return this.byMetric.get(metricDefinitionId)?.watchers ?? NONE;
  }
}

/** From and to, both included. */
export interface ValueRange {
  readonly from: number;
  readonly to: number;
}

/** False for NaN, and where nobody knows the range. */
export function isAmong(value: number, range: ValueRange | undefined): boolean {
  return range !== undefined && value >= range.from && value <= range.to;
}

export const NOTHING_IN_WORKS: ReadonlyMap<number, DefinitionState> = new Map();

const ALL_VALUES: ValueRange = { from: -Infinity, to: Infinity };
const NO_VALUES: ValueRange = { from: Infinity, to: -Infinity };

function bothOf(one: ValueRange, other: ValueRange): ValueRange {
  return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
}

/** A process's knowledge about the definitions of a resource. */
export interface KnownRules {
  readonly watchers: ValueWatchers;
  /** Dampening counts at this process's last evaluation, by definition. */
  counted: ReadonlyMap<number, number>;
}

const NONE: readonly Watcher[] = [];

/** Dampening that fires by a number of matches, whatever the time. */
const COUNTING: ReadonlySet<string> = new Set(['CONSECUTIVE_COUNT', 'PARTIAL_COUNT']);

/** Whether only values affect it. Until one of them fires, the time of evaluation does not matter, only the order. */
function isPatient({ recoveryId, conditions }: EngineDefinition): boolean {
  return recoveryId === 0 && conditions.every(({ condition }) => PATIENT.has(condition.category));
}

/** Conditions on the value alone. */
const PATIENT: ReadonlySet<string> = new Set(['THRESHOLD', 'RANGE']);

/** Whether a value that meets no condition leaves no trace, because there is nothing that it could end. */
function isForgetful({ mode, dampening, conditions, onceUntilRecovered }: EngineDefinition): boolean {
  return !onceUntilRecovered && (mode === 'ANY' || conditions.length === 1) && FORGETFUL.has(dampening.category);
}

/** Fire with each match, and count nothing. */
const FORGETFUL: ReadonlySet<string> = new Set(['NONE', 'ONCE']);

/** Values that do not meet the condition in any state. */
function unmetBy({ category, comparator, threshold }: Condition): ValueRange {
  if (category !== 'THRESHOLD' || threshold === null) return NO_VALUES;
  if (comparator === '>') return { from: -Infinity, to: threshold };
  return comparator === '<' ? { from: threshold, to: Infinity } : NO_VALUES;
}
