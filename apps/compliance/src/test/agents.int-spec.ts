import { readPdf } from '../evidence/test/pdf-reader';
import { aScannedBenchmark, aTestResult, anArf } from '../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, type Scannable, uploadResult } from '../test-results/test/given-scannable-system';
import { OPERATIONS, type SpecifiedOperation } from './operations';
import { BASE, useCompliance } from './use-compliance';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const toSubject = (name: string): string => `wardstone|acme|${name}|test`;
const A_SYSTEM = { display_name: 'taken over', os_major_version: 8, os_minor_version: 4 };

describe('two agents of one organisation', () => {
  const { db, api } = useCompliance();
  const one = api.as({ username: 'one', roles: ['agent'] });
  const other = api.as({ username: 'other', roles: ['agent'] });
  /** Even with all permissions an agent would be limited to its own systems. */
  const permitted = api.as({
    username: 'one',
    roles: ['agent'],
    permissions: ['compliance:*:*', 'inventory:*:*'],
  });
  let mine: Scannable & { benchmark: string };
  let theirs: Scannable & { benchmark: string };
  let resultId: string;

  beforeAll(async () => {
    mine = await givenScannableSystem(db, api, { display_name: 'mine', registered_by: toSubject('one') });
    theirs = await givenScannableSystem(db, api, {
      display_name: 'theirs',
      os_name: 'Theirs',
      tags: [{ namespace: 'ops', key: 'of', value: 'theirs' }],
      registered_by: toSubject('other'),
    });
    const uploaded = await uploadResult(other, theirs.system.id, aTestResult({ benchmark: theirs.benchmark }));
    expect(uploaded.status).toBe(201);
    resultId = uploaded.body.data.id;
  });

  const ids = (systemId: string): Readonly<Record<string, string>> => ({
    system_id: systemId,
    policy_id: theirs.policy.id,
    report_id: theirs.policy.id,
    test_result_id: resultId,
    security_guide_id: theirs.guideId,
    profile_id: theirs.policy.profile_id,
    tailoring_id: '4',
    rule_id: UNKNOWN,
    rule_group_id: UNKNOWN,
    value_definition_id: UNKNOWN,
  });
  const toPath = ({ path }: SpecifiedOperation, systemId: string): string =>
    BASE + path.replace(/\{([^}]+)\}/g, (_all, name: string) => ids(systemId)[name]!);

  const toBody = ({ id }: SpecifiedOperation): object => {
    if (id === 'AssignSystemOwner') return { subject: toSubject('one') };
    if (id === 'AssignSystems') return { ids: [] };
    return id === 'PutSystem' ? A_SYSTEM : {};
  };
  const ask = async (
    operation: SpecifiedOperation,
    systemId: string,
    as = permitted,
  ): Promise<{ status: number; text: string; body: unknown }> => {
    if (operation.id === 'StoreTestResult') {
      return uploadResult(as, systemId, aTestResult({ benchmark: theirs.benchmark, endTime: '2026-01-11T08:00:00Z' }));
    }
    const request = as[operation.method](toPath(operation, systemId));
    return operation.method === 'get' ? request : request.send(toBody(operation));
  };

  /** All rows of the other agent's system. */
  const state = (): Promise<object[]> =>
    db.asOrg('acme').query(
      `SELECT s.*, (SELECT json_agg(ps ORDER BY ps.policy_id) FROM policy_system ps WHERE ps.system_id = s.id) AS policies,
              (SELECT json_agg(t ORDER BY t.id) FROM test_result t WHERE t.system_id = s.id) AS results,
              (SELECT count(*) FROM rule_result rr JOIN test_result t ON t.id = rr.test_result_id
                WHERE t.system_id = s.id) AS outcomes
         FROM system s WHERE s.id = $1`,
      [theirs.system.id],
    );

  const OF_SYSTEM = OPERATIONS.filter(({ path }) => path.includes('{system_id}'));

  it.each(OF_SYSTEM.map((operation) => [operation.id, operation] as const).filter(([id]) => id !== 'PutSystem'))(
    '%s treats the system of the other agent as missing, and changes nothing',
    async (_id, operation) => {
      const before = await state();
      const foreign = await ask(operation, theirs.system.id);
      const absent = await ask(operation, UNKNOWN);

      expect(foreign.status).toBe(404);
      expect(foreign.text.replaceAll(theirs.system.id, UNKNOWN)).toBe(absent.text);
      expect([403, 404]).toContain((await ask(operation, theirs.system.id, one)).status);
      expect(await state()).toEqual(before);
    },
  );

  it.each(
    OPERATIONS.filter(({ method, path }) => method === 'get' && !path.includes('{system_id}')).map(
      (operation) => [operation.id, operation] as const,
    ),
  )('%s shows nothing of the system of the other one', async (_id, operation) => {
    const isOfResult = operation.path.includes('{test_result_id}');
    const { status, text, body } = await ask(operation, theirs.system.id);
    const shown = Buffer.isBuffer(body) ? readPdf(body).pages.join('\n') : text;

    if (isOfResult) expect(status).toBe(404);
    // A response repeats the requested id.
    for (const trace of [theirs.system.id, ...(isOfResult ? [] : [resultId]), '"theirs"']) {
      expect(shown).not.toContain(trace);
    }
  });

  it('cannot register the system of the other one, neither while it exists nor after its removal', async () => {
    const path = `${BASE}/systems/${theirs.system.id}`;
    const before = await state();
    const text = { errors: [`V2::System not found with ID ${theirs.system.id}`] };

    expect((await one.put(path).send(A_SYSTEM).expect(404)).body).toEqual(text);
    expect((await one.put(path).send({}).expect(404)).body).toEqual(text);
    expect(await state()).toEqual(before);
    const { body } = await other.post(`${BASE}/systems`).send(A_SYSTEM).expect(201);
    await other.delete(`${BASE}/systems/${body.data.id}`).expect(202);
    await one
      .put(`${BASE}/systems/${body.data.id}`)
      .send({ ...A_SYSTEM, updated: '2026-01-16T00:00:00Z' })
      .expect(404);
    await other
      .put(`${BASE}/systems/${body.data.id}`)
      .send({ ...A_SYSTEM, updated: '2026-01-16T00:00:00Z' })
      .expect(201);
  });

  it('list, count and find only their own systems', async () => {
    const { body } = await one.get(`${BASE}/systems`).expect(200);
    const policies = await one.get(`${BASE}/policies?sort_by=title`).expect(200);
    const getCount = (id: string) =>
      policies.body.data.find((policy: { id: string }) => policy.id === id).total_system_count;

    expect([body.meta.total, body.data.map(({ id }: { id: string }) => id)]).toEqual([1, [mine.system.id]]);
    expect([getCount(mine.policy.id), getCount(theirs.policy.id)]).toEqual([1, 0]);
    expect((await one.get(`${BASE}/policies/${theirs.policy.id}`)).body.data.total_system_count).toBe(0);
    expect((await one.get(`${BASE}/policies/${theirs.policy.id}/systems`)).body.meta.total).toBe(0);
    expect((await one.get(`${BASE}/reports/${theirs.policy.id}/systems/os_versions`)).body).toEqual([]);
    const report = (await permitted.get(`${BASE}/reports/${theirs.policy.id}`)).body.data;
    expect(report).toMatchObject({ assigned_system_count: 0, reported_system_count: 0, percent_compliant: 0 });
    expect((await permitted.get(`${BASE}/reports/${theirs.policy.id}/stats`)).body.top_failed_rules).toEqual([]);
  });

  it('cannot take the systems of the other one out of a policy by assigning their own', async () => {
    await permitted.post(`${BASE}/policies/${theirs.policy.id}/systems`).send({ ids: [] }).expect(202);

    expect((await api.get(`${BASE}/policies/${theirs.policy.id}/systems`)).body.meta.total).toBe(1);
  });

  it('register, report, read and remove their own', async () => {
    const { body } = await one.post(`${BASE}/systems`).send(A_SYSTEM).expect(201);
    const path = `${BASE}/systems/${body.data.id}`;

    await one.put(path).send({ display_name: 'mine too' }).expect(200);
    expect((await one.get(path).expect(200)).body.data.display_name).toBe('mine too');
    await api.patch(`${BASE}/policies/${theirs.policy.id}/systems/${body.data.id}`).expect(202);
    await uploadResult(one, body.data.id, aTestResult({ benchmark: theirs.benchmark })).expect(201);
    await one.delete(path).expect(202);
    await one.get(path).expect(404);
  });

  it('report for the system in the path, whatever host the document names', async () => {
    const before = await state();
    const named = (target: string): string =>
      aTestResult({ benchmark: mine.benchmark, endTime: '2026-01-12T00:00:00Z' }).replace(
        '<target>host</target>',
        `<target>${target}</target><target-facts><fact name="urn:xccdf:fact:asset:identifier:ein">${theirs.system.id}</fact></target-facts>`,
      );
    const arf = anArf([named('theirs')], aScannedBenchmark('', { benchmark: mine.benchmark }));

    const { body } = await uploadResult(one, mine.system.id, arf).expect(201);
    expect(body.data.system_id).toBe(mine.system.id);
    expect(await state()).toEqual(before);
  });

  it('lose no system to an operator who corrects it', async () => {
    const operator = api.as({ username: 'olga', roles: ['operator'] });
    await operator.put(`${BASE}/systems/${mine.system.id}`).send({ display_name: 'mine' }).expect(200);

    await one.get(`${BASE}/systems/${mine.system.id}`).expect(200);
    expect((await operator.get(`${BASE}/systems`)).body.meta.total).toBeGreaterThan(1);
  });

  it('do not reach systems registered before owners were stored', async () => {
    await db.asOrg('acme').query('UPDATE system SET registered_by = NULL WHERE id = $1', [mine.system.id]);

    await one.get(`${BASE}/systems/${mine.system.id}`).expect(404);
    await one.put(`${BASE}/systems/${mine.system.id}`).send(A_SYSTEM).expect(404);
    await api.get(`${BASE}/systems/${mine.system.id}`).expect(200);
    await db
      .asOrg('acme')
      .query('UPDATE system SET registered_by = $2 WHERE id = $1', [mine.system.id, toSubject('one')]);
  });

  it('with one name but different issuers are two', async () => {
    const impostor = api.as({ username: 'one', roles: ['agent'], subject: 'https://id.example|acme|one' });

    await impostor.get(`${BASE}/systems/${mine.system.id}`).expect(404);
    expect((await impostor.get(`${BASE}/systems`)).body.meta.total).toBe(0);
  });
});

