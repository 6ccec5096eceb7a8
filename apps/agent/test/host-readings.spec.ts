import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import { parseChronyTracking, parseTimesyncStatus } from '../src/domain/clock-offset';
import { parseFailedUnits, unitsText } from '../src/domain/failed-units';
import { readCertificates } from '../src/machine/certificates';
import { HostReadings } from '../src/machine/host-readings';
import { runProgram } from '../src/machine/run-program';

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.parse('2026-11-29T12:00:00Z');

describe('the offset of the clock', () => {
  const tracking = (systemTime: string, leap = 'Normal') => `Reference ID    : C0A80001 (192.168.0.1)
Stratum         : 3
System time     : ${systemTime} of NTP time
Last offset     : -0.000012345 seconds
Leap status     : ${leap}
`;

  it.each([
    [tracking('0.250000000 seconds slow'), -0.25],
    [tracking('7.000000000 seconds fast'), 7],
    [tracking('7.000000000 seconds fast', 'Not synchronised'), undefined],
    ['506 Cannot talk to daemon', undefined],
    ['', undefined],
  ])('as chrony reports it: %s', (text, seconds) => expect(parseChronyTracking(text)).toBe(seconds));

  it.each([
    ['       Server: 1.2.3.4 (ntp)\n       Offset: +1.500ms\n        Delay: 3ms', -0.0015],
    ['       Offset: -12us', 0.000012],
    ['       Offset: -1min 2.5s', 62.5],
    ['       Server: n/a\nPoll interval: 0', undefined],
    ['       Offset: +3fortnight', undefined],
  ])('as systemd-timesyncd reports it: %s', (text, seconds) => {
    const found = parseTimesyncStatus(text);
    if (seconds === undefined) expect(found).toBeUndefined();
    else expect(found).toBeCloseTo(seconds, 9);
  });
});

describe('failed units', () => {
  it('are read from the first column, with or without a marker', () => {
    const text = `nginx.service            loaded failed failed A web server
● backup@db.service      loaded failed failed Backup of db
mnt-nas.mount            loaded failed failed /mnt/nas
`;
    expect(parseFailedUnits(text)).toEqual(['nginx.service', 'backup@db.service', 'mnt-nas.mount']);
    expect(parseFailedUnits('')).toEqual([]);
  });

  it('fit into one line', () => {
    expect(unitsText([])).toBe('none');
    const text = unitsText(Array.from({ length: 200 }, (_, index) => `job-${index}.service`));
    expect(text.length).toBeLessThanOrEqual(1000);
    expect(text).toMatch(/^job-0\.service, .*\.service, …$/);
  });
});

/** The authority ends five days after `NOW`, the leaf forty. */
describe('certificates that the owner of the host names', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'certificates-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  const at = (...parts: string[]): string => path.join(folder, ...parts);

  beforeAll(() => {
    fs.cpSync(path.join(__dirname, 'certificates'), folder, { recursive: true });
    const chain = ['authority.pem', 'leaf.pem'].map((name) => fs.readFileSync(at(name), 'utf8'));
    fs.writeFileSync(at('chain-of-two.pem'), chain.join(''));
    fs.mkdirSync(at('live', 'example.com'), { recursive: true });
    fs.symlinkSync(at('leaf.pem'), at('live', 'example.com', 'cert.pem'));
    fs.symlinkSync(at('authority.pem'), at('live', 'example.com', 'chain.pem'));
    fs.copyFileSync(at('authority-key.pem'), at('live', 'example.com', 'privkey.pem'));
    fs.symlinkSync('/dev/zero', at('live', 'zero.pem'));
    fs.writeFileSync(at('empty.pem'), 'nothing');
  });

  const readings = (...certificates: string[]): HostReadings =>
    new HostReadings({ clock: new TestClock(NOW), certificates, serverOffsetMs: () => undefined });
  const read = async (...certificates: string[]) => {
    const all = await readings(...certificates).read(new Set(['Certificates.daysLeft']));
    return [Math.ceil(all.get('Certificates.daysLeft') as number), all.get('Certificates.next')];
  };

  it.each([
    ['a file', ['leaf.pem'], 'leaf'],
    ['a file in DER', ['leaf.der'], 'leaf'],
    ['the leaf of a chain, wherever it stands in it', ['chain-of-two.pem'], 'leaf'],
    ['a folder, through its links, without intermediates, keys and devices', ['live'], 'leaf'],
  ])('report the days left of %s', async (_name, names, subject) => {
    const [days, next] = await read(...names.map((name) => at(name)));
    expect([days, next]).toEqual([40, expect.stringMatching(new RegExp(`^${subject}: 20\\d\\d-\\d\\d-\\d\\d, /`))]);
  });

  it('are represented by the one that expires first', async () => {
    expect(await read(at('leaf.pem'), at('authority.pem'))).toEqual([5, expect.stringContaining('authority: ')]);
  });

  it('that are missing or invalid are reported as problems and hide no other', async () => {
    const of = readings(at('gone.pem'), at('empty.pem'), at('leaf.pem'));
    expect((await of.read(new Set(['Certificates.next']))).has('Certificates.daysLeft')).toBe(true);
    expect(of.problems).toEqual([
      `AGENT_CERTIFICATES: ${at('gone.pem')} cannot be read (ENOENT)`,
      `AGENT_CERTIFICATES: ${at('empty.pem')} holds no certificate`,
    ]);
  });

  it('are searched within limits', async () => {
    const many = at('many');
    fs.mkdirSync(many);
    for (let index = 0; index < 300; index++) fs.copyFileSync(at('leaf.pem'), path.join(many, `${index}.pem`));
    expect((await readCertificates([many])).certificates).toHaveLength(200);
  });
});

