import { untilSomebodyWaits } from '@wardstone/testing';
import type { Test } from 'supertest';
import { BASE, useCompliance } from '../../test/use-compliance';
import { givenGuide, givenPolicy, givenProfile, givenRules, givenSystem } from '../../test/builders';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const { db, api } = useCompliance();
const path = (policyId: string, systemId: string): string => `${BASE}/policies/${policyId}/systems/${systemId}`;
const policyNotFound = (id: string) => ({ errors: [`V2::Policy not found with ID ${id}`] });
const systemNotFound = (id: string) => ({ errors: [`V2::System not found with ID ${id}`] });
const refusals = (...texts: string[]) => ({ errors: texts.map((text) => `V2::PolicySystem system ${text}`) });

async function givenSupportedPolicy(minors: readonly number[] = [4]) {
  const profile = await givenProfile(db, { minors });
  return { profile, policy: await givenPolicy(db, { profile_id: profile.id }) };
}
const getTailorings = (policyId: string) =>
  db.asOrg('acme').query<{ profile_id: string; os_minor_version: number; value_overrides: object; rules: number }>(
    `SELECT t.profile_id, t.os_minor_version, t.value_overrides,
            (SELECT count(*) FROM tailoring_rule r WHERE r.tailoring_id = t.id) AS rules
       FROM tailoring t WHERE t.policy_id = $1 ORDER BY t.os_minor_version`,
    [policyId],
  );

/** Deletes a row while a request is on its way that waits for it; returns the status of the request. */
async function statusWhileDeleting(table: 'rule' | 'profile', id: string, request: () => Test): Promise<number> {
  const { answer: response } = await db.transaction(async (tx) => {
    await tx.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
    const started = request().then();
    await untilSomebodyWaits(db);
    return { answer: started };
  });
  return (await response).status;
}

describe('an assignment while a newer document of the guide comes in', () => {
  it.each([
    ['one system', (policyId: string, id: string) => api.patch(path(policyId, id))],
    [
      'all systems',
      (policyId: string, id: string) => api.post(`${BASE}/policies/${policyId}/systems`).send({ ids: [id] }),
    ],
  ])('of %s skips rules that the new document removes', async (_name, assign) => {
    const { policy, profile } = await givenSupportedPolicy();
    const [gone] = await givenRules(db, profile, 3);
    const system = await givenSystem(db);

    expect(await statusWhileDeleting('rule', gone!, () => assign(policy.id, system.id))).toBe(202);
    expect(await getTailorings(policy.id)).toMatchObject([{ os_minor_version: 4, rules: 2 }]);
  });

  it('is refused when the new document removes the profile for its minor', async () => {
    const guide = { ref_id: 'xccdf_org.example_benchmark_GONE-8', os_major_version: 8 };
    const [old, newer] = [
      await givenGuide(db, { ...guide, version: '1', version_sort_key: 'a' }),
      await givenGuide(db, { ...guide, version: '2', version_sort_key: 'b' }),
    ];
    const family = { ref_id: 'xccdf_profile_gone' };
    const chosen = await givenProfile(db, { ...family, security_guide_id: old.id, minors: [3] });
    const variant = await givenProfile(db, { ...family, security_guide_id: newer.id, minors: [4] });
    const policy = await givenPolicy(db, { profile_id: chosen.id });
    const system = await givenSystem(db);
    const assign = () => api.patch(path(policy.id, system.id));

    expect(await statusWhileDeleting('profile', variant.id, assign)).toBe(406);
    expect(await getTailorings(policy.id)).toEqual([]);
  });
});

