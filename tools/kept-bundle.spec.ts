import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isBundleFresh, recordBundle } from './kept-bundle.mjs';

const MADE_WITH = [
  'tools/run.mjs',
  'tools/bundle.mjs',
  'tools/kept-bundle.mjs',
  'tsconfig.base.json',
  'package-lock.json',
];
const SOURCE = 'apps/cli/src/main.ts';
const LONG_AGO = new Date(2026, 0, 1);

describe('a cached bundle', () => {
  let root: string;
  let bundle: string;

  const write = (file: string, text: string, changed = LONG_AGO): void => {
    const whole = path.join(root, file);
    fs.mkdirSync(path.dirname(whole), { recursive: true });
    fs.writeFileSync(whole, text);
    for (const each of [whole, path.dirname(whole)]) fs.utimesSync(each, changed, changed);
  };
  const record = (): void => recordBundle(root, bundle, { inputs: [SOURCE], begunMs: Date.now() });
  const isFresh = (): boolean => isBundleFresh(root, bundle);

  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'kept-bundle-'));
    for (const file of [SOURCE, ...MADE_WITH]) write(file, file);
    fs.utimesSync(root, LONG_AGO, LONG_AGO);
    bundle = path.join(root, 'dist', 'tools', 'start.js');
    fs.mkdirSync(path.dirname(bundle), { recursive: true });
    fs.utimesSync(root, LONG_AGO, LONG_AGO);
    fs.writeFileSync(bundle, 'made');
  });
  afterEach(() => fs.rmSync(root, { recursive: true }));

  it('is built at first', () => {
    expect(isFresh()).toBe(false);
  });

  it('is built again only when one of its sources or tools has changed', () => {
    record();
    expect(isFresh()).toBe(true);
    for (const file of [SOURCE, ...MADE_WITH]) {
      fs.utimesSync(path.join(root, file), LONG_AGO, new Date(2026, 0, 2));
      expect([file, isFresh()]).toEqual([file, false]);
      fs.utimesSync(path.join(root, file), LONG_AGO, LONG_AGO);
      expect(isFresh()).toBe(true);
    }
  });

  it('is built again when a file is added beside its own, or one of them is removed', () => {
    record();
    fs.writeFileSync(path.join(root, 'apps/cli/src/other.ts'), '');
    expect(isFresh()).toBe(false);
    fs.rmSync(path.join(root, 'apps'), { recursive: true });
    expect(isFresh()).toBe(false);
  });

  it('is built again when a file may have changed during the build', () => {
    write(SOURCE, 'changed', new Date());
    record();
    expect(isFresh()).toBe(false);
  });

  it('is built again when another run has replaced it', () => {
    record();
    fs.writeFileSync(`${bundle}.other`, 'made');
    fs.renameSync(`${bundle}.other`, bundle);
    expect(isFresh()).toBe(false);
  });
});
