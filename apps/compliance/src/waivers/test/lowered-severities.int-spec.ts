import { TEST_ORG } from '@wardstone/testing';
import { BASE, useCompliance } from '../../test/use-compliance';
import { type Fleet, givenFleet } from './given-fleet';

const { db, api } = useCompliance();
const DAY_MS = 86_400_000;

const ask = (body: object) =>
  api.post(`${BASE}/waivers`).send({
    reason: 'Not reachable from outside',
    expires_at: new Date(api.clock.now() + 30 * DAY_MS).toISOString(),
    result: 'lowered',
    severity: 'low',
    ...body,
  });
const approve = (id: string) =>
  api.as({ username: 'bob' }).put(`${BASE}/waivers/${id}/decision`).send({ decision: 'approved' }).expect(202);
const request = async (body: object): Promise<string> => {
  const { body: made } = await ask(body).expect(201);
  return (made as { data: { id: string } }).data.id;
};
const lower = async (body: object): Promise<string> => {
  const id = await request(body);
  await approve(id);
  return id;
};

/** A fleet whose first rule has a severity. */
async function givenRanked(severity = 'high'): Promise<Fleet> {
  const fleet = await givenFleet(db);
  await db.query('UPDATE rule SET severity = $2 WHERE id = $1', [fleet.rules[0], severity]);
  return fleet;
}

async function readResult({ policy, system }: Pick<Fleet, 'policy' | 'system'>): Promise<Record<string, unknown>> {
  const filter = encodeURIComponent(`system_id = ${system.id}`);
  const { body } = await api.get(`${BASE}/reports/${policy.id}/test_results?filter=${filter}`).expect(200);
  return (body as { data: Record<string, unknown>[] }).data[0]!;
}

async function readRule(fleet: Pick<Fleet, 'policy' | 'system' | 'refs'>): Promise<Record<string, unknown>> {
  const { id } = await readResult(fleet);
  const path = `${BASE}/reports/${fleet.policy.id}/test_results/${String(id)}/rule_results?limit=100`;
  const { body } = await api.get(path).expect(200);
  const { data } = body as { data: Record<string, unknown>[] };
  return data.find(({ ref_id }) => ref_id === fleet.refs[0])!;
}

const read = async (path: string): Promise<string> => (await api.get(`${BASE}/${path}`).buffer(true).expect(200)).text;

