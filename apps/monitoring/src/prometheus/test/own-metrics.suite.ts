import { Database } from '@wardstone/database';
import { countStatements } from '../../metrics/test/count-statements';
import { givenDefinition, givenSchedule, registerAgain } from '../../metrics/test/given-metrics';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const NOW = Date.UTC(2026, 0, 15, 12);
const RECEIVED = 30_000;

describe('metrics of descriptors in PromQL', () => {
  const api = useMonitoring();
  const looksOn = () => api.as({ username: 'looks-on', roles: ['viewer'], permissions: ['VIEW_RESOURCE'] });
  const read = async <T>(path: string): Promise<T> =>
    ((await looksOn().get(`/prometheus/api/v1/${path}`).expect(200)).body as { data: T }).data;

  it('have the same names in queries and in lists, whatever other metrics of the name the caller sees', async () => {
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

  it('are found by their index beside many that came with received series', async () => {
    const type = await givenType(api.database, { name: 'Target' });
    await api.database.query(
      `INSERT INTO metric_definition (resource_type_id, name, position, display_name, unit, category, data_type,
                                      numeric_type, is_on_by_default, default_interval_ms, is_received)
       SELECT $1, 'm' || n, 0, 'm', 'NONE', 'PERFORMANCE', 'MEASUREMENT', 'DYNAMIC', true, 60000, true
         FROM generate_series(1, $2) n`,
      [type.id, RECEIVED],
    );
    await api.database.query('ANALYZE metric_definition');
    await givenDefinition(api.database, { type, name: 'added later' });
    const sent = jest.spyOn(api.service.app.get(Database, { strict: false }), 'queryOften');
    await read('query?query=hits');
    const [statement, params] = sent.mock.calls.find(([sql]) => sql.includes('NOT d.is_received'))!;
    sent.mockRestore();
    const plan = await api.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS off) ${statement}`, params);
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('ix_metric_definition_own');
  });

  it('are found by their present names, whatever queries came before', async () => {
    api.clock.set(NOW);
    const db = api.database;
    const type = await givenType(db, { name: 'Changing' });
    const resource = await givenResource(db, { type });
    await givenGroup(db, { name: 'changing', members: [resource], roles: ['viewer'] });
    const finds = async (selector: string): Promise<boolean> =>
      (await read<object[]>(`series?match[]=${encodeURIComponent(selector)}`)).length > 0;
    expect(await finds('before')).toBe(false);
    const definition = await givenDefinition(db, { type, name: 'before' });
    await givenSchedule(db, { resource, definition });
    expect(await finds('before')).toBe(true);
    await db.query(`UPDATE metric_definition SET name = 'after' WHERE id = $1`, [definition.id]);
    await registerAgain(db, type);
    expect([await finds('before'), await finds('after')]).toEqual([false, true]);
    await db.query(`UPDATE resource_type SET name = 'Changed' WHERE id = $1`, [type.id]);
    await registerAgain(db, type);
    expect([await finds('after{type="Changing"}'), await finds('after{type="Changed"}')]).toEqual([false, true]);
    await db.query(`DELETE FROM metric_definition WHERE id = $1`, [definition.id]);
    await registerAgain(db, type);
    expect(await finds('after')).toBe(false);
  });

  it('are listed once until a plugin is registered, whatever else changes', async () => {
    const db = api.database;
    const type = await givenType(db, { name: 'Listed' });
    const { id } = await givenDefinition(db, { type, name: 'listed' });
    const sent = jest.spyOn(api.service.app.get(Database, { strict: false }), 'queryOften');
    const isListedAfter = async (change: () => Promise<unknown>): Promise<boolean> => {
      await change();
      sent.mockClear();
      await read('query?query=listed');
      return sent.mock.calls.some(([sql]) => sql.includes('NOT d.is_received'));
    };
    await read('query?query=listed');
    expect([
      await isListedAfter(() => db.query(`UPDATE metric_definition SET default_interval_ms = 90000 WHERE id = ${id}`)),
      await isListedAfter(() => registerAgain(db, type)),
      await isListedAfter(() => Promise.resolve()),
    ]).toEqual([false, true, false]);
    sent.mockRestore();
  });

  it('have their platforms looked up one by one, among however many resources', async () => {
    const db = api.database;
    const type = await givenType(db, { name: 'Many' });
    const definition = await givenDefinition(db, { type, name: 'of_many' });
    const resource = await givenResource(db, { type });
    await givenSchedule(db, { resource, definition });
    await db.query(
      `INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, created_ms, modified_ms)
       SELECT $1, 'SERVER', 'k' || n, 'r' || n, 'COMMITTED', 0, 0 FROM generate_series(1, 1000) n`,
      [type.id],
    );
    await db.query('ANALYZE resource');
    const sent = jest.spyOn(api.service.app.get(Database, { strict: false }), 'queryOften');
    await read(`query?query=${encodeURIComponent('of_many{resource="r1"}')}`);
    const [statement, params] = sent.mock.calls.find(([sql]) => sql.includes('host.name'))!;
    sent.mockRestore();
    const plan = await db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS off) ${statement}`, params);
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan on resource');
  });

  it('are found with three statements, one for series, one for points in the log and one for values', async () => {
    const query = () => api.get(`/prometheus/api/v1/query?query=used_memory&time=${NOW / 1000}`).expect(200);
    await query();
    expect(await countStatements(query)).toBe(3);
  });
});
