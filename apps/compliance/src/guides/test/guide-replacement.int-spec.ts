import { TEST_ORG } from '@wardstone/testing';
import { anId, givenPolicy, givenSystem } from '../../test/builders';
import { givenOutcomes } from '../../test/result.builder';
import { useCompliance } from '../../test/use-compliance';
import { aGuideDocument, type GuideShape, importGuide, upload } from './given-guide-document';

const { db, api } = useCompliance();

let lastVersion = 0;
const aVersion = (): string => `2.${++lastVersion}`;

type Ids = Record<'profile' | 'rule' | 'rule_group' | 'value_definition', Record<string, string>>;

/** Ids of a guide's content by table and ref_id. */
async function toIds(guideId: string): Promise<Ids> {
  const ids = { profile: {}, rule: {}, rule_group: {}, value_definition: {} };
  for (const table of Object.keys(ids) as (keyof Ids)[]) {
    const rows = await db.query<{ ref_id: string; id: string }>(
      `SELECT t.ref_id, t.id FROM ${table} t WHERE t.security_guide_id = $1 ORDER BY t.ref_id`,
      [guideId],
    );
    ids[table] = Object.fromEntries(rows.map(({ ref_id, id }) => [ref_id, id]));
  }
  return ids;
}

/** A guide, and what it became after its document was replaced. */
async function replaced(
  { query = '', ...shape }: GuideShape & { query?: string },
  between: (ids: Ids, guideId: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<{ guideId: string; before: Ids; after: Ids }> {
  const version = aVersion();
  const guideId = await importGuide(api, aGuideDocument({ version }));
  const before = await toIds(guideId);
  await between(before, guideId);
  const { body } = await upload(api, aGuideDocument({ version, ...shape }), `replace=true&${query}`).expect(202);
  expect(body).toMatchObject({ data: { id: guideId } });
  return { guideId, before, after: await toIds(guideId) };
}

/** A tailoring of a policy on the profile, with rules and overrides. */
async function givenTailoring(profileId: string, rules: readonly string[], overrides: Record<string, string> = {}) {
  const policy = await givenPolicy(db, { profile_id: profileId });
  const org = db.asOrg(TEST_ORG);
  const id = anId();
  await org.query(
    `INSERT INTO tailoring (id, org_id, policy_id, profile_id, os_minor_version, value_overrides)
     VALUES ($1, $2, $3, $4, 0, $5)`,
    [id, TEST_ORG, policy.id, profileId, JSON.stringify(overrides)],
  );
  for (const rule of rules) {
    await org.query('INSERT INTO tailoring_rule (tailoring_id, rule_id, org_id) VALUES ($1, $2, $3)', [
      id,
      rule,
      TEST_ORG,
    ]);
  }
  return { id, policy };
}

describe('replacing the document of a guide', () => {
  it('keeps the ids of everything that is in both', async () => {
    const { before, after } = await replaced({ title: 'Changed' });
    expect(after).toEqual(before);
  });

  it('updates what differs', async () => {
    const { guideId } = await replaced({ title: 'Changed', query: 'os_major_version=9' });
    const [row] = await db.query(
      `SELECT g.title, g.os_major_version, (SELECT min(p.title) FROM profile p WHERE p.security_guide_id = g.id) AS profile,
              (SELECT min(v.default_value) FROM value_definition v WHERE v.security_guide_id = g.id) AS value,
              (SELECT min(f.text) FROM fix f JOIN rule r ON r.id = f.rule_id WHERE r.security_guide_id = g.id) AS fix
         FROM security_guide g WHERE g.id = $1`,
      [guideId],
    );
    expect(row).toEqual({
      title: 'Changed',
      os_major_version: 9,
      profile: 'Changed p1',
      value: 'Changed',
      fix: 'fix of Changed',
    });
  });

  it('leaves rows alone that do not differ', async () => {
    let before: object[] = [];
    const rows = (guideId: string): Promise<object[]> =>
      db.query('SELECT id, xmin::text FROM rule_group WHERE security_guide_id = $1 ORDER BY id', [guideId]);
    const { guideId } = await replaced({ title: 'Changed' }, async (_ids, id) => {
      before = await rows(id);
    });
    expect(await rows(guideId)).toEqual(before);
  });

  it('adds what is new, and removes what is missing and unused', async () => {
    const { before, after } = await replaced({
      profiles: ['p2', 'p3'],
      groups: ['g2', 'g3'],
      rules: ['r2', 'r4'],
      values: ['v2', 'v3'],
    });
    const names = Object.fromEntries(Object.entries(after).map(([table, rows]) => [table, Object.keys(rows)]));
    expect(names).toEqual({
      profile: ['p2', 'p3'],
      rule: ['r2', 'r4'],
      rule_group: ['g2', 'g3'],
      value_definition: ['v2', 'v3'],
    });
    expect(after.rule['r2']).toBe(before.rule['r2']);
  });

  it('replaces the rules and overrides of profiles', async () => {
    const { guideId, after } = await replaced({ rules: ['r1', 'r4'], values: ['v1'] });
    const rows = await db.query<{ ref_id: string; value_overrides: object; rules: string[] }>(
      `SELECT p.ref_id, p.value_overrides, array_agg(r.ref_id ORDER BY r.ref_id) AS rules
         FROM profile p JOIN profile_rule pr ON pr.profile_id = p.id JOIN rule r ON r.id = pr.rule_id
        WHERE p.security_guide_id = $1 GROUP BY p.id ORDER BY p.ref_id`,
      [guideId],
    );
    const expected = { value_overrides: { [after.value_definition['v1']!]: 'A guide' }, rules: ['r1', 'r4'] };
    expect(rows).toEqual([
      { ref_id: 'p1', ...expected },
      { ref_id: 'p2', ...expected },
    ]);
  });

  describe('keeps what is missing from the document but in use:', () => {
    it('the profile of a policy of any organisation', async () => {
      const { before, after } = await replaced({ profiles: ['p9'] }, (ids) =>
        givenPolicy(db, { org_id: 'another', profile_id: ids.profile['p1']! }),
      );
      expect(after.profile).toEqual({ p1: before.profile['p1'], p9: expect.any(String) as string });
    });

    it('the rule of a tailoring, with its fixes, though its group goes', async () => {
      let tailoring = '';
      const { before, after } = await replaced({ groups: [], rules: ['r1'] }, async (ids) => {
        tailoring = (await givenTailoring(ids.profile['p1']!, [ids.rule['r1']!, ids.rule['r3']!])).id;
      });
      expect(after.rule).toEqual({ r1: before.rule['r1'], r3: before.rule['r3'] });
      expect(after.rule_group).toEqual({});
      const [row] = await db.asOrg(TEST_ORG).query(
        `SELECT (SELECT count(*) FROM tailoring_rule tr WHERE tr.tailoring_id = $1) AS rules,
                (SELECT count(*) FROM fix f WHERE f.rule_id = $2) AS fixes,
                (SELECT r.rule_group_id FROM rule r WHERE r.id = $2) AS rule_group_id`,
        [tailoring, before.rule['r3']],
      );
      expect(row).toEqual({ rules: 2, fixes: 1, rule_group_id: null });
    });

    it('the rule of a scan result', async () => {
      const { before, after } = await replaced({ rules: ['r1'] }, async (ids) => {
        const { id, policy } = await givenTailoring(ids.profile['p1']!, []);
        const system = await givenSystem(db, { policies: [policy] });
        const [result] = await db.asOrg(TEST_ORG).query<{ id: string }>(
          `INSERT INTO test_result (org_id, tailoring_id, report_id, system_id, end_time, supported, failed_rule_count,
                                    passed_rule_count)
           VALUES ($1, $2, $3, $4, now(), true, 1, 0) RETURNING id`,
          [TEST_ORG, id, policy.id, system.id],
        );
        await givenOutcomes(db, result!.id, { [ids.rule['r2']!]: 'fail' });
      });
      expect(after.rule).toEqual({ r1: before.rule['r1'], r2: before.rule['r2'] });
    });

    it('the values of a guide with tailorings', async () => {
      const { before, after } = await replaced({ values: [] }, (ids) =>
        givenTailoring(ids.profile['p1']!, [], { [ids.value_definition['v1']!]: 'mine' }),
      );
      expect(after.value_definition).toEqual(before.value_definition);
    });
  });

  it('gives a rule that comes back its old id', async () => {
    const version = aVersion();
    const document = aGuideDocument({ version });
    const guideId = await importGuide(api, document);
    const before = await toIds(guideId);
    await givenTailoring(before.profile['p1']!, [before.rule['r3']!]);
    await upload(api, aGuideDocument({ version, rules: ['r1'] }), 'replace=true').expect(202);
    await upload(api, document, 'replace=true').expect(202);
    expect((await toIds(guideId)).rule['r3']).toBe(before.rule['r3']);
  });

  it('updates policies on its profiles', async () => {
    let policyId = '';
    await replaced({ title: 'Changed', query: 'os_major_version=9' }, async (ids) => {
      policyId = (await givenPolicy(db, { profile_id: ids.profile['p1']! })).id;
    });
    const { body } = await api.get(`/api/compliance/v2/policies/${policyId}`).expect(200);
    expect(body).toMatchObject({ data: { profile_title: 'Changed p1', os_major_version: 9 } });
  });
});
