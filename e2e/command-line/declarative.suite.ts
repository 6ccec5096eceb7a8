import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { rounds } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { workspaceRoot } from '../../tools/workspace';
import { configurations, type Document, type Surroundings, toText } from './configurations';
import type { Hands } from './hands';

const GUIDE = 'apps/compliance/test-data/ssg-debian11-ds.xml.gz';
const PROFILE = 'xccdf_org.ssgproject.content_profile_standard';
const MINUTES = 60_000;

interface Named {
  id: string;
  ref_id: string;
}

/** Files that describe the installation. */
export function describeDeclarative(system: () => RunningSystem, hands: Hands): void {
  const { run, ask, start, requests, folder, write } = hands;

  describe('documents', () => {
    let surroundings: Surroundings;

    const call = async <T>(method: string, target: string, body?: unknown): Promise<T> => {
      const response = await fetch(system().gatewayUrl + target, {
        method,
        headers: { authorization: system().login, accept: 'application/json', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    };
    const rows = async (...args: string[]): Promise<Named[]> =>
      JSON.parse(await ask('list', ...args, '-o', 'json')) as Named[];

    beforeAll(async () => {
      await ask('import-guide', path.join(workspaceRoot(), GUIDE), '--os-minor', '0');
      const platforms = ['described 1', 'described "2"'];
      for (const resourceName of platforms)
        await call('POST', '/rest/resource/platforms', { resourceName, typeName: 'Linux' });
      // Users are known after their first request.
      const password = 'a long sentence is good';
      await call('POST', '/auth/accounts', { username: 'oona', type: 'User', roles: ['operator'], password });
      const authorization = `Basic ${Buffer.from(`oona:${password}`).toString('base64')}`;
      await fetch(`${system().gatewayUrl}/rest/status`, { headers: { authorization } });
      const [guide] = (await rows('guides')).filter(({ ref_id }) => ref_id.endsWith('DEBIAN-11'));
      const profile = (await rows('profiles', '--guide', guide!.id)).find(({ ref_id }) => ref_id === PROFILE)!;
      const base = `/api/compliance/v2/security_guides/${guide!.id}`;
      const own = (await call<{ data: Named[] }>('GET', `${base}/profiles/${profile.id}/rules?limit=100`)).data;
      const all = (await rows('rules', '--guide', guide!.id, '--limit', '60')).map(({ ref_id }) => ref_id);
      const ids = own.map(({ ref_id }) => ref_id);
      const values = await call<{ data: (Named & { value_type: string })[] }>(
        'GET',
        `${base}/value_definitions?limit=100`,
      );
      surroundings = {
        platforms,
        people: ['admin', 'oona'],
        rules: { own: ids.slice(0, 4), others: all.filter((rule) => !ids.includes(rule)).slice(0, 4) },
        values: values.data
          .filter((each) => each.value_type === 'string')
          .map(({ ref_id }) => ref_id)
          .slice(0, 3),
      };
    }, 2 * MINUTES);

    /** All records as text. */
    async function exported(name: string): Promise<{ place: string; text: string }> {
      const place = path.join(folder, name);
      await ask('export', place);
      const files = fs.readdirSync(place).sort();
      return { place, text: files.map((file) => fs.readFileSync(path.join(place, file), 'utf8')).join('') };
    }
    const writes = (): string[] => requests().filter((method) => method !== 'GET');
    const apply = (documents: readonly Document[]): Promise<string> =>
      ask('apply', '--prune', '-f', write('wanted.yaml', toText(documents)));

    it(
      'describe the installation after they are applied, and equal its export',
      async () => {
        await fc.assert(
          fc.asyncProperty(configurations(surroundings), async (documents) => {
            await apply(documents);
            const place = path.join(folder, 'wanted.yaml');
            requests();
            expect(await ask('plan', '--prune', '-f', place)).toBe(
              `Plan: nothing to do; ${documents.length} unchanged.\n`,
            );
            expect(await ask('apply', '--prune', '-f', place)).toBe(`Nothing to do; ${documents.length} unchanged.\n`);
            expect(writes()).toEqual([]);

            const first = await exported('exported');
            expect(first.text).not.toMatch(/not to be read/);
            expect(await ask('plan', '--prune', '-f', first.place)).toMatch(/^Plan: nothing to do; \d+ unchanged\.\n$/);
            expect((await exported('again')).text).toBe(first.text);
          }),
          { numRuns: rounds(50), endOnFailure: true },
        );
      },
      30 * MINUTES,
    );

    it(
      'reach the same state when the command is killed halfway',
      async () => {
        const [before, after] = fc.sample(configurations(surroundings), 2);
        await apply(before!);
        await apply(after!);
        const { text } = await exported('whole');
        for (let round = 0; round < rounds(30); round += 1) {
          await apply(before!);
          const file = write('wanted.yaml', toText(after!));
          const child = start(['apply', '--prune', '-f', file]);
          const ended = new Promise((resolve) => child.once('close', resolve));
          let lines = 0;
          child.stdout!.on('data', (chunk: Buffer) => {
            lines += chunk.toString().split('\n').length - 1;
            if (lines > round * 2) child.kill('SIGKILL');
          });
          await ended;
          await ask('apply', '--prune', '-f', file);
          expect((await exported('interrupted')).text).toBe(text);
        }
      },
      20 * MINUTES,
    );

    it('are compared with the installation, for people and for programs', async () => {
      const file = write('group.yaml', 'kind: Group\nname: compared\nspec: {recursive: true, roles: [viewer]}\n');
      expect(await run('plan', '-f', file)).toEqual({
        code: 2,
        said: `+   Group "compared"  (${file}:1)\nPlan: 1 to create; 0 unchanged.\n`,
        complained: '',
      });
      await ask('apply', '-f', file);
      fs.writeFileSync(file, 'kind: Group\nname: compared\nspec: {roles: [operator]}\n');
      expect((await run('plan', '-f', file)).said.split('\n').slice(0, 4)).toEqual([
        `~   Group "compared"  (${file}:1)`,
        '      roles:',
        '        - "viewer"',
        '        + "operator"',
      ]);
      fs.writeFileSync(file, 'kind: Group\nname: compared\nspec: {recursive: false}\n');
      expect(await run('plan', '-f', file)).toEqual({
        code: 1,
        said: '',
        complained: `${file}:1: Group "compared": recursive cannot be changed; delete it first, or use another name\n`,
      });
      await ask('delete', 'groups', 'compared');
    });

    it('keep a group without type whose members are of one type', async () => {
      const members = surroundings.platforms.map((name) => [name]);
      const document = { kind: 'Group', name: 'of any type', spec: { resourceType: null, members } };
      const file = write('group.yaml', toText([document]));
      await ask('apply', '-f', file);
      expect(await ask('plan', '-f', file)).toBe('Plan: nothing to do; 1 unchanged.\n');
      await ask('delete', 'groups', 'of any type');
    });

    it('are refused as a whole when they name an unknown record', async () => {
      const file = write(
        'lost.yaml',
        toText([
          { kind: 'AlertDefinition', name: 'a', spec: { of: { group: 'no group' } } },
          { kind: 'AlertDefinition', name: 'b', spec: { of: { resource: ['no', 'resource'] } } },
          {
            kind: 'AlertDefinition',
            name: 'c',
            spec: {
              of: { type: 'Linux', plugin: 'Platforms' },
              conditions: [{ category: 'THRESHOLD', metric: 'none', comparator: '<' }],
            },
          },
          {
            kind: 'MetricDefaults',
            name: 'Linux',
            spec: { plugin: 'Platforms', metrics: { none: { enabled: true } } },
          },
          { kind: 'Account', name: 'nobody-knows', spec: { type: 'User', roles: ['viewer'] } },
        ]),
      );
      requests();
      const { code, said, complained } = await run('apply', '-f', file);
      expect([code, said, writes()]).toEqual([1, '', []]);
      expect(complained).toMatch(/AlertDefinition "a" of group no group: there is no Group "no group"/);
      expect(complained).toMatch(/MetricDefaults "Linux" of Platforms: there is no metric none/);
      expect(complained).toMatch(/Account "nobody-knows": .*people need a password/);

      fs.writeFileSync(
        file,
        fs
          .readFileSync(file, 'utf8')
          .split('---\n')
          .slice(2, 4)
          .map((each) => `---\n${each}`)
          .join(''),
      );
      const second = await run('apply', '-f', file);
      expect([second.code, writes()]).toEqual([1, []]);
      expect(second.complained).toMatch(
        /"b" of resource no \/ resource: There is no resource no \/ resource in inventory\.\n/,
      );
      expect(second.complained).toMatch(/"c" of type Linux \(Platforms\): There is no metric none\.\n/);
    });

    it('continue after a failure with independent documents, and report that', async () => {
      const group = (name: string, spec: object = {}): Document => ({ kind: 'Group', name, spec: { ...spec } });
      const linux = { type: 'Linux', plugin: 'Platforms' };
      const cpu = { type: 'CPU', plugin: 'Platforms' };
      const member = [[surroundings.platforms[0]!]];
      const file = write(
        'failing.yaml',
        toText([
          group('fails', { resourceType: cpu, members: member }),
          { kind: 'AlertDefinition', name: 'in vain', spec: { of: { group: 'fails' } } },
          group('succeeds', { resourceType: linux, members: member }),
        ]),
      );
      const { code, said, complained } = await run('apply', '-f', file);
      expect([code, said]).toEqual([1, `+   Group "succeeds"  (${file}:17)\n`]);
      expect(complained).toMatch(/^failed: Group "fails": Rejected with 409: /);
      expect(complained).toMatch(/\nnot tried, because it depends on AlertDefinition "in vain" of group fails\n/);
      expect(complained).toMatch(/\nStopped: 1 done, 1 failed, 1 not tried\. Run apply again to continue\.\n$/);
      await ask('delete', 'groups', 'fails', 'succeeds');
    });

    it('replace what cannot be changed, even if something refers to it', async () => {
      const of = { resource: [surroundings.platforms[1]!] };
      const definition = (name: string, spec: object): Document => ({
        kind: 'AlertDefinition',
        name,
        spec: { of, ...spec },
      });
      const silence = (endTime: string): Document => ({
        kind: 'Silence',
        name: 'goes with what it silences',
        spec: { scope: { alertDefinition: 'problem', of }, startTime: '2027-01-01T00:00:00.000Z', endTime },
      });
      const first = [
        definition('problem', { conditionMode: 'ANY' }),
        definition('recovery', { recovers: 'problem', priority: 'LOW' }),
        definition('other recovery', { recovers: 'problem' }),
        definition('too many', { recovers: 'problem' }),
        silence('2027-01-01T02:00:00.000Z'),
      ];
      const file = write('replaced.yaml', toText(first));
      await ask('apply', '-f', file);
      write(
        'replaced.yaml',
        toText([
          definition('problem', { conditionMode: 'ALL' }),
          definition('recovery', { recovers: 'problem', priority: 'HIGH' }),
          definition('other recovery', { recovers: 'problem' }),
          silence('2027-01-01T04:00:00.000Z'),
        ]),
      );
      const said = await ask('apply', '--prune', '-f', file);
      expect(said).toMatch(/^-\/\+ AlertDefinition "problem" /m);
      expect(said).toMatch(/^- {3}AlertDefinition "too many" /m);
      expect(await ask('plan', '--prune', '-f', file)).toBe('Plan: nothing to do; 4 unchanged.\n');

      // A definition that recovered a deleted one recovers nothing.
      write('replaced.yaml', toText([definition('recovery', {})]));
      await ask('apply', '--prune', '-f', file);
      const { place } = await exported('recovering');
      expect(await ask('plan', '-f', place)).toMatch(/^Plan: nothing to do;/);
    });

    it('describe a definition that its own alert disabled as enabled, and keep it disabled', async () => {
      const [host] = surroundings.platforms;
      const document = {
        kind: 'AlertDefinition',
        name: 'fires once',
        spec: {
          of: { resource: [host] },
          enabled: true,
          dampeningCategory: 'ONCE',
          conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
        },
      };
      const file = write('fired.yaml', toText([document]));
      await ask('apply', '-f', file);
      const { resourceId } = JSON.parse(await ask('get', 'resources', host!, '-o', 'json')) as { resourceId: number };
      for (const type of ['UP', 'DOWN'])
        await fetch(`${system().gatewayUrl}/rest/resource/${resourceId}/availability`, {
          method: 'PUT',
          headers: { authorization: system().login, 'content-type': 'application/json' },
          body: JSON.stringify({ type, since: 0 }),
        });
      const shown = async (): Promise<boolean> =>
        (await call<{ enabled: boolean }[]>('GET', '/rest/alert/definitions?q=fires%20once'))[0]!.enabled;
      expect(await shown()).toBe(false);

      expect(await ask('plan', '-f', file)).toBe('Plan: nothing to do; 1 unchanged.\n');
      write('fired.yaml', toText([{ ...document, spec: { ...document.spec, priority: 'HIGH' } }]));
      await ask('apply', '-f', file);
      expect([await shown(), await ask('plan', '-f', file)]).toEqual([false, 'Plan: nothing to do; 1 unchanged.\n']);
      write('fired.yaml', toText([{ ...document, spec: { ...document.spec, enabled: false } }]));
      await ask('apply', '-f', file);
      expect(await ask('plan', '-f', file)).toBe('Plan: nothing to do; 1 unchanged.\n');
      await ask('delete', 'alert-definitions', 'fires once');
    });

    it('are not applied to records changed since the plan, which names their versions', async () => {
      const document = {
        kind: 'AlertDefinition',
        name: 'raced',
        spec: { of: { type: 'Linux', plugin: 'Platforms' }, priority: 'LOW' },
      };
      const file = write('raced.yaml', toText([document]));
      const saved = path.join(folder, 'plan.json');
      await ask('apply', '-f', file);
      write('raced.yaml', toText([{ ...document, spec: { ...document.spec, priority: 'HIGH' } }]));
      expect((await run('plan', '-f', file, '--save', saved)).code).toBe(2);
      const found = (
        await call<{ id: number; name: string }[]>('GET', '/rest/alert/definitions?q=raced&children=false')
      )[0]!;
      await call('PUT', `/rest/alert/definition/${found.id}`, { enabled: true, priority: 'MEDIUM' });

      requests();
      const { code, complained } = await run('apply', '-f', file, '--plan', saved);
      expect([code, writes()]).toEqual([1, []]);
      expect(complained).toMatch(
        /^Changed since the plan, so nothing was applied:\nAlertDefinition "raced" of type Linux \(Platforms\): version [0-9a-f]{12} in the plan, [0-9a-f]{12} now\n$/,
      );
      expect((await run('plan', '-f', file, '--save', saved)).code).toBe(2);
      await ask('apply', '-f', file, '--plan', saved);
      await ask('delete', 'alert-definitions', String(found.id));
    });

    it('show a viewer only visible records, and change nothing for one', async () => {
      await ask(
        'create',
        'accounts',
        'username=reader',
        'type=User',
        'roles:=["viewer"]',
        'password=a long sentence is good',
      );
      Object.assign(process.env, { WARDSTONE_USER: 'reader', WARDSTONE_PASSWORD: 'a long sentence is good' });
      const place = path.join(folder, 'seen');
      const { code, complained } = await run('export', place);
      expect([code, complained]).toEqual([1, expect.stringMatching(/^Account: Rejected with 403: /)]);
      expect(fs.readdirSync(place)).not.toContain('accounts.yaml');
      const file = write('group.yaml', 'kind: Group\nname: of a viewer\nspec: {}\n');
      expect(await run('apply', '-f', file)).toMatchObject({
        code: 1,
        complained: expect.stringMatching(/Rejected with 403/) as string,
      });
    });
  });
}
