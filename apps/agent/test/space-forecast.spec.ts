import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { SpaceHistory } from '../src/collecting/space-history';
import { hoursUntilFull, MAX_HOURS, type SpaceReading, withReading } from '../src/domain/space-forecast';
import { StateFolder } from '../src/state/state-folder';
import { aSnapshot } from './machine.builder';

const GIB = 1024 ** 3;
const STEP_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;

/** Readings every five minutes over a number of hours; `freeGib` gives the free GiB at an hour. */
function readings(hours: number, freeGib: (hour: number) => number): SpaceReading[] {
  const count = Math.round((hours * HOUR_MS) / STEP_MS);
  return Array.from({ length: count + 1 }, (_, index) => {
    const timeMs = index * STEP_MS;
    return { timeMs, freeBytes: freeGib(timeMs / HOUR_MS) * GIB };
  });
}

const forecast = (all: readonly SpaceReading[]): number | undefined => hoursUntilFull(all, all.at(-1)?.timeMs ?? 0);

describe('the hours until a file system is full', () => {
  it.each([
    ['it fills steadily', readings(6, (hour) => 100 - 10 * hour), 4],
    ['it fills unsteadily', readings(6, (hour) => 100 - 10 * hour + Math.sin(hour * 40)), 4],
    ['it was known for an hour', readings(1, (hour) => 20 - 10 * hour), 1],
    ['it is full and goes on', readings(6, (hour) => Math.max(0, 30 - 10 * hour)), 0],
    ['it stands still', readings(6, () => 50), MAX_HOURS],
    ['it shrinks', readings(6, (hour) => 10 + hour), MAX_HOURS],
    ['it takes months', readings(6, (hour) => 1000 - 0.01 * hour), MAX_HOURS],
    ['one large file came', readings(6, (hour) => (hour < 3 ? 60 : 10)), MAX_HOURS],
    ['one large file came a moment ago', readings(6, (hour) => (hour < 5.8 ? 60 : 10)), MAX_HOURS],
    ['it fills and empties repeatedly, as builds do', readings(6, (hour) => 40 - 30 * (hour % 1)), MAX_HOURS],
    ['hardly anything is known', readings(0.75, (hour) => 20 - 10 * hour), undefined],
    ['nothing is known', [], undefined],
  ])('are estimated when %s', (_name, all, hours) => {
    if (hours === undefined) expect(forecast(all)).toBeUndefined();
    else expect(Math.abs(forecast(all)! - hours)).toBeLessThan(hours === MAX_HOURS ? 1e-9 : 0.35);
  });

  it('use the last six hours only', () => {
    const all = readings(20, (hour) => (hour < 14 ? 100 - 5 * hour : 30));
    expect(forecast(all)).toBe(MAX_HOURS);
  });

  it('are never negative, nor more than a month', () => {
    const anyReadings = fc.array(fc.nat(1000), { minLength: 12, maxLength: 72 });
    fc.assert(
      fc.property(anyReadings, (sizes) => {
        const hours = forecast(sizes.map((size, index) => ({ timeMs: index * STEP_MS, freeBytes: size })));
        expect(hours).toBeGreaterThanOrEqual(0);
        expect(hours).toBeLessThanOrEqual(MAX_HOURS);
      }),
      { seed: 1 },
    );
  });

  it('use one reading in five minutes, and drop those of a clock that was set back', () => {
    const at = (timeMs: number): SpaceReading => ({ timeMs, freeBytes: 1 });
    const two = withReading([at(0)], at(STEP_MS));
    expect(two).toEqual([at(0), at(STEP_MS)]);
    expect(withReading(two, at(STEP_MS + 60_000))).toEqual(two);
    expect(withReading(two, at(1000))).toEqual([at(0)]);
    expect(withReading(two, at(7 * HOUR_MS))).toEqual([at(7 * HOUR_MS)]);
  });
});

describe('the history of free space', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'space-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));
  const ext4 = { type: 'ext4', usedShare: 0.5, isReadOnly: false };

  it('outlives the agent, and forgets what is unmounted or becomes read-only', () => {
    const state = new StateFolder(folder);
    const look = (hour: number, fileSystems: readonly { mount: string; device: string; isReadOnly?: boolean }[]) => {
      const history = new SpaceHistory(state);
      const freeBytes = (20 - 10 * hour) * GIB;
      const timeMs = hour * HOUR_MS;
      history.note(aSnapshot({ timeMs, fileSystems: fileSystems.map((each) => ({ ...ext4, freeBytes, ...each })) }));
      return history.hoursUntilFull(timeMs);
    };
    const [root, data] = [
      { mount: '/', device: '/dev/sda1' },
      { mount: '/data', device: '/dev/sdb1' },
    ];
    for (let step = 0; step < 12; step++) expect(look(step / 12, [root, data]).size).toBe(step < 11 ? 0 : 2);
    expect([...look(1, [root, { ...data, isReadOnly: true }]).keys()]).toEqual(['/']);
    expect(look(1, [data]).size).toBe(0);
  });
});
