import { isPackageQuery } from './package-query';

describe('a search for packages', () => {
  it.each([
    ['openssl', true],
    ['openssl < 3.0.13', true],
    ['openssl<3.0.13', true],
    ['linux-image-amd64 >= 6.1.76-1~deb12u1', true],
    ['', false],
    ['openssl <', false],
    ['< 3', false],
    ['openssl ssh', false],
    ['openssl =< 3', false],
  ])('"%s" is one: %s', (text, expected) => {
    expect(isPackageQuery(text)).toBe(expected);
  });
});
