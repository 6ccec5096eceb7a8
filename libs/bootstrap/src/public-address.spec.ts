import type { IncomingMessage } from 'node:http';
import { PublicAddress } from './public-address';

type Asking = Pick<IncomingMessage, 'headers' | 'socket'>;

const asking = (headers: Record<string, string>, localPort = 8080): Asking => ({
  headers,
  socket: { localPort } as Asking['socket'],
});

const settings = {
  PUBLIC_BASE_URL: 'https://w.example/',
  PUBLIC_ADDRESSES: [] as string[],
  HOST: '0.0.0.0',
  TRUST_PROXY: false,
};

describe('the base of links', () => {
  const door = new PublicAddress({ ...settings, PUBLIC_ADDRESSES: ['http://10.0.0.5:8080', 'http://w.example'] }, true);

  it.each([
    ['the configured host', 'w.example', 'https://w.example'],
    ['the configured host with its default port', 'W.Example:443', 'https://w.example'],
    ['a host of the list', '10.0.0.5:8080', 'http://10.0.0.5:8080'],
    ['a host of the list with its default port', 'w.example:80', 'http://w.example'],
    ['another port of an allowed host', '10.0.0.5:8081', 'https://w.example'],
    ['an unknown host', 'evil.example', 'https://w.example'],
    ['an unknown host that begins like an allowed one', 'w.example.evil.example', 'https://w.example'],
    ['no host', 'w.example@evil.example', 'https://w.example'],
    ['a loopback name without a loopback listener', 'localhost:8080', 'https://w.example'],
  ])('is chosen for a request to %s', (_case, host, base) => {
    // The list names the configured host with another scheme, which only a trusted proxy can distinguish.
    const address = host.toLowerCase() === 'w.example' ? new PublicAddress(settings, true) : door;
    expect(address.getBaseAddress(asking({ host }))).toBe(base);
  });

  it('trusts X-Forwarded-Host and -Proto of a trusted proxy only, and only allowed names', () => {
    const forwarded = (host: string, proto = 'https') =>
      asking({ host: 'evil.example', 'x-forwarded-host': host, 'x-forwarded-proto': proto });
    const behindProxy = new PublicAddress(
      { ...settings, PUBLIC_ADDRESSES: ['http://w.example'], TRUST_PROXY: true },
      true,
    );
    const other = new PublicAddress({ ...settings, PUBLIC_ADDRESSES: ['http://10.0.0.5'] }, true);

    expect(other.getBaseAddress(forwarded('10.0.0.5'))).toBe('https://w.example');
    expect(behindProxy.getBaseAddress(forwarded('w.example', 'http'))).toBe('http://w.example');
    expect(behindProxy.getBaseAddress(forwarded('evil.example, w.example', 'http'))).toBe('http://w.example');
    expect(behindProxy.getBaseAddress(forwarded('evil.example'))).toBe('https://w.example');
  });

  it('accepts every loopback name when the configured one is a loopback name, on the same port', () => {
    const local = new PublicAddress({ ...settings, PUBLIC_BASE_URL: 'http://localhost:8080' });
    expect(local.getBaseAddress(asking({ host: '127.0.0.1:8080' }))).toBe('http://127.0.0.1:8080');
    expect(local.getBaseAddress(asking({ host: '[::1]:8080' }))).toBe('http://[::1]:8080');
    expect(local.getBaseAddress(asking({ host: '127.0.0.1:9999' }))).toBe('http://localhost:8080');
  });

  it('accepts the loopback names of a listener on loopback, on its own port', () => {
    const loopback = new PublicAddress({ ...settings, HOST: '127.0.0.1' }, true);
    expect(loopback.getBaseAddress(asking({ host: 'localhost:8080' }))).toBe('http://localhost:8080');
    expect(loopback.getBaseAddress(asking({ host: 'localhost:8081' }))).toBe('https://w.example');
    const service = new PublicAddress({ ...settings, HOST: '127.0.0.1' });
    expect(service.getBaseAddress(asking({ host: 'localhost:8080' }))).toBe('https://w.example');
  });

  it('is the current one while a request is served, also after waiting, and the configured one otherwise', async () => {
    const seen: string[] = [];
    await new Promise<void>((resolve) =>
      door.serve(asking({ host: '10.0.0.5:8080' }), () => {
        seen.push(door.current);
        setImmediate(() => {
          seen.push(door.current);
          resolve();
        });
      }),
    );
    expect([...seen, door.current]).toEqual(['http://10.0.0.5:8080', 'http://10.0.0.5:8080', 'https://w.example']);
  });

  it('refuses settings that are not addresses', () => {
    expect(() => new PublicAddress({ ...settings, PUBLIC_ADDRESSES: ['w.example:8080'] })).toThrow(/PUBLIC_ADDRESSES/);
  });
});

describe('an origin', () => {
  const door = new PublicAddress({ ...settings, HOST: '127.0.0.1' }, true);

  it.each([
    ['https://w.example', true],
    ['http://w.example', false],
    ['http://localhost:8080', true],
    ['http://localhost:8081', false],
    ['https://evil.example', false],
    ['null', false],
    ['', false],
  ])('of a request from %s is the own one: %s', (origin, isOwn) => {
    expect(door.isOwnOrigin(origin, asking({ host: 'evil.example' }))).toBe(isOwn);
  });
});
