import { responseHeaders, upstreamHeaders } from './upstream-headers';
import type { Hop } from './upstream-headers';

const hop = (over: Partial<Hop> = {}): Hop => ({
  peer: '192.0.2.1',
  trustsPeer: false,
  base: 'https://product.example',
  defaultHost: 'service:8081',
  added: { 'x-request-id': 'r1' },
  isIdentityHeader: (name) => name === 'x-vendor-identity',
  ...over,
});

describe('upstreamHeaders', () => {
  it('passes what concerns both ends', () => {
    const passed = upstreamHeaders({ host: 'h', accept: 'a/b', 'content-length': '3' }, hop());

    expect(passed).toMatchObject({
      host: 'h',
      accept: 'a/b',
      'content-length': '3',
      'x-request-id': 'r1',
    });
  });

  it.each([
    'connection',
    'keep-alive',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'proxy-authorization',
    'proxy-connection',
    'authorization',
    'cookie',
    'expect',
    'forwarded',
    'x-real-ip',
    'x-original-url',
    'x-forwarded-port',
    'x-forwarded-prefix',
    'x-vendor-identity',
  ])('keeps %s to itself', (name) => {
    expect(upstreamHeaders({ host: 'h', [name]: 'x' }, hop())).not.toHaveProperty(name);
  });

  it('drops what Connection names, but never what it added itself', () => {
    const passed = upstreamHeaders(
      { connection: 'X-Mine, x-request-id', 'x-mine': '1', 'x-request-id': 'forged' },
      hop(),
    );

    expect(passed).not.toHaveProperty('x-mine');
    expect(passed['x-request-id']).toBe('r1');
  });

  it('does not believe a client about the way it came', () => {
    const passed = upstreamHeaders(
      { host: 'h', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil' },
      hop(),
    );

    expect(passed).toMatchObject({
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'product.example',
    });
  });

  it('adds to what a trusted proxy says about the way', () => {
    const passed = upstreamHeaders(
      { host: 'h', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'public' },
      hop({ trustsPeer: true }),
    );

    expect(passed).toMatchObject({
      'x-forwarded-for': '203.0.113.9, 192.0.2.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'product.example',
    });
  });

  it('names the service as host where the client named none', () => {
    expect(upstreamHeaders({}, hop()).host).toBe('service:8081');
  });
});

describe('responseHeaders', () => {
  it('passes headers as they are written, repeated ones too', () => {
    const raw = ['ETag', '"1"', 'Set-Cookie', 'a=1', 'set-cookie', 'b=2'];

    expect(responseHeaders(raw, true)).toEqual([
      ['ETag', '"1"'],
      ['Set-Cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
  });

  it('leaves out what concerns the connection to the service', () => {
    const raw = [
      'Connection',
      'keep-alive, X-Hop',
      'Keep-Alive',
      'timeout=5',
      'X-Hop',
      '1',
      'Transfer-Encoding',
      'chunked',
    ];

    expect(responseHeaders(raw, true)).toEqual([]);
  });

  it.each([
    [true, []],
    [false, [['RateLimit', '"x";r=1']]],
  ])('with limits of its own %p, shows of the limits of the service %j', (hasOwnLimits, expected) => {
    expect(responseHeaders(['RateLimit', '"x";r=1'], hasOwnLimits)).toEqual(expected);
  });
});
