import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { sampleGuide, sampleGuideFile } from '../../../../libs/scap/test/sample-guides';
import { createTailoring } from '../tailorings/test/given-tailored-policy';
import { aTestResult } from '../../../../libs/scap/test/scan.builder';
import { givenScannableSystem } from '../test-results/test/given-scannable-system';
import { givenPolicy, givenSystem } from './builders';
import { BASE, useCompliance } from './use-compliance';

/** Promises of docs/other-clients.md to clients of the reference. */
interface Listed {
  id: string;
  ref_id: string;
  default_value: string | null;
}
const ID = 'xccdf_org.ssgproject.content';
const MINOR = 5;

const { db, api } = useCompliance();

/** All records below a path: the client's parameters, written as its browser writes them. */
async function listed(path: string, parameters: Record<string, string> = {}): Promise<Listed[]> {
  const query = new URLSearchParams({ limit: '100', ...parameters });
  const records: Listed[] = [];
  for (;;) {
    query.set('offset', String(records.length));
    const { body } = await api.get(`${BASE}${path}?${query.toString()}`).expect(200);
    const { data, meta } = body as { data: Listed[]; meta: { total: number } };
    records.push(...data);
    if (data.length === 0 || records.length >= meta.total) return records;
  }
}

const refIds = (records: Listed[]): string[] => records.map(({ ref_id }) => ref_id).sort();
const getGuide = async (majors: string): Promise<string> => {
  const { body } = await api
    .post(`${BASE}/security_guides?os_minor_versions=${MINOR}${majors}`)
    .set({ 'Content-Type': 'application/xml', 'Content-Encoding': 'gzip' })
    .send(readFileSync(sampleGuideFile(majors === '' ? 'rhel8' : 'firefox')))
    .expect(201);
  return (body as { data: { id: string } }).data.id;
};

describe('with the guide of RHEL 8', () => {
  let guide: string;
  let profiles: Listed[];
  const profile = (name: string): Listed => profiles.find(({ ref_id }) => ref_id === `${ID}_profile_${name}`)!;
  const policyOn = async (name: string): Promise<string> => {
    const { id } = await givenPolicy(db, { profile_id: profile(name).id });
    await createTailoring(api, `${BASE}/policies/${id}/tailorings`, MINOR);
    return `/policies/${id}`;
  };
  beforeAll(async () => {
    guide = `/security_guides/${await getGuide('')}`;
    profiles = await listed(`${guide}/profiles`);
  }, 120_000);

  it('the front end receives the data of its pages', async () => {
    await getGuide('&os_major_version=9');
    const supported = (filter: string) =>
      listed('/security_guides/supported_profiles', { filter, sort_by: 'title:asc' }).then(refIds);
    const all = refIds(profiles);

    // The first step of the wizard.
    expect(await supported('os_major_version ^ (8)')).toEqual(all);
    expect(await supported('os_major_version !^ (9)')).toEqual(all);
    expect(await supported('(title ~ "CIS") AND (os_major_version ^ (8))')).toEqual(
      refIds(profiles).filter((refId) => /_cis(_|$)/.test(refId)),
    );

    // The tab of rules, also where a policy has a tailoring for no minor version.
    const policy = await policyOn('stig');
    const tailored = { filter: 'NOT(null? os_minor_version)', sort_by: 'os_minor_version:desc' };
    expect(await listed(`${policy}/tailorings`, tailored)).toMatchObject([{ os_minor_version: MINOR }]);
    for (const filter of ['set? os_minor_version', 'has os_minor_version']) {
      expect(await listed(`${policy}/tailorings`, { filter })).toHaveLength(1);
    }
    expect(await listed(`${policy}/tailorings`, { filter: 'null? os_minor_version' })).toEqual([]);

    // Groups that are opened in the tree of rules.
    const tailoring = `${policy}/tailorings/${MINOR}`;
    for (const rules of [`${guide}/rules`, `${guide}/profiles/${profile('stig').id}/rules`, `${tailoring}/rules`]) {
      const every = (await listed(rules)) as (Listed & { rule_group_id: string })[];
      const groups = [...new Set(every.map(({ rule_group_id }) => rule_group_id))].slice(0, 2);
      const inside = every.filter(({ rule_group_id }) => groups.includes(rule_group_id));
      expect(refIds(await listed(rules, { filter: `rule_group_id ^ (${groups.join(' ')})` }))).toEqual(refIds(inside));
      expect(await listed(rules, { filter: `rule_group_id !^ (${groups.join(' ')})` })).toHaveLength(
        every.length - inside.length,
      );
    }
  }, 120_000);

  it('the image builder gets all kernel arguments of every profile, with their values', async () => {
    // Read without our reader: rule -> argument, with an x:sub in it.
    const appended = new Map(
      [
        ...sampleGuide('rhel8')
          .toString('utf8')
          .matchAll(
            /<xccdf-1\.2:Rule [^>]*?id="([^"]+)"(?:(?!<\/xccdf-1\.2:Rule>)[^])*?\[customizations\.kernel\]\nappend = "(.*)"\n/g,
          ),
      ].map(([, rule = '', append = '']) => [rule, append]),
    );
    expect(appended.size).toBe(15);
    const values = await listed(`${guide}/value_definitions`);
    const found: Record<string, unknown> = {};

    for (const { id, ref_id } of profiles) {
      const name = ref_id.slice(`${ID}_profile_`.length);
      const policy = await policyOn(name);
      const { body } = await api.get(`${BASE}${policy}/tailorings/${MINOR}`).expect(200);
      const { value_overrides } = (body as { data: { value_overrides: Record<string, string> } }).data;
      const { text } = await api.get(`${BASE}${policy}/tailorings/${MINOR}/tailoring_file.toml`).expect(200);

      const wanted = (await listed(`${guide}/profiles/${id}/rules`, { sort_by: 'precedence' }))
        .map((rule) => appended.get(rule.ref_id))
        .filter((append) => append !== undefined)
        .map((append) =>
          append.replace(/<[^>]*idref="([^"]+)"[^>]*>/, (_sub, refId: string) => {
            const value = values.find((candidate) => candidate.ref_id === refId)!;
            return value_overrides[value.id] ?? value.default_value ?? '';
          }),
        );
      const { customizations } = parse(text) as { customizations?: { kernel?: { append: string } } };
      expect([name, customizations?.kernel?.append]).toEqual([
        name,
        wanted.length === 0 ? undefined : wanted.join(' '),
      ]);
      found[name] = customizations?.kernel?.append;
    }

    expect(found).toMatchObject({
      stig: 'audit=1 audit_backlog_limit=8192 pti=on vsyscall=none page_poison=1 slub_debug=P',
      cis: 'audit=1 audit_backlog_limit=8192',
    });
  }, 300_000);

  it("the image builder gets the tailoring's values, else the profile's", async () => {
    const policy = await policyOn('stig');
    const tailoring = `${BASE}${policy}/tailorings/${MINOR}`;
    const [slubDebug] = await listed(`${guide}/value_definitions`, {
      filter: `ref_id = ${ID}_value_var_slub_debug_options`,
    });
    const append = async (value_overrides: Record<string, string>): Promise<string> => {
      await api.patch(tailoring).send({ value_overrides }).expect(202);
      const { text } = await api.get(`${tailoring}/tailoring_file.toml`).expect(200);
      return (parse(text) as { customizations: { kernel: { append: string } } }).customizations.kernel.append;
    };

    expect(await append({ [slubDebug!.id]: 'FZP' })).toMatch(/ slub_debug=FZP$/);
    expect(await append({})).toMatch(/ slub_debug=P$/);
  }, 120_000);
});