describe('PUT /systems/{id}/owner', () => {
  const { api } = useCompliance();
  const agent = api.as({ username: 'one', roles: ['agent'] });
  const owner = (id: string): string => `${BASE}/systems/${id}/owner`;
  let id: string;

  beforeEach(async () => {
    id = (await api.post(`${BASE}/systems`).send(A_SYSTEM).expect(201)).body.data.id;
  });

  it('hands a system to a login, or to none', async () => {
    const give = (subject: string | null) => api.put(owner(id)).send({ subject }).expect(202);
    const record = { system_id: id, subject: toSubject('one'), type: 'system_owner' };
    await agent.get(`${BASE}/systems/${id}`).expect(404);

    expect((await give(toSubject('one'))).body).toEqual({ data: record });
    expect((await api.get(owner(id)).expect(200)).body).toEqual({ data: record });
    await agent.get(`${BASE}/systems/${id}`).expect(200);
    await agent.put(`${BASE}/systems/${id}`).send({ display_name: 'renamed' }).expect(200);
    await give(null);
    await agent.get(`${BASE}/systems/${id}`).expect(404);
  });

  it('names the login that registered a system', async () => {
    expect((await api.get(owner(id))).body.data.subject).toBe(toSubject('ann'));
  });

  it.each([
    [{}, 'Invalid parameter: subject must be a string of 1 to 255 characters, or null'],
    [{ subject: '' }, 'Invalid parameter: subject must be a string of 1 to 255 characters, or null'],
    [{ subject: 'x'.repeat(256) }, 'Invalid parameter: subject must be a string of 1 to 255 characters, or null'],
    [{ subject: 'a\0' }, 'Invalid parameter: subject must be a string of 1 to 255 characters, or null'],
    [{ subject: 7 }, 'Invalid parameter: subject must be a string of 1 to 255 characters, or null'],
    [{ subject: null, foo: 1 }, 'found unpermitted parameter: :foo'],
  ])('returns 422 for %j', async (body, text) => {
    expect((await api.put(owner(id)).send(body).expect(422)).body).toEqual({ errors: [text] });
  });

  it.each([['operator'], ['viewer'], ['agent']] as const)('is not for the role %s', async (role) => {
    const caller = api.as({ username: 'one', roles: [role] });

    await caller.get(owner(id)).expect(403);
    await caller
      .put(owner(id))
      .send({ subject: toSubject('one') })
      .expect(403);
  });

  it('returns 404 for a system of another organisation', async () => {
    await api.as({ orgId: 'umbrella' }).put(owner(id)).send({ subject: null }).expect(404);
    await api.get(owner(UNKNOWN)).expect(404);
    await api.get(owner('abc')).expect(404);
  });
});
