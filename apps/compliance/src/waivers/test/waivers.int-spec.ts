import fc from 'fast-check';
import { givenPolicy, givenProfile, givenRules, type SystemSeed } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { type Fleet, givenFleet as makeFleet } from './given-fleet';

const { db, api } = useCompliance();
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 15, 12);
const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const bob = api.as({ username: 'bob' });
afterEach(() => api.clock.set(START));

const givenFleet = () => makeFleet(db);
const inDays = (days: number): string => new Date(api.clock.now() + days * DAY_MS).toISOString();
const ask = (body: object, requests: Pick<typeof api, 'post'> = api) =>
  requests.post(`${BASE}/waivers`).send({ reason: 'The vendor needs it', expires_at: inDays(30), ...body });
const decide = (id: string, decision: string, requests: Pick<typeof api, 'put'> = bob) =>
  requests.put(`${BASE}/waivers/${id}/decision`).send({ decision });
const approved = async (body: object): Promise<string> => {
  const { id } = (await ask(body).expect(201)).body.data;
  await decide(id, 'approved').expect(202);
  return id;
};
const toResult = async ({ policy }: Fleet, { id }: SystemSeed) =>
  (await api.get(`${BASE}/reports/${policy.id}/test_results?filter=system_id%20%3D%20${id}`).expect(200)).body.data[0];
const getReport = async ({ policy }: Fleet) => (await api.get(`${BASE}/reports/${policy.id}`).expect(200)).body.data;

