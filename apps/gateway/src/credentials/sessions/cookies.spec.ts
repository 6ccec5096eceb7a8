import { newSecret } from '@wardstone/auth';
import { readCookie, SESSION_COOKIE, writeCookie } from './cookies';

const ID = newSecret();

describe('the cookie of a session', () => {
  it('is out of reach of scripts, other sites and, under TLS, of other names of the domain', () => {
    expect(writeCookie(SESSION_COOKIE, ID, true)).toBe(
      `__Host-wardstone-session=${ID}; Path=/; Secure; HttpOnly; SameSite=Strict`,
    );
    expect(writeCookie(SESSION_COOKIE, ID, false)).toBe(`wardstone-session=${ID}; Path=/; HttpOnly; SameSite=Strict`);
    expect(writeCookie(SESSION_COOKIE, undefined, true)).toBe(
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
  ])('is found %s', (_case, header, isSecure) => expect(readCookie(header, SESSION_COOKIE, isSecure)).toBe(ID));

  it.each([
    ['nothing', undefined, false],
    ['another cookie', 'x-wardstone-session=1', false],
    ['the plain name under TLS, which anybody of the domain may set', `wardstone-session=${ID}`, true],
    ['the name of TLS without it', `__Host-wardstone-session=${ID}`, false],
    ['two sessions', `wardstone-session=${ID}; wardstone-session=${newSecret()}`, false],
  ])('is not taken from %s', (_case, header, isSecure) =>
    expect(readCookie(header, SESSION_COOKIE, isSecure)).toBeUndefined(),
  );
});
