import type { OidcServer } from '@wardstone/testing';
import { type BrowserRequests, getCookie, type Headers } from './browser-requests';

interface Attempt {
  /** Cookie header of the browser. */
  cookie: string;
  /** Address at the issuer to which it was led. */
  to: string;
}

/** The named cookie that a response sets, in the form of a Cookie header. */
export const cookieNamed = (response: Response, name: string): string | undefined =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .find((cookie) => cookie.startsWith(`${name}=`));

/** A browser that signs in at the issuer of a gateway. */
export function oidcSignIn(ask: BrowserRequests['ask'], issuer: () => OidcServer) {
  const begin = async (next = '/rest/alert', more = ''): Promise<Attempt> => {
    const response = await ask(`/auth/oidc/login?next=${encodeURIComponent(next)}${more}`);
    expect(response.status).toBe(303);
    return { cookie: getCookie(response), to: response.headers.get('location')! };
  };
  const comeBack = ({ href, origin }: URL, cookie: string, headers: Headers = {}): Promise<Response> =>
    ask(href.slice(origin.length), { cookie, ...headers });
  /** @returns the cookie of the session */
  const signIn = async (more = ''): Promise<string> => {
    const { cookie, to } = await begin(undefined, more);
    const response = await comeBack(await issuer().visit(to), cookie);
    expect(response.status).toBe(200);
    return cookieNamed(response, 'wardstone-session')!;
  };
  return { begin, comeBack, signIn };
}
