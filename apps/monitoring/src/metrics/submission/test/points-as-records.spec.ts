import fc from 'fast-check';
import { NumericDataPoint } from '@wardstone/dto/monitoring';
import { ApiError } from '@wardstone/errors';
import { RecordPipe } from '@wardstone/media-types';
import { readPoints, requireTime } from '../read-points';

const NOW = 1_772_899_490_000;
const MAX_INT = 2 ** 31 - 1;
const pipe = new RecordPipe(NumericDataPoint);

type Outcome = readonly (readonly number[])[] | string;

/** Result of the class: rows of id, time and value, or the type of the error. */
function asRecords(text: string): Outcome {
  const body = JSON.parse(text) as unknown;
  if (!Array.isArray(body)) return 'invalid_content';
  return judged(() => {
    const records = body.map((item: unknown) => pipe.transform({ value: item, isXml: false }).read());
    const rows = records.map(({ scheduleId = 0, timeStamp = 0, value }) => [scheduleId + 0, timeStamp + 0, value]);
    if (!rows.every(isPoint)) return 'invalid_content';
    for (const [, time] of rows) requireTime(time as number, NOW);
    return rows as number[][];
  });
}

/** A point needs a value, and schedule ids are not longer; the class does not say so, because it also reads records. */
function isPoint([id, , value]: readonly unknown[]): boolean {
  return value !== undefined && Math.abs(id as number) <= MAX_INT;
}

/** Result of the loop. */
function asPoints(text: string): Outcome {
  return judged(() => {
    const { scheduleIds, times, values } = readPoints({ bytes: Buffer.from(text), isXml: false }, NOW).batch;
    return Array.from(times, (time, i) => [scheduleIds[i]!, time, values[i]!]);
  });
}

function judged(read: () => Outcome): Outcome {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) return error.kind.type;
    throw error;
  }
}

const anyTime = fc.integer({ min: NOW - 7 * 86_400_000, max: NOW });
const anyId = fc.integer({ min: 1, max: MAX_INT });
const anyValue = fc.double({ noNaN: true, noDefaultInfinity: true });
/** Numbers as clients send them: plain, or as text with signs, blanks, fractions and exponents. */
const asSent = (number: fc.Arbitrary<number>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: number },
    number.map(String),
    number.map((n) => ` +${n}\t`),
    number.map((n) => n.toExponential()),
    number.map((n) => `${n}.`),
  );
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    'NaN',
    '-0',
    -0,
    '1e999',
    '0x10',
    1.5,
    '1.5',
    true,
    [],
    {},
    MAX_INT + 1,
    -MAX_INT - 1,
  ),
  fc.maxSafeInteger(),
  // The loop refuses longer digit strings even with leading zeros.
  fc.maxSafeInteger().map((n) => String(n).slice(0, 16)),
);
const field = (usual: fc.Arbitrary<number>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: asSent(usual) }, anything);
const anyPoint = fc.record(
  { scheduleId: field(anyId), timeStamp: field(anyTime), value: field(anyValue), links: fc.constant([]) },
  { requiredKeys: ['timeStamp', 'value'] },
);
const anyBody = fc.oneof(
  { weight: 30, arbitrary: fc.array(anyPoint, { maxLength: 4 }) },
  fc.array(fc.oneof({ weight: 3, arbitrary: anyPoint }, anything), { maxLength: 3 }),
  anything,
);

describe('a list of points', () => {
  it('is accepted or refused as the records of their class would be, with the same values', () => {
    const outcomes = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(anyBody, (body) => {
        const text = JSON.stringify(body);
        const expected = asRecords(text);
        expect(asPoints(text)).toEqual(expected);
        outcomes[typeof expected === 'string' ? 'refused' : 'taken']++;
      }),
      { seed: 11, numRuns: 3000 },
    );
    // Both happen often enough for the comparison to mean something.
    expect(Math.min(outcomes.taken, outcomes.refused)).toBeGreaterThan(300);
  });
});
