import type { Socket } from 'node:net';
import { plainAddress, remoteAddressOf } from './remote-address';

describe('remoteAddressOf', () => {
  const from = (forwarded: string | undefined, trustProxy: boolean): string =>
    remoteAddressOf(
      { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.9' } as Socket },
      { trustProxy },
    );

  it.each([
    ['the peer when nothing is forwarded', undefined, true, '10.0.0.9'],
    ['the peer when no proxy is trusted', '192.0.2.1', false, '10.0.0.9'],
    ['what the trusted proxy wrote', '192.0.2.1', true, '192.0.2.1'],
    ['the last entry, which the client cannot choose', '1.1.1.1, 192.0.2.1', true, '192.0.2.1'],
    ['IPv6', '1.1.1.1,2001:db8::1', true, '2001:db8::1'],
    ['the peer when the entry is no address', '192.0.2.1, nonsense', true, '10.0.0.9'],
  ])('%s', (_case, forwarded, trustProxy, address) => {
    expect(from(forwarded, trustProxy)).toBe(address);
  });
});

describe('plainAddress', () => {
  it.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    [undefined, 'unknown'],
  ])('writes %s as %s', (address, plain) => {
    expect(plainAddress(address)).toBe(plain);
  });
});
