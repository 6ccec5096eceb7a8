import { type AvailabilityType, type ConditionCategory, SEVERITIES } from '@wardstone/terms';
import { type BoundedPattern, compileBounded } from '@wardstone/patterns';
import type { Condition } from './condition';
import type { Baseline, Fact, FactKind, NumberFact } from './fact';
import { RE2JS } from 're2js';

/** A match of a condition, as the alert's log records it: the value, and the time of the data. */
export interface Match {
  readonly value: string;
  readonly atMs: number;
}

/** Result of testing a fact against a condition; undefined when the fact is irrelevant to it. */
type Outcome = Match | 'miss' | undefined;

/** The last availability, number or trait that a condition has seen; undefined before the first one. */
export type Remembered = string | number | undefined;

/** A condition prepared for testing facts. See rules alerts-21, alerts-22. */
export interface ConditionTest {
  readonly condition: Condition;
  readonly listensTo: FactKind;
  /** Called with facts of this kind only. */
  readonly outcome: (fact: Fact, remembered: Remembered) => Outcome;
  /** Whether the fact matches; cheaper than `outcome`, which also describes the match. */
  readonly isMet: (fact: Fact, remembered: Remembered) => boolean;
  /**
   * Whether the state of the condition lasts, judged by a fact of any kind; undefined if the fact says nothing about
   * it. Absent for conditions on occurrences.
   */
  readonly holds?: ((fact: Fact) => boolean | undefined) | undefined;
  /** Kind of facts whose values are remembered. */
  readonly observes: FactKind | undefined;
  /** Milliseconds of the timer that the fact sets; undefined when it sets none. */
  readonly timer: (fact: Fact, remembered: Remembered) => number | undefined;
}

type FactByKind<K extends FactKind> = Extract<Fact, { kind: K }>;

interface Rules<K extends FactKind> {
  readonly outcome: (fact: FactByKind<K>, remembered: Remembered) => boolean | 'miss' | undefined;
  readonly value: (fact: FactByKind<K>) => string;
}

const noTimer = (): undefined => undefined;

/** A condition that cannot match, e.g. because its threshold is not set, has no outcome for any fact. */
export function conditionTest(condition: Condition): ConditionTest {
  return TESTS[condition.category](condition);
}

const TESTS: Readonly<Record<ConditionCategory, (condition: Condition) => ConditionTest>> = {
  AVAILABILITY: availabilityTest,
  AVAIL_DURATION: durationTest,
  THRESHOLD: (condition) => numberTest(condition, compareWith(condition.threshold, condition.comparator)),
  RANGE: (condition) => numberTest(condition, rangeRule(condition)),
  BASELINE: (condition) => numberTest(condition, baselineRule(condition)),
  CHANGE: changeTest,
  TRAIT: traitTest,
  EVENT: eventTest,
  EXPRESSION: expressionTest,
  CONTROL: controlTest,
  RESOURCE_CONFIG: (condition) =>
    build(condition, 'configuration', { outcome: () => true, value: () => 'configuration changed' }),
  DRIFT: driftTest,
};

function build<K extends FactKind>(
  condition: Condition,
  kind: K,
  { outcome, value }: Rules<K>,
  more: Partial<Pick<ConditionTest, 'observes' | 'timer' | 'holds'>> = {},
): ConditionTest {
  return {
    condition,
    listensTo: kind,
    outcome: (fact, remembered) => {
      const verdict = outcome(fact as FactByKind<K>, remembered);
      if (verdict === true) return { value: value(fact as FactByKind<K>), atMs: fact.atMs };
      return verdict === 'miss' ? 'miss' : undefined;
    },
    isMet: (fact, remembered) => outcome(fact as FactByKind<K>, remembered) === true,
    observes: undefined,
    timer: noTimer,
    ...more,
  };
}

