import fc from 'fast-check';
import { nextPath } from './next-path';

const OWN = 'https://wardstone.example';

describe('the address after signing in', () => {
  it.each([
    ['/', '/'],
    ['/rest/resource/10001?ps=20&q=a%20b', '/rest/resource/10001?ps=20&q=a%20b'],
    ['/api/v1/error#here', '/api/v1/error'],
    ['/rest//alert', '/rest//alert'],
  ])('%s is kept as %s', (wanted, next) => expect(nextPath(wanted)).toBe(next));

  it.each([
    'https://evil.example/',
    'http:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    ' //evil.example',
    '/x\r\nSet-Cookie: a=b',
    '/login',
    '/login?next=/login',
    '/logout',
    '/auth/oidc/login',
    `/${'x'.repeat(2_000)}`,
    '/ünicode',
    undefined,
    null,
    7,
    ['/rest'],
    { a: 1 },
  ])('%j becomes the front page', (wanted) => expect(nextPath(wanted)).toBe('/'));

  it('never leaves the product', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      ':',
      '@',
      '?',
      '#',
      '\t',
      '\n',
      'evil.example',
      'x',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const next = nextPath(`/${parts.join('')}`);
        expect(new URL(next, OWN).origin).toBe(OWN);
        expect(next).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
      }),
      { seed: 20260601, numRuns: 2_000 },
    );
  });
});