describe('an exception from a rule', () => {
  it('is requested, approved by another person, in force, and expires to the second', async () => {
    const fleet = await givenFleet();
    const { policy, system, refs } = fleet;
    const { body, headers } = await ask({ rule_ref_id: refs[0], policy_id: policy.id }).expect(201);
    const { id } = body.data;

    expect(headers['location']).toBe(`${BASE}/waivers/${id}`);
    expect(body.data).toEqual({
      id,
      type: 'waiver',
      rule_ref_id: refs[0],
      policy_id: policy.id,
      group_id: null,
      system_ids: null,
      rule: { title: expect.any(String) as string, severity: 'low', security_guide_id: expect.any(String) as string },
      policy_title: policy.title,
      group_name: null,
      systems: [],
      reason: 'The vendor needs it',
      state: 'requested',
      expires_at: inDays(30),
      expires_soon: false,
      requested_at: inDays(0),
      requested_by: expect.any(String) as string,
      needs_other_approver: true,
      decided_at: null,
      decided_by: null,
      withdrawn_at: null,
      withdrawn_by: null,
      result: null,
      owner: null,
      attachment: null,
      severity: null,
    });
    expect(await toResult(fleet, system)).toMatchObject({ waived_rule_count: 0, score_with_exceptions: 60 });
    expect((await decide(id, 'approved').expect(202)).body.data).toMatchObject({
      state: 'approved',
      decided_by: 'bob',
    });
    expect(await toResult(fleet, system)).toMatchObject({
      score: 60,
      verdict: 'not_compliant',
      waived_rule_count: 1,
      score_with_exceptions: 70,
      verdict_with_exceptions: 'not_compliant',
    });
    for (const ref of refs.slice(1, 3)) await approved({ rule_ref_id: ref, policy_id: policy.id });
    expect(await toResult(fleet, system)).toMatchObject({
      score_with_exceptions: 90,
      verdict_with_exceptions: 'compliant',
    });
    expect(await getReport(fleet)).toMatchObject({
      compliant_system_count: 0,
      compliant_with_exceptions_system_count: 2,
      percent_compliant_with_exceptions: 100,
    });
    const rules = `${BASE}/reports/${policy.id}/test_results/${(await toResult(fleet, system)).id}/rule_results`;
    const waivers = (await api.get(`${rules}?sort_by=precedence`).expect(200)).body.data;
    expect(waivers.map(({ waiver_id }: { waiver_id: string | null }) => waiver_id !== null)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);

    api.clock.set(START + 30 * DAY_MS - 1);
    expect((await api.get(`${BASE}/waivers/${id}`)).body.data).toMatchObject({ state: 'approved', expires_soon: true });
    expect(await toResult(fleet, system)).toMatchObject({ waived_rule_count: 3 });
    api.clock.set(START + 30 * DAY_MS);
    expect((await api.get(`${BASE}/waivers/${id}`)).body.data).toMatchObject({ state: 'expired', expires_soon: false });
    expect(await toResult(fleet, system)).toMatchObject({ waived_rule_count: 0, score_with_exceptions: 60 });
    expect(await getReport(fleet)).toMatchObject({ compliant_with_exceptions_system_count: 0 });
  });

  it('covers systems, a group or a policy, or the intersection of several', async () => {
    const fleet = await givenFleet();
    const { policy, system, other, refs } = fleet;
    const elsewhere = await givenPolicy(db);
    const waived = async (): Promise<number[]> =>
      Promise.all([system, other].map(async (one) => (await toResult(fleet, one)).waived_rule_count));

    await approved({ rule_ref_id: refs[0], system_ids: [other.id] });
    expect(await waived()).toEqual([0, 1]);
    await approved({ rule_ref_id: refs[1], group_id: 'g1' });
    expect(await waived()).toEqual([1, 1]);
    await approved({ rule_ref_id: refs[2], policy_id: elsewhere.id });
    await approved({ rule_ref_id: refs[2], policy_id: policy.id, group_id: 'g2' });
    expect(await waived()).toEqual([1, 1]);
    await approved({ rule_ref_id: refs[2], policy_id: policy.id, group_id: 'g1' });
    await approved({ rule_ref_id: refs[4], policy_id: policy.id });
    await approved({ rule_ref_id: refs[0], policy_id: policy.id, system_ids: [other.id] });
    expect(await waived()).toEqual([2, 1]);
  });

  it('covers each system once, however often it is named', async () => {
    const { system, refs } = await givenFleet();
    const system_ids = [system.id, system.id.toUpperCase(), ...Array.from({ length: 1000 }, () => system.id)];
    const { data } = (await ask({ rule_ref_id: refs[0], system_ids }).expect(201)).body;
    expect(data.system_ids).toEqual([system.id]);
  });

  it('shows the names of what it covers, and is found by them', async () => {
    const fleet = await givenFleet();
    const { policy, system, other, refs } = fleet;
    const body = { rule_ref_id: refs[0] };
    const named = (await ask({ ...body, policy_id: policy.id, system_ids: [other.id, system.id] })).body.data;
    const grouped = (await ask({ ...body, group_id: 'g1' })).body.data;
    const toIds = async (filter: string): Promise<string[]> => {
      const query = new URLSearchParams({ filter: `rule_ref_id = ${refs[0]} AND ${filter}`, sort_by: 'requested_at' });
      const { body: list } = await api.get(`${BASE}/waivers?${query.toString()}`).expect(200);
      return list.data.map(({ id }: { id: string }) => id);
    };

    const names = [system, other].map(({ id, display_name }) => ({ id, display_name }));
    expect(named).toMatchObject({ policy_title: policy.title, group_name: null });
    expect(named.systems).toHaveLength(2);
    expect(named.systems).toEqual(expect.arrayContaining(names));
    expect(grouped).toMatchObject({ policy_title: null, group_name: 'one', systems: [] });
    expect(await toIds(`policy_title ~ "${policy.title}"`)).toEqual([named.id]);
    expect(await toIds(`system_names ~ "${other.display_name}"`)).toEqual([named.id]);
    expect(await toIds('group_name = one')).toEqual([grouped.id]);
    expect(await toIds('null? policy_id')).toEqual([grouped.id]);
    expect(await toIds('has policy_id')).toEqual([named.id]);
    const response = await bob.get(`${BASE}/waivers/${named.id}`).expect(200);
    expect(response.body.data.needs_other_approver).toBe(false);
    const limited = api.as({ inventoryGroups: ['g1'], username: 'lim' });
    const both = (await ask({ ...body, group_id: 'g1', system_ids: [other.id, system.id] })).body.data.id;
    // Seen for the sake of the group: the name of the other system stays unknown.
    expect((await limited.get(`${BASE}/waivers/${both}`).expect(200)).body.data.systems).toEqual([names[0]]);
  });

  it('is listed by state, and found when it expires soon', async () => {
    const { policy, refs } = await givenFleet();
    const rule = refs[0]!;
    const soon = await approved({ rule_ref_id: rule, policy_id: policy.id, expires_at: inDays(14) });
    const later = await approved({ rule_ref_id: rule, policy_id: policy.id, expires_at: inDays(15) });
    const open = (await ask({ rule_ref_id: rule, policy_id: policy.id })).body.data.id;
    const toIds = async (filter: string): Promise<string[]> => {
      const query = new URLSearchParams({ filter: `rule_ref_id = ${rule} AND ${filter}`, sort_by: 'expires_at' });
      const { body } = await api.get(`${BASE}/waivers?${query.toString()}`).expect(200);
      return body.data.map(({ id }: { id: string }) => id);
    };

    expect(await toIds('expires_soon = true')).toEqual([soon]);
    expect(await toIds('state = approved')).toEqual([soon, later]);
    expect(await toIds(`policy_id = ${policy.id} AND state != approved`)).toEqual([open]);
    await api.delete(`${BASE}/waivers/${open}`).expect(202);
    await decide((await ask({ rule_ref_id: rule, policy_id: policy.id })).body.data.id, 'rejected', api).expect(202);
    expect(await toIds('state = withdrawn')).toEqual([open]);
    expect(await toIds('state = rejected')).toHaveLength(1);
  });

  it.each([
    [{ rule_ref_id: 'none' }, ['rule must exist']],
    [{ policy_id: undefined }, ['policy, group or systems must be given']],
    [{ policy_id: UNKNOWN }, ['policy must exist']],
    [{ system_ids: [] }, [`systems can't be blank`]],
    [{ system_ids: [UNKNOWN] }, ['system must exist']],
    [{ system_ids: ['x'] }, ['system must exist']],
    [
      { system_ids: Array.from({ length: 1001 }, (_, n) => UNKNOWN.slice(0, -4) + String(1000 + n)) },
      ['systems are too many (maximum is 1000)'],
    ],
    [{ group_id: 'g'.repeat(256) }, ['group is too long (maximum is 255 characters)']],
    [{ reason: ' ' }, [`reason can't be blank`]],
    [{ reason: 'x'.repeat(2001) }, ['reason is too long (maximum is 2000 characters)']],
    [{ expires_at: '2026-01-15T12:00:00Z' }, ['expiry must be in the future']],
    [{ expires_at: '2028-01-17T12:00:00Z', reason: '' }, [`reason can't be blank`, 'expiry must be within two years']],
  ])('is refused for each broken rule, case %#', async (over, texts) => {
    const { policy, refs } = await givenFleet();
    const { body } = await ask({ rule_ref_id: refs[0], policy_id: policy.id, ...over }).expect(406);

    expect(body.errors).toEqual(texts.map((text) => `V2::Waiver ${text}`));
  });
});

