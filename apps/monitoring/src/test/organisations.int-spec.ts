import { TEST_ORG } from '@wardstone/testing';
import { givenSchedule } from '../metrics/test/given-metrics';
import { useMonitoring } from './use-monitoring';

describe('callers of another organisation', () => {
  const api = useMonitoring();
  const stranger = () => api.as({ orgId: 'elsewhere', roles: ['admin'] });

  it('are refused everywhere, before the framework too, with the reason', async () => {
    const { id, resourceId } = await givenSchedule(api.database);
    const requests = [
      stranger().get('/rest/resource'),
      stranger().get(`/rest/resource/${resourceId}`),
      stranger().get(`/rest/resource/${resourceId}`).set('Accept', 'text/html'),
      stranger()
        .post('/rest/metric/data/raw')
        .send([{ scheduleId: id, timeStamp: api.clock.now(), value: 1 }]),
      stranger().get('/rest/reports/inventorySummary').set('Accept', 'text/csv'),
      stranger().get('/rest/no/such/path'),
      stranger().get('/metrics'),
    ];
    for (const request of requests) {
      const { status, headers } = await request;
      expect([status, headers['x-error-type'], headers['www-authenticate']]).toEqual([
        403,
        'organisation_not_served',
        undefined,
      ]);
    }
    const rows = await api.database.query(`SELECT 1 FROM service_user u WHERE u.login = 'ann'`);
    expect(rows).toEqual([]);
    await api.get(`/rest/resource/${resourceId}`).expect(200);
  });

  it('include callers of an organisation in another spelling', async () => {
    for (const orgId of [TEST_ORG.toUpperCase(), `${TEST_ORG} `, `${TEST_ORG},elsewhere`, '*', 'default']) {
      await api.as({ orgId }).get('/rest/status').expect(403);
    }
  });
});

describe('the setting SERVED_ORGANISATIONS', () => {
  const several = useMonitoring(() => ({ SERVED_ORGANISATIONS: 'one, two' }));
  const every = useMonitoring(() => ({ SERVED_ORGANISATIONS: '*' }));

  it('names those that share the data', async () => {
    for (const orgId of ['one', 'two']) await several.as({ orgId }).get('/rest/resource').expect(200);
    await several.as({ orgId: 'three' }).get('/rest/resource').expect(403);
  });

  it('shares the data with every organisation if configured', async () => {
    await every.as({ orgId: 'three' }).get('/rest/resource').expect(200);
  });
});