describe('a waiver that lowers a severity', () => {
  it('is shown beside the severity of the guide from its approval until it ends, and changes no score', async () => {
    const fleet = await givenRanked();
    const before = await readResult(fleet);
    const id = await request({ rule_ref_id: fleet.refs[0], system_ids: [fleet.system.id] });
    expect(await readRule(fleet)).toMatchObject({ severity: 'high', lowered_severity: null, lowering_waiver_id: null });
    await approve(id);

    const shown = { severity: 'high', lowered_severity: 'low', lowering_waiver_id: id, waiver_id: null };
    expect(await readRule(fleet)).toMatchObject(shown);
    expect(await readRule({ ...fleet, system: fleet.other })).toMatchObject({ lowered_severity: null });
    expect(await readResult(fleet)).toEqual(before);
    const { body } = await api.get(`${BASE}/systems/${fleet.system.id}/failed_rules?limit=100`).expect(200);
    expect((body as { data: object[] }).data).toContainEqual(
      expect.objectContaining({ ref_id: fleet.refs[0], severity: 'high', lowered_severity: 'low', waiver_id: null }),
    );

    await api.delete(`${BASE}/waivers/${id}`).expect(202);
    expect(await readRule(fleet)).toMatchObject({ lowered_severity: null });
    const expiring = await lower({ rule_ref_id: fleet.refs[0], policy_id: fleet.policy.id, severity: 'medium' });
    expect(await readRule(fleet)).toMatchObject({ lowered_severity: 'medium', lowering_waiver_id: expiring });
    api.clock.advance(31 * DAY_MS);
    expect(await readRule(fleet)).toMatchObject({ lowered_severity: null });
  });

  it('counts with the lowest severity of several, and beside an exception', async () => {
    const fleet = await givenRanked();
    await lower({ rule_ref_id: fleet.refs[0], policy_id: fleet.policy.id, severity: 'medium' });
    await lower({ rule_ref_id: fleet.refs[0], group_id: 'g1', severity: 'info' });
    const excepted = await lower({
      rule_ref_id: fleet.refs[0],
      policy_id: fleet.policy.id,
      result: undefined,
      severity: undefined,
    });

    expect(await readRule(fleet)).toMatchObject({ lowered_severity: 'info', waiver_id: excepted });
    expect(await readRule({ ...fleet, system: fleet.other })).toMatchObject({ lowered_severity: 'medium' });
    expect(await readResult(fleet)).toMatchObject({ waived_rule_count: 1 });
  });

  it('needs a severity below that of the rule, and another person where exceptions do', async () => {
    const { refs, policy } = await givenRanked('medium');
    const about = { rule_ref_id: refs[0], policy_id: policy.id };
    const problems: [object, string][] = [
      [{ severity: undefined }, `severity can't be blank`],
      [{ severity: 'medium' }, 'severity must be lower than that of the rule'],
      [{ result: 'pass' }, 'severity must be left out unless the result is lowered'],
      [{ result: undefined }, 'severity must be left out unless the result is lowered'],
    ];
    for (const [body, text] of problems) {
      const { body: refusal } = await ask({ ...about, ...body }).expect(406);
      expect((refusal as { errors: string[] }).errors).toEqual([`V2::Waiver ${text}`]);
    }
    await ask({ ...about, severity: 'high' }).expect(422);
    const id = await request(about);
    const own = await api.put(`${BASE}/waivers/${id}/decision`).send({ decision: 'approved' }).expect(403);
    expect(own.headers['x-error-type']).toBe('own_waiver');
    await api
      .as({ permissions: ['inventory:hosts:read', 'compliance:waiver:read'] })
      .delete(`${BASE}/waivers/${id}`)
      .expect(403);
  });

  it('leaves controls as they are', async () => {
    const fleet = await givenRanked();
    await db.query(
      `UPDATE rule SET reference_links = '[{"href": "https://www.cisecurity.org/benchmark/x", "label": "7.7"}]' WHERE id = $1`,
      [fleet.rules[0]],
    );
    await api
      .put(`${BASE}/frameworks/lowered`)
      .send({ title: 'Lowered', addresses: ['lowered.example'] })
      .expect(201);
    await lower({ rule_ref_id: fleet.refs[0], policy_id: fleet.policy.id });

    const { body } = await api.get(`${BASE}/reports/${fleet.policy.id}/controls`).expect(200);
    expect((body as { data: object[] }).data).toMatchObject([
      { state: 'failed', state_with_exceptions: 'failed', excepted_rule_count: 0 },
    ]);
  });

  it('is named in evidence, plans and checklists, which have the severity of the guide as well', async () => {
    const fleet = await givenRanked();
    await lower({ rule_ref_id: fleet.refs[0], policy_id: fleet.policy.id, reason: '<b>inside</b>' });
    const report = `reports/${fleet.policy.id}`;

    const csv = (await read(`${report}/evidence.csv`)).split(/\r?\n/);
    expect(csv.find((line) => line.includes(`${fleet.refs[0]},`))).toMatch(/,high,fail,.*,low,<b>inside<\/b>,\w+,bob,/);
    const html = await read(`${report}/evidence.html`);
    expect(html).toContain('high, lowered to low');
    expect(html).toContain('Severity lowered: &lt;b&gt;inside&lt;/b&gt;');
    const sarif = JSON.parse(await read(`${report}/evidence.sarif`)) as {
      runs: { results: { ruleId: string; level: string; properties: object }[] }[];
    };
    expect(sarif.runs[0]!.results.find(({ ruleId }) => ruleId === fleet.refs[0])).toMatchObject({
      level: 'note',
      properties: { lowering: { severity: 'low', reason: '<b>inside</b>', approvedBy: 'bob' } },
    });
    expect(await read(`${report}/evidence.oscal.json`)).toContain(
      '"name":"lowered-severity","ns":"urn:wardstone","value":"low"',
    );
    expect(await read(`${report}/poam.oscal.json`)).toContain(
      '"name":"lowered-severity","ns":"urn:wardstone","value":"low"',
    );
    const [, ...items] = (await read(`${report}/poam.csv`)).trim().split(/\r?\n/);
    expect(items.find((line) => line.includes(`,${fleet.refs[0]},`))).toMatch(/,high,.*,low,<b>inside<\/b>,/);

    await db
      .asOrg(TEST_ORG)
      .query(
        'INSERT INTO tailoring_rule (org_id, tailoring_id, rule_id) SELECT t.org_id, t.id, $2 FROM tailoring t WHERE t.policy_id = $1',
        [fleet.policy.id, fleet.rules[0]],
      );
    const checklist = `${report}/systems/${fleet.system.id}/checklist`;
    const cklb = JSON.parse(await read(`${checklist}.cklb`)) as {
      stigs: { rules: { rule_id_src: string; severity: string; overrides: object }[] }[];
    };
    expect(cklb.stigs[0]!.rules.find(({ rule_id_src: id }) => id === fleet.refs[0])).toMatchObject({
      severity: 'high',
      overrides: { severity: { severity: 'low', reason: '<b>inside</b>' } },
    });
    const ckl = await read(`${checklist}.ckl`);
    expect(ckl).toContain('<SEVERITY_OVERRIDE>low</SEVERITY_OVERRIDE>');
    expect(ckl).toContain('<SEVERITY_JUSTIFICATION>&lt;b&gt;inside&lt;/b&gt;</SEVERITY_JUSTIFICATION>');
  });
});