describe('PATCH /policies/{policy_id}/systems/{system_id}', () => {
  it('assigns the system and returns it without its policies', async () => {
    const { policy } = await givenSupportedPolicy();
    const system = await givenSystem(db);
    const { body } = await api.patch(path(policy.id, system.id)).expect(202);

    expect(body.data).toMatchObject({ id: system.id, type: 'system' });
    expect(body.data).not.toHaveProperty('policies');
    expect((await api.get(`${BASE}/policies/${policy.id}`)).body.data.total_system_count).toBe(1);
    expect((await api.get(`${BASE}/systems/${system.id}`)).body.data.policies).toEqual([
      { id: policy.id, title: policy.title },
    ]);
  });

  it('tailors the policy for the first system of a minor, from the newest guide that registers it', async () => {
    const guide = { ref_id: 'xccdf_org.example_benchmark_RHEL-8', os_major_version: 8 };
    const [old, newer, newest] = [
      await givenGuide(db, { ...guide, version: '0.1.9', version_sort_key: 'a' }),
      await givenGuide(db, { ...guide, version: '0.1.10', version_sort_key: 'b' }),
      await givenGuide(db, { ...guide, version: '0.1.11', version_sort_key: 'c' }),
    ];
    const family = (guideId: string, minors: number[]) =>
      givenProfile(db, {
        security_guide_id: guideId,
        ref_id: 'xccdf_profile_family',
        minors,
        value_overrides: { [UNKNOWN]: 'x' },
      });
    const chosen = await family(old.id, [4]);
    const variant = await family(newer.id, [4, 5]);
    await family(newest.id, [5]);
    await givenRules(db, variant, 3);
    const policy = await givenPolicy(db, { profile_id: chosen.id });
    await api.patch(path(policy.id, (await givenSystem(db)).id)).expect(202);
    await api.patch(path(policy.id, (await givenSystem(db)).id)).expect(202);

    expect(await getTailorings(policy.id)).toEqual([
      { profile_id: variant.id, os_minor_version: 4, value_overrides: { [UNKNOWN]: 'x' }, rules: 3 },
    ]);
  });

  it('returns 404 for a system that is assigned already', async () => {
    const { policy } = await givenSupportedPolicy();
    const system = await givenSystem(db, { policies: [policy] });
    const { body } = await api.patch(path(policy.id, system.id)).expect(404);

    expect(body).toEqual(policyNotFound(policy.id));
  });

  it('names every reason why a system does not fit', async () => {
    const { policy, profile } = await givenSupportedPolicy([4]);
    const assign = async (over: Parameters<typeof givenSystem>[1]) => {
      const system = await givenSystem(db, over);
      return (await api.patch(path(policy.id, system.id)).expect(406)).body;
    };
    const sibling = await givenPolicy(db, {
      profile_id: (await givenProfile(db, { ref_id: profile.ref_id, minors: [4] })).id,
    });
    const major = 'Unsupported OS major version';
    const minor = 'Unsupported OS minor version';
    const type = 'System cannot be assigned to multiple policies of the same type';

    expect(await assign({ os_major_version: 9 })).toEqual(refusals(major));
    expect(await assign({ os_minor_version: 5 })).toEqual(refusals(minor));
    expect(await assign({ os_name: 'Debian' })).toEqual(refusals(major));
    expect(await assign({ policies: [sibling] })).toEqual(refusals(type));
    expect(await assign({ os_major_version: 9, os_minor_version: 1, policies: [sibling] })).toEqual(
      refusals(major, minor, type),
    );
    expect(await getTailorings(policy.id)).toEqual([]);
  });

  it('lets only one of two sibling policies take a system at the same time', async () => {
    const { policy, profile } = await givenSupportedPolicy();
    const sibling = await givenPolicy(db, { profile_id: profile.id });
    const system = await givenSystem(db);
    const responses = await Promise.all([policy, sibling].map(({ id }) => api.patch(path(id, system.id))));

    expect(responses.map(({ status }) => status).sort()).toEqual([202, 406]);
  });

  it('reports errors in the order of the specification', async () => {
    const { policy } = await givenSupportedPolicy();
    const { id } = await givenSystem(db);
    const response = async (policyId: string, systemId: string, given: object = {}) => {
      const { status, body } = await api.patch(path(policyId, systemId)).send(given);
      return [status, body.errors[0]];
    };

    expect(await response('abc', 'def', { foo: 1 })).toEqual([422, 'Invalid parameter: policy_id is not permitted']);
    expect(await response(UNKNOWN, 'def', { foo: 1 })).toEqual([422, 'found unpermitted parameter: :foo']);
    expect(await response(UNKNOWN, 'def')).toEqual([404, `V2::Policy not found with ID ${UNKNOWN}`]);
    expect(await response(policy.id, 'def')).toEqual([404, 'V2::System not found with ID def']);
    expect(await response(policy.id, UNKNOWN)).toEqual([404, `V2::System not found with ID ${UNKNOWN}`]);
    expect(
      (
        await api
          .as({ inventoryGroups: ['g1'] })
          .patch(path(policy.id, id))
          .expect(404)
      ).body,
    ).toEqual(systemNotFound(id));
  });
});