function availabilityTest(condition: Condition): ConditionTest {
  const name = condition.name ?? '';
  return build(
    condition,
    'availability',
    { outcome: ({ type }, before) => isTransition(name, type, before), value: ({ type }) => type },
    {
      observes: 'availability',
      holds: (fact) => (fact.kind === 'availability' ? isAvailability(name, fact.type) : undefined),
    },
  );
}

const REACHED: Readonly<Record<string, AvailabilityType>> = {
  AVAIL_GOES_DOWN: 'DOWN',
  AVAIL_GOES_DISABLED: 'DISABLED',
  AVAIL_GOES_UNKNOWN: 'UNKNOWN',
  AVAIL_GOES_UP: 'UP',
};

function isTransition(name: string, type: AvailabilityType, before: Remembered): boolean {
  const reached = REACHED[name];
  return isAvailability(name, type) && (reached === undefined ? before === 'UP' : before !== reached);
}

/** Whether this availability is the target of the transition. */
export function isAvailability(name: string, type: AvailabilityType): boolean {
  const reached = REACHED[name];
  return reached === undefined ? type !== 'UP' : type === reached;
}

function durationTest(condition: Condition): ConditionTest {
  const isOfDown = condition.name === 'AVAIL_DURATION_DOWN';
  const durationMs = Number(condition.option) * 1000;
  return build(
    condition,
    'timer',
    {
      outcome: ({ conditionId, sinceMs, history }) => {
        if (conditionId !== condition.id) return undefined;
        const untilMs = sinceMs + durationMs;
        const within = history.filter((s) => s.sinceMs < untilMs && (s.untilMs === null || s.untilMs > sinceMs));
        const isKept = isOfDown ? within.every((s) => s.type === 'DOWN') : within.every((s) => s.type !== 'UP');
        return within.length > 0 && isKept;
      },
      value: ({ type }) => type,
    },
    {
      observes: 'availability',
      holds: (fact) =>
        fact.kind === 'availability' ? (isOfDown ? fact.type === 'DOWN' : fact.type !== 'UP') : undefined,
      timer: (fact, before) => {
        if (fact.kind !== 'availability') return undefined;
        return isTransition(isOfDown ? 'AVAIL_GOES_DOWN' : 'AVAIL_GOES_NOT_UP', fact.type, before)
          ? durationMs
          : undefined;
      },
    },
  );
}

type NumberRule = (value: number, baseline: Baseline | null) => boolean | undefined;

/** Every value counts: beyond the bound it is a match, otherwise a miss. */
function numberTest(condition: Condition, rule: NumberRule): ConditionTest {
  const isBeyond = ({ metricDefinitionId, value, baseline }: NumberFact): boolean | undefined =>
    metricDefinitionId === condition.measurementDefinition && Number.isFinite(value)
      ? rule(value, baseline)
      : undefined;
  return build(
    condition,
    'number',
    {
      outcome: (fact) => (isBeyond(fact) === false ? 'miss' : isBeyond(fact)),
      value: ({ value }) => String(value),
    },
    { holds: (fact) => (fact.kind === 'number' ? isBeyond(fact) : undefined) },
  );
}

function compareWith(bound: number | null, comparator: string | null): NumberRule {
  if (bound === null) return () => undefined;
  return (value) => compare(value, comparator, bound);
}

/** Undefined if the condition has an unknown comparator. */
export function compare(value: number, comparator: string | null, bound: number): boolean | undefined {
  switch (comparator) {
    case '<':
      return value < bound;
    case '=':
      return value === bound;
    case '>':
      return value > bound;
    default:
      return undefined;
  }
}

/** Ranges use the comparators for inside and outside instead of less and greater. */
function rangeRule({ threshold: low, option, comparator }: Condition): NumberRule {
  const high = option === null || option.trim() === '' ? NaN : Number(option);
  if (low === null || Number.isNaN(high)) return () => undefined;
  switch (comparator) {
    case '<':
      return (value) => low < value && value < high;
    case '<=':
      return (value) => low <= value && value <= high;
    case '>':
      return (value) => value <= low || value >= high;
    case '>=':
      return (value) => value < low || value > high;
    case '=':
      return (value) => value === low || value === high;
    default:
      return () => undefined;
  }
}

