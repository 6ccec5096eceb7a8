import { untilSomebodyWaits } from '@wardstone/testing';
import { BASE, useCompliance } from '../../test/use-compliance';
import { givenGuide, givenPolicy, givenProfile, givenRules } from '../../test/builders';
import { createTailoring, givenTailoredPolicy, type TailoredPolicy } from './given-tailored-policy';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const { db, api } = useCompliance();
let seed: TailoredPolicy;
beforeEach(async () => {
  seed = await givenTailoredPolicy(db);
});

const notFound = (id: string) => ({ errors: [`V2::Tailoring not found with ID ${id}`] });
const policyNotFound = (id: string) => ({ errors: [`V2::Policy not found with ID ${id}`] });

describe('POST /policies/{policy_id}/tailorings', () => {
  it('creates a tailoring with the rules and values of the profile', async () => {
    const { body, headers, text } = await api.post(seed.path).send({ os_minor_version: 4 }).expect(201);
    const { guide, profile, values } = seed;

    expect(text).toBe(
      `{"data":{"id":"${body.data.id}","profile_id":"${profile.id}","os_minor_version":4,` +
        `"value_overrides":{"${values.timeout.id}":"300"},"type":"tailoring","os_major_version":8,` +
        `"security_guide_id":"${guide.id}","security_guide_version":"${guide.version}"}}`,
    );
    expect(headers['location']).toBe(`${seed.path}/${body.data.id}`);
    const rules = await api.get(`${seed.path}/4/rules?sort_by=precedence`).expect(200);
    expect(rules.body.data.map(({ title }: { title: string }) => title)).toEqual(['kept', 'dropped']);
  });

  it('takes the profile of the newest guide version that registers the minor', async () => {
    const family = { ref_id: 'xccdf_profile_family' };
    const guide = { ref_id: 'xccdf_org.example_benchmark_RHEL-8' };
    const [old, newer, newest] = [
      await givenGuide(db, { ...guide, version: '0.1.9', version_sort_key: 'a' }),
      await givenGuide(db, { ...guide, version: '0.1.10', version_sort_key: 'b' }),
      await givenGuide(db, { ...guide, version: '0.1.11', version_sort_key: 'c' }),
    ];
    const chosen = await givenProfile(db, { ...family, security_guide_id: newest.id, minors: [6] });
    await givenProfile(db, { ...family, security_guide_id: old.id, minors: [4, 5] });
    const variant = await givenProfile(db, { ...family, security_guide_id: newer.id, minors: [5] });
    // In another guide, hence another family.
    await givenProfile(db, { ...family, security_guide_id: (await givenGuide(db)).id, minors: [7] });
    await givenRules(db, variant, 3);
    const policy = await givenPolicy(db, { profile_id: chosen.id });
    const path = `${BASE}/policies/${policy.id}/tailorings`;
    const { body } = await api.post(path).send({ os_minor_version: 5 }).expect(201);

    expect(body.data).toMatchObject({
      profile_id: variant.id,
      security_guide_id: newer.id,
      security_guide_version: '0.1.10',
    });
    expect((await api.get(`${path}/5/rules`)).body.meta.total).toBe(3);
    const refused = await api.post(path).send({ os_minor_version: 7 }).expect(422);
    expect(refused.body).toEqual({ errors: ['Profile does not support OS version 8.7'] });
  });

  it.each([
    [{}, 'Parameter missing: os_minor_version'],
    [{ os_minor_version: null }, 'Invalid parameter: os_minor_version must be an integer'],
    [{ os_minor_version: '4' }, 'Invalid parameter: os_minor_version must be an integer'],
    [{ os_minor_version: 4.5 }, 'Invalid parameter: os_minor_version must be an integer'],
    [{ os_minor_version: -1 }, 'Invalid parameter: os_minor_version must be greater than or equal to 0'],
    [{ os_minor_version: 4, profile_id: 'x', data: {} }, 'found unpermitted parameters: :profile_id, :data'],
    [{ os_minor_version: 9 }, 'Profile does not support OS version 8.9'],
    [{ os_minor_version: 1e20 }, 'Profile does not support OS version 8.100000000000000000000'],
  ])('refuses %j', async (body, text) => {
    expect((await api.post(seed.path).send(body).expect(422)).body).toEqual({ errors: [text] });
  });

  it('rejects a second one for the minor, also concurrently', async () => {
    const responses = await Promise.all(
      [0, 0, 0].map((minor) => api.post(seed.path).send({ os_minor_version: minor })),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 406, 406]);
    expect(responses.find(({ status }) => status === 406)?.body).toEqual({
      errors: ['V2::Tailoring os minor version has already been taken'],
    });
    expect((await api.get(`${seed.path}/0/rules`)).body.meta.total).toBe(2);
  });

  it('checks the body before the policy', async () => {
    const path = `${BASE}/policies/${UNKNOWN}/tailorings`;

    expect((await api.post(path).send({ os_minor_version: 'x' })).status).toBe(422);
    expect((await api.post(path).send({ os_minor_version: 4 }).expect(404)).body).toEqual(policyNotFound(UNKNOWN));
    const bad = await api.post(`${BASE}/policies/x/tailorings`).send({ os_minor_version: 4 }).expect(422);
    expect(bad.body).toEqual({ errors: ['Invalid parameter: policy_id is not permitted'] });
  });

  it('skips a rule that the guide loses meanwhile', async () => {
    const creation = await db.transaction(async (tx) => {
      await tx.query('DELETE FROM rule r WHERE r.id = $1', [seed.rules.kept.id]);
      const started = api.post(seed.path).send({ os_minor_version: 4 }).then();
      await untilSomebodyWaits(db);
      return { started };
    });
    expect((await creation.started).status).toBe(201);

    const { body } = await api.get(`${seed.path}/4/rules`).expect(200);
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['dropped']);
  });

  it('copies the rules of a large profile at once', async () => {
    const profile = await givenProfile(db, { minors: [1] });
    await givenRules(db, profile, 400);
    const path = `${BASE}/policies/${(await givenPolicy(db, { profile_id: profile.id })).id}/tailorings`;
    await createTailoring(api, path, 1);

    expect((await api.get(`${path}/1/rules?limit=1`)).body.meta.total).toBe(400);
  });
});

