import { BASE, useCompliance } from '../../test/use-compliance';
import { createTailoring, givenTailoredPolicy, type TailoredPolicy } from './given-tailored-policy';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const { db, api } = useCompliance();
let seed: TailoredPolicy;
let rulesPath: string;
beforeEach(async () => {
  seed = await givenTailoredPolicy(db);
  await createTailoring(api, seed.path, 4);
  rulesPath = `${seed.path}/4/rules`;
});

const toTitles = (body: { data: { title: string }[] }): string[] => body.data.map(({ title }) => title);
const titles = async (): Promise<string[]> =>
  toTitles((await api.get(`${rulesPath}?sort_by=precedence`).expect(200)).body);
const tailoringNotFound = (id: string) => ({ errors: [`V2::Tailoring not found with ID ${id}`] });
const ruleNotFound = (id: string) => ({ errors: [`V2::Rule not found with ID ${id}`] });

describe('GET /policies/{policy_id}/tailorings/{tailoring_id}/rules', () => {
  it('lists the rules by minor version or id, filtered and sorted as those of a guide', async () => {
    const { body } = await api.get(`${rulesPath}?sort_by=title:desc&filter=severity%3Dmedium`).expect(200);

    expect(toTitles(body)).toEqual(['kept', 'dropped']);
    expect(body.meta).toEqual({ total: 2, filter: 'severity=medium', limit: 10, offset: 0, sort_by: 'title:desc' });
    expect(body.links.first).toBe(`${rulesPath}?filter=severity%3Dmedium&limit=10&offset=0&sort_by=title%3Adesc`);
    expect(body.data[0]).not.toHaveProperty('remediation_issue_id');
    const { id } = (await api.get(`${seed.path}/4`)).body.data;
    expect((await api.get(`${seed.path}/${id}/rules?limit=1`)).body.meta.total).toBe(2);
  });

  it('checks filter, parents and sorting in this order', async () => {
    const ask = async (path: string, status: number) => (await api.get(path).expect(status)).body.errors;
    const policies = `${BASE}/policies`;

    expect(await ask(`${policies}/x/tailorings/4/rules`, 422)).toEqual([
      'Invalid parameter: policy_id is not permitted',
    ]);
    expect(await ask(`${seed.path}/x/rules`, 422)).toEqual(['Invalid parameter: tailoring_id is not permitted']);
    expect(await ask(`${policies}/${UNKNOWN}/tailorings/4/rules?filter=x`, 422)).toEqual([
      `Invalid parameter: 'x' is not a valid query string`,
    ]);
    expect(await ask(`${policies}/${UNKNOWN}/tailorings/4/rules?sort_by=x`, 404)).toEqual([
      `V2::Policy not found with ID ${UNKNOWN}`,
    ]);
    expect(await ask(`${seed.path}/7/rules?sort_by=x`, 404)).toEqual(['V2::Tailoring not found with ID 7']);
    expect(await ask(`${rulesPath}?sort_by=x`, 422)).toEqual([`Result cannot be sorted by the 'x' column.`]);
  });

  it('are hidden from other organisations', async () => {
    const { body } = await api.as({ orgId: 'umbrella' }).get(rulesPath).expect(404);

    expect(body).toEqual({ errors: [`V2::Policy not found with ID ${seed.policy.id}`] });
  });
});

