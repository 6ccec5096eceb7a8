import fc from 'fast-check';
import type { ApiError } from '@wardstone/errors';
import type { PointBatch } from '../../storage/log-segment';
import { readPoints } from '../read-points';
import { scanPoints } from '../scan-points';

const scan = (text: string): PointBatch | undefined => scanPoints(Buffer.from(text));
const columns = ({ scheduleIds, times, values }: PointBatch): number[][] => [[...scheduleIds], [...times], [...values]];

/** Numbers as clients write them, exact and inexact, short and long, with exponents. */
const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => String(n / 100)),
  fc.maxSafeInteger().map(String),
  fc.tuple(fc.maxSafeInteger(), fc.nat(9)).map(([n, zeros]) => `${n}.${'0'.repeat(zeros)}1`),
  fc.tuple(fc.integer(), fc.integer({ min: -400, max: 200 })).map(([n, e]) => `${n}E${e}`),
  fc.constantFrom(
    '-0',
    '0.0',
    '-0.5',
    '1e2',
    '1E+2',
    '0.1e-2',
    '123456789012345678901234567890',
    '0.30000000000000004',
  ),
);
const anyBlank = fc.constantFrom('', '', '', ' ', '\n\t', '\r\n');

describe('a list of points read from its bytes', () => {
  it('has the numbers that a parser finds', () => {
    const anyTime = fc.integer({ min: -(2 ** 31), max: 2 ** 52 });
    const anyId = fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 });
    const anyPoint = fc.record({
      fields: fc.tuple(anyTime.map(String), anyNumber, anyId.map(String)),
      order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      blank: anyBlank,
    });
    fc.assert(
      fc.property(fc.array(anyPoint, { maxLength: 8 }), (points) => {
        const records = points.map(({ fields, order, blank }) => {
          const names = ['timeStamp', 'value', 'scheduleId'];
          const members = order.map((i) => `${blank}"${names[i]}"${blank}:${blank}${fields[i]}${blank}`);
          return `${blank}{${members.join()}}${blank}`;
        });
        const text = `[${records.join()}]`;
        const parsed = JSON.parse(text) as { timeStamp: number; value: number; scheduleId: number }[];
        const scanned = scan(text);
        if (parsed.some(({ value }) => !Number.isFinite(value))) {
          expect(scanned).toBeUndefined();
          return;
        }
        expect(columns(scanned!)).toEqual([
          parsed.map(({ scheduleId }) => scheduleId + 0),
          parsed.map(({ timeStamp }) => timeStamp + 0),
          parsed.map(({ value }) => value),
        ]);
      }),
      { seed: 7, numRuns: 3000 },
    );
  });

  it.each([
    ['nothing', ''],
    ['an object', '{}'],
    ['an open list', '[{"timeStamp":1,"value":1,"scheduleId":1}'],
    ['a comma at the end', '[{"timeStamp":1,"value":1,"scheduleId":1},]'],
    ['something behind the list', '[] x'],
    ['a point in a text', '["x"]'],
    ['a missing field', '[{"timeStamp":1,"value":1}]'],
    ['a field twice', '[{"timeStamp":1,"value":1,"value":1,"scheduleId":1}]'],
    ['a further field', '[{"timeStamp":1,"value":1,"scheduleId":1,"links":[]}]'],
    ['a field that begins alike', '[{"timeStamps":1,"value":1,"scheduleId":1}]'],
    ['an escaped name', '[{"\\u0074imeStamp":1,"value":1,"scheduleId":1}]'],
    ['a number in a text', '[{"timeStamp":1,"value":"1","scheduleId":1}]'],
    ['null', '[{"timeStamp":1,"value":null,"scheduleId":1}]'],
    ['a leading zero', '[{"timeStamp":1,"value":01,"scheduleId":1}]'],
    ['a plus', '[{"timeStamp":1,"value":+1,"scheduleId":1}]'],
    ['a number without digits', '[{"timeStamp":1,"value":-,"scheduleId":1}]'],
    ['a number that ends in its point', '[{"timeStamp":1,"value":1.,"scheduleId":1}]'],
    ['a number that begins with its point', '[{"timeStamp":1,"value":.5,"scheduleId":1}]'],
    ['an exponent without digits', '[{"timeStamp":1,"value":1e,"scheduleId":1}]'],
    ['a number beyond all doubles', '[{"timeStamp":1,"value":1e999,"scheduleId":1}]'],
    ['half a millisecond', '[{"timeStamp":1.5,"value":1,"scheduleId":1}]'],
    ['a schedule beyond all ids', '[{"timeStamp":1,"value":1,"scheduleId":2147483648}]'],
    ['a byte order mark', '\ufeff[]'],
  ])('is left to the parser with %s', (_name, text) => {
    expect(scan(text)).toBeUndefined();
  });

  it('is not changed by the next one', () => {
    const first = scan('[{"timeStamp":1,"value":2,"scheduleId":3}]')!;
    scan('[{"timeStamp":4,"value":5,"scheduleId":6}]');
    expect(columns(first)).toEqual([[3], [1], [2]]);
  });

  it('is accepted or refused alike by both readers', () => {
    const now = 1_700_000_000_000;
    const outcome = (text: string): unknown => {
      try {
        return columns(readPoints({ bytes: Buffer.from(text), isXml: false }, now).batch);
      } catch (error) {
        return (error as ApiError).kind.type;
      }
    };
    const anyField = (value: fc.Arbitrary<unknown>) =>
      fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.jsonValue() });
    const anyRecord = fc.record(
      {
        timeStamp: anyField(fc.integer({ min: now - 9 * 86_400_000, max: now + 1000 })),
        value: anyField(fc.double({ noNaN: true })),
        scheduleId: anyField(fc.nat()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 3 }), (records) => {
        const text = JSON.stringify(records);
        // A further field sends it to the parser.
        const parsed = JSON.stringify(records.map((record) => ({ ...record, links: [] })));
        expect(outcome(text)).toEqual(outcome(parsed));
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});
