import { givenDefinition, givenSchedule } from '../../metrics/test/given-metrics';
import { MetricWriter } from '../../metrics/storage/metric-writer';
import { aBatch } from '../../metrics/storage/test/use-metric-storage';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { givenAlert, givenAlertDefinition, givenChangeSet, givenExecution, givenUpdate } from './given-records';
import { readReportLines } from './report-lines';

const CONSOLE = 'https://mon.example.test:443/coregui/#';
const T0 = Date.UTC(2026, 0, 10, 14, 59, 41);
const HOUR = 3_600_000;

describe('the rows of reports', () => {
  const api = useMonitoring(() => ({ CONSOLE_URL: PUBLIC_URL }));
  const viewer = () => api.as({ roles: ['viewer'] });
  const db = () => api.database;

  let [platform, server, hidden, gone] = [{ id: 0 }, { id: 0 }, { id: 0 }, { id: 0 }];
  let [hostType, gatewayType] = [{ id: 0 }, { id: 0 }];

  beforeAll(async () => {
    hostType = await givenType(db(), { plugin: 'Acme', name: 'Host', category: 'PLATFORM' });
    gatewayType = await givenType(db(), { plugin: 'Acme', name: 'Gateway', category: 'SERVER' });
    platform = await givenResource(db(), { name: 'host-a', type: hostType, availability: 'UP' });
    server = await givenResource(db(), { name: 'gw-1, spare', type: gatewayType, parent: platform });
    hidden = await givenResource(db(), { name: 'hidden', type: gatewayType, parent: platform });
    gone = await givenResource(db(), { name: 'gone', type: gatewayType, status: 'UNINVENTORIED' });
    await givenGroup(db(), { members: [platform, server, gone], roles: ['viewer'] });
  });

  describe('recentAlerts', () => {
    it('are alerts, the newest first, with the conditions that fired them', async () => {
      const metric = await givenDefinition(db(), { type: gatewayType, displayName: 'Heap Used', unit: 'BYTES' });
      const definition = await givenAlertDefinition(db(), { resource: server, name: 'heap', priority: 'MEDIUM' });
      const [condition] = await db().query<{ id: number }>(
        `INSERT INTO alert_condition (alert_definition_id, category, metric_definition_id)
         VALUES ($1, 'THRESHOLD', $2) RETURNING id`,
        [definition.id, metric.id],
      );
      const heap = { category: 'THRESHOLD', name: 'Heap Used', comparator: '>', threshold: 1536 };
      const at = { definition, resource: server };
      const alerts = [
        await givenAlert(db(), { ...at, firedMs: T0, conditions: [{ ...heap, conditionId: condition!.id }] }),
        await givenAlert(db(), { ...at, firedMs: T0, conditions: [{ ...heap, conditionId: 1 }] }),
        await givenAlert(db(), { ...at, firedMs: T0 + 1000, ackBy: 'alice' }),
        await givenAlert(db(), { ...at, firedMs: T0 - HOUR, conditions: [heap, heap] }),
      ];
      const other = await givenAlert(db(), {
        resource: hidden,
        firedMs: T0 + 2000,
        conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
      });
      await givenAlert(db(), { resource: gone, firedMs: T0 });
      const url = (index: number): string => `${CONSOLE}Resource/${server.id}/Alerts/History/${alerts[index]!.id}`;
      const [first, second, third, fourth] = [
        `1/10/26 2:59:42 PM UTC,heap,No Conditions,Medium,Ack (alice),"gw-1, spare",host-a,${url(2)}`,
        `1/10/26 2:59:41 PM UTC,heap,Metric Value Threshold [Heap Used > 1.5KB],Medium,No Ack,"gw-1, spare",host-a,${url(0)}`,
        `1/10/26 2:59:41 PM UTC,heap,Metric Value Threshold [Heap Used > 1.5KB],Medium,No Ack,"gw-1, spare",host-a,${url(1)}`,
        `1/10/26 1:59:41 PM UTC,heap,Multiple Conditions,Medium,No Ack,"gw-1, spare",host-a,${url(3)}`,
      ];
      const down = `1/10/26 2:59:43 PM UTC,gw down,Availability [Goes down],High,No Ack,hidden,host-a,${CONSOLE}Resource/${hidden.id}/Alerts/History/${other.id}`;
      expect(await readReportLines(viewer(), 'recentAlerts')).toEqual([first, second, third, fourth]);
      expect(await readReportLines(api, 'recentAlerts')).toEqual([down, first, second, third, fourth]);
      expect(await readReportLines(api, 'recentAlerts?alertPriority=HIGH')).toEqual([down]);
      expect(await readReportLines(api, 'recentAlerts?alertPriority= medium ,low')).toHaveLength(4);
      expect(await readReportLines(api, `recentAlerts?startTime=${T0}&endTime=${T0 + 1000}`)).toEqual([
        first,
        second,
        third,
      ]);
      expect(await readReportLines(api, `recentAlerts?endTime=${T0 - HOUR}`)).toEqual([fourth]);
      api.clock.set(T0);
      expect(await readReportLines(api, `recentAlerts?startTime=${T0 - HOUR + 1}`)).toEqual([second, third]);
    });
  });

  it('alertDefinitions lists those of resources, with their origin', async () => {
    const group = await givenGroup(db(), {});
    const [resource] = [await givenResource(db(), { name: 'defined', type: gatewayType, parent: server })];
    const ofType = await givenAlertDefinition(db(), { type: gatewayType, name: 'template' });
    const ofGroup = await givenAlertDefinition(db(), { group, name: 'of group' });
    const own = await givenAlertDefinition(db(), { resource, name: 'own', isEnabled: false, priority: 'LOW' });
    const copies = [
      await givenAlertDefinition(db(), { resource, name: 'from type', parent: ofType }),
      await givenAlertDefinition(db(), { resource, name: 'from group', parent: ofGroup }),
    ];
    await givenAlertDefinition(db(), { resource, name: 'deleted', isDeleted: true });
    const end = (id: number): string =>
      `"gw-1, spare < host-a",${CONSOLE}Resource/${resource.id}/Alerts/Definitions/${id},defined`;
    expect((await readReportLines(api, 'alertDefinitions')).filter((line) => line.endsWith(',defined'))).toEqual([
      `own,,false,Low,,${end(own.id)}`,
      `from type,,true,High,${CONSOLE}Administration/Configuration/AlertDefTemplates/${gatewayType.id}/${ofType.id},${end(copies[0]!.id)}`,
      `from group,,true,High,${CONSOLE}ResourceGroup/${group.id}/Alerts/Definitions/${ofGroup.id},${end(copies[1]!.id)}`,
    ]);
    expect(await readReportLines(viewer(), 'alertDefinitions')).not.toContainEqual(expect.stringMatching(/^own/));
  });

  it('recentOperations are executions, the last changed first', async () => {
    const start = Date.UTC(2026, 0, 7, 16, 5, 9);
    const run = (over: object) => givenExecution(db(), { resource: server, ...over });
    const done = await run({ startedMs: start, modifiedMs: start + 5 });
    const waiting = await run({ operation: 'Stop', requestedBy: '=bob', status: 'INPROGRESS', modifiedMs: start + 5 });
    const failed = await run({ status: 'FAILURE', startedMs: start + 1, modifiedMs: start + 9 });
    const cancelled = await run({ status: 'CANCELED', startedMs: start - 1, modifiedMs: start + 1 });
    await givenExecution(db(), { resource: hidden, modifiedMs: start + 20 });
    await givenExecution(db(), { resource: gone, modifiedMs: start });
    const end = ({ id }: { id: number }): string =>
      `"gw-1, spare",host-a,${CONSOLE}Resource/${server.id}/Operations/History/${id}`;
    const lines = {
      failed: `1/7/26 4:05:09 PM UTC,Set Log Level,alice,Failure,${end(failed)}`,
      done: `1/7/26 4:05:09 PM UTC,Set Log Level,alice,Success,${end(done)}`,
      waiting: ` ,Stop,'=bob,In Progress,${end(waiting)}`,
      cancelled: `1/7/26 4:05:08 PM UTC,Set Log Level,alice,Cancelled,${end(cancelled)}`,
    };
    const all = [lines.failed, lines.done, lines.waiting, lines.cancelled];
    expect(await readReportLines(viewer(), 'recentOperations')).toEqual(all);
    expect(await readReportLines(api, 'recentOperations')).toHaveLength(5);
    expect(await readReportLines(viewer(), 'recentOperations?status=inprogress,CANCELED')).toEqual([
      lines.waiting,
      lines.cancelled,
    ]);
    expect(await readReportLines(viewer(), `recentOperations?endTime=${start + 5}`)).toEqual(all.slice(1));
    expect(await readReportLines(viewer(), `recentOperations?startTime=${start}&endTime=${start + 9}`)).toEqual([
      lines.failed,
      lines.done,
    ]);
  });

  it('configurationHistory are updates in their order, and require CONFIGURE_READ', async () => {
    const at = Date.UTC(2026, 0, 6, 9);
    const later = await givenUpdate(db(), { resource: server, createdMs: at + 1, status: 'NOCHANGE' });
    const first = await givenUpdate(db(), { resource: server, createdMs: at, modifiedMs: at + 2000 });
    const running = await givenUpdate(db(), { resource: hidden, createdMs: at, status: 'INPROGRESS', modifiedMs: 0 });
    await givenUpdate(db(), { resource: gone, createdMs: at });
    const line = ({ id }: { id: number }, times: string, resource: { id: number }, name: string): string =>
      `${id},1/6/26 9:00:00 AM UTC,${times},${name},host-a,${CONSOLE}Resource/${resource.id}/Configuration/History/${id}`;
    const lines = [
      line(first, '1/6/26 9:00:02 AM UTC,Success', server, '"gw-1, spare"'),
      line(running, ' ,In Progress', hidden, 'hidden'),
      line(later, '1/6/26 9:00:00 AM UTC,No Change', server, '"gw-1, spare"'),
    ];
    expect(await readReportLines(api, 'configurationHistory')).toEqual(lines);
    expect(await readReportLines(viewer(), 'configurationHistory')).toEqual([lines[0], lines[2]]);
    const mayNot = api.as({ roles: ['viewer'], permissions: ['VIEW_RESOURCE'] });
    expect(await readReportLines(mayNot, 'configurationHistory')).toEqual([]);
  });

  it('recentDrift lists files by id, without the initial state', async () => {
    const at = Date.UTC(2026, 0, 7, 1, 12);
    const given = (over: object) => givenChangeSet(db(), { resource: server, ...over });
    await given({ version: 0, drifts: [['FILE_ADDED', 'conf/a.toml']] });
    const { definition, drifts } = await given({
      version: 3,
      createdMs: at,
      drifts: [
        ['FILE_CHANGED', 'conf/a.toml'],
        ['FILE_ADDED', 'conf/B_%.toml'],
      ],
    });
    const other = await given({ definition: 'Binaries', createdMs: at + 1, drifts: [['FILE_REMOVED', 'bin/x']] });
    await givenChangeSet(db(), { resource: hidden, drifts: [['FILE_CHANGED', 'secret']] });
    const line = (definition: string, version: number, what: string, ids: readonly number[]): string =>
      `1/7/26 1:12:00 AM UTC,${definition},${version},${what},"gw-1, spare",host-a,` +
      `${CONSOLE}Resource/${server.id}/Drift/Definitions/${ids[0]}/Drift/0id_${ids[1]}`;
    const changed = line('config-files', 3, 'FILE_CHANGED,conf/a.toml', [definition.id, drifts[0]!.id]);
    const added = line('config-files', 3, 'FILE_ADDED,conf/B_%.toml', [definition.id, drifts[1]!.id]);
    const removed = line('Binaries', 1, 'FILE_REMOVED,bin/x', [other.definition.id, other.drifts[0]!.id]);
    const every = 'recentDrift?categories=file_added, FILE_CHANGED,FILE_REMOVED';
    expect(await readReportLines(viewer(), every)).toEqual([changed, added, removed]);
    expect(await readReportLines(api, every)).toHaveLength(4);
    expect(await readReportLines(viewer(), 'recentDrift?categories=FILE_CHANGED')).toEqual([changed]);
    expect(await readReportLines(viewer(), `${every}&snapshot=2`)).toEqual([removed]);
    expect(await readReportLines(viewer(), `${every}&path=b_%25`)).toEqual([added]);
    expect(await readReportLines(viewer(), `${every}&definition=Bin`)).toEqual([removed]);
    expect(await readReportLines(viewer(), `${every}&definition=bin`)).toEqual([]);
    expect(await readReportLines(viewer(), `${every}&startTime=${at + 1}`)).toEqual([removed]);
    expect(await readReportLines(viewer(), `${every}&endTime=${at}`)).toEqual([changed, added]);
  });

  it('inventorySummary and driftCompliance count what the caller sees', async () => {
    const type = await givenType(db(), { plugin: 'Counted', name: 'Disk', category: 'SERVER' });
    const sole = await givenType(db(), { plugin: 'Counted', name: 'Cpu', category: 'SERVER' });
    const give = async (version: string | null, over: object = {}) => {
      const made = await givenResource(db(), { type, parent: platform, ...over });
      await db().query(`UPDATE resource SET version = $2 WHERE id = $1`, [made.id, version]);
      return made;
    };
    const drifted = await give('1.10');
    const compliant = await give('1.10');
    const without = await give(null);
    await give('2', { status: 'NEW' });
    await give('1', { type: sole });
    const counted = async (report: string, caller: Pick<typeof api, 'get'> = api) =>
      (await readReportLines(caller, report)).filter((line) => line.includes(',Counted,'));
    expect(await counted('inventorySummary')).toEqual([
      'Cpu,Counted,Server,1,1',
      'Disk,Counted,Server,1.10,2',
      'Disk,Counted,Server,,1',
    ]);
    expect(await counted('driftCompliance')).toEqual([]);

    await db().query(`INSERT INTO drift_template (resource_type_id, name, definition) VALUES ($1, 'files', '{}')`, [
      type.id,
    ]);
    await givenChangeSet(db(), { resource: drifted, isInCompliance: false });
    await givenChangeSet(db(), { resource: drifted, isInCompliance: true, definition: 'other' });
    await givenChangeSet(db(), { resource: compliant, isInCompliance: true });
    expect(await counted('driftCompliance')).toEqual([
      'Disk,Counted,Server,1.10,1,true',
      'Disk,Counted,Server,,1,true',
      'Disk,Counted,Server,1.10,1,false',
    ]);

    const seen = await givenGroup(db(), { members: [drifted, without], roles: ['viewer'] });
    expect(seen.id).toBeGreaterThan(0);
    expect(await counted('inventorySummary', viewer())).toEqual([
      'Disk,Counted,Server,1.10,1',
      'Disk,Counted,Server,,1',
    ]);
    expect(await counted('driftCompliance', viewer())).toEqual([
      'Disk,Counted,Server,,1,true',
      'Disk,Counted,Server,1.10,1,false',
    ]);
    const agent = api.as({ roles: ['agent'] });
    expect([await counted('inventorySummary', agent), await counted('driftCompliance', agent)]).toEqual([[], []]);
    const details = (report: string, version = '') =>
      readReportLines(viewer(), `${report}?resourceTypeId=${type.id}&version=${version}`);
    const cells = (version: string, name: RegExp, between: string): RegExp =>
      new RegExp(`^Disk,Counted,Server,${version},${name.source},host-a,,UNKNOWN,${between}https:.*#Resource/[0-9]+$`);
    expect(await details('inventorySummary')).toEqual([
      expect.stringMatching(cells('1\\.10', /resource [0-9]+/, '')),
      expect.stringMatching(cells('', /resource [0-9]+/, '')),
    ]);
    expect(await details('driftCompliance', '1.10')).toEqual([
      expect.stringMatching(cells('1\\.10', /resource [0-9]+/, 'false,')),
    ]);
    expect(await details('driftCompliance', '1.1')).toEqual([]);
    expect(await details('driftCompliance')).toEqual([
      expect.stringMatching(/,false,https:/),
      expect.stringMatching(/,true,https:/),
    ]);
  });

  it('platformUtilization uses the newest values that are not too old', async () => {
    const names = [
      'CpuPerc.sys',
      'CpuPerc.user',
      'Native.MemoryInfo.actualUsed',
      'Native.MemoryInfo.total',
      'Native.SwapInfo.used',
      'Native.SwapInfo.total',
    ] as const;
    const type = await givenType(db(), { plugin: 'Platforms', name: 'Box', category: 'PLATFORM' });
    const definitions = new Map<string, { id: number }>();
    for (const name of names) definitions.set(name, await givenDefinition(db(), { type, name }));
    const now = api.clock.now();
    const give = async (name: string, values: Partial<Record<(typeof names)[number], [number, number]>>, over = {}) => {
      const box = await givenResource(db(), { type, name, availability: 'UP', ...over });
      for (const [metric, [ageMs, value]] of Object.entries(values)) {
        const { id } = await givenSchedule(db(), { resource: box, definition: definitions.get(metric)! });
        await api.service.app.get(MetricWriter, { strict: false }).write(aBatch([id, now - ageMs, value]));
      }
      return box;
    };
    const all = {
      'CpuPerc.sys': [HOUR, 0.02345],
      'CpuPerc.user': [1, 0.1],
      'Native.MemoryInfo.actualUsed': [1, 71],
      'Native.MemoryInfo.total': [7 * 24 * HOUR, 100],
      'Native.SwapInfo.used': [1, 0],
      'Native.SwapInfo.total': [1, 100],
    } as const;
    await give('box-a', structuredClone(all) as never);
    await give('box-down', structuredClone(all) as never, { availability: 'DOWN' });
    await give('box-old', {
      'CpuPerc.sys': [HOUR + 1, 0.1],
      'CpuPerc.user': [1, 0.1],
      'Native.MemoryInfo.actualUsed': [1, 71],
      'Native.MemoryInfo.total': [7 * 24 * HOUR + 1, 100],
      'Native.SwapInfo.used': [1, 0],
      'Native.SwapInfo.total': [1, 0],
    });
    await db().query(`UPDATE resource SET version = 'Linux 6.1' WHERE name = 'box-a'`);
    const lines = (await readReportLines(api, 'platformUtilization')).filter((line) => line.startsWith('box'));
    expect(lines).toEqual(['box-a,Linux 6.1,12.34%,71%,0%', 'box-down,,NA,NA,NA', 'box-old,,NA,NA,NA']);
    expect(await readReportLines(viewer(), 'platformUtilization')).toEqual(['host-a,,NA,NA,NA']);
  });

  it('suspectMetrics lists out-of-bounds metrics, the worst first', async () => {
    const hour = Date.UTC(2026, 0, 9, 15);
    const definition = await givenDefinition(db(), { type: gatewayType, displayName: 'Heap', unit: 'MEGABYTES' });
    const give = async (resource: { id: number }, factor: number, [min, max]: readonly [number, number]) => {
      const { id } = await givenSchedule(db(), { resource, definition });
      await db().query(
        `WITH baseline AS (
           INSERT INTO metric_baseline (schedule_id, min, max, mean, is_user_entered, computed_ms)
           VALUES ($1, 100, 180.5, 150, false, 0))
         INSERT INTO metric_out_of_bounds (schedule_id, factor, time_ms) VALUES ($1, $2, $3)`,
        [id, factor, hour],
      );
      await db().query(
        `INSERT INTO metric_1h (schedule_id, hour, avg, min, max) VALUES ($1, $2::bigint / 3600000, 150, $3, $4)`,
        [id, hour, min, max],
      );
    };
    await give(server, 50, [40, 190]);
    await give(hidden, 288, [95, 412.3]);
    await give(gone, 500, [0, 0]);
    const time = '1/9/26 3:00:00 PM UTC';
    const lines = [
      `hidden,host-a,Heap,100.0MB 180.5MB,412.3MB,288,${time}`,
      `"gw-1, spare",host-a,Heap,100.0MB 180.5MB,40.0MB,50,${time}`,
    ];
    expect(await readReportLines(api, 'suspectMetrics')).toEqual(lines);
    expect(await readReportLines(viewer(), 'suspectMetrics')).toEqual(lines.slice(1));
    await db().query(`DELETE FROM metric_1h`);
    expect(await readReportLines(viewer(), 'suspectMetrics')).toEqual([
      `"gw-1, spare",host-a,Heap,100.0MB 180.5MB,--no data available--,50,${time}`,
    ]);
  });
});
