import { untilSomebodyWaits } from '@wardstone/testing';
import { BASE, useCompliance } from '../../test/use-compliance';
import { givenPolicy, givenProfile, givenSystem, type ProfileSeed } from '../../test/builders';

const POLICIES = `${BASE}/policies`;
const MIB = 1024 * 1024;
const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const { db, api } = useCompliance();
let profile: ProfileSeed;

beforeAll(async () => {
  profile = await givenProfile(db, { title: 'CIS', ref_id: 'xccdf_profile_cis', description: 'About CIS' });
});

describe('POST /policies', () => {
  it('creates a policy, with its defaults, at the address it names', async () => {
    const { body, headers } = await api
      .post(`${POLICIES}/`)
      .send({ title: 'First', profile_id: profile.id })
      .expect(201);

    expect(Object.entries(body.data)).toEqual([
      ['id', expect.stringMatching(/^[0-9a-f-]{36}$/)],
      ['title', 'First'],
      ['description', 'About CIS'],
      ['business_objective', null],
      ['compliance_threshold', 100],
      ['total_system_count', null],
      ['type', 'policy'],
      ['os_major_version', 8],
      ['profile_title', 'CIS'],
      ['ref_id', 'xccdf_profile_cis'],
    ]);
    expect(headers['content-type']).toBe('application/vnd.api+json; charset=utf-8');
    expect(headers['location']).toBe(`${POLICIES}/${body.data.id}`);
    const read = await api.get(headers['location']!).expect(200);
    expect(read.body).toEqual({ data: { ...body.data, total_system_count: 0 } });
  });

  it('stores what is given', async () => {
    const given = { title: ' T ', description: '', business_objective: '', compliance_threshold: '33.3' };
    const { body } = await api
      .post(POLICIES)
      .send({ ...given, profile_id: profile.id.toUpperCase() })
      .expect(201);

    expect(body.data).toMatchObject({ ...given, compliance_threshold: 33.3 });
  });

  it.each([
    ['application/vnd.api+json', 'Typed 1'],
    ['Application/JSON; charset=latin1; ext=x', 'Typed ü'],
  ])('reads a body of type %j', async (type, title) => {
    const body = JSON.stringify({ title, profile_id: profile.id });
    const created = await api.post(POLICIES).set('Content-Type', type).send(body).expect(201);

    expect(created.body.data.title).toBe(title);
  });

  it('reads a body without a Content-Type as JSON', async () => {
    const body = Buffer.from(JSON.stringify({ title: 'Untyped', profile_id: profile.id }));
    await api.post(POLICIES).set('Content-Type', '').send(body).expect(201);
  });

  const NO_PROFILE = ['V2::Policy profile must exist', `V2::Policy profile can't be blank`];
  const BLANK = `V2::Policy title can't be blank`;

  it.each([
    ['nothing', {}, [...NO_PROFILE, BLANK]],
    ['no profile', { title: 'x' }, NO_PROFILE],
    ['an unknown profile', { title: 'x', profile_id: UNKNOWN }, NO_PROFILE],
    ['a profile id that is no UUID', { title: 'x', profile_id: 'cis' }, NO_PROFILE],
    ['a profile id that is a number', { title: 'x', profile_id: 5 }, NO_PROFILE],
    [
      'a blank title and a threshold below 0',
      { title: ' \u00a0\t', compliance_threshold: -0.1 },
      [...NO_PROFILE, BLANK, 'V2::Policy compliance threshold must be greater than or equal to 0'],
    ],
    [
      'a threshold above 100 and a long title',
      { title: 'x'.repeat(1001), compliance_threshold: '99999999999999999999' },
      [
        ...NO_PROFILE,
        'V2::Policy compliance threshold must be less than or equal to 100',
        'V2::Policy title is too long (maximum is 1000 characters)',
      ],
    ],
  ])('returns 406 with every rule that %s breaks', async (_name, given, texts) => {
    const { body, headers } = await api.post(POLICIES).send(given).expect(406);

    expect(body).toEqual({ errors: texts });
    expect(headers['x-error-type']).toBe('record_invalid');
  });

  it('accepts a title of 1000 characters once', async () => {
    const policy = { title: '𝄞'.repeat(1000), profile_id: profile.id };
    await api.post(POLICIES).send(policy).expect(201);
    const { body } = await api
      .post(POLICIES)
      .send({ ...policy, compliance_threshold: 1e300 })
      .expect(406);

    expect(body.errors).toEqual([
      'V2::Policy title has already been taken',
      'V2::Policy compliance threshold must be less than or equal to 100',
    ]);
    await api.as({ orgId: 'umbrella' }).post(POLICIES).send(policy).expect(201);
  });

  it('creates one policy when many requests use its title at once', async () => {
    const attempts = Array.from({ length: 6 }, () =>
      api.post(POLICIES).send({ title: 'Wanted', profile_id: profile.id }),
    );
    const responses = await Promise.all(attempts);

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 406, 406, 406, 406, 406]);
    const lost = responses.filter(({ status }) => status === 406);
    expect(lost.map(({ body }) => body.errors)).toEqual(lost.map(() => ['V2::Policy title has already been taken']));
  });

  it('finds no profile while its guide is being deleted', async () => {
    const { id, security_guide_id } = await givenProfile(db);
    const { answer: response } = await db.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM security_guide WHERE id = $1 FOR UPDATE', [security_guide_id]);
      const request = api.post(POLICIES).send({ title: 'Too late', profile_id: id });
      const begun = request.then(({ status, body }) => ({ status, body: body as object }));
      await untilSomebodyWaits(db);
      // Takes the guide's profiles with it, which the other must not hold while it waits for the guide.
      await tx.query('DELETE FROM security_guide WHERE id = $1', [security_guide_id]);
      return { answer: begun };
    });

    expect(await response).toEqual({ status: 406, body: { errors: NO_PROFILE } });
  });

  it.each([
    [{ title: 1, profile_id: null }, 'Invalid parameter: title must be a string'],
    [{ title: null }, 'Invalid parameter: title must be a string'],
    [{ description: null }, 'Invalid parameter: description must be a string'],
    [{ business_objective: null, compliance_threshold: 'x' }, 'Invalid parameter: business_objective must be a string'],
    [{ compliance_threshold: null, profile_id: {} }, 'Invalid parameter: compliance_threshold must be an integer'],
    [{ compliance_threshold: 'abc' }, 'Invalid parameter: compliance_threshold must be an integer'],
    [{ compliance_threshold: '5e1' }, 'Invalid parameter: compliance_threshold must be an integer'],
    [{ profile_id: null }, 'Invalid parameter: profile_id must be an integer'],
    [{ profile_id: 1.5, type: 'policy' }, 'Invalid parameter: profile_id must be an integer'],
    [{ title: 'a\0b' }, 'Invalid parameter: title must not contain null bytes'],
    [{ description: '\ud800' }, 'Invalid parameter: description must have valid encoding'],
    [{ type: 'policy' }, 'found unpermitted parameter: :type'],
    [
      { title: 'x', id: '1', data: {}, total_system_count: 0 },
      'found unpermitted parameters: :id, :data, :total_system_count',
    ],
    [[], 'Invalid parameter: request body must be an object'],
    ['text', 'Invalid parameter: request body must be an object'],
    [5, 'Invalid parameter: request body must be an object'],
  ])('returns 422 for %j', async (given, text) => {
    const { body } = await api.post(POLICIES).type('application/json').send(JSON.stringify(given)).expect(422);

    expect(body).toEqual({ errors: [text] });
  });

  it('reads null and an empty body as an empty object', async () => {
    const nothing = { errors: [...NO_PROFILE, BLANK] };

    expect((await api.post(POLICIES).type('application/json').send('null').expect(406)).body).toEqual(nothing);
    expect((await api.post(POLICIES).expect(406)).body).toEqual(nothing);
  });

  it('refuses names in the query string together with keys of the body', async () => {
    const { body } = await api.post(`${POLICIES}?limit=1&format=json`).send({ title: 'x', foo: 1 }).expect(422);

    expect(body).toEqual({ errors: ['found unpermitted parameters: :limit, :foo'] });
  });

  it.each([
    ['cut JSON', '{"title"', 'application/json', 422, 'Invalid JSON in request body', 'invalid_json'],
    ['a form', 'title=x', 'text/form', 415, 'Unsupported media type: text/form', 'unsupported_media_type'],
    ['a long text', 'x'.repeat(MIB + 1), 'text/plain', 413, 'Request body is too large', 'payload_too_large'],
    [
      'long JSON',
      JSON.stringify(' '.repeat(MIB)),
      'application/json',
      413,
      'Request body is too large',
      'payload_too_large',
    ],
  ])('refuses %s', async (_name, given, type, status, text, errorType) => {
    const { body, headers } = await api.post(POLICIES).set('Content-Type', type).send(given).expect(status);

    expect(body).toEqual({ errors: [text] });
    expect(headers['x-error-type']).toBe(errorType);
  });

  it('requires credentials before it looks at the body', async () => {
    await api.anonymous.post(POLICIES).set('Content-Type', 'text/plain').send('{').expect(401);
    await api
      .as({ roles: ['viewer'] })
      .post(POLICIES)
      .set('Content-Type', 'text/plain')
      .send('{')
      .expect(403);
  });
});

