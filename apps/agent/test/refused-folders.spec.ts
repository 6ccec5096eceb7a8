import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import { eventually } from '@wardstone/testing';
import type { KnownDriftDefinition, KnownInventory } from '../src/domain/known-inventory';
import type { DriftWatch } from '../src/drift/drift-watch';
import { PermittedFiles } from '../src/machine/permitted-files';
import { aDriftDefinition, aDriftWatch } from './drift-watch.builder';
import { aResource } from './machine.builder';

describe('watched files of a refused definition', () => {
  let folder: string;
  let root: string;
  let clock: TestClock;
  let watch: DriftWatch;
  let opened: jest.SpyInstance;
  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'refused-')));
    root = path.join(folder, 'etc');
    fs.mkdirSync(root);
    for (const name of ['a', 'b', 'c']) fs.writeFileSync(path.join(root, name), name);
    clock = new TestClock(Date.now() + 3_600_000);
    ({ watch } = aDriftWatch({ folder, roots: [root], clock, limits: { files: 2 } }));
    opened = jest.spyOn(PermittedFiles.prototype, 'openFolder');
  });
  afterEach(() => {
    opened.mockRestore();
    fs.rmSync(folder, { recursive: true });
  });

  const known = (over: Partial<KnownDriftDefinition> = {}): KnownInventory => ({
    resources: [aResource()],
    schedules: [],
    driftDefinitions: [aDriftDefinition({ baseDirectory: root, ...over })],
  });

  /** Minutes at which it is walked. */
  const minutesOfWalks = async (minutes: number, over: Partial<KnownDriftDefinition> = {}): Promise<number[]> => {
    const walked: number[] = [];
    for (let minute = 1; minute <= minutes; minute++) {
      opened.mockClear();
      clock.advance(60_000);
      watch.look(known(over));
      await eventually('the end of the walk', () => !watch.isBusy);
      if (opened.mock.calls.length > 0) walked.push(minute);
    }
    return walked;
  };

  it('are walked again after twice the time, up to a day', async () => {
    const walked = await minutesOfWalks(5_000);
    expect(walked).toEqual([1, 3, 7, 15, 31, 63, 127, 255, 511, 1_023, 2_047, 3_487, 4_927]);
    expect(watch.problems).toEqual([`cannot watch files below ${root}: it contains more than 2 files`]);
  });

  it('are walked each interval once they are accepted again', async () => {
    expect(await minutesOfWalks(6)).toEqual([1, 3]);
    fs.rmSync(path.join(root, 'c'));
    expect(await minutesOfWalks(4)).toEqual([1, 2, 3, 4]);
    expect(watch.problems).toEqual([]);
    fs.writeFileSync(path.join(root, 'c'), 'c');
    expect(await minutesOfWalks(7)).toEqual([1, 3, 7]);
  });

  it('are walked at once when the definition changes, but not for a new version', async () => {
    expect(await minutesOfWalks(3)).toEqual([1, 3]);
    expect(await minutesOfWalks(1, { version: 4 })).toEqual([]);
    expect(await minutesOfWalks(3, { excludes: [{ path: 'x', pattern: null }] })).toEqual([1, 3]);
    expect(await minutesOfWalks(1, { excludes: [{ path: 'c', pattern: null }] })).toEqual([1]);
    expect(watch.problems).toEqual([]);
  });

  it('are walked at once on request, although there is no baseline', async () => {
    expect(await minutesOfWalks(6)).toEqual([1, 3]);
    await watch.accept(known(), 1, new AbortController().signal);
    expect(await minutesOfWalks(3)).toEqual([1, 3]);
  });

  it('outside the roots are not tried each interval either', async () => {
    const walked = await minutesOfWalks(7, { baseDirectory: folder });
    expect(walked).toEqual([1, 3, 7]);
  });
});
