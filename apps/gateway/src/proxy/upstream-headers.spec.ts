import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { CLIENT_HEADER } from '@wardstone/auth';
import { changeRequestHeaders, type Hop, keepResponseHeaders } from './upstream-headers';

const hop = (over: Partial<Hop> = {}): Hop => ({
  peer: '192.0.2.1',
  trustsPeer: false,
  base: 'https://product.example',
  added: { 'x-request-id': 'r1' },
  isIdentityHeader: (name) => name === 'x-vendor-identity',
  ...over,
});

describe('changeRequestHeaders', () => {
  const changes = (headers: Record<string, string>, over?: Partial<Hop>) => {
    const changed: Record<string, unknown> = {};
    const upstream = {
      setHeader: (name: string, value: unknown) => (changed[name] = value) as never,
      removeHeader: (name: string) => void (changed[name] = undefined),
    };
    changeRequestHeaders(upstream, headers, hop(over));
    return changed;
  };

  it('keeps end-to-end headers, and adds the request id', () => {
    const changed = changes({ host: 'h', accept: 'a/b', 'content-length': '3' });

    expect(Object.keys(changed)).not.toEqual(expect.arrayContaining(['host']));
    expect(Object.keys(changed)).not.toEqual(expect.arrayContaining(['accept']));
    expect(Object.keys(changed)).not.toEqual(expect.arrayContaining(['content-length']));
    expect(changed['x-request-id']).toBe('r1');
  });

  it('keeps chunked transfer encoding', () => {
    expect(Object.keys(changes({ 'transfer-encoding': 'chunked' }))).not.toContain('transfer-encoding');
  });

  it.each([
    'connection',
    'keep-alive',
    'te',
    'trailer',
    'upgrade',
    'proxy-authenticate',
    'proxy-authorization',
    'proxy-connection',
    'http2-settings',
    'authorization',
    'cookie',
    'expect',
    'forwarded',
    'x-real-ip',
    'x-original-url',
    'x-rewrite-url',
    'x-client-ip',
    'true-client-ip',
    'via',
    CLIENT_HEADER,
    'x-forwarded-port',
    'x-forwarded-prefix',
    'x-vendor-identity',
  ])('removes %s', (name) => {
    const changed = changes({ host: 'h', [name]: 'x' });

    expect(Object.keys(changed)).toContain(name);
    expect(changed[name]).toBeUndefined();
  });

  it('removes what Connection names, but never what it added itself', () => {
    const changed = changes({ connection: 'X-Mine, x-request-id', 'x-mine': '1', 'x-request-id': 'forged' });

    expect(Object.keys(changed)).toContain('x-mine');
    expect(changed['x-mine']).toBeUndefined();
    expect(changed['x-request-id']).toBe('r1');
  });

  it('adds no header that the request has already', () => {
    expect(Object.keys(changes({ host: 'h', 'x-request-id': 'r1' }))).not.toContain('x-request-id');
  });

  it('ignores forwarding headers of a client', () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil' };

    expect(changes({ host: 'h', ...forwarded })).toMatchObject({
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'product.example',
    });
  });

  it('extends forwarding headers of a trusted proxy', () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'public' };

    expect(changes({ host: 'h', ...forwarded }, { trustsPeer: true })).toMatchObject({
      'x-forwarded-for': '203.0.113.9, 192.0.2.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'product.example',
    });
  });
});

describe('keepResponseHeaders', () => {
  const kept = (
    headers: Record<string, string | string[]>,
    { hasOwnLimits = true, connection = '', own = {} } = {},
  ) => {
    const [upstream, request] = [new IncomingMessage(new Socket()), new IncomingMessage(new Socket())];
    Object.assign(upstream.headers, headers);
    if (connection) request.headers.connection = connection;
    const response = new ServerResponse(request);
    for (const [name, value] of Object.entries(own)) response.setHeader(name, String(value));
    keepResponseHeaders(upstream, request, response, hasOwnLimits);
    const { connection: decided, ...rest } = upstream.headers;
    return { decided, rest };
  };

  it('passes headers of the service, repeated ones too', () => {
    expect(kept({ etag: '"1"', 'set-cookie': ['a=1', 'b=2'] }).rest).toEqual({
      etag: '"1"',
      'set-cookie': ['a=1', 'b=2'],
    });
  });

  it('leaves out what concerns the connection to the service, and what the service audits', () => {
    const headers = {
      connection: 'close, X-Hop',
      'keep-alive': 'timeout=5',
      'x-hop': '1',
      'transfer-encoding': 'chunked',
    };

    expect(kept({ ...headers, 'x-audit': '{}' })).toEqual({ decided: 'keep-alive', rest: {} });
  });

  it.each([
    ['close', 'close'],
    ['x, Close', 'close'],
    ['keep-alive', 'keep-alive'],
  ])('responds to Connection: %s of the client with %s', (connection, decided) => {
    expect(kept({}, { connection }).decided).toBe(decided);
  });

  it('joins headers that both have, and lets policies for browsers of the service replace those of the gateway', () => {
    const own = { Vary: 'Cookie', 'X-Content-Type-Options': 'nosniff' };

    expect(kept({ vary: 'Accept', 'x-content-type-options': 'other' }, { own }).rest).toEqual({
      vary: ['Cookie', 'Accept'],
      'x-content-type-options': 'other',
    });
  });

  it.each([
    [true, {}],
    [false, { ratelimit: '"x";r=1' }],
  ])('with limits of its own %p, shows of the limits of the service %j', (hasOwnLimits, expected) => {
    expect(kept({ ratelimit: '"x";r=1' }, { hasOwnLimits }).rest).toEqual(expected);
  });
});
