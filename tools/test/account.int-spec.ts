import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { cloneDatabase, dropDatabase } from '@wardstone/testing';
import { Client } from 'pg';
import { MIGRATIONS } from '../../apps/gateway/src';
import { hostUsers, openSigningKeys } from '../../apps/launcher/src';
import { main } from '../wardstone';
import { workspaceRoot } from '../workspace';

describe('wardstone account', () => {
  const given = { DATA_DIR: process.env['DATA_DIR'], DATABASE_URL_GATEWAY: process.env['DATABASE_URL_GATEWAY'] };
  let folder: string;
  let databaseUrl: string;
  let said: string[];

  beforeEach(async () => {
    // The server of the tests: an embedded one of its own takes a second to make.
    databaseUrl = await cloneDatabase({ name: 'gateway', migrations: MIGRATIONS });
    process.env['DATABASE_URL_GATEWAY'] = databaseUrl;
    const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-account-'));
    fs.chmodSync(parent, 0o711);
    folder = path.join(parent, 'data');
    process.env['DATA_DIR'] = folder;
    said = [];
    const say = (line: unknown) => void said.push(String(line));
    jest.spyOn(console, 'error').mockImplementation(say);
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await dropDatabase(databaseUrl);
    fs.rmSync(path.dirname(folder), { recursive: true, force: true });
  });

  function account(args: string[], password?: string): Promise<number> {
    said = [];
    const input = Readable.from(password === undefined ? [] : [`${password}\n`]);
    jest.spyOn(process, 'stdin', 'get').mockReturnValue(input as typeof process.stdin);
    const output = new PassThrough();
    output.on('data', (chunk: Buffer) => said.push(...chunk.toString().trimEnd().split('\n')));
    return main(['account', ...args], output);
  }

  it('adds, lists and removes accounts', async () => {
    expect(await account(['add', 'ann', '--role', 'operator', '--org', 'acme'], 'correct horse battery')).toBe(0);
    expect(said).toEqual(['ann may log in now.']);

    await account(['list']);
    expect(said).toHaveLength(2);
    expect(said[1]).toMatch(/^ann +User +operator +acme +\d{4}-\d\d-\d\dT[\d:.]+Z$/);

    await account(['list', '--subjects']);
    expect(said).toEqual([expect.stringMatching(/^ann {2}wardstone\|acme\|ann\|\d{4}-\d\d-\d\dT[\d:.]+Z$/)]);

    expect(await account(['remove', 'ann'])).toBe(0);
    await account(['list']);
    expect(said).toHaveLength(1);
  });

  it('creates, lists and revokes tokens of programs', async () => {
    await account(['add', 'exporter', '--role', 'operator', '--service'], 'correct horse battery');

    expect(await account(['token', 'add', 'exporter', '--name', 'export', '--role', 'viewer', '--expires', '30'])).toBe(
      0,
    );
    expect(said).toEqual([expect.stringMatching(/^wst_[\w-]{43}$/)]);
    const [token = ''] = said;

    await account(['token', 'list', 'exporter']);
    const day = String.raw`\d{4}-\d\d-\d\d`;
    expect(said[1]).toMatch(new RegExp(`^[0-9a-f-]{36} +${token.slice(0, 8)} +export +viewer +${day} +${day} +- +-$`));
    expect(said.join()).not.toContain(token);
    const [id = ''] = said[1]!.split(' ');

    expect(await account(['token', 'revoke', id])).toBe(0);
    expect(said).toEqual(['The token "export" of exporter is revoked.']);
    expect(await account(['token', 'revoke', id])).toBe(1);
    for (const wrong of [
      ['token', 'add', 'exporter'],
      ['token', 'add', 'exporter', '--name', 'x', '--role', 'admin'],
      ['token', 'add', 'exporter', '--name', 'x', '--expires', '0'],
      ['token', 'add', 'nobody', '--name', 'x'],
      ['token', 'revoke', 'x'],
      ['token'],
    ]) {
      expect([wrong, await account(wrong)]).toEqual([wrong, 1]);
    }
  });

  it('rejects an unknown role before it prompts for a password', async () => {
    expect(await account(['add', 'bob', '--role', 'nobody'])).toBe(1);
    expect(said).toEqual(['Unknown role: nobody.']);
  });

  it('ends the sessions of a person', async () => {
    expect(await account(['sign-out', 'ann'])).toBe(0);
    expect(said).toEqual(['Sessions of ann that have ended: 0.']);
    expect(await account(['sign-out'])).toBe(1);
  });

  it('creates join tokens for one agent or many, lists them and revokes them', async () => {
    expect(await account(['invite', '--uses', '50', '--days', '2', '--pattern', 'node-*'])).toBe(0);
    expect(said).toEqual([expect.stringMatching(/^wsj_[\w-]{43}$/), expect.stringContaining('AGENT_TOKEN')]);
    const [secret = ''] = said;
    expect(await account(['invite', 'web-2', '--org', 'acme'])).toBe(0);
    expect(said[0]).toMatch(/^wsj_web-2\.[\w-]{43}$/);

    expect(await account(['invitations'])).toBe(0);
    const until = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    expect(said).toEqual([
      expect.stringMatching(/^ID +AGENTS +USED +UNTIL \(UTC\)$/),
      expect.stringMatching(new RegExp(`^[0-9a-f-]{36} +node-\\* +0 of 50 +${until}T\\d\\d:\\d\\d$`)),
    ]);
    expect(said.join()).not.toContain(secret.slice(4));
    const [id = ''] = said[1]!.split(' ');
    await account(['invitations', '--org', 'acme']);
    expect(said).toEqual([expect.anything(), expect.stringMatching(/ web-2 +0 of 1 /)]);

    expect(await account(['revoke', id, '--org', 'acme'])).toBe(1);
    expect(await account(['revoke', id])).toBe(0);
    expect(said).toEqual(['The join token is revoked.']);
    expect(await account(['revoke', id])).toBe(1);
    expect(said).toEqual(['There is no such join token.']);
    await account(['invitations']);
    expect(said).toHaveLength(1);
  });

  it.each([
    [['invite'], 'Which agent, or how many?'],
    [['invite', '--uses', '0'], 'uses'],
    [['invite', '--uses', 'many'], 'uses'],
    [['invite', 'web-2', '--days', '400'], 'expiresIn'],
    [['invite', '--uses', '2', '--pattern', 'a b'], 'namePattern'],
    [['invite', 'web 2'], 'name'],
    [['revoke'], "missing required argument 'id'"],
    [['invitations', 'all'], 'too many arguments'],
  ])('rejects %j with a reason', async (args, reason) => {
    expect(await account(args)).toBe(1);
    expect(said.join()).toContain(reason);
    expect(said.join()).not.toContain('wsj_');
  });

  it('writes files that only their users can read, before the first start too', async () => {
    delete process.env['DATABASE_URL_GATEWAY'];
    await account(['add', 'ann', '--role', 'viewer'], 'correct horse battery');

    const getMode = (...names: string[]) => fs.statSync(path.join(folder, ...names)).mode & 0o777;
    expect([getMode(), getMode('gateway'), getMode('secrets.json')]).toEqual([0o711, 0o700, 0o600]);
    const { uid } = fs.statSync(path.join(folder, 'gateway'));
    expect(uid).toBe(process.getuid!() === 0 ? hostUsers().services.uid : process.getuid!());
  });

  it('does not upgrade the schema of an installation that is older', async () => {
    const newest = MIGRATIONS.map(({ name }) => name).at(-1)!;
    const database = new Client({ connectionString: databaseUrl });
    await database.connect();
    await database.query("UPDATE migration SET name = 'Older' WHERE name = $1", [newest]);
    expect(await account(['list'])).toBe(1);
    expect(said).toEqual([
      'The schema of the database is older than this version: 1 of its migrations are pending, up to ' +
        `${newest}. Nothing was changed. Check out the version that is installed, or upgrade the installation first.`,
    ]);
    const { rows } = await database.query('SELECT 1 FROM migration m WHERE m.name = $1', [newest]);
    expect(rows).toEqual([]);
    await database.end();
  });

  it('deletes the generated password of the administrator when another one is set', async () => {
    await account(['add', 'admin', '--role', 'admin'], 'made up by the first start');
    const file = path.join(folder, 'admin-password');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(file, 'made up by the first start\n');

    expect(await account(['passwd', 'admin'], 'chosen by the owner')).toBe(0);
    expect(fs.existsSync(file)).toBe(false);
  });

  it('rotates the signing key, and drops the old one on demand', async () => {
    expect(await account(['rotate-key'])).toBe(1);
    expect(said.join()).toMatch(/^There is no signing key in /);
    const keys = openSigningKeys(folder);
    await keys.create();
    const [first] = await keys.read();

    expect(await account(['rotate-key'])).toBe(0);
    expect((await keys.read()).map(({ jwk }) => jwk.x)).toEqual([expect.any(String), first!.jwk.x]);

    expect(await account(['rotate-key', '--revoke'])).toBe(0);
    expect(await keys.read()).toHaveLength(1);
  });

  it.each([
    ['a short password', ['add', 'ann', '--role', 'viewer'], 'short', /^A password has at least 12 characters\.$/],
    ['an unknown role', ['add', 'ann', '--role', 'king'], 'correct horse battery', /^Unknown role: king\.$/],
    ['an unknown account', ['remove', 'bob'], undefined, /^Unknown account bob\.$/],
    ['no password', ['add', 'ann', '--role', 'viewer'], undefined, /^No password given/],
    ['an unknown command', ['ad', 'ann'], undefined, /^error: unknown command 'ad'/],
    ['no role', ['add', 'ann'], undefined, /^error: required option '--role <role>' not specified/],
    ['an unknown option', ['list', '--all'], undefined, /^error: unknown option '--all'/],
  ])('refuses %s with exit code 1', async (_case, args, password, message) => {
    expect(await account(args, password)).toBe(1);

    expect(said.join('\n')).toMatch(message);
  });

  it('reads the password from standard input where there is no terminal', () => {
    delete process.env['DATABASE_URL_GATEWAY'];
    const { status, stdout } = spawnSync(
      process.execPath,
      ['tools/bin/wardstone.mjs', 'account', 'add', 'ann', '--role', 'viewer'],
      {
        cwd: workspaceRoot(),
        env: { ...process.env, DATA_DIR: folder },
        input: 'correct horse battery\n',
        encoding: 'utf8',
      },
    );

    expect(stdout).toBe('ann may log in now.\n');
    expect(status).toBe(0);
  });
});