describe('readings of the host', () => {
  const clock = new TestClock(NOW);
  const never = () => Promise.reject(new Error('not due'));
  const readers = {
    units: () => Promise.resolve<string[] | undefined>(['nginx.service']),
    clock: () => Promise.resolve<undefined>(undefined),
    certificates: never,
  };
  const host = (over: object = {}, serverOffsetMs?: number, certificates: string[] = []) =>
    new HostReadings({
      clock,
      certificates,
      serverOffsetMs: () => serverOffsetMs,
      limitMs: 30,
      readers: { ...readers, ...over },
    });
  const all = new Set(['Systemd.failedUnits', 'Clock.offset', 'Certificates.daysLeft']);

  it('are taken only when they are due', async () => {
    const of = host({ units: never, clock: never });
    expect(await of.read(new Set(['Cpu.used']))).toEqual(new Map());
    expect(of.problems).toEqual([]);
  });

  it('are absent where there is no systemd and no certificate is named', async () => {
    const of = host({ units: () => Promise.resolve(undefined) });
    expect(await of.read(all)).toEqual(new Map());
    expect(of.problems).toEqual([]);
  });

  it.each([
    [400, 0],
    [-900, 0],
    [7_400, 7.4],
    [-90_000, -90],
  ])('compare the clock with that of the server where no time service reports: %d ms', async (ms, seconds) => {
    const found = await host({}, ms).read(all);
    expect([found.get('Clock.offset'), found.get('Clock.source')]).toEqual([seconds, 'server']);
  });

  it('that time out or fail delay no other', async () => {
    const of = host({ units: () => new Promise(() => undefined), certificates: never }, undefined, ['/x']);
    const found = await host({ units: () => new Promise(() => undefined) }, 9_000).read(all);
    expect([...found.keys()]).toEqual(['Clock.offset', 'Clock.source']);
    await of.read(all);
    expect(of.problems).toEqual([
      'cannot read certificates: not due',
      'cannot read systemd units: it does not respond within 0.03 s',
    ]);
  });

  it('count the days until a certificate expires, and since', async () => {
    const certificates = (endMs: number) => () =>
      Promise.resolve({ certificates: [{ file: '/x', subject: 'x', endMs }], problems: [] });
    for (const days of [2.5, -1]) {
      const found = await host({ certificates: certificates(NOW + days * DAY_MS) }, 0, ['/x']).read(all);
      expect(found.get('Certificates.daysLeft')).toBe(days);
    }
  });
});

describe('a program of the system', () => {
  it('is killed at its timeout, and returns nothing if it is missing or fails', async () => {
    expect(await runProgram('sleep', ['60'], 50)).toBeUndefined();
    expect(await runProgram('no-such-program', [])).toBeUndefined();
    expect(await runProgram('false', [])).toBeUndefined();
    expect(await runProgram('printenv', ['LC_ALL'])).toBe('C\n');
  });
});
