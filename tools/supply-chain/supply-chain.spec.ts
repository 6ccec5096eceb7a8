import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../workspace';
import { billOfMaterials } from './bill-of-materials';
import { findFolders } from './bundled';
import {
  getLicence,
  mayShip,
  getPackageName,
  staleScripts,
  unlistedScripts,
  findUnpinned,
  findUnproven,
} from './checks';
import { readLock } from './lock';

const root = workspaceRoot();
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  allowScripts: Record<string, boolean>;
  bin?: unknown;
};
const packages = readLock(root);

describe('the packages of the product', () => {
  it('have exact versions', () => {
    expect(findUnpinned(manifest as never)).toEqual([]);
  });

  it('have the command line linked, since npx would install a program of the workspace for each call', () => {
    expect(manifest.bin).toBeUndefined();
    expect(fs.existsSync(path.join(root, 'node_modules', '.bin', 'wardstone'))).toBe(true);
  });

  it('are proven by a digest', () => {
    expect(findUnproven(packages)).toEqual([]);
  });

  it('run only listed scripts on installation', () => {
    expect(unlistedScripts(packages, manifest.allowScripts)).toEqual([]);
  });

  it('have licences that permit shipping them, as far as they run in production', () => {
    const refused = Object.entries(packages)
      .filter(([folder, { dev }]) => folder !== '' && !dev)
      .map(([folder, locked]) => [getPackageName(folder), getLicence(folder, locked)] as const)
      .filter(([, licence]) => !mayShip(licence));
    expect(refused).toEqual([]);
  });

  it('are pinned wherever a workflow or image names one', () => {
    const dockerfile = fs.readFileSync(path.join(root, 'docker', 'Dockerfile'), 'utf8');
    expect(/NODE_IMAGE=node:(\S+)/.exec(dockerfile)?.[1]).toMatch(/^\d+\.\d+\.\d+-/);
    const compose = fs.readFileSync(path.join(root, 'docker', 'compose.yaml'), 'utf8');
    expect([...compose.matchAll(/image: (?!wardstone-)(\S+)/g)].map(([, image]) => image)).toEqual([
      expect.stringMatching(/^postgres:\d+\.\d+/),
    ]);
  });
});

describe('the checks', () => {
  it('find ranges, unlisted and stale scripts, and missing digests', () => {
    expect(
      findUnpinned({ dependencies: { a: '^1.0.0', b: '1.0.0', c: 'latest', d: '1.0.0-beta.1', e: 'file:e' } }),
    ).toEqual(['a ^1.0.0', 'c latest']);
    expect(findUnpinned({ overrides: { a: { b: '$b', c: '1.0.0', d: '*' } } })).toEqual(['d *']);
    const locked = { 'node_modules/a': { hasInstallScript: true }, 'node_modules/b': { integrity: 'sha512-x' } };
    expect(unlistedScripts(locked, {})).toEqual(['a']);
    expect(unlistedScripts(locked, { a: false })).toEqual([]);
    expect(staleScripts(locked, { a: false, z: true })).toEqual(['z']);
    expect(findUnproven(locked)).toEqual(['a']);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['Apache-2.0 AND MIT', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['unknown', false],
  ])('may ship %s: %s', (licence, allowed) => {
    expect(mayShip(licence)).toBe(allowed);
  });
});

describe('a bill of materials', () => {
  it('names every package by its address, licence and digest', () => {
    const integrity = `sha512-${Buffer.from('digest').toString('base64')}`;
    const bill = billOfMaterials(
      { name: 'wardstone-gateway', version: '0.1.0' },
      [{ name: '@a/b', version: '1.2.3', licence: 'MIT', integrity }],
      { serial: '00000000-0000-4000-8000-000000000000', madeAt: '2026-01-15T12:00:00Z' },
    );
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: [
        {
          purl: 'pkg:npm/%40a/b@1.2.3',
          licenses: [{ license: { id: 'MIT' } }],
          hashes: [{ alg: 'SHA-512', content: Buffer.from('digest').toString('hex') }],
        },
      ],
    });
  });

  it('names bundled packages by where they were installed, and refuses packages that the lock file does not have', () => {
    const locked = {
      'node_modules/@a/b': { version: '2.0.0' },
      'node_modules/c/node_modules/@a/b': { version: '1.0.0' },
    };
    expect(findFolders([{ name: '@a/b', version: '1.0.0' }], locked)).toEqual(['node_modules/c/node_modules/@a/b']);
    expect(() => findFolders([{ name: '@a/b', version: '3.0.0' }], locked)).toThrow('@a/b 3.0.0');
  });
});
