import { AgentJobs } from '../../agent-jobs.service';
import { givenHostWithPackages } from '../../../configurations/test/given-packages';
import { givenAlertDefinition } from '../../../reports/test/given-records';
import { readReportLines } from '../../../reports/test/report-lines';
import { givenResource } from '../../../test/given-inventory';
import { useMonitoring } from '../../../test/use-monitoring';

describe('configurations that agents report', () => {
  const api = useMonitoring();
  let serial = 0;

  const given = async (over: object = {}) => {
    const resource = await givenResource(api.database, over);
    await api.database.query(`UPDATE resource SET agent_name = 'host-a-agent' WHERE id = $1`, [resource.id]);
    return resource;
  };
  const report = async (...items: unknown[]) => {
    const body = { reportId: `c-${++serial}`, items };
    return (await api.post('/rest/agent/host-a-agent/configurations').send(body).expect(200)).body as object;
  };
  const getHistory = ({ id }: { id: number }) =>
    api.database.query<{ status: string; configuration: object; requested_by: string | null }>(
      `SELECT u.status, u.configuration, u.requested_by FROM configuration_update u WHERE u.resource_id = $1 ORDER BY u.id`,
      [id],
    );

  beforeAll(() => api.put('/rest/agent/host-a-agent').send({}).expect(201));

  it('are added to the history when they differ from the last one', async () => {
    const { id: resourceId } = await given();
    const first = { port: '80', tls: { on: false } };
    expect(await report({ resourceId, resourceConfig: first })).toMatchObject({ accepted: 1, rejected: [] });
    expect(await report({ resourceId, resourceConfig: { tls: { on: false }, port: '80' } })).toMatchObject({
      accepted: 1,
    });
    await report({ resourceId, resourceConfig: { ...first, port: '81' } });
    await report({ resourceId, resourceConfig: first });
    const row = (configuration: object) => ({ status: 'SUCCESS', configuration, requested_by: null });
    expect(await getHistory({ id: resourceId })).toEqual([row(first), row({ ...first, port: '81' }), row(first)]);
    expect(await readReportLines(api, 'configurationHistory')).toHaveLength(3);
    const [{ resource_configuration }] = (await api.database.query<{ resource_configuration: object }>(
      `SELECT r.resource_configuration FROM resource r WHERE r.id = $1`,
      [resourceId],
    )) as [{ resource_configuration: object }];
    expect(resource_configuration).toEqual(first);
  });

  it('fire alerts at each change, but not at the first report', async () => {
    const resource = await given();
    const definition = await givenAlertDefinition(api.database, { resource, name: 'reconfigured' });
    await api
      .post(`/rest/alert/definition/${definition.id}/conditions`)
      .send({ category: 'RESOURCE_CONFIG' })
      .expect(201);
    const fired = async () => {
      const { body } = await api.get(`/rest/alert?resourceId=${resource.id}`).expect(200);
      return (body as unknown[]).length;
    };
    await report({ resourceId: resource.id, resourceConfig: { a: 1 } });
    expect(await fired()).toBe(0);
    await report({ resourceId: resource.id, resourceConfig: { a: 1 } });
    expect(await fired()).toBe(0);
    await report({ resourceId: resource.id, resourceConfig: { a: 2 } });
    expect(await fired()).toBe(1);
  });

  it('fire alerts when a package of a host is upgraded', async () => {
    const { packages } = await givenHostWithPackages(api.database, 'web-7', {});
    await api.database.query(`UPDATE resource SET agent_name = 'host-a-agent' WHERE id = $1`, [packages]);
    const definition = await givenAlertDefinition(api.database, {
      resource: { id: packages },
      name: 'packages changed',
    });
    await api
      .post(`/rest/alert/definition/${definition.id}/conditions`)
      .send({ category: 'RESOURCE_CONFIG' })
      .expect(201);
    const before = { openssl: '3.0.11-1~deb12u2', zlib1g: '1:1.2.13' };
    await report({ resourceId: packages, resourceConfig: before });
    await report({ resourceId: packages, resourceConfig: { ...before, openssl: '3.0.15-1~deb12u1' } });
    const { body: alerts } = await api.get(`/rest/alert?resourceId=${packages}`).expect(200);
    expect(alerts).toHaveLength(1);
    const { body: changes } = await api.get(`/rest/resource/${packages}/configuration/changes`).expect(200);
    expect(changes).toMatchObject([{ property: 'openssl', before: '3.0.11-1~deb12u2', after: '3.0.15-1~deb12u1' }]);
    const { body: found } = await api.get('/rest/package?q=openssl%20%3E%203.0.13').expect(200);
    expect(found).toMatchObject([{ hostName: 'web-7', version: '3.0.15-1~deb12u1' }]);
  });

  it('are deleted after a year, except the one in force then', async () => {
    const [busy, quiet] = [await given(), await given()];
    const DAY = 24 * 60 * 60_000;
    const now = api.clock.now();
    const versions = async ({ id }: { id: number }, ages: readonly number[]) => {
      for (const [at, days] of ages.entries()) {
        await api.database.query(
          `INSERT INTO configuration_update (resource_id, status, configuration, created_ms, modified_ms)
           VALUES ($1, 'SUCCESS', jsonb_build_object('version', $2::int), $3, $3)`,
          [id, at, now - days * DAY],
        );
      }
    };
    await versions(busy, [500, 400, 380, 200, 1]);
    await versions(quiet, [900]);
    await api.service.app.get(AgentJobs, { strict: false }).purge(new AbortController());
    const left = async (of: { id: number }) =>
      (await getHistory(of)).map(({ configuration }) => (configuration as { version: number }).version);
    expect(await left(busy)).toEqual([2, 3, 4]);
    expect(await left(quiet)).toEqual([0]);
  });

  it('are refused one by one', async () => {
    const foreign = await givenResource(api.database);
    const fresh = await given({ status: 'NEW' });
    const { id: resourceId } = await given();
    expect(
      await report(
        { resourceId: foreign.id, resourceConfig: {} },
        { resourceId, resourceConfig: {} },
        { resourceId: fresh.id, resourceConfig: {} },
        { resourceId: 42, resourceConfig: {} },
        { resourceId },
        { resourceId, resourceConfig: [] },
        'x',
      ),
    ).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 0, reason: `unknown resource ${foreign.id}` },
        { index: 2, reason: `unknown resource ${fresh.id}` },
        { index: 3, reason: 'unknown resource 42' },
        { index: 4, reason: 'field resourceConfig must be an object' },
        { index: 5, reason: 'field resourceConfig must be an object' },
        { index: 6, reason: 'not an object' },
      ],
    });
  });

  it('are accepted once, and only from agents', async () => {
    const { id: resourceId } = await given();
    const body = { reportId: 'twice', items: [{ resourceId, resourceConfig: { a: 1 } }] };
    const first = await api.post('/rest/agent/host-a-agent/configurations').send(body).expect(200);
    const again = await api
      .post('/rest/agent/host-a-agent/configurations')
      .send({ ...body, items: [{ resourceId, resourceConfig: { a: 2 } }] })
      .expect(200);
    expect(again.body).toEqual(first.body);
    expect(await getHistory({ id: resourceId })).toHaveLength(1);
    await api
      .as({ roles: ['viewer'] })
      .post('/rest/agent/host-a-agent/configurations')
      .send(body)
      .expect(403);
    await api.post('/rest/agent/nobody/configurations').send(body).expect(404);
    await api.post('/rest/agent/host-a-agent/configurations').send({ items: [] }).expect(406);
    await api.post('/rest/agent/host-a-agent/configurations').send({ reportId: 'x', items: 1 }).expect(406);
  });
});
