import { framingProblem } from './framing-rules';

const head = (...headers: [string, string][]) => ({
  httpVersion: '1.1',
  rawHeaders: [['Host', 'h'], ...headers].flat(),
});

describe('framingProblem', () => {
  it.each([
    ['nothing special', head()],
    ['a length', head(['Content-Length', '12'])],
    ['chunks', head(['Transfer-Encoding', 'chunked'])],
    ['chunks in capitals', head(['Transfer-Encoding', 'Chunked'])],
    ['keep-alive', head(['Connection', 'keep-alive, TE'])],
    ['an upgrade it may ignore', head(['Connection', 'Upgrade, HTTP2-Settings'], ['Upgrade', 'h2c'])],
    ['the identity header among the per-hop ones', head(['Connection', 'X-Vendor-Identity'])],
    ['a port in the host', { httpVersion: '1.1', rawHeaders: ['host', '[::1]:8080'] }],
    ['HTTP/1.0 without a host', { httpVersion: '1.0', rawHeaders: [] }],
  ])('finds nothing wrong with %s', (_name, request) => {
    expect(framingProblem(request)).toBeUndefined();
  });

  it.each([
    ['length and chunks', head(['Content-Length', '1'], ['Transfer-Encoding', 'chunked']), 'both'],
    ['two lengths', head(['Content-Length', '1'], ['content-length', '1']), 'More than one content-length'],
    ['a list of lengths', head(['Content-Length', '1, 1']), 'plain number'],
    ['a signed length', head(['Content-Length', '+1']), 'plain number'],
    ['a length beyond all files', head(['Content-Length', '9'.repeat(16)]), 'plain number'],
    ['two encodings', head(['Transfer-Encoding', 'chunked'], ['Transfer-Encoding', 'chunked']), 'More than one'],
    ['xchunked', head(['Transfer-Encoding', 'xchunked']), 'other than chunked'],
    ['chunked, identity', head(['Transfer-Encoding', 'chunked, identity']), 'other than chunked'],
    ['gzip, chunked', head(['Transfer-Encoding', 'gzip, chunked']), 'other than chunked'],
    ['chunks in HTTP/1.0', { httpVersion: '1.0', rawHeaders: ['Transfer-Encoding', 'chunked'] }, 'HTTP/1.0'],
    ['two hosts', head(['host', 'other']), 'More than one host'],
    ['no host', { httpVersion: '1.1', rawHeaders: [] }, 'missing'],
    ['a path in the host', { httpVersion: '1.1', rawHeaders: ['Host', 'h/rest'] }, 'host name'],
    ['two logins', head(['Authorization', 'Basic a'], ['Authorization', 'Basic b']), 'More than one authorization'],
    ['a length with an underscore', head(['Content_Length', '1']), 'is ambiguous'],
    ['an encoding with an underscore', head(['Transfer_Encoding', 'chunked']), 'is ambiguous'],
    [
      'Connection: content-length',
      head(['Connection', 'close, Content-Length'], ['Content-Length', '1']),
      'may not name',
    ],
    ['Connection: transfer-encoding', head(['Connection', 'transfer-encoding']), 'may not name'],
    ['Connection: host', head(['Connection', 'host']), 'may not name'],
    ['Connection: authorization', head(['Connection', 'keep-alive'], ['connection', 'authorization']), 'may not name'],
  ])('refuses %s', (_name, request, reason) => {
    expect(framingProblem(request)).toContain(reason);
  });
});
