import type { IncomingMessage } from 'node:http';
import { foreignWrite, isFromBrowser, unprovenWrite } from './browser-border';
import { PublicAddress } from './public-address';

const address = new PublicAddress({
  PUBLIC_BASE_URL: 'http://localhost:8080',
  PUBLIC_ADDRESSES: [],
  HOST: '127.0.0.1',
  TRUST_PROXY: false,
});
const asking = (method: string, headers: Record<string, string>): IncomingMessage =>
  ({
    method,
    headers: { host: 'localhost:8080', ...headers },
    socket: { localPort: 8080 },
  }) as unknown as IncomingMessage;

describe('a write', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of the same host', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:9999' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a document without an origin', { origin: 'null' }],
    [
      'another name of this host, as the browser tells',
      { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1:8080' },
    ],
    ['a browser that only names where it came from', { referer: 'http://evil.example/page' }],
    ['a name that leads here by a foreign DNS', { host: 'evil.example:8080', origin: 'http://evil.example:8080' }],
  ])('from %s is refused', (_case, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']) {
      expect(foreignWrite(asking(method, headers), address)?.kind.type).toBe('foreign_page');
    }
  });

  it.each([
    ['a program', {}],
    ['a page of the product', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8080' }],
    ['a page of the product in an older browser', { origin: 'http://127.0.0.1:8080' }],
    ['a person', { 'sec-fetch-site': 'none' }],
  ])('from %s passes', (_case, headers) => {
    expect(foreignWrite(asking('POST', headers), address)).toBeUndefined();
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('does not include %s', (method) => {
    expect(foreignWrite(asking(method, { 'sec-fetch-site': 'cross-site' }), address)).toBeUndefined();
  });
});

describe('a write by a cookie', () => {
  it.each([
    ['a page of the product', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8080' }],
    ['an older browser', { origin: 'http://127.0.0.1:8080' }],
  ])('of %s passes', (_case, headers) => {
    expect(unprovenWrite(asking('DELETE', headers), address)).toBeUndefined();
  });

  it.each([
    ['a program', {}],
    ['a person', { 'sec-fetch-site': 'none' }],
    ['another port of the same host', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:9999' }],
    ['a document without an origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['a browser that only names where it came from', { referer: 'http://localhost:8080/' }],
  ])('of %s is refused', (_case, headers) => {
    expect(unprovenWrite(asking('DELETE', headers), address)?.kind.type).toBe('foreign_page');
    expect(unprovenWrite(asking('GET', headers), address)).toBeUndefined();
  });
});

describe('a browser', () => {
  it.each([{ origin: 'null' }, { 'sec-fetch-site': 'none' }])('sends %j', (headers) => {
    expect(isFromBrowser(headers)).toBe(true);
  });

  it('is distinguished from a program by its headers', () => {
    expect(isFromBrowser({ 'user-agent': 'curl/8', accept: '*/*', 'sec-fetch-mode': 'cors' })).toBe(false);
  });
});
