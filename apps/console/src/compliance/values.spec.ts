import { countChanged, isOfType, isThreshold } from './values';

describe('a value of a guide', () => {
  it.each([
    ['number', '300', true],
    ['number', '-1', true],
    ['number', '0', true],
    ['number', '007', false],
    ['number', '1.5', false],
    ['number', '', false],
    ['boolean', 'true', true],
    ['boolean', 'yes', false],
    ['string', '', true],
    ['string', 'any text', true],
  ])('of the type %s may be "%s": %s', (type, text, expected) => {
    expect(isOfType(type, text)).toBe(expected);
  });
});

describe('a threshold', () => {
  it.each([
    ['0', true],
    ['99.5', true],
    ['100', true],
    ['101', false],
    ['-1', false],
    ['', false],
    ['abc', false],
  ])('may be "%s": %s', (text, expected) => {
    expect(isThreshold(text)).toBe(expected);
  });
});

it('counts values that are not those of the profile, also those that were taken back', () => {
  expect(countChanged({ a: '1', b: '2' }, { a: '1', c: '3' })).toBe(2);
});
