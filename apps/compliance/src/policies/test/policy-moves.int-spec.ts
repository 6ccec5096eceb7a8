import { aTestResult } from '../../../../../libs/scap/test/scan.builder';
import { aGuideDocument, importGuide } from '../../guides/test/given-guide-document';
import { givenScannableSystem, uploadResult } from '../../test-results/test/given-scannable-system';
import { fillTailoring } from '../../test/result.builder';
import { BASE, useCompliance } from '../../test/use-compliance';

const { db, api } = useCompliance();
const check = (text: string): string => `<x:check system="C"><x:check-content>${text}</x:check-content></x:check>`;
const DAY_MS = 86_400_000;

async function givenTwoVersions() {
  const ofRules = { r1: check('one'), r2: check('two'), r3: check('three') };
  const given = await givenScannableSystem(db, api, {}, { ofRules });
  await fillTailoring(db, given.policy);
  const rules = { r1: 'fail', r2: 'fail', r3: 'pass' };
  await uploadResult(api, given.system.id, aTestResult({ benchmark: given.benchmark, rules })).expect(201);
  const next = aGuideDocument({
    refId: given.benchmark,
    version: '2.0',
    title: 'A guide',
    rules: ['r1', 'r2', 'r4'],
    values: ['v1', 'v3'],
    ofRules: { r1: check('one'), r2: check('other'), r4: '<x:title>Four</x:title>' },
  });
  const nextId = await importGuide(api, next, 'os_minor_versions=4');
  const ask = async (rule_ref_id: string) => {
    const expires_at = new Date(api.clock.now() + DAY_MS).toISOString();
    const body = { rule_ref_id, policy_id: given.policy.id, reason: 'x', expires_at };
    const { body: waiver } = await api.post(`${BASE}/waivers`).send(body).expect(201);
    return (waiver as { data: { id: string } }).data.id;
  };
  const move = (body: object) =>
    api.post(`${BASE}/policies/moves`).send({ security_guide_id: nextId, policy_ids: [given.policy.id], ...body });
  const read = async (path: string) => ((await api.get(`${BASE}/${path}`).expect(200)).body as { data: unknown }).data;
  return { ...given, nextId, ask, move, read };
}

describe('two versions of a guide', () => {
  it('list added, removed and changed rules, values and profiles, with the changed parts', async () => {
    const { guideId, nextId, read } = await givenTwoVersions();
    const changes = (await read(`security_guides/${nextId}/changes?limit=100&sort_by=kind,ref_id`)) as {
      kind: string;
      ref_id: string;
      change: string;
      fields: string[];
    }[];

    expect(changes.map(({ kind, ref_id, change, fields }) => [kind, ref_id, change, fields])).toEqual([
      ['profile', 'p1', 'changed', ['rules', 'values']],
      ['profile', 'p2', 'changed', ['rules', 'values']],
      ['rule', 'r1', 'changed', ['check']],
      ['rule', 'r2', 'changed', ['check']],
      ['rule', 'r3', 'removed', []],
      ['rule', 'r4', 'added', []],
      ['value', 'v2', 'removed', []],
      ['value', 'v3', 'added', []],
    ]);
    const filter = encodeURIComponent('kind = rule AND change = added');
    expect(await read(`security_guides/${nextId}/changes?since=${guideId}&filter=${filter}`)).toMatchObject([
      { ref_id: 'r4', title: 'Four' },
    ]);
    await api.get(`${BASE}/security_guides/${guideId}/changes`).expect(404);
  });
});

