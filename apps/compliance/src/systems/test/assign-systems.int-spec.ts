import { BASE, useCompliance } from '../../test/use-compliance';
import { givenPolicy, givenProfile, givenRules, givenSystem, type SystemSeed } from '../../test/builders';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const { db, api } = useCompliance();
const path = (policyId: string): string => `${BASE}/policies/${policyId}/systems`;
const assign = (policyId: string, ids: unknown, caller = api) => caller.post(path(policyId)).send({ ids });
const toIds = (systems: readonly { id: string }[]): string[] => systems.map(({ id }) => id).sort();
const assignedTo = async (policyId: string): Promise<string[]> => {
  const { body } = await api.get(`${path(policyId)}?limit=100`).expect(200);
  return toIds(body.data);
};
const getMinors = async (policyId: string): Promise<number[]> => {
  const rows = await db
    .asOrg('acme')
    .query<{ os_minor_version: number }>(
      'SELECT t.os_minor_version FROM tailoring t WHERE t.policy_id = $1 ORDER BY t.os_minor_version',
      [policyId],
    );
  return rows.map(({ os_minor_version }) => os_minor_version);
};

async function givenSupportedPolicy(minors: readonly number[] = [4, 5]) {
  const profile = await givenProfile(db, { minors });
  await givenRules(db, profile, 2);
  return { profile, policy: await givenPolicy(db, { profile_id: profile.id }) };
}

describe('POST /policies/{policy_id}/systems', () => {
  it('makes the given systems the only ones and returns the first page of them', async () => {
    const { policy } = await givenSupportedPolicy();
    const [a, b, c] = await Promise.all([4, 5, 4].map((minor) => givenSystem(db, { os_minor_version: minor })));
    await assign(policy.id, [a!.id, b!.id.toUpperCase(), a!.id]).expect(202);
    const { body } = await assign(policy.id, [b!.id, c!.id.replaceAll('-', '')]).expect(202);

    expect(toIds(body.data)).toEqual(toIds([b!, c!]));
    expect(body.data[0]).not.toHaveProperty('policies');
    expect(body.meta).toEqual({ total: 2, limit: 10, offset: 0 });
    expect(body.links.first).toBe(`${path(policy.id)}?limit=10&offset=0`);
    expect(await assignedTo(policy.id)).toEqual(toIds([b!, c!]));
    expect((await api.get(`${BASE}/policies/${policy.id}`)).body.data.total_system_count).toBe(2);
    expect(await getMinors(policy.id)).toEqual([4, 5]);
  });

  it('gives each new minor a tailoring with the rules of its profile', async () => {
    const { policy } = await givenSupportedPolicy();
    await assign(policy.id, [(await givenSystem(db, { os_minor_version: 5 })).id]).expect(202);
    const [tailoring] = await db.asOrg('acme').query<{ rules: number }>(
      `SELECT (SELECT count(*) FROM tailoring_rule r WHERE r.tailoring_id = t.id) AS rules
           FROM tailoring t WHERE t.policy_id = $1`,
      [policy.id],
    );

    expect(await getMinors(policy.id)).toEqual([5]);
    expect(tailoring).toEqual({ rules: 2 });
  });

  it('silently leaves out systems that do not fit', async () => {
    const { policy, profile } = await givenSupportedPolicy();
    const sibling = await givenPolicy(db, {
      profile_id: (await givenProfile(db, { ref_id: profile.ref_id, minors: [4] })).id,
    });
    const fitting = await givenSystem(db);
    const others: SystemSeed[] = [
      await givenSystem(db, { org_id: 'umbrella' }),
      await givenSystem(db, { os_major_version: 9 }),
      await givenSystem(db, { os_minor_version: 6 }),
      await givenSystem(db, { os_name: 'Debian' }),
      await givenSystem(db, { policies: [sibling] }),
    ];
    await assign(policy.id, [...others.map(({ id }) => id), UNKNOWN, 'no id', '\0', fitting.id]).expect(202);

    expect(await assignedTo(policy.id)).toEqual([fitting.id]);
    expect(await assignedTo(sibling.id)).toEqual([others[4]!.id]);
  });

  it('keeps assigned systems even if they no longer fit', async () => {
    const { policy } = await givenSupportedPolicy();
    const moved = await givenSystem(db, { os_minor_version: 9, policies: [policy] });
    await assign(policy.id, [moved.id]).expect(202);

    expect(await assignedTo(policy.id)).toEqual([moved.id]);
    expect(await getMinors(policy.id)).toEqual([]);
  });

  it('removes all when none is given, and keeps the tailorings', async () => {
    const { policy } = await givenSupportedPolicy();
    await assign(policy.id, [(await givenSystem(db)).id]).expect(202);
    const { body } = await assign(policy.id, []).expect(202);

    expect(body).toMatchObject({ data: [], meta: { total: 0 } });
    expect(await getMinors(policy.id)).toEqual([4]);
  });

  it('does not touch systems that the caller cannot see', async () => {
    const { policy } = await givenSupportedPolicy();
    const group = { id: 'g1', name: 'one' };
    const hidden = await givenSystem(db, { policies: [policy] });
    const seen = await givenSystem(db, { groups: [group], policies: [policy] });
    const wanted = await givenSystem(db, { groups: [group] });
    const restricted = api.as({ inventoryGroups: ['g1'] });
    const { body } = await restricted
      .post(path(policy.id))
      .send({ ids: [wanted.id, (await givenSystem(db)).id] })
      .expect(202);

    expect(toIds(body.data)).toEqual([wanted.id]);
    expect(await assignedTo(policy.id)).toEqual(toIds([hidden, wanted]));
    expect(await assignedTo(policy.id)).not.toContain(seen.id);
  });

  it.each([
    [{}, 'Invalid parameter: ids must be an array'],
    [{ ids: null }, 'Invalid parameter: ids must be an array'],
    [{ ids: 'x' }, 'Invalid parameter: ids must be an array'],
    [{ ids: [1] }, 'Invalid parameter: ids must be an array of strings'],
    [{ ids: [], foo: 1 }, 'found unpermitted parameter: :foo'],
  ])('refuses the body %j', async (given, text) => {
    const { policy } = await givenSupportedPolicy();

    expect((await api.post(path(policy.id)).send(given).expect(422)).body).toEqual({ errors: [text] });
  });

  it('returns 404 for an unknown policy, and for one that supports no version', async () => {
    const { policy } = await givenSupportedPolicy([]);

    expect((await assign(UNKNOWN, []).expect(404)).body).toEqual({
      errors: [`V2::Policy not found with ID ${UNKNOWN}`],
    });
    expect((await assign('abc', []).expect(422)).body).toEqual({
      errors: ['Invalid parameter: policy_id is not permitted'],
    });
    expect((await assign(policy.id, []).expect(404)).body).toEqual({
      errors: ['V2::SupportedProfile not found with ID'],
    });
  });

  it('lets two sibling policies share no system, also when both ask at once', async () => {
    const { policy, profile } = await givenSupportedPolicy();
    const sibling = await givenPolicy(db, { profile_id: profile.id });
    const ids = toIds(await Promise.all(Array.from({ length: 5 }, () => givenSystem(db))));
    const responses = await Promise.all([policy, sibling].map(({ id }) => assign(id, ids)));

    expect(responses.map(({ status }) => status)).toEqual([202, 202]);
    const [ofPolicy, ofSibling] = await Promise.all([assignedTo(policy.id), assignedTo(sibling.id)]);
    expect([...ofPolicy, ...ofSibling].sort()).toEqual(ids);
  });
});
