import { isOfType } from './values';

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
