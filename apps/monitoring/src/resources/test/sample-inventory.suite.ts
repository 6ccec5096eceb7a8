import { useMonitoring } from '../../test/use-monitoring';
import { SampleInventory } from '../../sample-inventory/sample-inventory.service';

describe('the sample inventory', () => {
  const api = useMonitoring(() => ({ SAMPLE_INVENTORY: 'true' }));

  it('can be imported after the first start, and only then', async () => {
    const { body } = await api.get('/rest/resource?status=NEW').expect(200);
    const found = body as { resourceId: number; resourceName: string; parentId: number | null; ancestry: string }[];
    expect(found).toMatchObject([
      { resourceId: 10002, resourceName: 'Sample Server', parentId: 10001, typeName: 'Demo Server' },
      { resourceId: 10001, resourceName: 'sample-host', parentId: null, typeName: 'Linux' },
    ]);
    expect(found[0]!.ancestry).toMatch(/^\d+_:_10001_:_sample-host$/);
    await api.put('/rest/resource/10001').send({ status: 'COMMITTED' }).expect(200);
    await api.put('/rest/resource/10002').send({ status: 'COMMITTED' }).expect(200);
    const schedules = await api.get('/rest/resource/10001/schedules').expect(200);
    expect(schedules.body).not.toEqual([]);
    await api.service.app.get(SampleInventory).onApplicationBootstrap();
    expect((await api.get('/rest/resource?status=ALL')).headers['x-collection-size']).toBe('2');
  });
});
