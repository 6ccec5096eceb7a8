import { nameInToken } from '../src/state/agent-name';
import type { NetworkAdapter } from '../src/domain/snapshot';
import fc from 'fast-check';
import { judgeAvailability } from '../src/domain/availability';
import { describeTree, discoveredTree } from '../src/domain/discovered-tree';
import { listCollections, watchedResources } from '../src/domain/known-inventory';
import { isAtLeast, findSeverity, parseLogTime } from '../src/domain/log-line';
import { measuredValue } from '../src/domain/measured-values';
import { dueFor, lastDueMs, getPhase } from '../src/domain/timetable';
import { maskCommand } from '../src/domain/shown-command';
import { parseOsVersion } from '../src/domain/os-version';
import { selectedProcesses } from '../src/domain/selected-processes';
import {
  findServers,
  instanceId,
  getInstanceKey,
  parseWatchedProgram,
  findProcesses,
} from '../src/domain/watched-programs';
import { FACTS, NOTHING_READ, aProcess, aResource, aSchedule, aSnapshot, anAdapter } from './machine.builder';

const NO_FILES = { readPid: () => undefined, isFolder: () => false, isRefused: (path: string) => path === '/refused' };

const NO_MORE = { programs: [], logFiles: [], unusedAdapters: false };

describe('the timetable', () => {
  const MINUTE = 60_000;

  it('has the same due times whenever the agent starts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 42 }),
        fc.integer({ min: 100, max: 86_400_000 }),
        fc.nat(2 ** 32 - 1),
        (nowMs, intervalMs, phaseMs) => {
          const dueMs = lastDueMs(nowMs, intervalMs, phaseMs);
          expect(dueMs).toBeLessThanOrEqual(nowMs);
          expect(dueMs).toBeGreaterThan(nowMs - intervalMs);
          expect(lastDueMs(dueMs, intervalMs, phaseMs)).toBe(dueMs);
          expect(lastDueMs(dueMs + intervalMs, intervalMs, phaseMs)).toBe(dueMs + intervalMs);
        },
      ),
      { seed: 1 },
    );
  });

  it.each([
    ['what was never done is due now', undefined, 10 * MINUTE + 30_000, 10 * MINUTE + 30_000],
    ['what was done for this moment is not due', 10 * MINUTE, 10 * MINUTE + 30_000, undefined],
    ['what was done between two moments is due at the next', 9 * MINUTE + 30_000, 10 * MINUTE + 100, 10 * MINUTE],
    ['what is late counts for the time at which it is done', 8 * MINUTE, 10 * MINUTE + 5_001, 10 * MINUTE + 5_001],
    ['what was done in the future is due now: the clock was set back', 130 * MINUTE, 10 * MINUTE + 1, 10 * MINUTE + 1],
    ['what is hardly late counts for the moment', 8 * MINUTE, 10 * MINUTE + 5_000, 10 * MINUTE],
  ])('%s', (_case, doneMs, nowMs, due) => {
    expect(dueFor(doneMs, { nowMs, intervalMs: MINUTE, phaseMs: 0 })).toBe(due);
  });

  it('gives agents different phases, and each the same at every start', () => {
    expect(getPhase('host-a')).toBe(getPhase('host-a'));
    expect(new Set(['host-a', 'host-b', 'host-c', ''].map(getPhase)).size).toBe(4);
  });
});

