import http from 'node:http';
import { PASSWORD } from './gateway-fixture';

const NAVIGATION = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
};

export type Headers = Record<string, string>;

export interface BrowserRequests {
  ask: (path: string, headers?: Headers, init?: RequestInit, url?: string) => Promise<Response>;
  /** Opens an address like a browser; `fetch` of Node.js declares that it is not a navigation. */
  navigate: (path: string, headers?: Headers) => Promise<Response>;
  /** Headers of a browser for a request of a product page. */
  own: () => Headers;
  logIn: (username: string, password?: string, headers?: Headers) => Promise<Response>;
  /** The form of the login page. */
  submit: (fields: Record<string, string>, headers?: Headers) => Promise<Response>;
}

export const getCookie = (response: Response): string => response.headers.getSetCookie()[0]!.split(';')[0]!;

/** Requests as a browser sends them to a gateway. */
export function browserFor(urlOfGateway: () => string): BrowserRequests {
  const ask: BrowserRequests['ask'] = (path, headers = {}, init = {}, url = urlOfGateway()) =>
    fetch(url + path, { redirect: 'manual', ...init, headers });
  const own = (): Headers => ({ 'sec-fetch-site': 'same-origin', origin: urlOfGateway() });
  return {
    ask,
    own,
    navigate: (path, headers = {}) =>
      new Promise((resolve, reject) => {
        const sent = { ...NAVIGATION, ...headers };
        const request = http.get(urlOfGateway() + path, { headers: sent }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const { statusCode: status = 0, headers: got } = response;
            const pairs = Object.entries(got).map(([name, value]): [string, string] => [name, String(value)]);
            resolve(new Response(status === 304 ? null : Buffer.concat(chunks), { status, headers: pairs }));
          });
        });
        request.on('error', reject);
      }),
    logIn: (username, password = PASSWORD, headers = {}) =>
      ask(
        '/auth/session',
        { 'content-type': 'application/json', ...headers },
        { method: 'POST', body: JSON.stringify({ username, password }) },
      ),
    submit: (fields, headers = own()) =>
      ask('/auth/session', headers, { method: 'POST', body: new URLSearchParams(fields) }),
  };
}