describe('GET /policies/{policy_id}/tailorings', () => {
  const minors = (body: { data: { os_minor_version: number }[] }): number[] =>
    body.data.map(({ os_minor_version }) => os_minor_version);

  it.each([
    ['sort_by=os_minor_version', [0, 4]],
    ['sort_by=osMinorVersion:desc', [4, 0]],
    ['filter=os_minor_version%3D4', [4]],
    ['filter=os_minor_version!%3D4', [0]],
    ['filter=os_minor_version%3D99999999999', []],
    ['sort_by=os_minor_version&limit=1&offset=1', [4]],
  ])('responds to %j', async (query, expected) => {
    await createTailoring(api, seed.path, 4);
    await createTailoring(api, seed.path, 0);
    const { body } = await api.get(`${seed.path}?${query}`).expect(200);

    expect(minors(body)).toEqual(expected);
  });

  it.each([
    ['sort_by=id', 422, `Result cannot be sorted by the 'id' column.`],
    [
      'filter=os_minor_version>4',
      422,
      `Invalid parameter: the operator 'gt' is not supported for field 'os_minor_version'`,
    ],
    ['filter=profile_id%3Dx', 422, `Invalid parameter: Field 'profile_id' not recognized for searching!`],
    ['tags=a', 422, 'found unpermitted parameter: :tags'],
  ])('refuses %j', async (query, status, text) => {
    expect((await api.get(`${seed.path}?${query}`).expect(status)).body).toEqual({ errors: [text] });
  });

  it('returns an empty list for a policy without any, 404 for an unknown policy', async () => {
    const { body } = await api.get(seed.path).expect(200);

    expect(body.meta).toEqual({ total: 0, limit: 10, offset: 0 });
    expect((await api.get(`${BASE}/policies/${UNKNOWN}/tailorings`).expect(404)).body).toEqual(policyNotFound(UNKNOWN));
  });
});

describe('GET /policies/{policy_id}/tailorings/{tailoring_id}', () => {
  it('finds a tailoring by its id and by its minor version', async () => {
    const id = await createTailoring(api, seed.path, 4);
    const byId = await api.get(`${seed.path}/${id.toUpperCase()}`).expect(200);
    const byMinor = await api.get(`${seed.path}/4`).expect(200);

    expect(byId.body.data.id).toBe(id);
    expect(byMinor.text).toBe(byId.text);
  });

  it.each(['0', UNKNOWN, 'x', '-4', '99999999999999999999'])('returns 404 for %s', async (id) => {
    await createTailoring(api, seed.path, 4);

    expect((await api.get(`${seed.path}/${id}`).expect(404)).body).toEqual(notFound(id));
  });

  it('does not find the tailoring of another policy or organisation', async () => {
    const id = await createTailoring(api, seed.path, 4);
    const other = await givenTailoredPolicy(db);

    expect((await api.get(`${other.path}/${id}`).expect(404)).body).toEqual(notFound(id));
    const stranger = api.as({ orgId: 'umbrella' });
    expect((await stranger.get(`${seed.path}/${id}`).expect(404)).body).toEqual(policyNotFound(seed.policy.id));
    expect((await stranger.get(seed.path).expect(404)).body).toEqual(policyNotFound(seed.policy.id));
    const write = await stranger.post(seed.path).send({ os_minor_version: 0 }).expect(404);
    expect(write.body).toEqual(policyNotFound(seed.policy.id));
  });

  it('finds no tailoring once the policy is deleted', async () => {
    await createTailoring(api, seed.path, 4);
    await api.delete(`${BASE}/policies/${seed.policy.id}`).expect(202);

    expect(await db.asOrg('acme').query('SELECT 1 FROM tailoring t WHERE t.policy_id = $1', [seed.policy.id])).toEqual(
      [],
    );
  });
});

