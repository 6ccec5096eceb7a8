import { parseProcess, withShares } from '../src/machine/processes';
import { loadBetween, parseStat } from '../src/machine/processor-times';
import { aProcess } from './machine.builder';

describe('the processor times of /proc/stat', () => {
  const TEXT = `cpu  30 0 30 200 40 0 0 0 0 0
cpu0 10 2 10 100 20 1 2 3 0 0
cpu1 20 0 20 100 20 0 0 0 0 0
intr 1 2 3
`;

  it('are read per processor', () => {
    expect(parseStat(TEXT)).toEqual([
      { user: 12, system: 16, idle: 100, wait: 20 },
      { user: 20, system: 20, idle: 100, wait: 20 },
    ]);
  });

  it('give the load between two readings', () => {
    const before = { user: 0, system: 10, idle: 100, wait: 0 };

    expect(loadBetween(before, { user: 10, system: 20, idle: 170, wait: 10 })).toEqual({
      user: 0.1,
      system: 0.1,
      idle: 0.7,
      wait: 0.1,
    });
  });

  it.each([
    ['nothing was known before', undefined, { user: 1, system: 1, idle: 1, wait: 1 }],
    ['no time has passed', { user: 1, system: 1, idle: 1, wait: 1 }, { user: 1, system: 1, idle: 1, wait: 1 }],
    ['the counters restarted', { user: 9, system: 9, idle: 9, wait: 9 }, { user: 1, system: 1, idle: 1, wait: 1 }],
  ])('give no load when %s', (_case, before, now) => {
    expect(loadBetween(before, now)).toBeUndefined();
  });

  it('leave out what the system does not report', () => {
    const load = loadBetween(
      { user: 0, system: 0, idle: 0, wait: undefined },
      { user: 1, system: 1, idle: 2, wait: undefined },
    );

    expect(load).toEqual({ user: 0.25, system: 0.25, idle: 0.5, wait: undefined });
  });
});

describe('a process of /proc', () => {
  const stat = (name: string, state = 'S') =>
    `42 (${name}) ${state} 7 42 42 0 -1 4194304 100 0 0 0 250 130 0 0 20 0 3 0 999 123456789 321 0 0`;

  it('has its times in ms and its sizes in bytes', () => {
    expect(parseProcess(stat('nginx'), 'nginx: worker\0process\0', 20_000)).toEqual({
      pid: 42,
      parentPid: 7,
      name: 'nginx',
      kernelName: 'nginx',
      command: 'nginx: worker process',
      residentBytes: 321 * 4096,
      virtualBytes: 123456789,
      userMs: 2500,
      kernelMs: 1300,
      ageMs: 10_010,
      cpuShare: undefined,
    });
  });

  it.each(['a b', '((x) y)', ')(', ''])('may be called "%s"', (name) => {
    expect(parseProcess(stat(name), '', 0)).toMatchObject({ name, pid: 42, parentPid: 7, userMs: 2500 });
  });

  it('is named by its command when it has no command line, such as a kernel thread', () => {
    expect(parseProcess(stat('kworker/0:1'), '', 0)).toMatchObject({ command: 'kworker/0:1' });
  });

  it('is named after its script if it runs Node.js', () => {
    expect(parseProcess(stat('MainThread'), '/usr/bin/node\0a.js\0', 0)).toMatchObject({
      name: 'node',
      command: '/usr/bin/node a.js',
    });
  });

  it.each([
    ['its command line', 'victoria-metric', '/opt/victoria-metrics-prod\0-x\0', undefined, 'victoria-metrics-prod'],
    ['its executable', 'victoria-metric', 'rewritten\0', '/opt/victoria-metrics-prod', 'victoria-metrics-prod'],
    [
      'an executable that was replaced',
      'victoria-metric',
      '',
      '/o/victoria-metrics-prod (deleted)',
      'victoria-metrics-prod',
    ],
    [
      'the script it runs',
      'collect-all-the',
      '/bin/sh\0-e\0/o/collect-all-the-logs.sh\0',
      '/bin/dash',
      'collect-all-the-logs.sh',
    ],
    ['the kernel alone', 'victoria-metric', 'worker\0', undefined, 'victoria-metric'],
    ['the kernel where it is not cut', 'short', '/opt/short-of-breath\0', '/opt/short-of-breath', 'short'],
    ['a name cut within a character', 'zähler-der-zäh\uFFFD', '/o/zähler-der-zähler\0', undefined, 'zähler-der-zähler'],
  ])('has the whole name of %s', (_case, kernelName, command, executable, name) => {
    expect(parseProcess(stat(kernelName), command, 0, executable)).toMatchObject({ name, kernelName });
  });

  it('is absent when the process has ended, or its files are unreadable', () => {
    expect(parseProcess(stat('x', 'Z'), '', 0)).toBeUndefined();
    expect(parseProcess('', '', 0)).toBeUndefined();
  });

  it('has its share of a processor since the last reading', () => {
    const before = { timeMs: 1000, processes: [aProcess({ pid: 1, userMs: 100, kernelMs: 0 })] };
    const now = {
      timeMs: 2000,
      processes: [aProcess({ pid: 1, userMs: 300, kernelMs: 50 }), aProcess({ pid: 2, userMs: 5, kernelMs: 5 })],
    };

    expect(withShares(before, now).map(({ cpuShare }) => cpuShare)).toEqual([0.25, undefined]);
    expect(withShares(undefined, now).map(({ cpuShare }) => cpuShare)).toEqual([undefined, undefined]);
  });

  it('has no CPU share when another process now has its id', () => {
    const before = { timeMs: 1000, processes: [aProcess({ pid: 1, userMs: 9000 })] };

    const [process] = withShares(before, { timeMs: 2000, processes: [aProcess({ pid: 1, userMs: 10 })] });

    expect(process!.cpuShare).toBeUndefined();
  });
});
