import { Database } from '@wardstone/database';
import { InventoryService } from '../../resources/inventory.service';
import { givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { BuiltInDefinitions } from '../built-in/built-in-definitions.service';
import { AlertNotices } from '../../alert-engine/alert-notices';
import { MetricFacts } from '../../alert-engine/metric-facts.service';

interface Definition {
  id: number;
  name: string;
  priority: string;
  enabled: boolean;
  builtIn?: boolean;
}

describe('a new installation', () => {
  const api = useMonitoring(() => ({ BUILT_IN_ALERT_DEFINITIONS: 'on' }));
  const start = () => api.service.app.get(BuiltInDefinitions, { strict: false }).onApplicationBootstrap();

  const definitions = async (): Promise<Definition[]> =>
    (await api.get('/rest/alert/definitions?children=false&include=builtIn').expect(200)).body as Definition[];
  const named = async (name: string): Promise<Definition> => (await definitions()).find((each) => each.name === name)!;
  const problems = async (): Promise<string[]> =>
    ((await api.get('/rest/alert').expect(200)).body as { alertDefinition: { name: string } }[]).map(
      ({ alertDefinition }) => alertDefinition.name,
    );

  async function report(resourceId: number, metric: string, ...values: number[]): Promise<void> {
    const { body } = await api.get(`/rest/resource/${resourceId}/schedules?type=metric`).expect(200);
    const { scheduleId } = (body as { scheduleId: number; scheduleName: string }[]).find(
      ({ scheduleName }) => scheduleName === metric,
    )!;
    for (const value of values) {
      api.clock.advance(60_000);
      await api
        .post('/rest/metric/data/raw')
        .send([{ scheduleId, timeStamp: api.clock.now(), value }])
        .expect(204);
    }
    await api.service.app.get(MetricFacts, { strict: false }).drain();
  }

  /** A file system on a machine, with a used fraction and free GiB. */
  async function aFileSystem(used: number, freeGib: number): Promise<void> {
    const [type] = await api.database.query<{ id: number }>(`SELECT id FROM resource_type WHERE name = 'File System'`);
    const { body } = await api.post('/rest/resource/platforms').send({ resourceName: 'web', typeName: 'Linux' });
    const parent = { id: (body as { resourceId: number }).resourceId };
    const { id } = await givenResource(api.database, { type: type!, parent });
    const inventory = api.service.app.get(InventoryService, { strict: false });
    const db = api.service.app.get(Database, { strict: false });
    await db.transaction((tx) => inventory.enter(tx, [id], api.clock.now()));
    await report(id, 'fileSystemUsage.free', freeGib * 1024 * 1024);
    await report(id, 'fileSystemUsage.usePercent', used);
  }

  it('watches hosts and file systems before anybody defines anything', async () => {
    expect(
      (await definitions()).map(({ name, priority, enabled, builtIn }) => [name, priority, enabled, builtIn]),
    ).toEqual([
      ['File system almost full', 'MEDIUM', true, true],
      ['File system full', 'HIGH', true, true],
      ['File system full within 6 hours', 'HIGH', true, true],
      ['Agent silent', 'HIGH', true, true],
      ['Processor busy', 'LOW', true, true],
      ['Memory almost used up', 'HIGH', true, true],
      ['Swap almost used up', 'MEDIUM', true, true],
      ['Load high', 'LOW', true, true],
      ['Clock wrong', 'MEDIUM', true, true],
      ['Units failed', 'MEDIUM', true, true],
      ['Certificate expires within 14 days', 'MEDIUM', true, true],
      ['Certificate expires within 3 days', 'HIGH', true, true],
      ...Array.from({ length: 3 }, () => [
        ['Agent silent', 'HIGH', true, true],
        ['Processor busy', 'LOW', true, true],
      ]).flat(),
    ]);
  });

  it.each([
    ['half full', 0.5, 2, []],
    ['full by share, with terabytes left', 0.98, 3000, []],
    ['almost full', 0.92, 10, ['File system almost full']],
    ['full', 0.98, 1, ['File system full', 'File system almost full']],
  ])('names the problem of a file system that is %s', async (_name, used, freeGib, names) => {
    const before = await problems();
    await aFileSystem(used, freeGib);
    expect((await problems()).slice(0, -before.length || undefined).sort()).toEqual([...names].sort());
  });

  it('fires once for busy processors until they recover', async () => {
    const { body } = await api.post('/rest/resource/platforms').send({ resourceName: 'busy', typeName: 'FreeBSD' });
    const { resourceId } = body as { resourceId: number };
    const before = (await problems()).length;
    await report(resourceId, 'CpuPerc.user', 0.95, 0.97);
    expect((await problems()).length).toBe(before);
    await report(resourceId, 'CpuPerc.user', 0.99, 0.95, 0.96, 0.97, 0.98);
    expect((await problems()).length).toBe(before + 1);
    await report(resourceId, 'CpuPerc.user', 0.2, 0.95, 0.96, 0.97);
    expect((await problems()).length).toBe(before + 2);
  });

  describe('of a Linux host', () => {
    const host = async (): Promise<number> => {
      const { body } = await api
        .post('/rest/resource/platforms')
        .send({ resourceName: `host-${api.clock.now()}`, typeName: 'Linux' });
      return (body as { resourceId: number }).resourceId;
    };
    const firedOn = async (id: number): Promise<string[]> => {
      api.clock.advance(120_000);
      const { signal } = new AbortController();
      await api.service.app.get(AlertNotices, { strict: false }).release({ signal });
      const { body } = await api.get(`/rest/problem?q=host-`).expect(200);
      return (body as { name: string; hostId: number }[]).filter(({ hostId }) => hostId === id).map(({ name }) => name);
    };
    const times = (count: number, value: number): number[] => Array.from({ length: count }, () => value);

    it.each([
      ['Memory almost used up', 'Memory.availablePercent', times(4, 0.03), times(5, 0.03), 0.3],
      ['Load high', 'LoadPerCore.15', times(5, 3.9), times(3, 5), 1],
      ['Clock wrong', 'Clock.offset', times(2, -60), times(3, -60), 0],
      ['Clock wrong', 'Clock.offset', times(9, 4), times(3, 6), 0],
      ['Units failed', 'Systemd.failedUnits', [1, 0, 1, 0], [1, 1], 0],
      ['Certificate expires within 14 days', 'Certificates.daysLeft', [90, 15], [13.9], 90],
      ['Processor busy', 'Cpu.used', [...times(14, 1), 0.5, ...times(14, 1), 0.5], times(15, 0.99), 0.2],
    ])('reports "%s" by %s while it lasts, until it has recovered', async (name, metric, well, sick, recovered) => {
      const id = await host();
      await report(id, metric, ...well, recovered);
      expect(await firedOn(id)).toEqual([]);
      await report(id, metric, ...sick);
      expect(await firedOn(id)).toEqual([name]);
      await report(id, metric, recovered);
      expect(await firedOn(id)).toEqual([]);
    });

    it('does not fire for used swap space while memory is available', async () => {
      const id = await host();
      await report(id, 'Memory.availablePercent', 0.5);
      await report(id, 'Swap.usedPercent', ...times(20, 0.95));
      expect(await firedOn(id)).toEqual([]);
      for (const _minute of times(5, 0)) {
        await report(id, 'Memory.availablePercent', 0.1);
        await report(id, 'Swap.usedPercent', 0.95);
      }
      expect(await firedOn(id)).toEqual(['Swap almost used up']);
      await report(id, 'Memory.availablePercent', 0.5);
      expect(await firedOn(id)).toEqual([]);
    });

    it('fires once for a silent agent, not for the host being down', async () => {
      const id = await host();
      const become = async (type: 'UP' | 'DOWN'): Promise<void> => {
        api.clock.advance(1000);
        await api
          .put(`/rest/resource/${id}/availability`)
          .send({ resourceId: id, type, since: api.clock.now(), until: null })
          .expect(204);
      };
      await become('UP');
      await become('DOWN');
      expect(await firedOn(id)).toEqual(['Agent silent']);
      await become('UP');
      expect(await firedOn(id)).toEqual([]);
    });
  });

  it('keeps a problem when somebody is added to be notified of it', async () => {
    await aFileSystem(0.98, 1);
    const present = async (): Promise<unknown> => (await api.get('/rest/problem?severity=HIGH').expect(200)).body;
    const before = await present();
    expect(before).toContainEqual(expect.objectContaining({ name: 'File system full' }));
    const { id } = await named('File system full');
    const notification = { senderName: 'Direct Emails', config: { emailAddress: 'ops@example.com' } };
    await api.post(`/rest/alert/definition/${id}/notifications`).send(notification).expect(201);
    expect(await present()).toEqual(before);
  });

  it('skips a definition whose metric is missing', async () => {
    await api.database.query(`DELETE FROM built_in_definition WHERE key = 'file-system-full'`);
    await api.database.query(`UPDATE metric_definition SET name = 'other' WHERE name = 'fileSystemUsage.free'`);
    const before = await definitions();
    await start();
    await api.database.query(`UPDATE metric_definition SET name = 'fileSystemUsage.free' WHERE name = 'other'`);
    expect((await definitions()).length).toBe(before.length);
    await start();
    expect((await definitions()).length).toBe(before.length + 1);
    await api.delete(`/rest/alert/definition/${(await definitions()).at(-1)!.id}`).expect(204);
  });

  it('keeps changed definitions, and does not restore deleted ones', async () => {
    const { id, ...rest } = await named('File system almost full');
    await api
      .put(`/rest/alert/definition/${id}`)
      .send({ ...rest, priority: 'LOW', enabled: false })
      .expect(200);
    await api.delete(`/rest/alert/definition/${(await named('File system full')).id}`).expect(204);
    const before = await definitions();
    await start();
    expect(await definitions()).toEqual(before);
    expect(before).toHaveLength(17);
    expect(before[0]).toMatchObject({ id, priority: 'LOW', enabled: false });
  });
});