describe('the schedules to collect', () => {
  const resources = [aResource(), aResource({ resourceId: 2, status: 'NEW' })];

  it('contains the enabled schedules of committed resources', () => {
    const schedules = [
      aSchedule(),
      aSchedule({ scheduleId: 11, name: 'off', enabled: false }),
      aSchedule({ scheduleId: 12, resourceId: 2 }),
      aSchedule({ scheduleId: 13, name: 'rhq.availability', type: 'AVAILABILITY' }),
    ];

    expect(listCollections({ resources, schedules })).toMatchObject([
      { scheduleId: 10, name: 'CpuPerc.user', intervalMs: 60_000 },
    ]);
  });

  it('read a counter by its raw schedule, at the shorter interval of raw values and rates', () => {
    const raw = aSchedule({ name: 'rxBytes', enabled: false, collectionInterval: 30_000 });
    const rate = aSchedule({ scheduleId: 11, name: 'rxBytes', perMinute: true, collectionInterval: 90_000 });

    expect(listCollections({ resources, schedules: [raw, rate] })).toMatchObject([
      { scheduleId: 10, intervalMs: 90_000 },
    ]);
    expect(listCollections({ resources, schedules: [{ ...raw, enabled: true }, rate] })).toMatchObject([
      { scheduleId: 10, intervalMs: 30_000 },
    ]);
    expect(listCollections({ resources, schedules: [raw, { ...rate, enabled: false }] })).toEqual([]);
  });

  it('include the availability of committed resources, of platforms every minute', () => {
    const server = aResource({ resourceId: 3, parentId: 1 });
    const disabled = aResource({ resourceId: 4, parentId: 1 });
    const schedules = [
      aSchedule({ resourceId: 3, name: 'rhq.availability', type: 'AVAILABILITY', collectionInterval: 600_000 }),
      aSchedule({ resourceId: 4, name: 'rhq.availability', type: 'AVAILABILITY', enabled: false }),
    ];

    const watched = watchedResources({ resources: [...resources, server, disabled], schedules });

    expect(watched.map(({ resource, intervalMs }) => [resource.resourceId, intervalMs])).toEqual([
      [1, 60_000],
      [3, 600_000],
    ]);
  });
});

describe('a measured value', () => {
  const snapshot = aSnapshot({ processes: [aProcess({ name: 'nginx', cpuShare: 0.5 })] });
  const observation = {
    facts: FACTS,
    snapshot,
    files: NO_FILES,
    directoryBytes: new Map([['/srv', 77]]),
    ...NOTHING_READ,
  };
  const below = (typeName: string, key: string, pluginConfig = {}) =>
    aResource({ resourceId: 2, parentId: 1, typeName, key, pluginConfig });

  it.each([
    [aResource(), 'CpuPerc.wait', 0.05],
    [aResource(), 'Native.MemoryInfo.actualUsed', 400],
    [aResource(), 'Trait.hostname', 'host-a'],
    [aResource(), 'distro.name', 'Debian'],
    [aResource(), 'noSuchMetric', undefined],
    [aResource(), 'constructor', undefined],
    [below('CPU', 'CPU 0'), 'CpuPerc.idle', 0.65],
    [below('CPU', 'CPU 1'), 'CpuPerc.idle', undefined],
    [below('CPU', 'CPU 9'), 'CpuPerc.idle', undefined],
    [below('CPU', 'CPU 0'), 'CpuTrait.mhz', '2000'],
    [below('CPU', 'CPU 0'), 'CpuTrait.cacheSize', undefined],
    [below('File System', '/'), 'fileSystemUsage.free', 2],
    [below('File System', '/gone'), 'fileSystemUsage.free', undefined],
    [below('Network Adapter', 'eth0'), 'rxBytes', 10],
    [below('Directory', 'x', { path: '/srv' }), 'usage', 77],
    [below('Process', 'x', { type: 'piql', piql: 'process|basename|match=^nginx$' }), 'Process.cpu.percent', 0.5],
    [below('Process', 'x', { type: 'piql', piql: 'process|basename|match=^ngin$' }), 'Process.cpu.percent', undefined],
    [{ ...below('nginx', 'nginx', { program: 'nginx' }), pluginName: 'Processes' }, 'Process.memory.resident', 1000],
    [
      { ...below('nginx', 'other', { program: 'other' }), pluginName: 'Processes' },
      'Process.memory.resident',
      undefined,
    ],
    [below('Toaster', 'x'), 'heat', undefined],
  ])('of $typeName $key: %s is %s', (resource, metric, value) => {
    expect(measuredValue(resource, metric, observation)).toBe(value);
  });

  it.each([
    [aResource(), 'UP'],
    [below('File System', '/'), 'UP'],
    [below('File System', '/gone'), 'MISSING'],
    [below('Network Adapter', 'eth1'), 'DOWN'],
    [below('CPU', 'CPU 1'), 'UP'],
    [below('CPU', 'CPU 2'), 'DOWN'],
    [below('Directory', 'x', { path: '/none' }), 'DOWN'],
    [below('Directory', 'x', { path: '/refused' }), 'UNKNOWN'],
    [below('Process', 'x', { type: 'pidFile', pidFile: '/none' }), 'DOWN'],
    [below('Process', 'x', { type: 'pidFile', pidFile: '/refused' }), 'UNKNOWN'],
    [below('Process', 'x', { type: 'piql', pidFile: '/refused', piql: 'process|basename|match=^nginx$' }), 'UP'],
    [{ ...below('nginx', 'nginx', { program: 'nginx' }), pluginName: 'Processes' }, 'UP'],
    [below('Toaster', 'x'), 'UNKNOWN'],
  ])('decides availability: $typeName $key is %s', (resource, availability) => {
    expect(judgeAvailability(resource, snapshot, NO_FILES)).toBe(availability);
  });
});

