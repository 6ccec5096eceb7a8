import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import { ConfigurationWatch } from '../src/control/configuration-watch';
import { HostConfiguration, parseSources } from '../src/control/host-configuration';
import {
  type Configuration,
  parseDpkg,
  parseListeningSockets,
  parseMounts,
  parsePasswd,
  parseRpm,
  parseSysctl,
  parseUnitFiles,
} from '../src/control/parse-configuration';
import { CONFIGURATION_SOURCES, readConfiguration } from '../src/control/read-configuration';
import { Outbox } from '../src/outbox/outbox';
import { StateFolder } from '../src/state/state-folder';
import { aResource, aSnapshot } from './machine.builder';

const MINUTE_MS = 60_000;

describe('the configuration of a host', () => {
  it('has the installed packages of dpkg', () => {
    expect(parseDpkg('ii \tzlib1g:amd64\t1:1.2.13\nrc \told\t1\nii \tadduser\t3.134\n')).toEqual({
      adduser: '3.134',
      'zlib1g:amd64': '1:1.2.13',
    });
  });

  it('has the packages of rpm, and all versions of a kernel', () => {
    const text =
      'bash.x86_64\t0:5.2-1.fc39\nkernel.x86_64\t0:6.7-2\nkernel.x86_64\t0:6.6-1\nvim.x86_64\t2:9.0-1\ngpg-pubkey.(none)\t0:1-1\n';
    expect(parseRpm(text)).toEqual({
      'bash.x86_64': '5.2-1.fc39',
      'kernel.x86_64': '6.6-1, 6.7-2',
      'vim.x86_64': '2:9.0-1',
    });
  });

  it('reports which units are enabled', () => {
    expect(parseUnitFiles('nginx.service enabled enabled\nx@.timer   disabled -\n\n2 unit files listed.\n')).toEqual({
      'nginx.service': 'enabled',
      'x@.timer': 'disabled',
    });
  });

  it('has parameters of the kernel without counters and secrets', () => {
    const text = `net.ipv4.ip_forward = 1
net.ipv4.tcp_rmem = 4096\t131072\t6291456
kernel.random.boot_id = 1b9d
fs.file-nr = 1 2 3
net.ipv4.tcp_fastopen_key = 00000000-00000000
net.ipv6.conf.all.stable_secret = ::1
`;
    expect(parseSysctl(text)).toEqual({ 'net.ipv4.ip_forward': '1', 'net.ipv4.tcp_rmem': '4096 131072 6291456' });
  });

  it('has mounts with their options', () => {
    expect(
      parseMounts('/dev/sda1 / ext4 ro 0 0\n/dev/sda1 / ext4 rw,noatime 0 0\n/dev/sdb /mnt/a\\040b xfs rw 0 0\n'),
    ).toEqual({
      '/': 'ext4 on /dev/sda1 (rw,noatime)',
      '/mnt/a b': 'xfs on /dev/sdb (rw)',
    });
  });

  it('lists listening ports, but no client ports', () => {
    const tcp = `  sl  local_address rem_address   st
   0: 0100007F:1F90 00000000:0000 0A 0
   1: 00000000:0016 00000000:0000 0A 0
   2: 0100007F:9999 0100007F:1F90 01 0
`;
    const tcp6 = `head\n 0: 00000000000000000000000000000000:0016 00000000000000000000000000000000:0000 0A\n 1: 00000000000000000000000001000000:0019 0:0 0A\n`;
    const udp = `head\n 0: 00000000:0035 00000000:0000 07\n 1: 00000000:C350 00000000:0000 07\n`;
    expect(
      parseListeningSockets([
        ['tcp', tcp],
        ['tcp6', tcp6],
        ['udp', udp],
      ]),
    ).toEqual({
      'tcp/22': '0.0.0.0, ::',
      'tcp/25': '::1',
      'tcp/8080': '127.0.0.1',
      'udp/53': '0.0.0.0',
    });
  });

  it('lists users with number and shell only', () => {
    expect(parsePasswd('root:x:0:0:root,room 1:/root:/bin/bash\nann:hash:1000:1000::/home/ann:\n# x\n')).toEqual({
      ann: '1000',
      root: '0 /bin/bash',
    });
  });

  it('is sorted, without characters that cannot be stored', () => {
    expect(JSON.stringify(parsePasswd('b:x:2::::\na:x:1:::\0:/bin/\0\n'))).toBe('{"a":"1 /bin/\uFFFD","b":"2"}');
  });

  it.each(CONFIGURATION_SOURCES)('is read from this machine as texts, or is absent: %s', async (source) => {
    const found = (await readConfiguration(source, () => Promise.resolve(aSnapshot()))) ?? {};
    expect(Object.values(found).every((value) => typeof value === 'string' && value.length <= 1_000)).toBe(true);
  });

  it('may name only known parts', () => {
    expect(parseSources(['packages', 'kernel', 'packages'])).toEqual(['packages', 'kernel']);
    expect(() => parseSources(['shadow'])).toThrow('AGENT_CONFIGURATION: "shadow" is not one of kernel');
  });
});

describe('the watch of the configuration', () => {
  let folder: string;
  let clock: TestClock;
  let packages: Configuration | undefined;
  let reads: string[];

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'configuration-'));
    clock = new TestClock(Date.UTC(2026, 0, 1));
    packages = { openssl: '3.0.11' };
    reads = [];
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const outbox = () => new Outbox(path.join(folder, 'outbox'), 1024 * 1024);
  const aWatch = () => {
    const configuration = new HostConfiguration(['packages'], (source) => {
      reads.push(source);
      return Promise.resolve(packages);
    });
    const state = new StateFolder(path.join(folder, 'state'));
    return new ConfigurationWatch({ state, outbox: outbox(), clock, target: '/agent/a', configuration, phaseMs: 0 });
  };
  const of = (key: string, over = {}) =>
    aResource({ resourceId: 5, parentId: 1, pluginName: 'Host Control', typeName: 'Host Configuration', key, ...over });
  const look = (watch: ConfigurationWatch, resource = of('packages')) => {
    clock.advance(10 * MINUTE_MS);
    return watch.look({ resources: [resource], schedules: [] });
  };
  const reports = () => {
    const sent = outbox();
    const bodies: object[] = [];
    for (let message = sent.next(0); message; message = sent.next(0)) {
      bodies.push((message.body as { items: object[] }).items[0]!);
      sent.remove(message);
    }
    return bodies;
  };

  it('reports a new configuration once, also after a restart', async () => {
    const watch = aWatch();
    await look(watch);
    await look(watch);
    await look(aWatch());
    expect(reports()).toEqual([{ resourceId: 5, resourceConfig: { openssl: '3.0.11' } }]);

    packages = { openssl: '3.0.13' };
    await look(aWatch());
    expect(reports()).toEqual([{ resourceId: 5, resourceConfig: { openssl: '3.0.13' } }]);
  });

  it('reports no part that cannot be read', async () => {
    packages = undefined;
    await look(aWatch());
    expect(reports()).toEqual([]);
  });

  it.each([
    ['a part that the owner does not list', of('users')],
    ['a resource that was not imported', of('packages', { status: 'NEW' })],
    ['a resource of another plugin', of('packages', { pluginName: 'Processes' })],
  ])('reads nothing for %s', async (_what, resource) => {
    await look(aWatch(), resource);
    expect([reads, reports()]).toEqual([[], []]);
  });
});
