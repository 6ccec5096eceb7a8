import fc from 'fast-check';
import { MAX_SUBJECT_LENGTH, isSubject, subjectOf } from './subject';

describe('the subject of a caller', () => {
  it('is readable: the issuer, then what distinguishes its callers', () => {
    expect(subjectOf('https://id.example/realms/x', 'acme', 'u-1')).toBe('https://id.example/realms/x|acme|u-1');
  });

  it.each([
    ['another issuer', subjectOf('wardstone', 'acme', 'ada'), subjectOf('https://id.example', 'acme', 'ada')],
    ['another organisation', subjectOf('wardstone', 'acme', 'ada'), subjectOf('wardstone', 'evil', 'ada')],
    ['a separator inside', subjectOf('wardstone', 'a|b', 'c'), subjectOf('wardstone', 'a', 'b|c')],
    ['an escape inside', subjectOf('wardstone', 'a|b'), subjectOf('wardstone', 'a%7cb')],
    ['an empty part', subjectOf('wardstone', '', 'a'), subjectOf('wardstone', 'a')],
    [
      'the end of a long part',
      subjectOf('wardstone', `${'x'.repeat(300)}1`),
      subjectOf('wardstone', `${'x'.repeat(300)}2`),
    ],
  ])('differs by %s', (_case, one, other) => {
    expect(one).not.toBe(other);
  });

  it('is of bounded length and fit for a text column, whatever the parts are, and never that of other parts', () => {
    const parts = fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const [first, second] = [subjectOf('wardstone', ...one), subjectOf('wardstone', ...other)];
        expect(isSubject(first)).toBe(true);
        expect(first.length).toBeLessThanOrEqual(MAX_SUBJECT_LENGTH);
        expect(first === second).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      { seed: 20260601 },
    );
  });

  it.each([undefined, null, 7, '', 'x'.repeat(256), 'a\u0000b', 'a\nb', '\ud800'])('is not %j', (value) => {
    expect(isSubject(value)).toBe(false);
  });
});
