import type { Requests } from '@wardstone/testing';
import type supertest from 'supertest';
import { GUIDES, aGuideDocument, upload } from '../guides/test/given-guide-document';
import { givenGuide, givenPolicy, givenProfile, givenSystem, type PolicySeed, type ProfileSeed } from './builders';
import { BASE, useCompliance } from './use-compliance';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const POLICIES = `${BASE}/policies`;
const MIB = 1024 * 1024;

const { db, api } = useCompliance({ FILTER_OPERATORS: 'extended' });
let profile: ProfileSeed;
let policy: PolicySeed;

beforeAll(async () => {
  profile = await givenProfile(db, { minors: [4] });
  policy = await givenPolicy(db, { profile_id: profile.id, title: 'Taken' });
});

interface Refusal {
  status: number;
  type: string;
  body: object;
}

type Ask = (as: Requests) => PromiseLike<supertest.Response>;

const errors = (...texts: string[]) => ({ errors: texts });

describe('the catalogue of errors', () => {
  const CATALOGUE: readonly [string, Ask, Refusal][] = [
    [
      'a malformed percent escape',
      (as) => as.get(`${POLICIES}?filter=%zz`),
      { status: 400, type: 'invalid_query_string', body: errors('Invalid query string') },
    ],
    [
      'no credentials',
      () => api.anonymous.get(POLICIES),
      {
        status: 401,
        type: 'session_required',
        body: { error: 'Authentication error: Error parsing the X-VENDOR-IDENTITY header' },
      },
    ],
    [
      'credentials that do not hold',
      () => api.anonymous.get(POLICIES).set('X-VENDOR-IDENTITY', 'e30='),
      {
        status: 401,
        type: 'invalid_token',
        body: { error: 'Authentication error: X-VENDOR-IDENTITY header should be provided' },
      },
    ],
    [
      'a missing permission',
      () => api.as({ roles: ['viewer'] }).post(POLICIES),
      {
        status: 403,
        type: 'insufficient_scope',
        body: { error: 'Authorization error: User is not authorized to view this page' },
      },
    ],
    [
      'a new record out of reach',
      () =>
        api
          .as({ inventoryGroups: [UNKNOWN] })
          .post(`${BASE}/systems`)
          .send({ display_name: 'mine', os_major_version: 8, os_minor_version: 4, groups: [] }),
      { status: 403, type: 'record_out_of_reach', body: errors('You are not authorized to access this action.') },
    ],
    [
      'an unknown id',
      (as) => as.get(`${POLICIES}/${UNKNOWN}`),
      { status: 404, type: 'policy_not_found', body: errors(`V2::Policy not found with ID ${UNKNOWN}`) },
    ],
    [
      'an unknown route',
      (as) => as.get(`${BASE}/nowhere`),
      { status: 404, type: 'not_found', body: errors('Not found') },
    ],
    [
      'a record that breaks rules',
      (as) => as.post(POLICIES).send({ title: 'Taken', profile_id: profile.id, compliance_threshold: 101 }),
      {
        status: 406,
        type: 'record_invalid',
        body: errors(
          'V2::Policy title has already been taken',
          'V2::Policy compliance threshold must be less than or equal to 100',
        ),
      },
    ],
    [
      'another document of the same guide',
      async (as) => {
        await upload(as, aGuideDocument({ version: '7.1' })).expect(201);
        return upload(as, aGuideDocument({ version: '7.1', title: 'Another' }));
      },
      {
        status: 409,
        type: 'security_guide_conflict',
        body: errors('Security guide xccdf_org.test_benchmark_TEST-8 7.1 already exists with different content'),
      },
    ],
    [
      'a guide that is needed',
      (as) => as.delete(`${GUIDES}/${profile.security_guide_id}`),
      { status: 409, type: 'security_guide_in_use', body: errors('Security guide is in use') },
    ],
    [
      'a body that is too large',
      (as) => as.post(POLICIES).send({ title: 'x'.repeat(MIB) }),
      { status: 413, type: 'payload_too_large', body: errors('Request body is too large') },
    ],
    [
      'a body of another media type',
      (as) => as.post(POLICIES).set('Content-Type', 'text/plain').send('title=x'),
      { status: 415, type: 'unsupported_media_type', body: errors('Unsupported media type: text/plain') },
    ],
    [
      'a body that is not JSON',
      (as) => as.post(POLICIES).set('Content-Type', 'application/vnd.api+json').send('{'),
      { status: 422, type: 'invalid_json', body: errors('Invalid JSON in request body') },
    ],
    [
      'a parameter out of its range',
      (as) => as.get(`${POLICIES}?limit=101`),
      {
        status: 422,
        type: 'invalid_parameter',
        body: errors('Invalid parameter: limit must be less than or equal to 100'),
      },
    ],
    [
      'a number no column can hold',
      (as) => as.get(`${POLICIES}?offset=9223372036854775808`),
      { status: 422, type: 'invalid_parameter', body: errors('Number is not in the supported range') },
    ],
    [
      'a column that is not sorted by',
      (as) => as.get(`${POLICIES}?sort_by=colour`),
      { status: 422, type: 'invalid_sort', body: errors(`Result cannot be sorted by the 'colour' column.`) },
    ],
    [
      'an operating system the profile does not support',
      (as) => as.post(`${POLICIES}/${policy.id}/tailorings`).send({ os_minor_version: 9 }),
      {
        status: 422,
        type: 'unsupported_os_version',
        body: errors('Profile does not support OS version 8.9'),
      },
    ],
  ];

  it.each(CATALOGUE)('returns %s', async (_name, ask, { status, type, body }) => {
    const response = await ask(api);

    expect([response.status, response.headers['x-error-type']]).toEqual([status, type]);
    expect(response.body).toEqual(body);
    expect(response.headers['content-type']).toBe('application/vnd.api+json; charset=utf-8');
  });

  it('returns 409 for a record that another request stored at the same moment', async () => {
    await db.query('CREATE UNIQUE INDEX one_of_each ON policy (description)');
    try {
      const send = (title: string) =>
        api.post(POLICIES).send({ title, profile_id: profile.id, description: 'the same' });
      await send('One').expect(201);
      const { body, headers } = await send('Two').expect(409);

      expect(body).toEqual(errors('Duplicate record: policy'));
      expect(headers['x-error-type']).toBe('duplicate_record');
    } finally {
      await db.query('DROP INDEX one_of_each');
    }
  });

  it('returns 500 for an unexpected failure, without details', async () => {
    await db.query('ALTER TABLE policy RENAME COLUMN business_objective TO renamed');
    try {
      const { text } = await api.post(POLICIES).send({ title: 'Three', profile_id: profile.id }).expect(500);

      expect(text).toBe('{"errors":["Internal server error"]}');
    } finally {
      await db.query('ALTER TABLE policy RENAME COLUMN renamed TO business_objective');
    }
  });
});

