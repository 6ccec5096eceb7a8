import fc from 'fast-check';
import { MAX_SUBJECT_LENGTH, isSubject, makeSubject } from './subject';

describe('the subject of a caller', () => {
  it('is readable: the issuer, then the identifier within it', () => {
    expect(makeSubject('https://id.example/realms/x', 'acme', 'u-1')).toBe('https://id.example/realms/x|acme|u-1');
  });

  it.each([
    ['another issuer', makeSubject('wardstone', 'acme', 'ada'), makeSubject('https://id.example', 'acme', 'ada')],
    ['another organisation', makeSubject('wardstone', 'acme', 'ada'), makeSubject('wardstone', 'evil', 'ada')],
    ['a separator inside', makeSubject('wardstone', 'a|b', 'c'), makeSubject('wardstone', 'a', 'b|c')],
    ['an escape inside', makeSubject('wardstone', 'a|b'), makeSubject('wardstone', 'a%7cb')],
    ['an empty part', makeSubject('wardstone', '', 'a'), makeSubject('wardstone', 'a')],
    [
      'the end of a long part',
      makeSubject('wardstone', `${'x'.repeat(300)}1`),
      makeSubject('wardstone', `${'x'.repeat(300)}2`),
    ],
  ])('differs by %s', (_case, one, other) => {
    expect(one).not.toBe(other);
  });

  it('is of limited length and fits a text column, whatever the parts are, and never equals that of other parts', () => {
    const parts = fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const [first, second] = [makeSubject('wardstone', ...one), makeSubject('wardstone', ...other)];
        expect(isSubject(first)).toBe(true);
        expect(first.length).toBeLessThanOrEqual(MAX_SUBJECT_LENGTH);
        expect(first === second).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      { seed: 20260601 },
    );
  });

  it.each([undefined, null, 7, '', 'x'.repeat(256), 'a\u0000b', 'a\nb', '\ud800'])('is invalid as %j', (value) => {
    expect(isSubject(value)).toBe(false);
  });
});
