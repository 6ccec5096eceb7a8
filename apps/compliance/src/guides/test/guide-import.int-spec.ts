import { gzipSync } from 'node:zlib';
import { givenPolicy, givenSystem } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { DEFAULT_REF_ID, GUIDES, aGuideDocument, importGuide, upload } from './given-guide-document';

const { db, api } = useCompliance();

interface ImportResponse {
  meta: { os_minor_versions_added: number[] };
}

let lastVersion = 0;
/** Every test has a guide of its own. */
const aVersion = (): string => `1.${++lastVersion}`;

const countGuides = async (version: string): Promise<number> => {
  const [row] = await db.query<{ n: number }>('SELECT count(*) AS n FROM security_guide WHERE version = $1', [version]);
  return row!.n;
};

const getMinors = async (guideId: string): Promise<Record<string, number[]>> => {
  const rows = await db.query<{ ref_id: string; minors: number[] }>(
    `SELECT p.ref_id, array_agg(m.os_minor_version ORDER BY 1) AS minors
       FROM profile p JOIN profile_os_minor_version m ON m.profile_id = p.id
      WHERE p.security_guide_id = $1 GROUP BY 1`,
    [guideId],
  );
  return Object.fromEntries(rows.map(({ ref_id, minors }) => [ref_id, minors.sort((a, b) => a - b)]));
};