describe('GET /policies/{policy_id}', () => {
  it('accepts the id in any notation', async () => {
    const { id, title } = await givenPolicy(db);
    for (const spelling of [id.toUpperCase(), id.replaceAll('-', '')]) {
      const { body } = await api.get(`${POLICIES}/${spelling}`).expect(200);
      expect(body.data).toMatchObject({ id, title, total_system_count: 0 });
    }
  });

  it.each([
    [UNKNOWN, UNKNOWN],
    ['abc', 'abc'],
    [`urn:uuid:${UNKNOWN}`, `urn:uuid:${UNKNOWN}`],
    ['a%2Fb%20%C3%A9', 'a/b é'],
    ['x'.repeat(300), 'x'.repeat(256)],
  ])('returns 404 for %s', async (given, shown) => {
    const { body, headers } = await api.get(`${POLICIES}/${given}`).expect(404);

    expect(body).toEqual({ errors: [`V2::Policy not found with ID ${shown}`] });
    expect(headers['x-error-type']).toBe('policy_not_found');
    expect(headers['link']).toContain('/api/v1/error/policy_not_found>; rel="help"');
  });

  it('accepts no parameter but format', async () => {
    const { id } = await givenPolicy(db);
    await api.get(`${POLICIES}/${id}?format=json`).expect(200);
    const { body } = await api.get(`${POLICIES}/${id}?ids_only=true`).expect(422);

    expect(body).toEqual({ errors: ['found unpermitted parameter: :ids_only'] });
  });

  it('supports HEAD, and returns 304 for a current ETag', async () => {
    const { id } = await givenPolicy(db);
    const { headers } = await api.head(`${POLICIES}/${id}`).expect(200);

    await api.get(`${POLICIES}/${id}`).set('If-None-Match', headers['etag']!).expect(304);
    await api.patch(`${POLICIES}/${id}`).send({ description: 'changed' }).expect(202);
    await api.get(`${POLICIES}/${id}`).set('If-None-Match', headers['etag']!).expect(200);
  });
});