function baselineRule({ threshold, option, comparator }: Condition): NumberRule {
  const part = option === 'min' || option === 'max' || option === 'mean' ? option : undefined;
  if (threshold === null || part === undefined) return () => undefined;
  return (value, baseline) => (baseline ? compare(value, comparator, threshold * baseline[part]) : undefined);
}

function changeTest(condition: Condition): ConditionTest {
  return build(
    condition,
    'number',
    {
      outcome: ({ metricDefinitionId, value }, before) =>
        metricDefinitionId === condition.measurementDefinition &&
        Number.isFinite(value) &&
        before !== undefined &&
        value !== before,
      value: ({ value }) => String(value),
    },
    { observes: 'number' },
  );
}

function traitTest(condition: Condition): ConditionTest {
  const pattern = toPattern(condition.option, 'trait');
  return build(
    condition,
    'trait',
    {
      outcome: ({ metricDefinitionId, value }, before) => {
        if (metricDefinitionId !== condition.measurementDefinition) return undefined;
        return pattern ? pattern.isFoundIn(value) : value !== before;
      },
      value: ({ value }) => value,
    },
    {
      observes: 'trait',
      holds:
        pattern &&
        ((fact) =>
          fact.kind === 'trait' && fact.metricDefinitionId === condition.measurementDefinition
            ? pattern.isFoundIn(fact.value)
            : undefined),
    },
  );
}

function eventTest(condition: Condition): ConditionTest {
  const least = (SEVERITIES as readonly string[]).indexOf(condition.name ?? '');
  const pattern = toPattern(condition.option, 'event');
  return build(condition, 'event', {
    outcome: ({ severity, message }) =>
      SEVERITIES.indexOf(severity) >= least && (!pattern || pattern.isFoundIn(message)) ? true : 'miss',
    value: ({ severity, location, message }) => `${severity} ${location} ${message}`,
  });
}

/** The evaluation of the expression has already applied the threshold. */
function expressionTest(condition: Condition): ConditionTest {
  return build(condition, 'expression', {
    outcome: ({ conditionId }) => conditionId === condition.id,
    value: ({ value }) => String(value),
  });
}

function controlTest(condition: Condition): ConditionTest {
  return build(condition, 'operation', {
    outcome: ({ name, status }) => {
      if (name !== condition.name) return undefined;
      if (status === condition.option) return true;
      return condition.option !== 'INPROGRESS' && status !== 'INPROGRESS' ? 'miss' : undefined;
    },
    value: ({ status }) => status,
  });
}

function driftTest(condition: Condition): ConditionTest {
  const name = toPattern(condition.name, 'drift');
  const path = toPattern(condition.option, 'drift');
  return build(condition, 'drift', {
    outcome: (fact) =>
      !fact.isInitial &&
      (!name || name.describes(fact.name)) &&
      (!path || fact.paths.some((changed) => path.describes(changed))),
    value: (fact) => `${fact.name}: ${fact.paths.length} files changed`,
  });
}

const NEVER: BoundedPattern = { isFoundIn: () => false, describes: () => false, replaceIn: (text) => text };

/** Undefined without an expression. Expressions are validated when they are stored; an invalid one matches nothing. */
function toPattern(expression: string | null, kind: PatternKind): BoundedPattern | undefined {
  if (expression === null || expression.trim() === '') return undefined;
  return compileUserPattern(expression, kind) ?? NEVER;
}

export type PatternKind = 'event' | 'trait' | 'drift';

const FLAGS: Record<PatternKind, number> = {
  event: RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE | RE2JS.DOTALL,
  trait: RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL,
  drift: 0,
};

/** Compiles a regular expression written by a user; undefined when it is invalid or too large. See rule alerts-22. */
export function compileUserPattern(expression: string, kind: PatternKind): BoundedPattern | undefined {
  return compileBounded(expression, FLAGS[kind]);
}