describe('PATCH /policies/{policy_id}/tailorings/{tailoring_id}', () => {
  const patch = (body: object, id = '4') => api.patch(`${seed.path}/${id}`).send(body);
  const incoherent = { errors: ['V2::Tailoring value overrides Incoherent keys or value types specified'] };
  beforeEach(() => createTailoring(api, seed.path, 4));

  it('replaces the whole map', async () => {
    const { banner, isOn, timeout } = seed.values;
    const overrides = { [banner.id]: 'Hello & <welcome>', [isOn.id]: 'true', [timeout.id]: '-5' };
    const { body } = await patch({ value_overrides: overrides }).expect(202);
    const emptied = await patch({ value_overrides: {} }).expect(202);

    expect(body.data).toMatchObject({ type: 'tailoring', value_overrides: overrides });
    expect(emptied.body.data.value_overrides).toEqual({});
    expect((await api.get(`${seed.path}/4`)).body.data.value_overrides).toEqual({});
  });

  it('changes nothing without a map', async () => {
    const { body } = await patch({}).expect(202);

    expect(body.data.value_overrides).toEqual({ [seed.values.timeout.id]: '300' });
  });

  it('rejects values of another type, and keeps the stored ones', async () => {
    const { banner, isOn, timeout } = seed.values;
    const foreign = (await givenTailoredPolicy(db)).values.banner;
    for (const overrides of [
      { [timeout.id]: '07' },
      { [timeout.id]: 7 },
      { [isOn.id]: 'yes' },
      { [isOn.id]: true },
      { [banner.id]: null },
      { [banner.id]: 'x', [foreign.id]: 'x' },
      { [UNKNOWN]: 'x' },
      { [banner.ref_id]: 'x' },
    ]) {
      expect((await patch({ value_overrides: overrides }).expect(406)).body).toEqual(incoherent);
    }
    expect((await api.get(`${seed.path}/4`)).body.data.value_overrides).toEqual({ [timeout.id]: '300' });
  });

  it.each([
    [{ value_overrides: [] }, 'Invalid parameter: value_overrides must be a hash'],
    [{ value_overrides: null }, 'Invalid parameter: value_overrides must be a hash'],
    [{ value_overrides: { x: '\0' } }, 'Invalid parameter: value_overrides must not contain null bytes'],
    [{ value_overrides: {}, os_minor_version: 3 }, 'found unpermitted parameter: :os_minor_version'],
  ])('refuses %j', async (body, text) => {
    expect((await patch(body, UNKNOWN).expect(422)).body).toEqual({ errors: [text] });
  });

  it('returns 404 for an unknown tailoring, before it looks at the values', async () => {
    expect((await patch({ value_overrides: { x: 'y' } }, '7').expect(404)).body).toEqual(notFound('7'));
  });
});

describe('the audit log', () => {
  const toFacts = ({ headers }: { headers: Record<string, string> }): unknown => JSON.parse(headers['x-audit']!);

  it('has values before and after by their titles, and added and removed rules', async () => {
    const tailoring = `${seed.path}/${await createTailoring(api, seed.path, 4)}`;
    const { timeout } = seed.values;
    const thing = { kind: 'tailoring', id: seed.policy.id, name: `${seed.policy.title} · 4` };
    const changed = await api
      .patch(tailoring)
      .send({ value_overrides: { [timeout.id]: '600' } })
      .expect(202);
    expect(toFacts(changed)).toEqual({
      thing,
      changes: [{ field: `value ${timeout.title}`, from: '300', to: '600' }],
    });
    const added = await api.patch(`${tailoring}/rules/${seed.rules.spare.id}`).expect(202);
    expect(toFacts(added)).toEqual({ thing, changes: [{ field: 'rule', from: null, to: 'spare' }] });
    const removed = await api.delete(`${tailoring}/rules/${seed.rules.spare.id}`).expect(202);
    expect(toFacts(removed)).toEqual({ thing, changes: [{ field: 'rule', from: 'spare', to: null }] });
    const replaced = await api
      .post(`${tailoring}/rules`)
      .send({ ids: [seed.rules.kept.id] })
      .expect(202);
    expect(toFacts(replaced)).toEqual({ thing, rules: 1 });
  });

  it('has the threshold of a policy before and after', async () => {
    const path = `${BASE}/policies/${seed.policy.id}`;
    const changed = await api.patch(path).send({ compliance_threshold: 42 }).expect(202);
    expect(toFacts(changed)).toMatchObject({
      thing: { kind: 'policy', id: seed.policy.id, name: seed.policy.title },
      changes: [{ field: 'compliance_threshold', to: 42 }],
    });
  });
});
