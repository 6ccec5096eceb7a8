import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checkLockFile } from '../lock-file';

describe('checkLockFile', () => {
  let folder: string;

  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const check = (packages: object): string[] => {
    const file = path.join(folder, 'package-lock.json');
    fs.writeFileSync(file, JSON.stringify({ packages }));
    return checkLockFile(file);
  };

  it('finds an optional package that was left out', () => {
    expect(check({ 'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0' } } })).toEqual([
      'node_modules/a requires a-linux, which is missing from the lock file',
    ]);
  });

  it.each(['node_modules/a-linux', 'node_modules/a/node_modules/a-linux'])('accepts it at %s', (place) => {
    expect(check({ 'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0' } }, [place]: {} })).toEqual([]);
  });

  it('finds download addresses', () => {
    expect(check({ 'node_modules/a': { resolved: 'https://registry.example.test/a.tgz' } })).toHaveLength(1);
  });
});
