import { givenDefinition, givenSchedule } from '../../metrics/test/given-metrics';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const NOW = Date.UTC(2026, 0, 15, 12);

describe('metrics that descriptors declare, for PromQL', () => {
  const api = useMonitoring();
  const looksOn = () => api.as({ username: 'looks-on', roles: ['viewer'], permissions: ['VIEW_RESOURCE'] });
  const read = async <T>(path: string): Promise<T> =>
    ((await looksOn().get(`/prometheus/api/v1/${path}`).expect(200)).body as { data: T }).data;

  it('have the same names in queries and in lists, whatever the caller sees of their namesakes', async () => {
    api.clock.set(NOW);
    const db = api.database;
    const type = await givenType(db, { name: 'Server' });
    const [hidden, unused] = [
      await givenDefinition(db, { type, name: 'usedMemory' }),
      await givenDefinition(db, { type, name: 'hits' }),
    ];
    const [memory, hits] = [
      await givenDefinition(db, { type, name: 'used.memory' }),
      await givenDefinition(db, { type, name: 'hits!' }),
    ];
    const resource = await givenResource(db, { type });
    await givenGroup(db, { name: 'seen', members: [resource], roles: ['viewer'] });
    await givenSchedule(db, { type, definition: hidden });
    const points: object[] = [];
    for (const definition of [memory, hits]) {
      const { id } = await givenSchedule(db, { resource, definition });
      points.push({ scheduleId: id, timeStamp: NOW, value: 1 });
    }
    await api.post('/rest/metric/data/raw').send(points).expect(204);

    const names = [`hits_${hits.id}`, `used_memory_${memory.id}`];
    expect(unused.id).toBeLessThan(hits.id);
    const { result } = await read<{ result: { metric: { __name__: string } }[] }>(
      `query?query=${encodeURIComponent('{type="Server"}')}&time=${NOW / 1000}`,
    );
    expect(result.map(({ metric }) => metric.__name__).sort()).toEqual(names);
    expect(await read('label/__name__/values')).toEqual(['ALERTS', ...names]);
    expect(Object.keys(await read<object>('metadata')).sort()).toEqual(names);
  });
});
