import { useMonitoring } from '../../test/use-monitoring';

describe('an invalid query', () => {
  const api = useMonitoring();

  it.each([
    '/rest/resource/abc/availability/history?start=x',
    '/rest/resource/abc/children?ps=0',
    '/rest/metric/data/abc?dataPoints=0',
  ])('is reported after an unknown path: %s', async (path) => {
    await api.get(path).expect(404).expect('X-Error-Type', 'not_found');
  });

  it.each([
    '/rest/resource/99999/availability/history?start=x',
    '/rest/resource/99999/children?ps=0',
    '/rest/event/source/99999/events?startTime=x',
    '/rest/operation/definition/99999?resourceId=x',
    '/rest/metric/data?sid=99999,x',
  ])('is refused before the record is looked up: %s', async (path) => {
    await api.get(path).expect(406).expect('X-Error-Type', 'invalid_query');
  });

  it.each([
    ['/rest/event/source/99999/events?ps=0', 'event_source_not_found'],
    ['/rest/event/99999/events?page=-1', 'resource_not_found'],
    ['/rest/metric/data/99999?dataPoints=0', 'schedule_not_found'],
    ['/rest/metric/data?sid=99999&dataPoints=0', 'schedule_not_found'],
    ['/rest/metric/data/99999/raw?startTime=x', 'schedule_not_found'],
    ['/rest/metric/data/99999/callTime?startTime=x', 'schedule_not_found'],
    ['/rest/metric/data/resource/99999?startTime=x', 'resource_not_found'],
    ['/rest/metric/data/group/99999?startTime=x', 'group_not_found'],
  ])('is refused after the record is looked up: %s', async (path, type) => {
    await api.get(path).expect(404).expect('X-Error-Type', type);
  });

  it('is refused after an invalid body when a resource is created by name', async () => {
    const send = (body: object) => api.post('/rest/resource/logs?parentId=x').send(body);
    await send({ value: {} }).expect(406).expect('X-Error-Type', 'invalid_content');
    await send({ value: 'Directory' }).expect(406).expect('X-Error-Type', 'invalid_query');
  });

  it('that enables a plugin is refused after an invalid id, and before the plugin', async () => {
    await api.put('/rest/plugins/abc?enabled=maybe').expect(404).expect('X-Error-Type', 'plugin_not_found');
    await api.put('/rest/plugins/99999?enabled=maybe').expect(406).expect('X-Error-Type', 'invalid_query');
  });
});