describe('the errors of filters', () => {
  const nested = `${'('.repeat(65)}title = a${')'.repeat(65)} title = b`;

  it.each([
    ['foo', `'foo' is not a valid query string`],
    ['= foo', `'foo' is not a valid query string`],
    ['title = a b', `'b' is not a valid query string`],
    ['colour = red', `Field 'colour' not recognized for searching!`],
    ['has colour', `Field 'colour' not recognized for searching!`],
    ['Title = a', `Field 'Title' not recognized for searching!`],
    ['title.x = a', `Field 'title.x' not recognized for searching!`],
    ['title = (a)', 'Value expected but found :lparen'],
    ['title = , a', 'Value expected but found :comma'],
    ['title = -5', 'Value expected but found :not'],
    ['title = > 5', 'Value expected but found :gt'],
    ['title = has a', 'Value expected but found :notnull'],
    ['() title = a', 'Empty list of operands'],
    ['title > a', `the operator 'gt' is not supported for field 'title'`],
    ['null? os_minor_version', `the operator 'null' is not supported for field 'os_minor_version'`],
    ['os_major_version = abc', `Value 'abc' is not valid for field 'os_major_version'`],
    ['os_minor_version = 8x', `Value '8x' is not valid for field 'os_minor_version'`],
    ['title = a) or title = b', `Unexpected ')'`],
    [Array.from({ length: 257 }, () => 'title = a').join(' or '), 'filter is too complex'],
    [nested, 'filter is too complex'],
    [`title = ${'x'.repeat(8192)}`, 'filter can not be longer than 8192 bytes'],
    ['title = "a\0b"', 'filter must not contain null bytes'],
    ['colour = red and title = > 5', 'Value expected but found :gt'],
    ['os_major_version = abc and colour = red', `Value 'abc' is not valid for field 'os_major_version'`],
  ])('return 422 for %.60j', async (filter, text) => {
    const { body } = await api.get(`${POLICIES}?filter=${encodeURIComponent(filter)}`).expect(422);

    expect(body).toEqual(errors(`Invalid parameter: ${text}`));
  });

  it.each(['os_major_version = 99999999999999999999', 'os_minor_version = 4294967296'])(
    'accept numbers beyond the range of a column: %s matches nothing',
    async (filter) => {
      const matching = await api.get(`${POLICIES}?filter=${encodeURIComponent(filter)}`).expect(200);
      const others = await api.get(`${POLICIES}?filter=${encodeURIComponent(filter.replace('=', '!='))}`).expect(200);

      expect(matching.body.meta.total).toBe(0);
      expect(others.body.meta.total).toBeGreaterThan(0);
    },
  );

  it('return 422 for a field that is barred on this list', async () => {
    const system = await givenSystem(db);
    const guide = await givenGuide(db);
    const barred = (where: string) => api.get(`${BASE}${where}?filter=os_major_version%3D8`).expect(422);

    expect((await barred(`/systems/${system.id}/policies`)).body).toEqual(
      errors(`Invalid parameter: Field 'os_major_version' is not searchable in this context`),
    );
    expect((await barred(`/security_guides/${guide.id}/profiles`)).body).toEqual(
      errors(`Invalid parameter: Field 'os_major_version' not recognized for searching!`),
    );
  });
});
