import { PermittedTargets, type TargetPort, TargetRefused } from '../src/probes/permitted-targets';

const MISSPELT = [
  '',
  '*',
  '*.',
  'https://example.com',
  'example.com/path',
  'example.com:',
  'example.com:0',
  'example.com:65536',
  'example.com:90-80',
  'example.com:http',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0/8',
  '10.0.0.256',
  '2001:db8::/129',
  '[::1',
  'fe80::1%eth0',
  'a b',
  'foo*.example.com',
  '-a.example.com',
];

describe('AGENT_PROBE_TARGETS', () => {
  /** Current responses of the DNS. */
  let dns: Record<string, string[]>;
  let lookups: string[];
  beforeEach(() => {
    dns = {};
    lookups = [];
  });

  const targets = (...setting: string[]): PermittedTargets =>
    new PermittedTargets(setting, (host) => {
      lookups.push(host);
      return Promise.resolve((dns[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    });
  const toAddresses = async (setting: string[], host: string, port: TargetPort = 443): Promise<string[]> => {
    try {
      return (await targets(...setting).resolve(host, port)).map(({ address }) => address);
    } catch (error) {
      expect(error).toBeInstanceOf(TargetRefused);
      return [];
    }
  };

  it.each(MISSPELT)('rejects the entry %j', (entry) =>
    expect(() => targets(entry)).toThrow(`AGENT_PROBE_TARGETS: "${entry}" is not`),
  );

  it('permits nothing by default', async () => {
    dns = { 'example.com': ['93.184.215.14'] };
    expect(await toAddresses([], 'example.com')).toEqual([]);
    expect(await toAddresses([], '127.0.0.1', 'ping')).toEqual([]);
    expect(lookups).toEqual([]);
  });

  it('permits a name, at its ports', async () => {
    dns = { 'example.com': ['93.184.215.14', '2606:2800:21f:cb07::1'] };
    const both = ['93.184.215.14', '2606:2800:21f:cb07::1'];
    expect(await toAddresses(['example.com:443'], 'example.com')).toEqual(both);
    expect(await toAddresses(['EXAMPLE.com.'], 'Example.COM.')).toEqual(both);
    expect(await toAddresses(['example.com:443'], 'example.com', 80)).toEqual([]);
    expect(await toAddresses(['example.com:80-90'], 'example.com', 85)).toEqual(both);
    expect(await toAddresses(['example.com:443'], 'example.com', 'ping')).toEqual([]);
    expect(await toAddresses(['example.com:ping'], 'example.com', 'ping')).toEqual(both);
    expect(await toAddresses(['example.com:ping'], 'example.com', 443)).toEqual([]);
    expect(await toAddresses(['example.com'], 'example.com', 'ping')).toEqual(both);
  });

  it('permits the hosts of a domain, but neither the domain itself nor names that merely end like it', async () => {
    const public4 = ['93.184.215.14'];
    dns = { 'a.example.com': public4, 'a.b.example.com': public4, 'example.com': public4, 'badexample.com': public4 };
    expect(await toAddresses(['*.example.com'], 'a.example.com')).toEqual(public4);
    expect(await toAddresses(['*.example.com'], 'a.b.example.com')).toEqual(public4);
    expect(await toAddresses(['*.example.com'], 'example.com')).toEqual([]);
    expect(await toAddresses(['*.example.com'], 'badexample.com')).toEqual([]);
    expect(await toAddresses(['*.example.com'], '.example.com')).toEqual([]);
  });

  it('permits the addresses of a network under every name', async () => {
    dns = { 'db.internal': ['10.1.2.3'], 'elsewhere.internal': ['192.168.0.1'] };
    expect(await toAddresses(['10.0.0.0/8:5432'], 'db.internal', 5432)).toEqual(['10.1.2.3']);
    expect(await toAddresses(['10.0.0.0/8:5432'], '10.1.2.3', 5432)).toEqual(['10.1.2.3']);
    expect(await toAddresses(['10.0.0.0/8:5432'], '10.1.2.3', 22)).toEqual([]);
    expect(await toAddresses(['10.0.0.0/8:5432'], 'elsewhere.internal', 5432)).toEqual([]);
    expect(await toAddresses(['[fd00::/8]:443'], '[fd00::1]')).toEqual(['fd00::1']);
    expect(await toAddresses(['fd00::1'], 'fd00::1')).toEqual(['fd00::1']);
    expect(await toAddresses(['192.0.2.7'], '192.0.2.8')).toEqual([]);
  });

  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '169.254.169.254',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::7f00:1',
    'fe80::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
  ])('follows no name to %s, as after DNS rebinding', async (address) => {
    dns = { 'example.com': [address], 'a.example.com': [address] };
    expect(await toAddresses(['example.com'], 'example.com')).toEqual([]);
    expect(await toAddresses(['*.example.com'], 'a.example.com')).toEqual([]);
  });

  it.each(['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fd00::1', '::ffff:10.0.0.1'])(
    'follows a name that matches a wildcard to %s only if the address is listed, too',
    async (address) => {
      dns = { 'a.example.com': [address], 'db.example.com': [address] };
      const bare = address.replace('::ffff:', '');
      expect(await toAddresses(['*.example.com'], 'a.example.com')).toEqual([]);
      expect(await toAddresses(['*.example.com', bare], 'a.example.com')).toEqual([bare]);
      expect(await toAddresses(['db.example.com'], 'db.example.com')).toEqual([bare]);
    },
  );

  it('uses only the permitted addresses of a name', async () => {
    dns = { 'example.com': ['127.0.0.1', '93.184.215.14', '169.254.169.254'] };
    expect(await toAddresses(['example.com'], 'example.com')).toEqual(['93.184.215.14']);
  });

  it('recognises an IPv4 address in its IPv6 form', async () => {
    expect(await toAddresses(['10.0.0.0/8'], '::ffff:10.1.2.3')).toEqual(['10.1.2.3']);
    expect(await toAddresses(['10.0.0.0/8'], '[::ffff:a01:203]')).toEqual(['10.1.2.3']);
    expect(await toAddresses(['10.0.0.0/8'], '::ffff:11.1.2.3')).toEqual([]);
  });

  it('permits loopback addresses for the name localhost', async () => {
    dns = { localhost: ['::1', '127.0.0.1'] };
    expect(await toAddresses(['localhost:8080'], 'localhost', 8080)).toEqual(['::1', '127.0.0.1']);
    dns = { localhost: ['10.0.0.1'] };
    expect(await toAddresses(['localhost:8080'], 'localhost', 8080)).toEqual([]);
  });

  it('resolves no name that no entry could permit', async () => {
    await toAddresses(['example.com', '10.0.0.0/8:5432'], 'secret.attacker.example', 443);
    expect(lookups).toEqual([]);
  });
});
