import { DAMPENING_CATEGORIES } from '@wardstone/terms';
import { rounds } from '@wardstone/testing';
import fc from 'fast-check';
import type { Condition } from '../src/condition';
import type { Dampening } from '../src/dampening';
import { writeMemory, writeStates } from '../src/stored-rule-state';
import type { Fact, NumberFact } from '../src/fact';
import { applyFact, type ResourceAlerts } from '../src/resource-alerts';
import { isAmong, NOTHING_IN_WORKS, ValueWatchers } from '../src/value-watchers';
import { MINUTE_MS, aDefinition, aNumber, aResource, firedAt } from './engine-fixture';
import { type PlainDefinition, type PlainFact, referenceFirings } from './reference-model';

const SEQUENCES = rounds(100_000, 100);
const METRICS = [101, 102];

const toCondition = (id: number): fc.Arbitrary<Condition> =>
  fc
    .record({
      category: fc.constantFrom('THRESHOLD', 'THRESHOLD', 'RANGE', 'CHANGE'),
      comparator: fc.constantFrom('<', '=', '>'),
      threshold: fc.constantFrom(1, 1, 2, 2, null),
      measurementDefinition: fc.constantFrom(...METRICS),
    })
    .map((given) => ({ id, name: null, option: '3', ...given }));

const dampening: fc.Arbitrary<Dampening> = fc.record({
  category: fc.constantFrom(...DAMPENING_CATEGORIES),
  count: fc.nat(3),
  period: fc.nat(5),
  unit: fc.constantFrom(null, 'MINUTES'),
});

const getDefinition = (id: number): fc.Arbitrary<PlainDefinition> =>
  fc.record({
    id: fc.constant(id),
    enabled: fc.constantFrom(true, true, true, false),
    recoveryId: fc.constantFrom(0, 0, 1, 2, 9).map((other) => (other === id ? 0 : other)),
    onceUntilRecovered: fc.boolean(),
    all: fc.boolean(),
    dampening,
    conditions: fc
      .tuple(toCondition(id * 10), toCondition(id * 10 + 1), fc.nat(5))
      .map(([a, b, n]) => (n < 3 ? [a] : n < 5 ? [a, b] : [])),
  });

const facts: fc.Arbitrary<PlainFact[]> = fc
  .array(fc.tuple(fc.constantFrom(...METRICS), fc.nat(4), fc.nat(2)), { maxLength: 14 })
  .map((steps) => {
    let minute = 0;
    return steps.map(([metric, value, pause]) => ({ metric, value, minute: (minute += pause) }));
  });

const getEngine = (definitions: readonly PlainDefinition[]): ResourceAlerts =>
  aResource(
    definitions.map(({ all, enabled, ...rest }) =>
      aDefinition({ ...rest, isEnabled: enabled, mode: all ? 'ALL' : 'ANY' }),
    ),
  );

const toFacts = (sequence: readonly PlainFact[]): Fact[] =>
  sequence.map(({ metric, value, minute }) => aNumber(value, minute * MINUTE_MS, metric));

const engineFirings = (definitions: readonly PlainDefinition[], sequence: readonly PlainFact[]): [number, number][] =>
  firedAt(getEngine(definitions), toFacts(sequence));

/** State of a resource as stored. */
const toStored = ({ definitions, states, memory }: ResourceAlerts): string =>
  JSON.stringify([writeStates(states, definitions), writeMemory(memory, definitions)]);

it('fires exactly when the slow reference model does, in random sequences', () => {
  fc.assert(
    fc.property(fc.tuple(getDefinition(1), getDefinition(2)), facts, (definitions, sequence) => {
      // Compared as text, because thousands of expectations take longer than the engine.
      const [engine, reference] = [engineFirings, referenceFirings].map((fire) => fire(definitions, sequence).join());
      return engine === reference;
    }),
    { numRuns: SEQUENCES, seed: 20260115 },
  );
}, 600_000);

/** Dampening counts by definition. */
const countedIn = ({ states }: ResourceAlerts): Map<number, number> =>
  new Map([...states].map(([id, { streak }]) => [id, streak.positives.length]));

it('finds only those values idle that change nothing, and as urgent all that fire, with their definitions', () => {
  let [idle, idleAlways, patient, unmet, surelyPatient] = [0, 0, 0, 0, 0];
  fc.assert(
    fc.property(fc.tuple(getDefinition(1), getDefinition(2)), facts, fc.nat(4), (definitions, sequence, apart) => {
      let alerts = getEngine(definitions);
      let [watchers, counted, waiting] = [new ValueWatchers(alerts.definitions), countedIn(alerts), new Map()];
      return toFacts(sequence).every((fact, i) => {
        const before = alerts;
        const { firings, alerts: after } = applyFact(before, fact, fact.atMs);
        alerts = after;
        const concerned = applyFact(before, fact, fact.atMs, watchers.concernedBy(fact));
        const isIdle = watchers.isIdle(fact, before.states);
        const isUrgent = watchers.isUrgent(fact as NumberFact, counted, waiting);
        const { metricDefinitionId, value } = fact as NumberFact;
        const isIdleAlways = isAmong(value, watchers.idleValues(metricDefinitionId));
        const isUnmet = isAmong(value, watchers.unmetValues(metricDefinitionId));
        const isPatient = isAmong(value, watchers.patientValues(metricDefinitionId));
        if (isUnmet) unmet++;
        if (isPatient) surelyPatient++;
        if (isUnmet && !watchers.isIdle(fact, NOTHING_IN_WORKS)) return false;
        if (isPatient && isUrgent) return false;
        if (isIdle) idle++;
        if (isIdleAlways) idleAlways++;
        if (!isUrgent) patient++;
        // An urgent value is evaluated with all waiting ones; sometimes they are evaluated without one.
        if (isUrgent || i % (apart + 1) === 0) {
          [watchers, counted, waiting] = [new ValueWatchers(after.definitions), countedIn(after), new Map()];
        }
        if (toStored(concerned.alerts) !== toStored(after) || concerned.firings.length !== firings.length) return false;
        const isSame = firings.length === 0 && toStored(before) === toStored(after);
        return (!isIdle || isSame) && (!isIdleAlways || isSame) && (isUrgent || firings.length === 0);
      });
    }),
    { numRuns: SEQUENCES, seed: 20261127 },
  );
  expect(Math.min(idle, idleAlways, patient, unmet, surelyPatient)).toBeGreaterThan(1_000);
}, 600_000);
