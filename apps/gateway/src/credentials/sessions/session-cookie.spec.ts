import { hashOfSessionId, newSessionId, sessionCookie, sessionIdOf } from './session-cookie';

const ID = newSessionId();

describe('the cookie of a session', () => {
  it('is out of reach of scripts, other sites and, under TLS, of other names of the domain', () => {
    expect(sessionCookie(ID, true)).toBe(`__Host-wardstone-session=${ID}; Path=/; Secure; HttpOnly; SameSite=Strict`);
    expect(sessionCookie(ID, false)).toBe(`wardstone-session=${ID}; Path=/; HttpOnly; SameSite=Strict`);
    expect(sessionCookie(undefined, true)).toBe(
      '__Host-wardstone-session=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict',
    );
  });

  it.each([
    ['alone', `wardstone-session=${ID}`, false],
    ['among others', `a=b; wardstone-session=${ID}; c=d`, false],
    ['under TLS', `__Host-wardstone-session=${ID}`, true],
    [
      'under TLS beside one that another name of the domain set',
      `wardstone-session=x; __Host-wardstone-session=${ID}`,
      true,
    ],
  ])('is found %s', (_case, header, isSecure) => expect(sessionIdOf(header, isSecure)).toBe(ID));

  it.each([
    ['nothing', undefined, false],
    ['another cookie', 'x-wardstone-session=1', false],
    ['the plain name under TLS, which anybody of the domain may set', `wardstone-session=${ID}`, true],
    ['the name of TLS without it', `__Host-wardstone-session=${ID}`, false],
    ['two sessions', `wardstone-session=${ID}; wardstone-session=${newSessionId()}`, false],
    ['a value of another form', 'wardstone-session=../etc', false],
  ])('is not %s', (_case, header, isSecure) => expect(sessionIdOf(header, isSecure)).toBeUndefined());

  it('is stored as a digest and never comes twice', () => {
    expect(hashOfSessionId(ID)).not.toContain(ID);
    expect(new Set(Array.from({ length: 100 }, newSessionId)).size).toBe(100);
  });
});
