import { type ApiError, toApiError } from './api-error';

type Sent = Readonly<Record<string, string>>;

/** How requests show who sends them. */
export interface Credentials {
  /** Headers of a request to the product at this address. */
  headers(url: string): Sent | Promise<Sent>;
  /** After a refusal, once: whether the same request may succeed now. */
  renew?(refusal: ApiError, sent: Sent): boolean | Promise<boolean>;
}

/** Name and password with every request. */
export function basic(username: string, password: string): Credentials {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  const headers = { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
  return { headers: () => headers };
}

/** A token; a function is called again when the server takes its token no longer. */
export function bearer(token: string | (() => string | Promise<string>)): Credentials {
  if (typeof token === 'string') {
    const headers = authorization(token);
    return { headers: () => headers };
  }
  return renewable(async () => token());
}

/** Logs in for a token, and again when it has expired. */
export function accessToken(username: string, password: string): Credentials {
  const login = basic(username, password);
  return renewable(async (url) => {
    const response = await fetch(`${url}/auth/token`, {
      method: 'POST',
      headers: { ...(await login.headers(url)), Accept: 'application/problem+json, application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const text = await response.text();
    if (!response.ok) throw toApiError(response.status, response.headers, text);
    return (JSON.parse(text) as { access_token: string }).access_token;
  });
}

/** The session of the browser that runs this page. Offered no Basic credentials, browsers open no box of their own. */
export function session(): { headers: () => Sent } {
  const headers = { 'X-Requested-With': 'XMLHttpRequest' };
  return { headers: () => headers };
}

/** One token for all requests until one of them is refused. */
function renewable(next: (url: string) => Promise<string>): Credentials {
  let current: Promise<Sent> | undefined;
  return {
    headers(url) {
      current ??= next(url)
        .then(authorization)
        .catch((error: unknown) => {
          current = undefined;
          throw error;
        });
      return current;
    },
    async renew({ status }, sent) {
      if (status !== 401) return false;
      // Not the token that another request has fetched meanwhile.
      if ((await current) === sent) current = undefined;
      return true;
    },
  };
}

/** Checked here, because `fetch` quotes a header that it refuses. */
function authorization(token: string): Sent {
  if (!/^[\w.~+/=-]+$/.test(token)) throw new TypeError('A token has characters that no token has.');
  return { Authorization: `Bearer ${token}` };
}