describe('a policy that moves to another version of its guide', () => {
  it('shows the effect in a dry run, without changes', async () => {
    const { policy, move, ask, read } = await givenTwoVersions();
    await ask('r3');
    const { body } = await move({ dry_run: true }).expect(202);

    expect((body as { data: { policies: object[] } }).data.policies).toMatchObject([
      {
        id: policy.id,
        former_version: '1.0',
        lost_waivers: ['r3'],
        unsupported_minor_versions: [],
        reported_system_count: 1,
        failed_result_count: 2,
      },
    ]);
    expect(await read(`policies/${policy.id}/tailorings`)).toMatchObject([{ security_guide_version: '1.0' }]);
  });

  it('keeps tailorings, exceptions and history', async () => {
    const { policy, system, move, ask, read, nextId } = await givenTwoVersions();
    await ask('r1');
    await move({}).expect(202);

    expect(await read(`policies/${policy.id}/tailorings`)).toMatchObject([
      { security_guide_version: '2.0', security_guide_id: nextId },
    ]);
    const results = `reports/${policy.id}/systems/${system.id}/test_results`;
    expect(await read(results)).toMatchObject([{ failed_rule_count: 2 }]);
    expect(await read(`reports/${policy.id}`)).toMatchObject({ security_guide_id: nextId, reported_system_count: 1 });
    await move({}).expect(406);
    const counted = await db.asOrg(policy.org_id).query(
      `SELECT 1 FROM policy_tally t
        WHERE t.policy_count <> (SELECT count(*) FROM policy p WHERE p.profile_id = t.profile_id)`,
    );
    expect(counted).toEqual([]);
    await api.delete(`${BASE}/policies/${policy.id}`).expect(202);
  });

  it('keeps waivers of rules of the DISA, whose ids change with each revision', async () => {
    const { policy, guideId, nextId, move, ask, read } = await givenTwoVersions();
    const rename = (guide: string, refId: string): Promise<unknown> =>
      db.query(`UPDATE rule SET ref_id = $2 WHERE ref_id = 'r1' AND security_guide_id = $1`, [guide, refId]);
    await rename(guideId, 'SV-7r1_rule');
    await rename(nextId, 'SV-7r2_rule');
    await ask('SV-7r1_rule');
    await move({}).expect(202);
    const filter = encodeURIComponent(`policy_id = ${policy.id}`);

    expect(
      ((await read(`waivers?filter=${filter}`)) as { rule_ref_id: string }[]).map((one) => one.rule_ref_id).toSorted(),
    ).toEqual(['SV-7r1_rule', 'SV-7r2_rule']);
  });

  it('requests approval again for waivers of rules whose check changed with their id', async () => {
    const { policy, guideId, nextId, move, ask, read } = await givenTwoVersions();
    const name = (guide: string, refId: string, as: string, check: string): Promise<unknown> =>
      db.query('UPDATE rule SET ref_id = $3, check_sha256 = $4 WHERE ref_id = $2 AND security_guide_id = $1', [
        guide,
        refId,
        as,
        check,
      ]);
    await name(guideId, 'r1', 'SV-7r1_rule', 'same');
    await name(nextId, 'r1', 'SV-7r2_rule', 'same');
    await name(guideId, 'r2', 'SV-8r1_rule', 'one');
    await name(nextId, 'r2', 'SV-8r2_rule', 'other');
    for (const rule of ['SV-7r1_rule', 'SV-8r1_rule']) {
      const id = await ask(rule);
      await api
        .as({ username: 'bob' })
        .put(`${BASE}/waivers/${id}/decision`)
        .send({ decision: 'approved' })
        .expect(202);
    }
    await move({}).expect(202);

    const waivers = (await read(`waivers?filter=${encodeURIComponent(`policy_id = ${policy.id}`)}`)) as {
      rule_ref_id: string;
      state: string;
    }[];
    const states = waivers.map(({ rule_ref_id, state }) => [rule_ref_id, state] as const);
    expect(Object.fromEntries(states)).toEqual({
      'SV-7r1_rule': 'approved',
      'SV-7r2_rule': 'approved',
      'SV-8r1_rule': 'approved',
      'SV-8r2_rule': 'requested',
    });
  });

  it('may be named by any spelling of its id, and counts once', async () => {
    const { policy, move } = await givenTwoVersions();
    const { body } = await move({ policy_ids: [policy.id.toUpperCase(), policy.id] }).expect(202);
    expect((body as { data: { policies: { id: string }[] } }).data.policies.map(({ id }) => id)).toEqual([policy.id]);
  });

  it('is refused for another guide, an unknown policy, and as one of several', async () => {
    const { policy, move, read } = await givenTwoVersions();
    const other = await givenScannableSystem(db, api);
    await move({ security_guide_id: other.guideId }).expect(406);
    await move({ policy_ids: [policy.id, other.policy.id] }).expect(406);
    await move({ policy_ids: [policy.id, other.system.id] }).expect(404);
    await move({ policy_ids: [] }).expect(406);
    await move({ security_guide_id: 'x' }).expect(406);

    expect(await read(`policies/${policy.id}/tailorings`)).toMatchObject([{ security_guide_version: '1.0' }]);
  });
});
