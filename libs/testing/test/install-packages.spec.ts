import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../src/install-packages';
import { WORKSPACE } from '../src/workspace';

const CACHE = join(WORKSPACE, '.cache');

describe('packages of a folder with a lock file of its own', () => {
  let folder: string;
  const marker = (): string => readFileSync(join(folder, 'node_modules', 'marker'), 'utf8');
  const installing = (name: string) =>
    jest.fn((place: string) => {
      mkdirSync(join(place, 'node_modules'));
      writeFileSync(join(place, 'node_modules', 'marker'), name);
    });

  beforeEach(() => {
    mkdirSync(CACHE, { recursive: true });
    folder = mkdtempSync(join(CACHE, 'packages-'));
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, 'package-lock.json'), '{}');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('are installed once', () => {
    installPackages(folder, installing('first'));
    const again = installing('again');
    installPackages(folder, again);
    expect(marker()).toBe('first');
    expect(again).not.toHaveBeenCalled();
  });

  it('are replaced when the lock file is another', () => {
    installPackages(folder, installing('old'));
    writeFileSync(join(folder, 'package-lock.json'), '{"packages":{}}');
    installPackages(folder, installing('new'));
    expect(marker()).toBe('new');
  });

  it('are not partly installed when the installation fails', () => {
    const failing = (place: string): void => {
      installing('part')(place);
      throw new Error('the registry is away');
    };
    expect(() => installPackages(folder, failing)).toThrow('the registry is away');
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  });

  it('stay when another process has installed them meanwhile, as they may be in use', () => {
    installPackages(folder, (place) => {
      installPackages(folder, installing('faster'));
      installing('slower')(place);
    });
    expect(marker()).toBe('faster');
  });
});
