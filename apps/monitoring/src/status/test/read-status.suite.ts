import { VERSION } from '@wardstone/bootstrap';
import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

describe('GET /rest/status', () => {
  const api = useMonitoring(() => ({ BUILD_NUMBER: '4711' }));

  /** A platform and two servers in inventory; a server and a service that are not. */
  beforeAll(async () => {
    const db = api.database;
    const server = await givenType(db, { category: 'SERVER' });
    const host = await givenResource(db, { name: 'host', type: await givenType(db, { category: 'PLATFORM' }) });
    await givenResource(db, { name: 'web', type: server, parent: host });
    await givenResource(db, { name: 'mail', type: server, parent: host });
    await givenResource(db, { name: 'found', type: server, parent: host, status: 'NEW' });
    await givenResource(db, { name: 'gone', status: 'UNINVENTORIED', parent: host });
  });

  it('lists identity and counts of the server, keys in order', async () => {
    const { body } = await api.get('/rest/status').expect(200);
    expect(body).toEqual({
      values: {
        AlertCount: '0',
        AlertDefinitionCount: '0',
        AlertEngineLagSeconds: '0',
        BuildNumber: '4711',
        DATABASE_PRODUCT_NAME: 'PostgreSQL',
        DATABASE_PRODUCT_VERSION: expect.stringMatching(/^\d+\.\d+/),
        FullName: `Wardstone monitoring ${VERSION}`,
        Name: 'Wardstone',
        NotificationOutboxAgeSeconds: '0',
        PlatformCount: '1',
        SERVER_IDENTITY: expect.stringMatching(/^[0-9a-f-]{36}$/),
        SERVER_LOCAL_TIME: '2026-01-15T12:00:00.000Z',
        SERVER_TIMEZONE: 'UTC',
        SchedulesPerMinute: '0',
        ServerCount: '2',
        ServiceCount: '0',
        Version: VERSION,
      },
    });
    const keys = Object.keys(body.values as object);
    expect(keys).toEqual([...keys].sort());
  });

  it('counts enabled schedules of resources in inventory', async () => {
    await api.database.query(
      `INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
       SELECT d.id, r.id, r.name <> 'mail', 40000, 0
         FROM resource r CROSS JOIN (SELECT m.id FROM metric_definition m ORDER BY 1 LIMIT 2) d`,
    );
    // The platform and one server: two each, every 40 s.
    expect((await api.get('/rest/status')).body.values.SchedulesPerMinute).toBe('6');
  });

  it('requires MANAGE_SETTINGS', async () => {
    for (const roles of [['viewer'], ['operator'], ['agent']] as const) {
      await api.as({ roles }).get('/rest/status').expect(403);
    }
    await api.anonymous.get('/rest/status').expect(401);
  });

  it('is written in XML and as a table', async () => {
    const xml = await api.get('/rest/status.xml').expect(200);
    expect(xml.text).toContain('<status><values><entry><key>AlertCount</key><value>0</value></entry>');
    const { text } = await api.get('/rest/status.html').expect(200);
    expect(text).toMatch(/<th scope="col">Name<\/th><th scope="col">Value<\/th>/);
    expect(text).toContain('<th scope="row">PlatformCount</th><td>1</td>');
    const packed = await api.get('/rest/status.html').set('Accept-Encoding', 'gzip').expect(200);
    expect(packed.headers['content-encoding']).toBe('gzip');
    await api.get('/rest/status').set('Accept', 'text/plain').expect(406);
  });
});
