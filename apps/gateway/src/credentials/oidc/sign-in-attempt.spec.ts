import { attemptCookie, attemptOf } from './sign-in-attempt';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const ATTEMPT = { state: 's', nonce: 'n', verifier: 'v', next: '/rest/alert?ps=1', endsAtMs: NOW + 1 };

const headerOf = (attempt: object, name = 'wardstone-sign-in'): string =>
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
    expect(attemptOf(`a=b; ${cookie}`, isSecure, NOW)).toEqual(ATTEMPT);
    expect(attemptOf(cookie, !isSecure, NOW)).toBeUndefined();
  });

  it.each([
    ['nothing', undefined],
    ['no JSON', 'wardstone-sign-in=e30x'],
    ['nothing within', headerOf({})],
    ['null', 'wardstone-sign-in=bnVsbA'],
    ['an empty proof', headerOf({ ...ATTEMPT, verifier: '' })],
    ['an end that is no number', headerOf({ ...ATTEMPT, endsAtMs: '9' })],
    ['one that took too long', headerOf({ ...ATTEMPT, endsAtMs: NOW })],
    ['two', `${headerOf(ATTEMPT)}; ${headerOf(ATTEMPT)}`],
  ])('is not %s', (_case, header) => expect(attemptOf(header, false, NOW)).toBeUndefined());

  it.each(['https://evil.example/', '//evil.example', '/logout', 7])('leads to no other site: %j', (next) =>
    expect(attemptOf(headerOf({ ...ATTEMPT, next }), false, NOW)?.next).toBe('/'),
  );
});