describe('with FILTER_OPERATORS=extended, the front end', () => {
  const extended = useCompliance({ FILTER_OPERATORS: 'extended' });

  it('finds policies and systems by a part of their names', async () => {
    await givenPolicy(extended.db, { title: 'The CIS baseline' });
    await givenPolicy(extended.db, { title: 'Another' });
    const query = new URLSearchParams({ filter: 'title ~ "cis"', sort_by: 'title:asc' });
    const { body } = await extended.api.get(`${BASE}/policies?${query.toString()}`).expect(200);

    expect(body).toMatchObject({ meta: { total: 1 }, data: [{ title: 'The CIS baseline' }] });
    await api.get(`${BASE}/policies?${query.toString()}`).expect(422);
  });
});

describe('the host client', () => {
  /** The only type that it takes for a tailoring file. */
  const TAILORING_TYPE = 'application/xml';

  it('assigns a tailored policy, fetches its tailoring file and uploads a result', async () => {
    const { policy, guideId, benchmark } = await givenScannableSystem(db, api);
    const system = await givenSystem(db, {});
    const policies = `${BASE}/systems/${system.id}/policies`;
    const tailoring = `${BASE}/policies/${policy.id}/tailorings/4`;
    const file = `${tailoring}/tailoring_file`;

    // Not encoded, as it sends it.
    const { body: assignable } = await api
      .get(`${BASE}/policies?filter=(os_major_version=8 and os_minor_version=4)&limit=100`)
      .expect(200);
    expect((assignable as { data: Listed[] }).data.map(({ id }) => id)).toContain(policy.id);
    expect((await api.get(policies).expect(200)).body).toMatchObject({ data: [] });
    await api.patch(`${BASE}/policies/${policy.id}/systems/${system.id}`).expect(202);
    expect((await api.get(policies).expect(200)).body).toMatchObject({ data: [{ id: policy.id, ref_id: 'p1' }] });

    await api.get(file).expect(200);
    const [spare] = await listed(`/security_guides/${guideId}/rules`, { filter: 'title = r3' });
    await api.delete(`${tailoring}/rules/${spare?.id}`);
    const { headers, text } = await api.get(file).buffer(true).expect(200);
    expect(headers['content-type']).toBe(TAILORING_TYPE);
    expect(text).toMatch(/^<\?xml .*<xccdf:select /s);

    await api
      .post(`${BASE}/systems/${system.id}/test_results`)
      .set('Content-Type', 'application/xml')
      .send(aTestResult({ benchmark }))
      .expect(201);
    await api.delete(`${BASE}/policies/${policy.id}/systems/${system.id}`).expect(202);
    expect((await api.get(policies).expect(200)).body).toMatchObject({ data: [] });
  });
});