describe('DELETE /policies/{policy_id}/systems/{system_id}', () => {
  it('takes the system out, once, and keeps the tailoring', async () => {
    const { policy } = await givenSupportedPolicy();
    const { id } = await givenSystem(db);
    await api.patch(path(policy.id, id)).expect(202);
    const { body } = await api.delete(path(policy.id, id)).expect(202);

    expect(body.data.id).toBe(id);
    expect((await api.get(`${BASE}/policies/${policy.id}`)).body.data.total_system_count).toBe(0);
    expect(await getTailorings(policy.id)).toHaveLength(1);
    expect((await api.delete(path(policy.id, id)).expect(404)).body).toEqual(systemNotFound(id));
    expect((await api.delete(path(UNKNOWN, id)).expect(404)).body).toEqual(policyNotFound(UNKNOWN));
  });
});

describe('assigning, unassigning and deleting at the same time', () => {
  it('never fails, and keeps counts correct', async () => {
    const profiles = await Promise.all([0, 1, 2].map(() => givenProfile(db, { minors: [4] })));
    const policies = await Promise.all(profiles.map(({ id }) => givenPolicy(db, { profile_id: id })));
    const systems = await Promise.all(
      Array.from({ length: 6 }, () => givenSystem(db, { policies: policies.slice(1) })),
    );
    const [doomed, ...others] = policies;
    const requests = systems.flatMap(({ id }, index) => [
      api.patch(path(policies[0]!.id, id)),
      api.delete(path(policies[1]!.id, id)),
      ...(index % 2 === 0 ? [api.delete(`${BASE}/systems/${id}`)] : []),
      ...(index === 3 ? [api.delete(`${BASE}/policies/${doomed!.id}`)] : []),
    ]);
    const responses = await Promise.all(requests);

    expect(responses.map(({ status }) => status).filter((status) => status !== 202 && status !== 404)).toEqual([]);
    for (const { id } of others) {
      const [{ count }] = (await db
        .asOrg('acme')
        .query<{ count: number }>('SELECT count(*) AS count FROM policy_system WHERE policy_id = $1', [id])) as [
        { count: number },
      ];
      expect((await api.get(`${BASE}/policies/${id}`)).body.data.total_system_count).toBe(count);
    }
  });
});

describe('the audit log', () => {
  it('names the policy, and the system that it gets or loses', async () => {
    const toFacts = ({ headers }: { headers: Record<string, string> }): unknown => JSON.parse(headers['x-audit']!);
    const { policy } = await givenSupportedPolicy();
    const system = await givenSystem(db, { display_name: 'web-1' });
    const thing = { kind: 'policy', id: policy.id, name: policy.title };
    const change = (from: string | null, to: string | null) => ({ field: 'system', from, to });
    const added = await api.patch(path(policy.id, system.id)).expect(202);
    expect(toFacts(added)).toEqual({ thing, changes: [change(null, 'web-1')] });
    const removed = await api.delete(path(policy.id, system.id)).expect(202);
    expect(toFacts(removed)).toEqual({ thing, changes: [change('web-1', null)] });
    const all = await api.post(`${BASE}/policies/${policy.id}/systems`).send({ ids: [system.id] });
    expect(toFacts(all)).toEqual({ thing, changes: [{ field: 'systems_added', from: null, to: 1 }] });
  });
});
