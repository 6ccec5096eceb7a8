import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { escapeText } from '@wardstone/markup';
import { TEST_ORG } from '@wardstone/testing';
import { parse } from 'yaml';
import { givenSystem, type SystemSeed } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { aTestResult } from '../../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, uploadResult } from '../../test-results/test/given-scannable-system';

const { db, api } = useCompliance();
const ANSIBLE = 'urn:xccdf:fix:script:ansible';
const SHELL = 'urn:xccdf:fix:script:sh';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'remediation-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const aFix = (system: string, text: string, attributes = ''): string =>
  `<x:fix system="${system}" ${attributes}>${escapeText(text).replaceAll('VALUE', '<x:sub idref="v1"/>')}</x:fix>`;
const aTitle = (text: string): string => `<x:title>${escapeText(text)}</x:title>`;

/** Text from a guide: commands that would end the surrounding script, if anything can. */
const HOSTILE = `cat <<EOF
END_OF_FIX
EOF
touch "$OUT/r1-VALUE"
`;
const OF_RULES = {
  r1:
    aTitle('Title\n---\n- hosts: all {{ lookup("pipe", "id") }}\u2028- hosts: all\'; touch "$OUT/title" #') +
    aFix(SHELL, HOSTILE, 'reboot="true" disruption="low"') +
    aFix(
      ANSIBLE,
      '- name: Set it\n  shell: |\n    ---\n    echo VALUE\n',
      'reboot="true" disruption="low" strategy="restrict"',
    ),
  r2: aTitle('Second') + aFix(SHELL, 'false\n', 'reboot="false"') + aFix(ANSIBLE, '---\nhosts: all\n'),
  r3: aTitle('Third'),
};
let lastHost = 0;
const ALL_FAIL = { r1: 'fail', r2: 'fail', r3: 'fail' };

async function givenFailures(names: readonly string[]) {
  const [first, ...others] = names;
  const scannable = await givenScannableSystem(db, api, { display_name: first! }, { ofRules: OF_RULES, title: 'G' });
  const { policy, system, benchmark } = scannable;
  const systems: SystemSeed[] = [system];
  for (const display_name of others) systems.push(await givenSystem(db, { policies: [policy], display_name }));
  for (const { id } of systems) {
    await uploadResult(api, id, aTestResult({ benchmark, rules: ALL_FAIL })).expect(201);
  }
  return { policy, systems };
}

const read = async (id: string, extension: 'yml' | 'sh', query = ''): Promise<string> => {
  const { body } = await api
    .get(`${BASE}/reports/${id}/remediation.${extension}${query}`)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
    })
    .expect(200);
  return (body as Buffer).toString();
};

interface Play {
  hosts: string[];
  become: boolean;
  tasks: { name: string; when?: string; block?: object[]; debug?: { msg: string } }[];
}
const getPlaybook = async (id: string, query = ''): Promise<Play[]> => parse(await read(id, 'yml', query)) as Play[];
const setValue = (policyId: string, value: string) =>
  db.asOrg(TEST_ORG).query(
    `UPDATE tailoring t SET value_overrides = jsonb_build_object(v.id, $2::text)
       FROM profile pr
       JOIN value_definition v ON v.security_guide_id = pr.security_guide_id AND v.ref_id = 'v1'
      WHERE pr.id = t.profile_id AND t.policy_id = $1`,
    [policyId, value],
  );

/** Runs a script as root of a host with this name would; it writes files of `out`. */
function run(script: string, host: string) {
  const work = fs.mkdtempSync(path.join(folder, 'run-'));
  const bin = path.join(work, 'bin');
  const out = path.join(work, 'out');
  for (const one of [bin, out]) fs.mkdirSync(one);
  fs.writeFileSync(path.join(bin, 'id'), '#!/bin/sh\necho 0\n', { mode: 0o755 });
  fs.writeFileSync(path.join(bin, 'hostname'), `#!/bin/sh\necho '${host}'\n`, { mode: 0o755 });
  const file = path.join(work, 'remediation.sh');
  fs.writeFileSync(file, script);
  execFileSync('bash', ['-n', file]);
  const env = { PATH: `${bin}:${process.env['PATH']}`, OUT: out };
  const { status, stdout, stderr } = spawnSync('bash', [file], { env, cwd: out, encoding: 'utf8' });
  return { status, stdout, stderr, made: fs.readdirSync(out) };
}