describe('a person who tries to approve an exception of their own', () => {
  it('cannot approve what they requested, under whatever roles', async () => {
    const { policy, refs } = await givenFleet();
    const { id } = (await ask({ rule_ref_id: refs[0], policy_id: policy.id })).body.data;

    expect((await decide(id, 'approved', api).expect(403)).body.errors).toEqual([
      'V2::Waiver must be approved by another person',
    ]);
    expect((await api.get(`${BASE}/waivers/${id}`)).body.data.state).toBe('requested');
    await decide(id, 'approved', api.as({ type: 'ServiceAccount', username: 'helper' })).expect(403);
    await decide(id, 'approved', api.as({ roles: ['operator'], username: 'olga' })).expect(403);
    await decide(id, 'approved', api.as({ roles: ['viewer'] })).expect(403);
    await ask({ rule_ref_id: refs[0], policy_id: policy.id }, api.as({ roles: ['viewer'] })).expect(403);
  });

  it('cannot change one that is approved, decide it again, or make it last', async () => {
    const { policy, refs } = await givenFleet();
    const id = await approved({ rule_ref_id: refs[0], policy_id: policy.id });
    const path = `${BASE}/waivers/${id}`;

    await decide(id, 'rejected').expect(409);
    for (const method of ['put', 'patch', 'post'] as const)
      await api[method](path)
        .send({ expires_at: inDays(700) })
        .expect(404);
    const org = db.asOrg('acme');
    await org.query('DELETE FROM waiver WHERE id = $1', [id]);
    expect((await api.get(path).expect(200)).body.data).toMatchObject({ state: 'approved', expires_at: inDays(30) });
  });

  it('cannot bring back one that has expired, was rejected or withdrawn', async () => {
    const { policy, refs } = await givenFleet();
    const body = { rule_ref_id: refs[0], policy_id: policy.id };
    const [late, rejected, withdrawn] = [
      (await ask({ ...body, expires_at: inDays(1) })).body.data.id,
      (await ask(body)).body.data.id,
      await approved(body),
    ];
    await decide(rejected, 'rejected').expect(202);
    await api.delete(`${BASE}/waivers/${withdrawn}`).expect(202);
    api.clock.advance(DAY_MS);

    for (const [id, state] of [
      [late, 'expired'],
      [rejected, 'rejected'],
      [withdrawn, 'withdrawn'],
    ]) {
      expect((await decide(id, 'approved').expect(409)).body.errors).toEqual([`V2::Waiver is ${state}`]);
      await api.delete(`${BASE}/waivers/${id}`).expect(409);
    }
  });

  it('decides once, of two concurrent decisions', async () => {
    const { policy, refs } = await givenFleet();
    const { id } = (await ask({ rule_ref_id: refs[0], policy_id: policy.id })).body.data;
    const responses = await Promise.all([decide(id, 'approved'), decide(id, 'rejected', api.as({ username: 'carl' }))]);

    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  it('sees nothing of another organisation', async () => {
    const { policy, system, refs } = await givenFleet();
    const id = await approved({ rule_ref_id: refs[0], policy_id: policy.id });
    const stranger = api.as({ orgId: 'umbrella' });

    await stranger.get(`${BASE}/waivers/${id}`).expect(404);
    await decide(id, 'rejected', stranger).expect(404);
    await stranger.delete(`${BASE}/waivers/${id}`).expect(404);
    expect((await stranger.get(`${BASE}/waivers`)).body.meta.total).toBe(0);
    await ask({ rule_ref_id: refs[0], policy_id: policy.id }, stranger).expect(406);
    await ask({ rule_ref_id: refs[0], system_ids: [system.id] }, stranger).expect(406);
  });

  it('cannot request one beyond their own inventory groups', async () => {
    const { policy, system, other, refs } = await givenFleet();
    const limited = api.as({ inventoryGroups: ['g1'], username: 'lim' });
    const body = { rule_ref_id: refs[0] };
    const whole = await approved({ ...body, policy_id: policy.id });

    await ask({ ...body, policy_id: policy.id }, limited).expect(403);
    await ask({ ...body, group_id: 'g2' }, limited).expect(403);
    await ask({ ...body, system_ids: [other.id] }, limited).expect(406);
    await limited.get(`${BASE}/waivers/${whole}`).expect(404);
    await limited.delete(`${BASE}/waivers/${whole}`).expect(404);
    const own = (await ask({ ...body, system_ids: [system.id] }, limited).expect(201)).body.data.id;
    await ask({ ...body, group_id: 'g1' }, limited).expect(201);
    await limited.get(`${BASE}/waivers/${own}`).expect(200);
  });
});

describe('the arithmetic of exceptions', () => {
  const waiver = fc.record({
    rule: fc.nat(4),
    days: fc.integer({ min: 1, max: 6 }),
    scope: fc.constantFrom('policy', 'system', 'other', 'group'),
    fate: fc.constantFrom('approved', 'approved', 'rejected', 'requested', 'withdrawn'),
  });

  it('equals a reference model at any time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(waiver, { maxLength: 4 }),
        fc.integer({ min: 0, max: 7 * 24 }),
        async (waivers, hours) => {
          api.clock.set(START);
          const fleet = await givenFleet();
          const { policy, system, other, refs } = fleet;
          const scopes = {
            policy: { policy_id: policy.id },
            system: { system_ids: [system.id] },
            other: { system_ids: [other.id] },
            group: { group_id: 'g1' },
          };
          for (const { rule, days, scope, fate } of waivers) {
            const body = { rule_ref_id: refs[rule], expires_at: inDays(days), ...scopes[scope] };
            const { id } = (await ask(body).expect(201)).body.data;
            if (fate === 'rejected' || fate === 'approved') await decide(id, fate).expect(202);
            if (fate === 'withdrawn') await api.delete(`${BASE}/waivers/${id}`).expect(202);
          }
          api.clock.set(START + hours * 3_600_000);
          const waived = new Set(
            waivers
              .filter(
                ({ days, scope, fate, rule }) =>
                  fate === 'approved' && days * 24 > hours && scope !== 'other' && rule < 4,
              )
              .map(({ rule }) => rule),
          ).size;
          const expected = 60 + waived * 10;

          expect(await toResult(fleet, system)).toMatchObject({
            waived_rule_count: waived,
            score_with_exceptions: expected,
            verdict_with_exceptions: expected >= 90 ? 'compliant' : 'not_compliant',
            score: 60,
          });
        },
      ),
      { seed: 29, numRuns: 12 },
    );
  });
});

describe('with WAIVER_APPROVER=any', () => {
  const own = useCompliance({ WAIVER_APPROVER: 'any' });

  it("permits approving a request of one's own", async () => {
    const profile = await givenProfile(own.db);
    const [rule] = await givenRules(own.db, profile, 1);
    const [row] = await own.db.query<{ ref_id: string }>('SELECT r.ref_id FROM rule r WHERE r.id = $1', [rule]);
    const body = { rule_ref_id: row!.ref_id, group_id: 'g1', reason: 'x', expires_at: inDays(1) };
    const { id } = (await own.api.post(`${BASE}/waivers`).send(body).expect(201)).body.data;

    await own.api.put(`${BASE}/waivers/${id}/decision`).send({ decision: 'approved' }).expect(202);
  });
});