describe('a displayed command line', () => {
  it.each([
    ['/usr/lib/postgres -D /data/a -p 5432', '/usr/lib/postgres -D … -p …'],
    ['postgres -D/data/a --port=5432', 'postgres … --port=…'],
    ['mysql -ppassword --host db --password=secret', 'mysql … --host … --password=…'],
    ['nginx: master process nginx -c /etc/n.conf', 'nginx: … -c …'],
    ['sshd', 'sshd'],
  ])('hides the values of options: %s', (command, shown) => {
    expect(maskCommand(command)).toBe(shown);
  });
});

describe('the servers among the processes', () => {
  const postgres = (pid: number, parentPid: number, command = 'postgres: writer') =>
    aProcess({ pid, parentPid, name: 'postgres', command });
  const processes = [
    postgres(10, 1, '/usr/lib/postgres -D /data/a -p 5432'),
    postgres(11, 10),
    postgres(12, 10),
    aProcess({ pid: 13, parentPid: 12, name: 'archive.sh' }),
    postgres(20, 1, 'postgres -D/data/b'),
    aProcess({ pid: 30, name: 'sshd', command: 'sshd: /usr/sbin/sshd -D [listener] 0 of 10-100 startups' }),
    aProcess({ pid: 31, parentPid: 30, name: 'sshd', command: 'sshd: ann' }),
  ];
  const programs = ['PostgreSQL=postgres', 'nginx', 'OpenSSH = sshd'].map(parseWatchedProgram);

  it('are parent processes of a program, one for each instance', () => {
    const found = findServers(processes, programs);

    expect(found.map(({ typeName, instance, main }) => [typeName, instance, main.map(({ pid }) => pid)])).toEqual([
      ['PostgreSQL', '/data/a', [10]],
      ['PostgreSQL', '/data/b', [20]],
      ['OpenSSH', '', [30]],
    ]);
    expect(
      findProcesses(found[0]!, processes)
        .map(({ pid }) => pid)
        .sort(),
    ).toEqual([10, 11, 12, 13]);
  });

  it.each([
    ['by its whole name', { name: 'victoria-metrics-prod', kernelName: 'victoria-metric' }, true],
    [
      'by the name that the kernel cut, as settings have worked around it',
      { name: 'x', kernelName: 'victoria-metrics-prod' },
      true,
    ],
    [
      'by the cut name where nothing says the whole one',
      { name: 'victoria-metric', kernelName: 'victoria-metric' },
      true,
    ],
    ['but not if its name begins alike', { name: 'victoria-metrics-dev', kernelName: 'victoria-metric' }, false],
    ['but not if its name is short', { name: 'victoria', kernelName: 'victoria' }, false],
  ])('of a long name are found %s', (_case, names, isFound) => {
    const watched = [parseWatchedProgram('VM=victoria-metrics-prod')];
    const found = findServers([aProcess({ pid: 7, ...names }), aProcess({ pid: 8, parentPid: 7, ...names })], watched);
    expect(found.map(({ main }) => main.map(({ pid }) => pid))).toEqual(isFound ? [[7]] : []);
  });

  it.each([
    ['postgres', 'postgres -c data_directory=/x', '/x'],
    ['postgres', 'postgres', ''],
    ['nginx', 'nginx: master process nginx -c /etc/n.conf', '/etc/n.conf'],
    ['redis', 'redis-server -c whatever', ''],
  ])('are distinguished: %s as "%s" is "%s"', (program, command, instance) => {
    expect(getInstanceKey(program, command)).toBe(instance);
  });

  it('are in the tree, beside the parts of the machine', () => {
    const tree = discoveredTree(FACTS, aSnapshot({ processes }), { ...NO_MORE, programs, logFiles: ['/var/log/x'] });

    expect(tree).toMatchObject({
      key: 'host-a',
      typeName: 'Linux',
      version: 'Linux 6.1',
      pluginConfig: { logFiles: [{ path: '/var/log/x', minimumSeverity: 'WARN' }] },
    });
    expect(tree.children.map(({ typeName, key, pluginName }) => `${pluginName} ${typeName} ${key}`)).toEqual([
      'Platforms CPU CPU 0',
      'Platforms CPU CPU 1',
      'Platforms File System /',
      'Platforms Network Adapter eth0',
      'Processes PostgreSQL postgres:/data/a',
      'Processes PostgreSQL postgres:/data/b',
      'Processes OpenSSH sshd',
    ]);
    expect(describeTree(tree)).toBe('1 platform, 3 servers and 4 services');
  });

  it('have names and properties without the paths of their data', () => {
    const named = (...commands: string[]) =>
      discoveredTree(FACTS, aSnapshot({ processes: commands.map((command, n) => postgres(50 + n, 1, command)) }), {
        ...NO_MORE,
        programs,
      }).children.filter(({ pluginName }) => pluginName === 'Processes');
    expect(named('postgres -D /srv/wardstone/postgres -p 5433').map(({ name }) => name)).toEqual([
      'PostgreSQL on port 5433',
    ]);
    expect(named('postgres -D /srv/wardstone/postgres').map(({ name }) => name)).toEqual(['PostgreSQL postgres']);
    const twins = named('postgres -D /srv/a/data', 'postgres -D /srv/b/data', 'postgres');
    expect(twins.map(({ name }) => name)).toEqual([
      'PostgreSQL',
      expect.stringMatching(/^PostgreSQL data \([0-9a-f]{6}\)$/),
      expect.stringMatching(/^PostgreSQL data \([0-9a-f]{6}\)$/),
    ]);
    expect(new Set(twins.map(({ name }) => name)).size).toBe(3);
    expect(JSON.stringify(twins.map(({ name, pluginConfig }) => [name, pluginConfig]))).not.toContain('/srv');
    expect(twins.map(({ key }) => key)).toEqual(['postgres', 'postgres:/srv/a/data', 'postgres:/srv/b/data']);
  });

  it('are found by their instance or its digest', () => {
    const found = (instance: string) =>
      selectedProcesses(
        { pluginName: 'Processes', pluginConfig: { program: 'postgres', instance } },
        processes,
        NO_FILES,
      );
    expect(found('/data/b').map(({ pid }) => pid)).toEqual([20]);
    expect(found(instanceId('/data/b')).map(({ pid }) => pid)).toEqual([20]);
    expect(found(instanceId('/data/c'))).toEqual([]);
  });

  it('exclude processes that run for a moment only', () => {
    const { children } = discoveredTree(FACTS, aSnapshot({ processes: [aProcess({ name: 'nginx', ageMs: 500 })] }), {
      ...NO_MORE,
      programs,
    });

    expect(children.filter(({ pluginName }) => pluginName === 'Processes')).toEqual([]);
  });

  it('of a program without a type of a plugin are server processes with its name', () => {
    const tree = discoveredTree(FACTS, aSnapshot({ processes: [aProcess({ name: 'redis' })] }), {
      ...NO_MORE,
      programs: [parseWatchedProgram('Redis=redis')],
    });

    expect(tree.children.at(-1)).toMatchObject({ typeName: 'Server Process', name: 'Redis', key: 'redis' });
  });
});

