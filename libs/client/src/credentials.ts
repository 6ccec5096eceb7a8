import { type ApiError, toApiError } from './api-error';

type Sent = Readonly<Record<string, string>>;

/** How requests authenticate. */
export interface Credentials {
  /** Headers of a request to this address. */
  headers(url: string): Sent | Promise<Sent>;
  /** Called once after a refusal; returns whether a second attempt may succeed. */
  renew?(refusal: ApiError, sent: Sent): boolean | Promise<boolean>;
}

/** Name and password with every request. */
export function basic(username: string, password: string): Credentials {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  const headers = { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
  return { headers: () => headers };
}

/** A token; a function is called again when the server refuses its token. */
export function bearer(token: string | (() => string | Promise<string>)): Credentials {
  if (typeof token === 'string') {
    const headers = authorization(token);
    return { headers: () => headers };
  }
  return renewable(async () => token());
}

/** Logs in for a token, and again once it has expired. */
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

/**
 * The session of the browser that runs this page. Browsers open no dialog because the server offers no Basic login to
 * scripts.
 */
export function session(): { headers: () => Sent } {
  const headers = { 'X-Requested-With': 'XMLHttpRequest' };
  return { headers: () => headers };
}

/** Shares one token among all requests until one of them is refused. */
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
      // Keeps a newer token that another request has obtained meanwhile.
      if ((await current) === sent) current = undefined;
      return true;
    },
  };
}

/** Checked here, because the error of `fetch` quotes an invalid header. */
function authorization(token: string): Sent {
  if (!/^[\w.~+/=-]+$/.test(token)) throw new TypeError('A token has characters that no token has.');
  return { Authorization: `Bearer ${token}` };
}
