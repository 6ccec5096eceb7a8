import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { Field } from '.';
import { type Dialect, makeReader } from './reader';

class Sample {
  @Field.Int('A number', { min: 1, max: 9 })
  id!: number;
  @Field.Number('A share', { optional: true, nullable: true })
  share?: number | null;
  @Field.String('A text', { minLength: 1, maxLength: 3, pattern: /a/ })
  name!: string;
  @Field.Enum('A constant', { values: ['UP', 'DOWN'], optional: true })
  state?: string;
  @Field.Array('Numbers', { of: 'integer', maxItems: 2, optional: true })
  list?: number[];
  @Field.Boolean('A flag', { optional: true })
  flag?: boolean;
  @Field.TextMap('Texts', { optional: true })
  texts?: Record<string, string>;
  @Field.Uuid('A key', { optional: true })
  key?: string;
}

const AS_SENT: Dialect = {
  taking: () => (sent) => sent,
  mayBeMissing: ({ optional }) => optional === true,
  mayBeWrong: () => false,
  judgesItems: true,
};

const value = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    1,
    9,
    10,
    0.5,
    NaN,
    '',
    'a',
    'abcd',
    'a\0',
    'UP',
    true,
    [],
    [1],
    [1, 2, 3],
    ['x'],
    {},
  ),
  fc.uuid(),
  fc.dictionary(fc.string({ maxLength: 2 }), fc.oneof(fc.string({ maxLength: 2 }), fc.integer())),
);

describe('a reader of a class', () => {
  it('stops at the first field that class-validator rejects, with its message', () => {
    const sample = fc.record({
      id: fc.oneof(fc.constant(1), value),
      share: value,
      name: fc.oneof(fc.constant('a'), value),
      state: value,
      list: value,
      flag: value,
      texts: value,
      key: value,
    });
    fc.assert(
      fc.property(sample, (sent) => {
        const [error] = validateSync(Object.assign(new Sample(), sent), { stopAtFirstError: true });
        const { problem } = makeReader(Sample, AS_SENT)(sent);
        expect(problem?.name).toBe(error?.property);
        if (problem) {
          expect([problem.message]).toEqual(Object.values(error!.constraints!));
        }
      }),
      { seed: 5, numRuns: 2_000 },
    );
  });

  it('ignores inherited members', () => {
    const { fields } = makeReader(Sample, AS_SENT)(Object.create({ id: 1 }) as Record<string, unknown>);
    expect(fields).toEqual({});
  });

  it('treats a value as missing where its contract does', () => {
    const lenient = { ...AS_SENT, mayBeWrong: () => true, judgesItems: false };
    expect(makeReader(Sample, lenient)({ id: 'x', name: 'a', list: ['x'] })).toEqual({
      fields: { name: 'a', list: ['x'] },
    });
  });
});