describe('PATCH /policies/{policy_id}', () => {
  it('changes what is given and nothing else', async () => {
    const policy = await givenPolicy(db, { business_objective: 'safety' });
    await givenSystem(db, { policies: [policy] });
    const change = { id: 'ignored', description: '', compliance_threshold: ' 7 ' };
    const { body } = await api.patch(`${POLICIES}/${policy.id}`).send(change).expect(202);

    expect(body.data).toMatchObject({
      id: policy.id,
      description: '',
      business_objective: 'safety',
      compliance_threshold: 7,
      total_system_count: 1,
    });
    expect((await api.get(`${POLICIES}/${policy.id}`)).body).toEqual(body);
    expect((await api.patch(`${POLICIES}/${policy.id}`).send({}).expect(202)).body).toEqual(body);
  });

  it.each([
    [{ title: 'x' }, 'found unpermitted parameter: :title'],
    [{ title: 'x', profile_id: 'y' }, 'found unpermitted parameters: :title, :profile_id'],
    [{ business_objective: null }, 'Invalid parameter: business_objective must be a string'],
  ])('returns 422 for %j, also when the policy is unknown', async (given, text) => {
    expect((await api.patch(`${POLICIES}/${UNKNOWN}`).send(given).expect(422)).body).toEqual({ errors: [text] });
  });

  it('returns 404 for an unknown policy before it looks at the range', async () => {
    await api.patch(`${POLICIES}/${UNKNOWN}`).send({ compliance_threshold: 101 }).expect(404);
  });

  it('returns 406 for a threshold out of range, and changes nothing', async () => {
    const { id, description } = await givenPolicy(db);
    const change = { description: 'new', compliance_threshold: 100.5 };
    const { body } = await api.patch(`${POLICIES}/${id}`).send(change).expect(406);

    expect(body).toEqual({ errors: ['V2::Policy compliance threshold must be less than or equal to 100'] });
    expect((await api.get(`${POLICIES}/${id}`)).body.data.description).toBe(description);
  });
});

