import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { assembleImage } from '../../tools/assemble-image';
import { stageClient } from '../../tools/release/client-package';
import type { RunningSystem } from '../../tools/system';
import { readVersion, workspaceRoot } from '../../tools/workspace';

const TYPES = path.join(workspaceRoot(), 'node_modules', '@types');

/** On a machine that has Node.js, npm, the packed command line and client, and neither a checkout nor a network. */
export function describePackage(system: () => RunningSystem): void {
  describe('the packed command line and client', () => {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-package-'));
    const folder = path.join(scratch, 'empty');
    const env = {
      PATH: [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
      HOME: folder,
      npm_config_cache: path.join(scratch, 'cache'),
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_update_notifier: 'false',
    };
    const run = (program: string, args: readonly string[], others = {}) =>
      spawnSync(program, args, { cwd: folder, env: { ...env, ...others }, encoding: 'utf8' });
    /** The program that npx starts, because npx itself takes a second. */
    const wardstone = path.join(folder, 'node_modules', '.bin', 'wardstone');

    beforeAll(async () => {
      fs.mkdirSync(folder);
      assembleImage('cli', path.join(scratch, 'cli'));
      await stageClient(path.join(scratch, 'client'));
      const pack = ['pack', './cli', './client', '--pack-destination', scratch];
      execFileSync('npm', pack, { cwd: scratch, env, stdio: 'pipe' });
      fs.writeFileSync(path.join(folder, 'package.json'), '{}');
      const packed = ['cli', 'client'].map((name) => path.join(scratch, `wardstone-${name}-${readVersion()}.tgz`));
      const installed = run('npm', ['install', ...packed]);
      expect([installed.status, installed.stderr]).toEqual([0, '']);
    }, 120_000);
    afterAll(() => fs.rmSync(scratch, { recursive: true }));

    it('shows its help and its version', () => {
      const { stdout } = run('npx', ['wardstone', '--help']);
      expect(stdout).toContain('Usage: wardstone [options] [command]');
      // Commands that need the files of an installation.
      expect(stdout).not.toMatch(/^ {2}(account|backup)\b/m);
      expect(run(wardstone, ['--version']).stdout).toBe(`${readVersion()}\n`);
      expect(run(wardstone, ['create', 'policies', '--help']).stdout).toMatch(/^ {2}title .*\(required\)$/m);
    });

    it('lists the alerts of an installation', () => {
      const password = { WARDSTONE_PASSWORD: system().adminPassword };
      const list = ['list', 'alerts', '--url', system().gatewayUrl];
      const { status, stdout, stderr } = run(wardstone, [...list, '--query', 'q=none of this name'], password);
      expect([status, stdout, stderr]).toEqual([0, '', 'No alerts match.\n']);
      expect(run(wardstone, [...list, '-o', 'json'], password).stdout).toMatch(/^\[/);
    });

    it('requests a login where there is none', () => {
      const { status, stderr } = run(wardstone, ['list', 'alerts', '--url', system().gatewayUrl]);
      expect([status, stderr]).toEqual([
        1,
        `Not logged in at ${system().gatewayUrl}: run "wardstone login ${system().gatewayUrl}".\n`,
      ]);
    });

    it('is called from a script whose paths and records the compiler checks', () => {
      const script = (path: string): string => `import { basic, createClient } from '@wardstone/client';
const { WARDSTONE_URL: url = '', WARDSTONE_PASSWORD: password = '' } = process.env;
const wardstone = createClient({ url, credentials: basic('admin', password) });
const { id } = await wardstone.post('/rest/group', { body: { name: 'packed' } });
console.log((await wardstone.get('${path}', { path: { id } })).name);
await wardstone.delete('/rest/group/{id}', { path: { id } });
`;
      fs.writeFileSync(path.join(folder, 'script.mts'), script('/rest/group/{id}'));
      fs.writeFileSync(path.join(folder, 'wrong.mts'), script('/rest/grup/{id}'));
      const compiler = path.join(workspaceRoot(), 'node_modules', 'typescript7', 'bin', 'tsc');
      const options = [
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2024',
        '--typeRoots',
        TYPES,
        '--types',
        'node',
      ];
      // One run for both, because most of it is reading the types of all operations.
      const { stdout } = spawnSync(process.execPath, [compiler, ...options, 'script.mts', 'wrong.mts'], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(stdout).toContain('"/rest/grup/{id}"');
      expect(stdout).not.toContain('script.mts');
      const login = { WARDSTONE_URL: system().gatewayUrl, WARDSTONE_PASSWORD: system().adminPassword };
      const ran = spawnSync(process.execPath, ['script.mjs'], {
        cwd: folder,
        env: { ...env, ...login },
        encoding: 'utf8',
      });
      expect([ran.stderr, ran.stdout]).toEqual(['', 'packed\n']);
    });

    it('reports in one line that Node.js is too old', () => {
      const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;
      fs.writeFileSync(path.join(folder, 'old.cjs'), old);
      const program = path.join('node_modules', '.bin', 'wardstone');
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', './old.cjs', program, 'list'], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect([status, stdout, stderr]).toEqual([1, '', 'wardstone needs Node.js 22.22 or newer; this is 20.20.2.\n']);
    });
  });
}
