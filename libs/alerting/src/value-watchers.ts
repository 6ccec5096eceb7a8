import type { Condition } from './condition';
import type { ConditionTest } from './condition-test';
import { type DefinitionState, type EngineDefinition, isAtRest } from './evaluate';
import type { Fact, NumberFact } from './fact';

interface Watcher {
  readonly definition: EngineDefinition;
  readonly test: ConditionTest;
  readonly isPatient: boolean;
}

/** The definitions that watch a metric, with ranges that classify a value by two comparisons. */
interface WatchedMetric {
  readonly watchers: Watcher[];
  /** Definitions of the watchers, by ascending id. */
  readonly concerned: EngineDefinition[];
  /** Values that never change the state of a definition. */
  idle: ValueRange;
  /** Values that meet no condition. */
  unmet: ValueRange;
  /** Values whose evaluation may be delayed: like `unmet`, but any value if all watchers are patient. */
  patient: ValueRange;
}

/**
 * The conditions of a resource by metric. Most values meet no condition of a definition without pending state; they are
 * filtered out here before anything is read or copied.
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
    metric.idle = intersect(metric.idle, isForgetful(definition) ? unmet : NO_VALUES);
    metric.unmet = intersect(metric.unmet, unmet);
    metric.patient = intersect(metric.patient, watcher.isPatient ? unmet : NO_VALUES);
  }

  /** Values of a metric that never change the state of a definition, as far as ranges can tell. */
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
   * Whether a fact changes nothing, given the states of the definitions, none of which was enabled or disabled
   * meanwhile; facts other than values may always change something.
   */
  isIdle(fact: Fact, states: ReadonlyMap<number, DefinitionState>): boolean {
    if (fact.kind !== 'number') return false;
    return this.of(fact).every(({ definition: { id }, test }) => {
      // A condition that remembers values changes with every value.
      if (test.observes !== undefined) return false;
      if (this.inactive.has(id)) return true;
      const state = states.get(id);
      return (!state || isAtRest(state)) && !test.isMet(fact, undefined);
    });
  }

  /**
   * Whether a value may fire an alert, or affects definitions that also watch other facts. Uses the counts of this
   * process's last evaluation; another process may have counted more.
   * @param waiting counts by earlier values that wait; increased by this one
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

/** Both bounds are inclusive. */
export interface ValueRange {
  readonly from: number;
  readonly to: number;
}

/** False for NaN and for an unknown range. */
export function isAmong(value: number, range: ValueRange | undefined): boolean {
  return range !== undefined && value >= range.from && value <= range.to;
}

export const NOTHING_IN_WORKS: ReadonlyMap<number, DefinitionState> = new Map();

const ALL_VALUES: ValueRange = { from: -Infinity, to: Infinity };
const NO_VALUES: ValueRange = { from: Infinity, to: -Infinity };

function intersect(one: ValueRange, other: ValueRange): ValueRange {
  return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
}

/** Definitions of a resource as known by this process. */
export interface KnownRules {
  readonly watchers: ValueWatchers;
  /** Dampening counts at this process's last evaluation, by definition. */
  counted: ReadonlyMap<number, number>;
}

const NONE: readonly Watcher[] = [];

/** Dampening that counts matches regardless of time. */
const COUNTING: ReadonlySet<string> = new Set(['CONSECUTIVE_COUNT', 'PARTIAL_COUNT']);

/** Whether only values affect it, so that evaluation may be delayed as long as the order is kept. */
function isPatient({ recoveryId, conditions }: EngineDefinition): boolean {
  return recoveryId === 0 && conditions.every(({ condition }) => PATIENT.has(condition.category));
}

/** Categories of conditions on the value alone. */
const PATIENT: ReadonlySet<string> = new Set(['THRESHOLD', 'RANGE']);

/** Whether a value that meets no condition leaves no trace, because there is no state that it could end. */
function isForgetful({ mode, dampening, conditions, onceUntilRecovered }: EngineDefinition): boolean {
  return !onceUntilRecovered && (mode === 'ANY' || conditions.length === 1) && FORGETFUL.has(dampening.category);
}

/** Dampening without a count: every match fires. */
const FORGETFUL: ReadonlySet<string> = new Set(['NONE', 'ONCE']);

/** Values that cannot meet the condition in any state. */
function unmetBy({ category, comparator, threshold }: Condition): ValueRange {
  if (category !== 'THRESHOLD' || threshold === null) return NO_VALUES;
  if (comparator === '>') return { from: -Infinity, to: threshold };
  return comparator === '<' ? { from: threshold, to: Infinity } : NO_VALUES;
}