describe('DELETE /policies/{policy_id}', () => {
  it('returns the deleted policy, once', async () => {
    const policy = await givenPolicy(db);
    await givenSystem(db, { policies: [policy] });
    const { body } = await api
      .delete(`${POLICIES}/${policy.id}`)
      .set('Content-Type', 'text/plain')
      .send('x')
      .expect(202);

    expect(body.data).toMatchObject({ id: policy.id, title: policy.title, total_system_count: 1 });
    const again = await api.delete(`${POLICIES}/${policy.id}`).expect(404);
    expect(again.body).toEqual({ errors: [`V2::Policy not found with ID ${policy.id}`] });
  });

  it('takes assignments, tailorings and results along; systems and guides stay', async () => {
    const supported = await givenProfile(db, { minors: [4] });
    const policy = await givenPolicy(db, { profile_id: supported.id });
    const system = await givenSystem(db);
    await api.patch(`${POLICIES}/${policy.id}/systems/${system.id}`).expect(202);
    const org = db.asOrg('acme');
    await org.query(
      `INSERT INTO test_result (org_id, tailoring_id, report_id, system_id, end_time, supported, failed_rule_count,
                                passed_rule_count)
       SELECT org_id, id, policy_id, $2, now(), true, 0, 0 FROM tailoring WHERE policy_id = $1`,
      [policy.id, system.id],
    );
    const countRows = () =>
      org.query<{ tailorings: number; results: number; assignments: number }>(
        `SELECT (SELECT count(*) FROM tailoring WHERE policy_id = $1) AS tailorings,
                (SELECT count(*) FROM test_result WHERE report_id = $1) AS results,
                (SELECT count(*) FROM policy_system WHERE policy_id = $1) AS assignments`,
        [policy.id],
      );

    expect(await countRows()).toEqual([{ tailorings: 1, results: 1, assignments: 1 }]);
    await api.delete(`${POLICIES}/${policy.id}`).expect(202);
    expect(await countRows()).toEqual([{ tailorings: 0, results: 0, assignments: 0 }]);
    expect((await api.get(`${BASE}/systems/${system.id}`).expect(200)).body.data.policies).toEqual([]);
    expect(await db.query('SELECT 1 FROM profile WHERE id = $1', [supported.id])).toHaveLength(1);
  });
});