describe('POST /policies/{policy_id}/tailorings/{tailoring_id}/rules', () => {
  const assign = (ids: unknown) => api.post(rulesPath).send({ ids });

  it('makes the given rules the only ones and returns the first page of them', async () => {
    const { kept, spare } = seed.rules;
    const { body } = await assign([spare.id, kept.id.toUpperCase(), spare.id]).expect(202);

    expect(toTitles(body)).toEqual(['kept', 'spare']);
    expect(body.meta).toEqual({ total: 2, limit: 10, offset: 0 });
    expect(body.links).toEqual({ first: `${rulesPath}?limit=10&offset=0`, last: `${rulesPath}?limit=10&offset=0` });
    expect(await titles()).toEqual(['kept', 'spare']);
  });

  it('accepts ref_ids if the first entry is one', async () => {
    const { kept, spare } = seed.rules;

    expect((await assign([spare.ref_id, kept.id, kept.ref_id, 'x']).expect(202)).body.meta.total).toBe(2);
    expect(await titles()).toEqual(['kept', 'spare']);
    expect((await assign([spare.id, kept.ref_id]).expect(202)).body.meta.total).toBe(1);
    expect(await titles()).toEqual(['spare']);
  });

  it('drops rules of other guides silently', async () => {
    const foreign = (await givenTailoredPolicy(db)).rules.kept;

    expect((await assign([seed.rules.early.id, foreign.id, UNKNOWN]).expect(202)).body.meta.total).toBe(1);
    expect(await titles()).toEqual(['early']);
  });

  it('removes all rules with an empty list', async () => {
    const { body } = await assign([]).expect(202);

    expect(body).toMatchObject({ data: [], meta: { total: 0 } });
    expect(await titles()).toEqual([]);
  });

  it.each([
    [{}, 'Invalid parameter: ids must be an array'],
    [{ ids: null }, 'Invalid parameter: ids must be an array'],
    [{ ids: 'x' }, 'Invalid parameter: ids must be an array'],
    [{ ids: { a: 1 } }, 'Invalid parameter: ids must be an array'],
    [{ ids: [1] }, 'Invalid parameter: ids must be an array of strings'],
    [{ ids: [], rules: [] }, 'found unpermitted parameter: :rules'],
  ])('refuses %j and changes nothing', async (body, text) => {
    expect((await api.post(rulesPath).send(body).expect(422)).body).toEqual({ errors: [text] });
    expect(await titles()).toEqual(['kept', 'dropped']);
  });

  it('keeps the set of one writer when several write at once', async () => {
    const { kept, dropped, spare, loose, early } = seed.rules;
    const sets = [
      [kept.id, spare.id],
      [dropped.id, loose.id],
      [early.id, spare.id],
    ];
    const responses = await Promise.all([...sets, ...sets].map((ids) => assign(ids)));

    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(202));
    const left = (await api.get(`${rulesPath}?ids_only=true`)).body.data.map(({ id }: { id: string }) => id);
    expect(sets.map((ids) => [...ids].sort())).toContainEqual([...left].sort());
  });

  it('returns 404 for an unknown tailoring', async () => {
    expect((await api.post(`${seed.path}/7/rules`).send({ ids: [] }).expect(404)).body).toEqual(tailoringNotFound('7'));
  });
});

describe('PATCH /policies/{policy_id}/tailorings/{tailoring_id}/rules/{rule_id}', () => {
  it('adds the rule and returns it', async () => {
    const { spare } = seed.rules;
    const { body } = await api.patch(`${rulesPath}/${spare.id}`).expect(202);

    expect(body.data).toMatchObject({ id: spare.id, title: 'spare', type: 'rule' });
    expect(await titles()).toEqual(['kept', 'dropped', 'spare']);
  });

  it('returns 404 for the tailoring when it has the rule already', async () => {
    expect((await api.patch(`${rulesPath}/${seed.rules.kept.id}`).expect(404)).body).toEqual(tailoringNotFound('4'));
  });

  it('refuses a rule of another guide', async () => {
    const foreign = (await givenTailoredPolicy(db)).rules.kept;

    expect((await api.patch(`${rulesPath}/${foreign.id}`).expect(406)).body).toEqual({
      errors: ['V2::TailoringRule rule Unassignable rule'],
    });
    expect(await titles()).toEqual(['kept', 'dropped']);
  });

  it.each([UNKNOWN, 'xccdf_rule_spare'])('returns 404 for the rule %s', async (id) => {
    expect((await api.patch(`${rulesPath}/${id}`).expect(404)).body).toEqual(ruleNotFound(id));
  });

  it('takes an empty body and no keys', async () => {
    const path = `${rulesPath}/${seed.rules.spare.id}`;

    expect((await api.patch(path).send({ ids: [] }).expect(422)).body).toEqual({
      errors: ['found unpermitted parameter: :ids'],
    });
    await api.patch(path).set('Content-Type', 'application/vnd.api+json').send('').expect(202);
  });
});

describe('DELETE /policies/{policy_id}/tailorings/{tailoring_id}/rules/{rule_id}', () => {
  it('takes the rule out and returns it', async () => {
    const { kept } = seed.rules;
    const { body } = await api.delete(`${rulesPath}/${kept.id}`).expect(202);

    expect(body.data).toMatchObject({ id: kept.id, type: 'rule' });
    expect(await titles()).toEqual(['dropped']);
    expect((await api.delete(`${rulesPath}/${kept.id}`).expect(404)).body).toEqual(ruleNotFound(kept.id));
  });

  it('returns 404 for a rule that is not assigned, and for an unknown tailoring', async () => {
    const { spare } = seed.rules;

    expect((await api.delete(`${rulesPath}/${spare.id}`).expect(404)).body).toEqual(ruleNotFound(spare.id));
    expect((await api.delete(`${rulesPath}/x`).expect(404)).body).toEqual(ruleNotFound('x'));
    expect((await api.delete(`${seed.path}/7/rules/${spare.id}`).expect(404)).body).toEqual(tailoringNotFound('7'));
  });
});
