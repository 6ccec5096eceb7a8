import { givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { givenDefinition } from './given-metrics';

describe('GET /rest/metric/definition/{id}', () => {
  const api = useMonitoring();

  it('returns the defaults of a metric in the form of a schedule, to everyone with a login', async () => {
    const type = await givenType(api.database);
    const { id } = await givenDefinition(api.database, { type, unit: 'BYTES' });
    const { body } = await api
      .as({ roles: ['viewer'] })
      .get(`/rest/metric/definition/${id}`)
      .expect(200);
    expect(body).toMatchObject({
      scheduleId: id,
      definitionId: id,
      enabled: true,
      collectionInterval: expect.any(Number),
      unit: 'B',
      type: 'MEASUREMENT',
      mtime: 0,
      links: [
        { self: { href: `${PUBLIC_URL}/rest/metric/definition/${id}` } },
        { resourceType: { href: `${PUBLIC_URL}/rest/resource/type/${type.id}` } },
      ],
    });
    const xml = await api.get(`/rest/metric/definition/${id}.xml`).buffer(true).expect(200);
    expect(xml.text).toContain(`<definitionId>${id}</definitionId>`);
    await api.get(`/rest/metric/definition/${id}.html`).expect(200);
    await api.anonymous.get(`/rest/metric/definition/${id}`).expect(401);
  });

  it('returns 404 for an unknown one and for one of a deleted type', async () => {
    await api.get('/rest/metric/definition/1').expect(404).expect('X-Error-Type', 'metric_definition_not_found');
    const type = await givenType(api.database, { is_deleted: true });
    const { id } = await givenDefinition(api.database, { type });
    await api.get(`/rest/metric/definition/${id}`).expect(404);
  });
});