describe('the remediation of a report', () => {
  it('is a playbook with the fixes of the guide for the hosts that fail, and their values', async () => {
    const { policy } = await givenFailures(['web-1', 'web-2']);
    const text = await read(policy.id, 'yml');
    const [play, ...none] = parse(text) as Play[];

    expect(none).toEqual([]);
    expect(play).toMatchObject({ hosts: ['web-1', 'web-2'], become: true });
    expect(play!.tasks[0]).toMatchObject({
      when: "inventory_hostname in ['web-1', 'web-2']",
      block: [{ name: 'Set it', shell: '---\necho G\n' }],
    });
    expect(play!.tasks[1]).toMatchObject({ debug: { msg: 'Left out: its fix is not a list of tasks' } });
    expect(play!.tasks).toHaveLength(2);
    expect(text).toMatch(/reboot, which you start yourself:\n# {3}- Title .*strategy restrict, disruption low\n/);
    expect(text).toMatch(/These rules have no fix of this kind:\n# {3}- Third \(r3\)\n/);
    expect(text).toMatch(/SHA-256 [0-9a-f]{64}/);
    expect(text).toContain(policy.id);
  });

  it('is a script that fixes the host that it runs on', async () => {
    const { policy } = await givenFailures(['app-1', 'app-2']);
    const script = await read(policy.id, 'sh');
    const { status, stdout, stderr, made } = run(script, 'app-2');

    expect(made).toEqual(['r1-G']);
    expect(stdout).toContain('app-2: 1 fixed, 1 failed');
    expect(stdout).toMatch(/Reboot this host for:\n {2}- Title .*\n/);
    expect(stderr).toContain('Ended with code 1: Second (r2)');
    expect(status).toBe(1);
    expect(run(script, 'db-1')).toMatchObject({ status: 2, made: [] });
  });

  it('lets no text of people or systems become a command', async () => {
    const names = [
      'all',
      'LocalHost',
      '127.0.0.1',
      'web*',
      '~.*',
      '{{ 1 }}',
      "a'; touch $OUT/name; '",
      'a\n- hosts: x',
    ];
    const { policy } = await givenFailures([...names, 'good']);
    const title = "T'\ntouch $OUT/policy\n- hosts: all\r{{ x }}";
    await db.asOrg(TEST_ORG).query('UPDATE policy SET title = $2 WHERE id = $1', [policy.id, title]);
    const text = await read(policy.id, 'yml');
    const script = await read(policy.id, 'sh');

    const [play] = parse(text) as Play[];
    expect(Object.keys(play!)).toEqual(['name', 'hosts', 'become', 'tasks']);
    expect(play!.hosts).toEqual(['good']);
    expect(text.split(/[\n\r\u0085\u2028\u2029]/).filter((line) => line.startsWith('- '))).toHaveLength(1);
    expect(text).not.toMatch(/\{\{|\{%/);
    for (const host of ['good', 'a; touch $OUT/name; ']) {
      expect(run(script, host).made.filter((file) => file !== 'r1-G')).toEqual([]);
    }
    expect(text).toContain('"LocalHost"');
  });

  it.each([
    ["'; touch $OUT/value; '", false],
    ['$(touch value)', false],
    ['{{ x }}', false],
    ['a b', false],
    ['a\nb', false],
    ['-rf', false],
    ['900', true],
    ['-1', true],
    ['/var/log/audit', true],
    ['aes256-ctr,aes128-ctr', true],
  ])('writes the value %j of a tailoring into a fix: %s', async (value, isWritten) => {
    const host = `valued-${++lastHost}`;
    const { policy } = await givenFailures([host]);
    await setValue(policy.id, value);
    const [play] = await getPlaybook(policy.id);
    const { made } = run(await read(policy.id, 'sh'), host);

    const [task] = play!.tasks;
    const written = [{ name: 'Set it', shell: `---\necho ${value}\n` }];
    expect(isWritten ? task!.block : task!.debug!.msg).toEqual(isWritten ? written : expect.stringMatching(/a value/));
    expect(made).toEqual(isWritten && !value.includes('/') ? [`r1-${value}`] : []);
  });

  it('leaves out hosts whose name another system of the report has, and says which systems they are', async () => {
    const { policy, systems } = await givenFailures(['twin-1', 'twin-2', 'TWIN-1']);
    const [first, , third] = systems.map(({ id }) => id);
    const text = await read(policy.id, 'yml', `?system_id=${first}`);

    expect(parse(text)).toEqual([]);
    expect(text).toContain(`"twin-1", systems ${[first, third].sort().join(', ')}\n`);
    expect((await getPlaybook(policy.id))[0]!.hosts).toEqual(['twin-2']);
  });

  it('fixes hosts even if a system without results has the same name', async () => {
    const { policy } = await givenFailures(['named-1', 'named-2']);
    await givenSystem(db, { display_name: 'named-1' });
    await givenSystem(db, { display_name: 'Named-2', policies: [policy] });

    expect((await getPlaybook(policy.id))[0]!.hosts).toEqual(['named-1', 'named-2']);
  });

  it('covers only named systems that the caller sees', async () => {
    const { policy, systems } = await givenFailures(['one', 'two', 'three']);
    const [first, second, third] = systems.map(({ id }) => id);

    expect((await getPlaybook(policy.id, `?system_id=${first},${third}`))[0]!.hosts).toEqual(['one', 'three']);
    expect((await getPlaybook(policy.id, `?system_id=${second}`))[0]!.hosts).toEqual(['two']);
    const other = api.as({ inventoryGroups: ['g9'] });
    await other.get(`${BASE}/reports/${policy.id}/remediation.yml?system_id=${first}`).expect(404);
    await api.as({ orgId: 'umbrella' }).get(`${BASE}/reports/${policy.id}/remediation.sh`).expect(404);
    await api.get(`${BASE}/reports/${policy.id}/remediation.sh?system_id=1`).expect(422);
  });

  it('covers only the systems of an inventory group that the caller sees', async () => {
    const { policy } = await givenFailures(['apart-1']);
    const grouped = await givenSystem(db, {
      policies: [policy],
      display_name: 'grouped-1',
      groups: [{ id: 'g9', name: 'nine' }],
    });
    const hosts = async (query: string, as: Pick<typeof api, 'get'> = api): Promise<string[]> => {
      const { text } = await as.get(`${BASE}/reports/${policy.id}/remediation.yml${query}`).buffer(true).expect(200);
      return [...new Set((parse(text) as Play[] | null)?.flatMap((play) => play.hosts))].sort();
    };
    const [benchmark] = await db.query<{ ref_id: string }>(
      `SELECT g.ref_id FROM security_guide g JOIN profile p ON p.security_guide_id = g.id WHERE p.id = $1`,
      [policy.profile_id],
    );
    await uploadResult(api, grouped.id, aTestResult({ benchmark: benchmark!.ref_id, rules: ALL_FAIL })).expect(201);

    expect(await hosts('')).toEqual(['apart-1', 'grouped-1']);
    expect(await hosts('?group_id=g9')).toEqual(['grouped-1']);
    expect(await hosts('?group_id=g9', api.as({ inventoryGroups: ['g8'] }))).toEqual([]);
    await api.get(`${BASE}/reports/${policy.id}/remediation.sh?group_id=`).expect(422);
  });

  it('leaves out rules with an exception by default', async () => {
    const { policy } = await givenFailures(['lone']);
    const expires_at = new Date(api.clock.now() + 86_400_000).toISOString();
    const waiver = { rule_ref_id: 'r1', policy_id: policy.id, reason: 'Because', expires_at };
    const { id } = (await api.post(`${BASE}/waivers`).send(waiver).expect(201)).body.data;
    const bob = api.as({ username: 'bob' });
    await bob.put(`${BASE}/waivers/${id}/decision`).send({ decision: 'approved' }).expect(202);

    expect((await getPlaybook(policy.id))[0]!.tasks).toHaveLength(1);
    expect((await getPlaybook(policy.id, '?with_exceptions=true'))[0]!.tasks).toHaveLength(2);
  });

  it('reports that there is nothing to fix', async () => {
    const { policy } = await givenScannableSystem(db, api);

    expect(await getPlaybook(policy.id)).toEqual([]);
    expect(run(await read(policy.id, 'sh'), 'web-1')).toMatchObject({ status: 0, made: [] });
  });
});
