import { attemptCookie, readAttempt } from './sign-in-attempt';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const ATTEMPT = { state: 's', nonce: 'n', verifier: 'v', next: '/rest/alert?ps=1', endsAtMs: NOW + 1 };

const toHeader = (attempt: object, name = 'wardstone-sign-in'): string =>
  `${name}=${Buffer.from(JSON.stringify(attempt)).toString('base64url')}`;

describe('the cookie of a sign-in at the OIDC issuer', () => {
  it('is out of reach of scripts and of other names of the domain, and expires after ten minutes', () => {
    expect(attemptCookie(ATTEMPT, true)).toMatch(
      /^__Host-wardstone-sign-in=[\w-]+; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(attemptCookie(ATTEMPT, false)).toMatch(
      /^wardstone-sign-in=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(attemptCookie(undefined, true)).toBe(
      '__Host-wardstone-sign-in=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax',
    );
  });

  it.each([true, false])('is read as it was written, with TLS: %s', (isSecure) => {
    const cookie = attemptCookie(ATTEMPT, isSecure).split(';')[0];
    expect(readAttempt(`a=b; ${cookie}`, isSecure, NOW)).toEqual(ATTEMPT);
    expect(readAttempt(cookie, !isSecure, NOW)).toBeUndefined();
  });

  it.each([
    ['nothing', undefined],
    ['no JSON', 'wardstone-sign-in=e30x'],
    ['nothing within', toHeader({})],
    ['null', 'wardstone-sign-in=bnVsbA'],
    ['an empty proof', toHeader({ ...ATTEMPT, verifier: '' })],
    ['an end that is no number', toHeader({ ...ATTEMPT, endsAtMs: '9' })],
    ['one that took too long', toHeader({ ...ATTEMPT, endsAtMs: NOW })],
    ['two', `${toHeader(ATTEMPT)}; ${toHeader(ATTEMPT)}`],
  ])('is rejected if it holds %s', (_case, header) => expect(readAttempt(header, false, NOW)).toBeUndefined());

  it.each(['https://evil.example/', '//evil.example', '/logout', 7])('leads to no other site: %j', (next) =>
    expect(readAttempt(toHeader({ ...ATTEMPT, next }), false, NOW)?.next).toBe('/'),
  );
});
