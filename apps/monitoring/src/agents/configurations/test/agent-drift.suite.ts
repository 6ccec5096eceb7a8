import { givenAlertDefinition } from '../../../reports/test/given-records';
import { linesOf } from '../../../reports/test/report-lines';
import { givenResource, givenType } from '../../../test/given-inventory';
import { useMonitoring } from '../../../test/use-monitoring';

describe('drift that agents report', () => {
  const api = useMonitoring();
  const db = () => api.database;
  let serial = 0;
  let type = { id: 0 };

  const given = async (over: object = {}) => {
    const resource = await givenResource(db(), { type, ...over });
    await db().query(`UPDATE resource SET agent_name = 'host-a-agent' WHERE id = $1`, [resource.id]);
    return resource;
  };
  const report = async (...changeSets: unknown[]) => {
    const body = { reportId: `d-${++serial}`, changeSets };
    return (await api.post('/rest/agent/host-a-agent/drift').send(body).expect(200)).body as object;
  };
  const complianceOf = async ({ id }: { id: number }): Promise<string[]> => {
    const lines = await linesOf(api, `driftCompliance?resourceTypeId=${type.id}`);
    return lines.filter((line) => line.endsWith(`/console/inventory/${id}`)).map((line) => line.split(',').at(-2)!);
  };
  const changed = (path: string) => [{ category: 'FILE_CHANGED', path }];

  beforeAll(async () => {
    type = await givenType(db());
    await db().query(
      `INSERT INTO drift_template (resource_type_id, name, definition) VALUES ($1, 'config-files', '{"includes": []}')`,
      [type.id],
    );
    await api.put('/rest/agent/host-a-agent').send({}).expect(201);
  });

  it('makes definitions from templates, and lists files by change set', async () => {
    const { id: resourceId } = await given();
    const set = { resourceId, definition: 'config-files' };
    const time = api.clock.now() - 1000;
    const initial = { ...set, version: 0, time, drifts: [{ category: 'FILE_ADDED', path: 'conf/a' }] };
    expect(await report(initial)).toMatchObject({ accepted: 1, rejected: [] });
    expect(await complianceOf({ id: resourceId })).toEqual(['true']);
    expect(await report({ ...set, version: 1, time, inCompliance: false, drifts: changed('conf/a') })).toMatchObject({
      accepted: 1,
    });
    expect(await complianceOf({ id: resourceId })).toEqual(['false']);
    const drift = 'recentDrift?categories=FILE_ADDED,FILE_CHANGED';
    expect(await linesOf(api, drift)).toEqual([
      expect.stringMatching(/^1\/15\/26 11:59:59 AM UTC,config-files,1,FILE_CHANGED,conf\/a,/),
    ]);
    // A version that is known changes nothing, not even the compliance.
    expect(await report({ ...set, version: 1, inCompliance: true, drifts: changed('conf/b') })).toMatchObject({
      accepted: 1,
    });
    expect(await linesOf(api, drift)).toHaveLength(1);
    expect(await complianceOf({ id: resourceId })).toEqual(['false']);
    await report({ ...set, version: 3, inCompliance: true, drifts: [] });
    expect(await complianceOf({ id: resourceId })).toEqual(['true']);
    // Late, and so no news.
    await report({ ...set, version: 2, inCompliance: false, drifts: changed('conf/a') });
    expect(await complianceOf({ id: resourceId })).toEqual(['true']);
    expect(await linesOf(api, drift)).toHaveLength(2);
  });

  it('fires alerts, but not about what was there at first', async () => {
    const resource = await given();
    const definition = await givenAlertDefinition(db(), { resource, name: 'drifted' });
    await api
      .post(`/rest/alert/definition/${definition.id}/conditions`)
      .send({ category: 'DRIFT', name: 'config-.*', option: 'conf/.*' })
      .expect(201);
    const fired = async () => {
      const { body } = await api.get(`/rest/alert?resourceId=${resource.id}`).expect(200);
      return (body as unknown[]).length;
    };
    const set = { resourceId: resource.id, definition: 'config-files' };
    await report({ ...set, version: 0, drifts: changed('conf/a') }, { ...set, version: 1, drifts: changed('bin/a') });
    expect(await fired()).toBe(0);
    await report({ ...set, version: 2, drifts: changed('conf/a') });
    await report({ ...set, version: 2, drifts: changed('conf/a') });
    expect(await fired()).toBe(1);
  });

  it('is refused set by set', async () => {
    const foreign = await givenResource(db(), { type });
    const { id: resourceId } = await given();
    const set = { resourceId, definition: 'config-files', version: 1 };
    const wrong = [
      { ...set, resourceId: foreign.id },
      { ...set, definition: 'unknown' },
      { ...set, definition: undefined },
      { ...set, version: -1 },
      { ...set, version: '1' },
      { ...set, time: 'now' },
      { ...set, time: api.clock.now() + 600_001 },
      { ...set, drifts: {} },
      { ...set, drifts: [...changed('a'), { category: 'FILE_EATEN', path: 'a' }] },
      { ...set, drifts: changed('') },
    ];
    expect(await report(...wrong, set)).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 0, reason: `unknown resource ${foreign.id}` },
        { index: 1, reason: 'unknown drift definition unknown' },
        { index: 2, reason: 'field definition must be a string' },
        { index: 3, reason: 'field version must be a whole number from 0' },
        { index: 4, reason: 'field version must be a whole number from 0' },
        { index: 5, reason: 'field time must be a time' },
        { index: 6, reason: 'more than 10 minutes ahead' },
        { index: 7, reason: 'field drifts must be a list' },
        { index: 8, reason: 'drift 1 needs a known category and a path of at most 4000 characters' },
        { index: 9, reason: 'drift 0 needs a known category and a path of at most 4000 characters' },
      ],
    });
  });
});
