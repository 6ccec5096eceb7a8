import fs from 'node:fs';
import path from 'node:path';
import { eventually, isOnPath, itWhere } from '@wardstone/testing';
import { parse as parseYaml } from 'yaml';
import type { RunningSystem } from '../../tools/system';
import { AREAS, getParentNames } from '../../apps/cli/src';
import { workspaceRoot } from '../../tools/workspace';
import type { Hands } from './hands';

const GUIDE = 'apps/compliance/test-data/ssg-debian11-ds.xml.gz';
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/;

/** Everyday commands, each run against the running product. */
export function describeCommands(
  system: () => RunningSystem,
  { run, ask, start, runProcess, folder, write }: Hands,
): void {
  describe('a person at a shell', () => {
    const rows = async (...args: string[]) =>
      JSON.parse(await ask('list', ...args, '-o', 'json')) as Record<string, unknown>[];

    beforeAll(async () => {
      const { code, complained } = await runProcess(['import-guide', path.join(workspaceRoot(), GUIDE)]);
      expect([code, complained]).toEqual([0, '']);
    }, 120_000);

    it('logs in with a password from standard input, shows the caller, and logs out', async () => {
      const none = { WARDSTONE_URL: '', WARDSTONE_PASSWORD: '', DATA_DIR: folder };
      const { gatewayUrl, adminPassword } = system();
      const login = await runProcess(['login', gatewayUrl, '--user', 'admin'], none, `${adminPassword}\n`);
      expect([login.code, login.complained]).toEqual([0, '']);
      const who = await runProcess(['whoami'], none);
      expect(who.said).toBe(`admin (admin) of default at ${gatewayUrl}\n`);
      const credential = fs.readFileSync(path.join(folder, 'wardstone/credential.json'), 'utf8');
      expect(credential).not.toContain(adminPassword);

      // A login that ended in the console.
      const { tokenId } = JSON.parse(credential) as { tokenId: string };
      await ask('delete', 'tokens', tokenId);
      await eventually('the end of the token', async () => (await runProcess(['whoami'], none)).code === 1);
      const ended = await runProcess(['list', 'groups'], none);
      expect(ended.complained).toMatch(/^Rejected with 401: .*\/api\/v1\/error\/\w+\)\n$/);
      expect((await runProcess(['logout'], none)).said).toBe(`Logged out at ${gatewayUrl}.\n`);
      expect((await runProcess(['whoami'], { ...none, WARDSTONE_URL: 'http://127.0.0.1:1' })).complained).toMatch(
        /^Not logged in at http:\/\/127\.0\.0\.1:1: run "wardstone login /,
      );
    }, 60_000);

    it('lists every area in every format, and gets one record of it', async () => {
      const parents: Record<string, string> = {};
      const options = (target: string): string[] =>
        getParentNames(target).flatMap((name) => [`--${name}`, parents[name]!]);
      await ask('create', 'groups', 'name=an "odd" \u001b[31m group');
      const platform = await fetch(`${system().gatewayUrl}/rest/resource/platforms`, {
        method: 'POST',
        headers: { authorization: system().login, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ resourceName: 'a platform', typeName: 'Linux' }),
      });
      parents['resource'] = String(((await platform.json()) as { resourceId: number }).resourceId);
      const resourceId = Number(parents['resource']);
      for (const [name, record] of Object.entries({
        heartbeats: { resourceId, name: 'a job', seconds: 3_600, source: { kind: 'PING' } },
        integrations: { name: 'a Grafana', kind: 'GRAFANA' },
        silences: { scope: { kind: 'RESOURCE', id: resourceId }, reason: 'a reason', endTime: Date.now() + 3_600_000 },
      })) {
        await ask('create', name, '-f', write(`${name}.yaml`, JSON.stringify(record)));
      }
      parents['guide'] = String((await rows('guides'))[0]!['id']);
      parents['error'] = 'not_found';
      const [profile] = await rows('profiles', '--guide', parents['guide']);
      await ask('create', 'policies', 'title=A policy', `profile_id=${String(profile!['id'])}`);
      parents['policy'] = 'A policy';
      await ask('create', 'alert-definitions', 'name=a definition', '--query', `resourceId=${parents['resource']}`);
      parents['definition'] = 'a definition';

      const empty: string[] = [];
      for (const [name, area] of Object.entries(AREAS)) {
        const { requiredFilter } = area;
        const of = [...options(area.list), ...(requiredFilter === undefined ? [] : ['--filter', requiredFilter])];
        const listed = await rows(name, ...of, '--limit', '3');
        const yaml = parseYaml(await ask('list', name, ...of, '--limit', '3', '-o', 'yaml')) as Record<
          string,
          unknown
        >[];
        const csv = await ask('list', name, ...of, '--limit', '3', '-o', 'csv');
        const table = await ask('list', name, ...of, '--limit', '3');
        // The time of last use changes with every request.
        expect([name, yaml.length]).toEqual([name, listed.length]);
        expect(csv.split('\n')[0]).toBe(Object.keys(area.columns).join(','));
        expect([name, table]).not.toEqual([name, expect.stringMatching(CONTROL)]);
        if (listed.length === 0) empty.push(name);
        else if (requiredFilter === undefined) {
          const id = String(
            area.id.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], listed[0]),
          );
          const got = parseYaml(await ask('get', name, id, ...options(area.item ?? area.list))) as Record<
            string,
            unknown
          >;
          expect([name, Object.keys(got).length]).not.toEqual([name, 0]);
        }
      }
      expect(Object.keys(AREAS)).toHaveLength(42);
      // Areas that need an agent, a scan or an event are tested with the table of areas.
      expect(empty.length).toBeLessThanOrEqual(20);
    }, 180_000);

    it('filters, counts and names records', async () => {
      expect(
        (await rows('errors', '--filter', 'silence')).every(({ title }) => String(title).includes('silence')),
      ).toBe(true);
      const profiles = await rows(
        'profiles',
        '--guide',
        String((await rows('guides'))[0]!['id']),
        '--filter',
        'title = "Profile for ANSSI DAT-NT28 Minimal Level"',
      );
      expect(profiles.map(({ ref_id }) => ref_id)).toEqual([
        'xccdf_org.ssgproject.content_profile_anssi_np_nt28_minimal',
      ]);
      expect(await rows('resource-types', '--limit', '2')).toHaveLength(2);
    });

    it('creates, gets by name, watches and deletes a record', async () => {
      const watched = start(['watch', 'groups', '--filter', 'watched', '--every', '1', '-o', 'json']);
      let seen = '';
      watched.stdout!.on('data', (chunk: Buffer) => (seen += chunk.toString()));
      const ended = new Promise((resolve) => watched.once('close', resolve));
      try {
        const file = write('group.yaml', 'name: watched 1\nrecursive: true\n');
        await ask('create', 'groups', '-f', file);
        await eventually('the group', () => Promise.resolve(seen.includes('watched 1')));
        expect(parseYaml(await ask('get', 'groups', 'watched 1'))).toMatchObject({
          name: 'watched 1',
          recursive: true,
        });
        expect(await ask('delete', 'groups', 'watched 1')).toBe('Deleted watched 1.\n');
        await eventually('its end', () => Promise.resolve(/"gone"/.test(seen)));
      } finally {
        watched.kill('SIGINT');
        await ended;
      }
    }, 60_000);

    it('updates, acknowledges, resolves, tests and scans', async () => {
      const put = (target: string, body: object): Promise<Response> =>
        fetch(system().gatewayUrl + target, {
          method: 'PUT',
          headers: { authorization: system().login, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const [host] = await rows('resources', '--filter', 'a platform');
      const id = String(host!['resourceId']);
      const conditions = '[{"category":"AVAILABILITY","name":"AVAIL_GOES_DOWN"}]';
      const made = ['name=a host is down', 'enabled:=true', `conditions:=${conditions}`, '--query', `resourceId=${id}`];
      await ask('create', 'alert-definitions', ...made);
      const words = ['create', 'notifications', '--definition', 'a host is down', 'senderName=Direct Emails'];
      const notification = parseYaml(await ask(...words, 'config:={"emailAddress":"ann@example.com"}')) as {
        id: number;
      };
      expect(parseYaml(await ask('update', 'alert-definitions', 'a host is down', 'priority=HIGH'))).toMatchObject({
        enabled: true,
        priority: 'HIGH',
      });
      expect(parseYaml(await ask('update', 'resources', id, 'location=Rack 7'))).toMatchObject({
        resourceName: 'a platform',
        location: 'Rack 7',
      });
      expect(parseYaml(await ask('update', 'policies', 'A policy', 'compliance_threshold:=95'))).toMatchObject({
        compliance_threshold: 95,
      });

      for (const type of ['UP', 'DOWN']) await put(`/rest/resource/${id}/availability`, { type, since: 0 });
      const [alert] = await rows('alerts', '--filter', 'a host is down');
      expect(await ask('acknowledge', String(alert!['id']), '--comment', 'on it')).toBe('Acknowledged 1 alert.\n');
      expect(await ask('acknowledge', '--all', '--resource', 'a platform')).toBe('Acknowledged 0 alerts.\n');
      const [incident] = await rows('incidents', '--filter', 'a host is down');
      expect(await ask('resolve', String(incident!['id']))).toBe(`Resolved incident ${String(incident!['id'])}.\n`);
      const tested = await run('test', String(notification.id));
      expect([tested.code, tested.said]).toEqual([1, expect.stringMatching(/^Direct Emails: FAILURE: /)]);
      expect(await ask('scan', 'A policy')).toMatch(/^0 scans requested, /);
      expect((await run('import')).code).toBe(0);
    }, 60_000);

    it('reads an error in one sentence, with the address of its explanation', async () => {
      const { gatewayUrl } = system();
      const of = async (args: string[], env: NodeJS.ProcessEnv = {}) => {
        const before = { ...process.env };
        Object.assign(process.env, env);
        const { code, said, complained } = await run(...args);
        process.env = before;
        expect([args, code, said]).toEqual([args, 1, '']);
        return complained;
      };
      const explained = (type: string): string => ` (${gatewayUrl}/api/v1/error/${type})\n`;
      expect(await of(['list', 'nonsense'])).toMatch(/^error: unknown command 'nonsense'/);
      expect(await of(['get', 'groups', '999999'])).toBe(
        `Rejected with 404: Group with id 999999 not found${explained('group_not_found')}`,
      );
      expect(await of(['get', 'groups', 'no such group'])).toBe('There is no group named no such group.\n');
      expect(await of(['list', 'policies', '--filter', 'nonsense'])).toMatch(
        /^Rejected with 422: .*\/api\/v1\/error\/\w+\)\n$/,
      );
      expect(await of(['list', 'groups'], { WARDSTONE_PASSWORD: 'wrong password' })).toMatch(/^Rejected with 401: /);
      expect(await of(['list', 'groups'], { WARDSTONE_TOKEN: 'wst_nonsense' })).toMatch(/^Rejected with 401: /);
      expect(await of(['list', 'groups'], { WARDSTONE_URL: 'http://127.0.0.1:1' })).toMatch(
        /^No response from http:\/\/127\.0\.0\.1:1: /,
      );
      await ask(
        'create',
        'accounts',
        'username=onlooker',
        'type=User',
        'roles:=["viewer"]',
        'password=a long sentence is good',
      );
      expect(
        await of(['create', 'groups', 'name=x'], {
          WARDSTONE_USER: 'onlooker',
          WARDSTONE_PASSWORD: 'a long sentence is good',
        }),
      ).toBe(
        `Rejected with 403: This operation needs the permission MANAGE_INVENTORY.${explained('insufficient_scope')}`,
      );
      expect(await of(['create', 'policies', 'title=x', 'profile_id=1'])).toMatch(/^Rejected with 4\d\d: /);
      expect(await of(['create', 'groups', '-f', write('bad.yaml', 'a: [')])).toMatch(/bad\.yaml cannot be read: /);
    }, 60_000);

    it('administers the installation of this machine, and copies it, without a login', async () => {
      const none = { WARDSTONE_URL: '', WARDSTONE_PASSWORD: '' };
      const added = await runProcess(
        ['account', 'add', 'carol', '--role', 'operator'],
        none,
        'correct horse battery\n',
      );
      expect([added.code, added.complained]).toEqual([0, '']);
      expect((await rows('accounts')).map(({ username }) => username)).toContain('carol');
      const copy = path.join(folder, 'copy');
      const backup = await runProcess(['backup', copy], none);
      expect([backup.code, backup.complained]).toEqual([0, '']);
      expect(fs.readdirSync(copy)).not.toEqual([]);
    }, 180_000);

    it('uploads the result of a scan, and sees why one is rejected', async () => {
      const file = write('result.xml', '<nonsense/>');
      const { code, said } = await run('upload-result', file, '--system', 'no such system');
      expect([code, said]).toEqual([1, expect.stringMatching(/^result\.xml: (Unknown|Rejected|There)/)]);
    });

    it('stops when the reader of its output ends early', async () => {
      const child = start(['list', 'errors', '-o', 'json']);
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.stdout!.once('data', () => child.stdout!.destroy());
      let complained = '';
      child.stderr!.on('data', (chunk: Buffer) => (complained += chunk.toString()));
      expect([await ended, complained]).toEqual([0, '']);
    }, 30_000);

    for (const shell of ['bash', 'zsh', 'fish'])
      itWhere(isOnPath(shell), `${shell} is not on the PATH`)(
        `loads the completion into ${shell}`,
        async () => {
          const { code, said } = await runProcess(['completion', shell]);
          expect([code, said]).toEqual([0, expect.stringContaining('wardstone')]);
        },
        30_000,
      );
  });
}
