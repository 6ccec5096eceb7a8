import { DAMPENING_CATEGORIES } from '@wardstone/dto/monitoring';
import { rounds } from '@wardstone/testing';
import fc from 'fast-check';
import type { Condition } from '../condition';
import type { Dampening } from '../dampening';
import { MINUTE_MS, aDefinition, aNumber, aResource, firedAt } from './engine-fixture';
import { type PlainDefinition, type PlainFact, referenceFirings } from './reference-model';

const SEQUENCES = rounds(100_000);
const METRICS = [101, 102];

const conditionOf = (id: number): fc.Arbitrary<Condition> =>
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

const definitionOf = (id: number): fc.Arbitrary<PlainDefinition> =>
  fc.record({
    id: fc.constant(id),
    enabled: fc.constantFrom(true, true, true, false),
    recoveryId: fc.constantFrom(0, 0, 1, 2, 9).map((other) => (other === id ? 0 : other)),
    all: fc.boolean(),
    dampening,
    conditions: fc
      .tuple(conditionOf(id * 10), conditionOf(id * 10 + 1), fc.nat(5))
      .map(([a, b, n]) => (n < 3 ? [a] : n < 5 ? [a, b] : [])),
  });

const facts: fc.Arbitrary<PlainFact[]> = fc
  .array(fc.tuple(fc.constantFrom(...METRICS), fc.nat(4), fc.nat(2)), { maxLength: 14 })
  .map((steps) => {
    let minute = 0;
    return steps.map(([metric, value, pause]) => ({ metric, value, minute: (minute += pause) }));
  });

function engineFirings(definitions: readonly PlainDefinition[], sequence: readonly PlainFact[]): [number, number][] {
  const resource = aResource(
    definitions.map(({ all, enabled, ...rest }) =>
      aDefinition({ ...rest, isEnabled: enabled, mode: all ? 'ALL' : 'ANY' }),
    ),
  );
  return firedAt(
    resource,
    sequence.map(({ metric, value, minute }) => aNumber(value, minute * MINUTE_MS, metric)),
  );
}

it('fires exactly when the slow reference model does, in random sequences', () => {
  fc.assert(
    fc.property(fc.tuple(definitionOf(1), definitionOf(2)), facts, (definitions, sequence) => {
      // Compared as text: so many expectations take longer than the engine.
      const [engine, reference] = [engineFirings, referenceFirings].map((fire) => fire(definitions, sequence).join());
      return engine === reference;
    }),
    { numRuns: SEQUENCES, seed: 20260115 },
  );
}, 60_000);