describe('network adapters', () => {
  const NEVER = { isUp: false, isVirtual: true, carrierChanges: 0, receivedBytes: 0, sentBytes: 0, ip4: undefined };
  const reported = (over: Partial<NetworkAdapter>, unusedAdapters = false): boolean =>
    discoveredTree(FACTS, aSnapshot({ adapters: [anAdapter({ ...NEVER, ...over, name: 'ifb0' })] }), {
      ...NO_MORE,
      unusedAdapters,
    }).children.some(({ key }) => key === 'ifb0');

  it('that are virtual and were never in use are reported only if configured', () => {
    expect([reported({}), reported({}, true)]).toEqual([false, true]);
  });

  it.each<[string, Partial<NetworkAdapter>]>([
    ['is up', { isUp: true }],
    ['is a device, its cable out from the beginning', { isVirtual: false }],
    ['had a link once', { carrierChanges: 2 }],
    ['may have had a link', { carrierChanges: undefined }],
    ['has an address', { ip4: '172.17.0.1' }],
    ['received something', { receivedBytes: 1 }],
    ['sent something', { sentBytes: 1 }],
  ])('one that %s is reported', (_case, over) => {
    expect(reported(over)).toBe(true);
  });
});

describe('a line of a log', () => {
  it.each([
    ['{"level":"error","msg":"warn nobody"}', 'ERROR'],
    ['{"level":40,"msg":"x"}', 'WARN'],
    ['{"level":60}', 'FATAL'],
    ['{"severity": "DEBUG"}', 'DEBUG'],
    ['Nov 21 10:00:00 host kernel: WARNING: something', 'WARN'],
    ['2026-01-15 ERROR could not warn', 'ERROR'],
    ['kernel panic - not syncing', 'FATAL'],
    ['all is well', 'INFO'],
    ['a terrible forewarned day', 'INFO'],
  ])('%s is of severity %s', (line, severity) => {
    expect(findSeverity(line)).toBe(severity);
  });

  it('has its own time if that has a zone and is not in the future', () => {
    const NOW = Date.UTC(2026, 0, 15, 12);

    expect(parseLogTime('2026-01-15T11:00:00.5+00:00 x', NOW)).toBe(NOW - 3_599_500);
    expect(parseLogTime('2026-01-15 12:00:00,250+0100 x', NOW)).toBe(NOW - 3_599_750);
    expect(parseLogTime('2026-01-15 11:00:00 x', NOW)).toBe(NOW);
    expect(parseLogTime('2027-01-15T11:00:00Z x', NOW)).toBe(NOW);
  });

  it('is reported from the minimum severity on', () => {
    expect([isAtLeast('WARN', 'WARN'), isAtLeast('INFO', 'WARN'), isAtLeast('FATAL', 'WARN')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('the name of an agent', () => {
  it.each([
    ['wsj_web-2.Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4', 'web-2'],
    ['wsj_web-2.example.com.Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4', 'web-2.example.com'],
    ['wsj_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4', undefined],
    [undefined, undefined],
  ])('is the one that its join token names: %s', (token, name) => {
    expect(nameInToken(token)).toBe(name);
  });
});

describe('the version of an operating system', () => {
  it.each([
    ['9.4', 9, 4],
    ['12', 12, 0],
    ['22.04.3 LTS', 22, 4],
    [' 15.6 ', 15, 6],
  ])('reads %j', (release, major, minor) => expect(parseOsVersion(release)).toEqual({ major, minor }));

  it.each(['', 'rolling', 'n/a', '999999', 'v9'])('finds no version in %j', (release) =>
    expect(parseOsVersion(release)).toBeUndefined(),
  );
});
