import fc from 'fast-check';
import { stripIdentityHeaders } from './strip-identity-headers';

const SEED = { seed: 20260601 };

describe('stripIdentityHeaders', () => {
  it.each([
    'X-VENDOR-IDENTITY',
    'x-vendor-identity',
    'X_VENDOR_IDENTITY',
    'x.vendor.identity',
    'X-Vendor_Identity',
    'x.rh-identity',
    'X_RH.IDENTITY',
    'X-RHQ-IDENTITY',
    'x--rh--identity',
    "x'rh~identity",
    'XRHIDENTITY',
  ])('removes %s, raw and parsed', (name) => {
    const raw = ['Host', 'a', name, 'forged', 'Accept', '*/*'];
    expect(stripIdentityHeaders(raw, ['rh', 'rhq'])).toEqual(['Host', 'a', 'Accept', '*/*']);
    expect(stripIdentityHeaders({ host: 'a', [name.toLowerCase()]: 'forged' }, ['rh', 'rhq'])).toEqual({ host: 'a' });
  });

  it('removes every duplicate and spelling in one request', () => {
    const raw = [
      'X-RH-IDENTITY',
      '1',
      'Host',
      'a',
      'x_rh_identity',
      '2',
      'x-rh-identity',
      '3',
      'X-VENDOR-IDENTITY',
      '4',
    ];
    expect(stripIdentityHeaders(raw, ['RH'])).toEqual(['Host', 'a']);
  });

  it.each(['X-Client-Identity', 'X-Identity', 'X-RH-IDENTITY-2', 'Identity', 'X-Vendor'])('leaves %s alone', (name) => {
    expect(stripIdentityHeaders([name, 'v'], ['rh'])).toEqual([name, 'v']);
  });

  it('does not forward Connection nor the headers it names, in any case and in several fields', () => {
    const raw = ['Connection', 'close, X-One', 'X-One', '1', 'x-TWO', '2', 'connection', ' ,x-two ,', 'X-Three', '3'];
    expect(stripIdentityHeaders(raw, ['rh'])).toEqual(['X-Three', '3']);
    expect(stripIdentityHeaders({ connection: 'X-One', 'x-one': '1', 'x-three': '3' }, ['rh'])).toEqual({
      'x-three': '3',
    });
  });

  it('never drops headers that frame the message', () => {
    const raw = ['Connection', 'content-length, transfer-encoding, host', 'Host', 'a', 'Content-Length', '3'];
    expect(stripIdentityHeaders(raw, ['rh'])).toEqual(['Host', 'a', 'Content-Length', '3']);
  });

  it('leaves no Connection behind that names the header the gateway adds', () => {
    expect(stripIdentityHeaders(['Connection', 'X-VENDOR-IDENTITY'], ['vendor'])).toEqual([]);
  });

  it('keeps lists such as Set-Cookie as lists, and skips absent values', () => {
    expect(stripIdentityHeaders({ 'set-cookie': ['a', 'b'], etag: undefined }, ['rh'])).toEqual({
      'set-cookie': ['a', 'b'],
    });
  });

  it('does not change its input', () => {
    const raw = Object.freeze(['Connection', 'x-a', 'X-A', '1']);
    const parsed = Object.freeze({ connection: 'x-a', 'x-a': '1' });
    expect(stripIdentityHeaders(raw, ['rh'])).toEqual([]);
    expect(stripIdentityHeaders(parsed, ['rh'])).toEqual({});
  });

  it('removes every spelling, for any separators and letter cases', () => {
    const separator = fc.stringMatching(/^[-_.]{0,3}$/);
    const spelling = fc
      .tuple(fc.constantFrom('vendor', 'rh', 'rhq'), separator, separator, fc.infiniteStream(fc.boolean()))
      .map(([token, first, second, upper]) =>
        [...`x${first}${token}${second}identity`]
          .map((letter) => (upper.next().value === true ? letter.toUpperCase() : letter))
          .join(''),
      );
    fc.assert(
      fc.property(fc.array(spelling), fc.array(fc.constantFrom('Host', 'Accept', 'X-Request-Id')), (forged, good) => {
        const raw = [...forged.flatMap((name) => [name, 'forged']), ...good.flatMap((name) => [name, 'kept'])];
        expect(stripIdentityHeaders(raw, ['rh', 'rhq'])).toEqual(good.flatMap((name) => [name, 'kept']));
      }),
      SEED,
    );
  });

  it('returns the same when applied twice', () => {
    const name = fc.constantFrom(
      'Connection',
      'X-RH-IDENTITY',
      'x_rh_identity',
      'Host',
      'X-A',
      'X-B',
      'Content-Length',
    );
    const value = fc.constantFrom('x-a', 'x-b, host', 'close', 'v', '');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const once = stripIdentityHeaders(pairs.flat(), ['rh']);
        expect(stripIdentityHeaders(once, ['rh'])).toEqual(once);
      }),
      SEED,
    );
  });
});