describe('POST /security_guides', () => {
  it('stores a new guide and returns it with its address', async () => {
    const version = aVersion();
    const { body, headers } = await upload(api, aGuideDocument({ version })).expect(201);
    const { data } = body as { data: { id: string } };
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      ref_id: DEFAULT_REF_ID,
      title: 'A guide',
      version,
      description: '',
      os_major_version: 8,
      type: 'security_guide',
    });
    expect(headers['location']).toBe(`${GUIDES}/${data.id}`);
    expect(headers['content-type']).toBe('application/vnd.api+json; charset=utf-8');
    const { body: read } = await api.get(headers['location']!).expect(200);
    expect(body).toEqual({ ...(read as object), meta: { os_minor_versions_added: [] } });
  });

  it('stores all of its content with its relations', async () => {
    const id = await importGuide(api, aGuideDocument({ version: aVersion() }));
    const [row] = await db.query<Record<string, number>>(
      `SELECT (SELECT count(*) FROM profile WHERE security_guide_id = $1) AS profiles,
              (SELECT count(*) FROM rule_group WHERE security_guide_id = $1) AS groups,
              (SELECT count(*) FROM value_definition WHERE security_guide_id = $1) AS values,
              (SELECT count(*) FROM rule r JOIN rule_group g ON g.id = r.rule_group_id
                WHERE r.security_guide_id = $1 AND g.ref_id = 'g1') AS rules_in_group,
              (SELECT count(*) FROM fix f JOIN rule r ON r.id = f.rule_id WHERE r.security_guide_id = $1) AS fixes,
              (SELECT count(*) FROM profile_rule pr JOIN profile p ON p.id = pr.profile_id
                WHERE p.security_guide_id = $1) AS profile_rules,
              (SELECT count(*) FROM rule r CROSS JOIN unnest(r.value_checks) c JOIN value_definition v ON v.id = c
                WHERE r.security_guide_id = $1) AS value_checks,
              (SELECT count(*) FROM profile p CROSS JOIN jsonb_object_keys(p.value_overrides) o
                 JOIN value_definition v ON v.id = o::uuid WHERE p.security_guide_id = $1) AS overrides`,
      [id],
    );
    expect(row).toEqual({
      profiles: 2,
      groups: 2,
      values: 2,
      rules_in_group: 3,
      fixes: 3,
      profile_rules: 6,
      value_checks: 6,
      overrides: 4,
    });
  });

  describe('the version of the operating system', () => {
    it('is the given one, regardless of the benchmark id', async () => {
      const { body } = await upload(api, aGuideDocument({ version: aVersion() }), 'os_major_version=12').expect(201);
      expect(body).toMatchObject({ data: { os_major_version: 12 } });
    });

    it('must be given when the id does not contain it', async () => {
      const version = aVersion();
      const document = aGuideDocument({ refId: 'xccdf_org.test_benchmark_FIREFOX', version });
      const { body } = await upload(api, document).expect(422);
      expect(body).toEqual({
        errors: [
          'Invalid parameter: os_major_version must be given, xccdf_org.test_benchmark_FIREFOX does not contain it',
        ],
      });
      await upload(api, document, 'os_major_version=0').expect(201);
      await upload(api, document).expect(422);
    });
  });

  describe('the same document again', () => {
    it('changes nothing and returns 200', async () => {
      const document = aGuideDocument({ version: aVersion() });
      const id = await importGuide(api, document);
      const stamp = () => db.query('SELECT updated_at, xmin::text FROM security_guide WHERE id = $1', [id]);
      const before = await stamp();
      const { body, headers } = await upload(api, document, 'replace=true&os_major_version=9').expect(200);
      expect(body).toMatchObject({ data: { id, os_major_version: 8 } });
      expect(headers['location']).toBeUndefined();
      expect(await stamp()).toEqual(before);
    });

    it('counts as the same when it comes compressed', async () => {
      const document = aGuideDocument({ version: aVersion() });
      await upload(api, document).expect(201);
      await upload(api, gzipSync(document)).set('Content-Encoding', 'gzip').expect(200);
    });

    it('counts as another one when a single blank differs', async () => {
      const document = aGuideDocument({ version: aVersion() });
      await upload(api, document).expect(201);
      await upload(api, `${document} `).expect(409);
    });
  });

  describe('other content of the same guide and version', () => {
    it('is refused', async () => {
      const version = aVersion();
      const id = await importGuide(api, aGuideDocument({ version }));
      const { body } = await upload(api, aGuideDocument({ version, title: 'Another' }), 'replace=false').expect(409);
      expect(body).toEqual({
        errors: [`Security guide ${DEFAULT_REF_ID} ${version} already exists with different content`],
      });
      const { body: read } = await api.get(`${GUIDES}/${id}`).expect(200);
      expect(read).toMatchObject({ data: { title: 'A guide' } });
    });

    it('is another guide under another version or id', async () => {
      const version = aVersion();
      await upload(api, aGuideDocument({ version })).expect(201);
      await upload(api, aGuideDocument({ version: aVersion() })).expect(201);
      await upload(api, aGuideDocument({ version, refId: `${DEFAULT_REF_ID}-1` })).expect(201);
    });
  });

  describe('minor versions', () => {
    it('are registered for every profile when given, once each', async () => {
      const id = await importGuide(
        api,
        aGuideDocument({ version: aVersion() }),
        'os_minor_versions=4,0&os_minor_versions=4',
      );
      expect(await getMinors(id)).toEqual({ p1: [0, 4], p2: [0, 4] });
    });

    it('are empty for a new guide by default', async () => {
      expect(await getMinors(await importGuide(api, aGuideDocument({ version: aVersion() })))).toEqual({});
    });

    it('are added to registered ones, and the response names those that are new', async () => {
      const document = aGuideDocument({ version: aVersion() });
      const { body: created } = await upload(api, document, 'os_minor_versions=2,1').expect(201);
      const { id } = (created as { data: { id: string } }).data;
      expect(created).toMatchObject({ meta: { os_minor_versions_added: [1, 2] } });
      await api
        .put(`${GUIDES}/${id}/profiles/p1/os_minor_versions`)
        .send({ os_minor_versions: [7] })
        .expect(202);
      const { body } = await upload(api, document, 'os_minor_versions=2,3').expect(200);
      expect(body).toMatchObject({ meta: { os_minor_versions_added: [2, 3] } });
      expect(await getMinors(id)).toEqual({ p1: [2, 3, 7], p2: [1, 2, 3] });
      const { body: again } = await upload(api, document, 'os_minor_versions=2,3').expect(200);
      expect(again).toMatchObject({ meta: { os_minor_versions_added: [] } });
    });

    it('that a policy uses stay, also when its guide is replaced', async () => {
      const version = aVersion();
      const id = await importGuide(api, aGuideDocument({ version }), 'os_minor_versions=7');
      const profiles = await api.get(`${GUIDES}/${id}/profiles?filter=ref_id%3Dp1`).expect(200);
      const [{ id: profile_id }] = (profiles.body as { data: [{ id: string }] }).data;
      const policy = await givenPolicy(db, { profile_id });
      const replacement = aGuideDocument({ version, title: 'Another' });
      const { body: replaced } = await upload(api, replacement, 'replace=true&os_minor_versions=0,4').expect(202);
      expect(replaced).toMatchObject({ meta: { os_minor_versions_added: [0, 4] } });
      const system = await givenSystem(db, { os_major_version: 8, os_minor_version: 7 });
      await api.patch(`${BASE}/policies/${policy.id}/systems/${system.id}`).expect(202);
    });

    it('are all stored after concurrent imports', async () => {
      const document = aGuideDocument({ version: aVersion() });
      const id = await importGuide(api, document);
      const responses = await Promise.all([0, 1, 2, 3].map((n) => upload(api, document, `os_minor_versions=${n},9`)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const added = responses.flatMap(({ body }) => (body as ImportResponse).meta.os_minor_versions_added);
      expect(added.sort()).toEqual([0, 1, 2, 3, 9]);
      expect(await getMinors(id)).toEqual({ p1: [0, 1, 2, 3, 9], p2: [0, 1, 2, 3, 9] });
    });

    it('are unchanged when absent', async () => {
      const version = aVersion();
      const id = await importGuide(api, aGuideDocument({ version }), 'os_minor_versions=1');
      await upload(api, aGuideDocument({ version })).expect(200);
      await upload(api, aGuideDocument({ version, profiles: ['p1', 'p3'] }), 'replace=true').expect(202);
      expect(await getMinors(id)).toEqual({ p1: [1] });
    });
  });

  describe('two concurrent imports of one guide', () => {
    it('run one after the other when their documents are the same', async () => {
      const version = aVersion();
      const document = aGuideDocument({ version });
      const responses = await Promise.all([1, 2, 3, 4].map(() => upload(api, document)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
      expect(await countGuides(version)).toBe(1);
    });

    it('leave one winner when their documents differ', async () => {
      const version = aVersion();
      const responses = await Promise.all([
        upload(api, aGuideDocument({ version, title: 'One' })),
        upload(api, aGuideDocument({ version, title: 'Two' })),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    });
  });

  it('leaves nothing behind when the database refuses a row', async () => {
    const version = aVersion();
    await db.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`);
    await db.query(`CREATE TRIGGER refuse BEFORE INSERT ON profile_rule EXECUTE FUNCTION refuse()`);
    try {
      const { body } = await upload(api, aGuideDocument({ version })).expect(500);
      expect(body).toEqual({ errors: ['Internal server error'] });
    } finally {
      await db.query(`DROP TRIGGER refuse ON profile_rule`);
      await db.query(`DROP FUNCTION refuse`);
    }
    expect(await countGuides(version)).toBe(0);
    await upload(api, aGuideDocument({ version })).expect(201);
  });
});
