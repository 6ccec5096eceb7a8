import { givenHostWithPackages } from '../../configurations/test/given-packages';
import { givenChangeSet } from '../../reports/test/given-records';
import { PendingCreationService } from '../../resources/pending-creation.service';
import { givenDefinition, givenSchedule } from '../../metrics/test/given-metrics';
import { givenAlertReads, givenEventReads } from './alert-fixture';
import { givenContactReads } from './contact-fixture';
import { givenConsoleFixture } from '../console-fixture';
import { givenGroup, givenType } from '../given-inventory';
import { givenGroupReads } from './group-fixture';
import { givenOperationReads } from './operation-fixture';
import type { ReadAddresses } from './fixture-requests';
import type { TestMonitoring } from '../use-monitoring';

/** Creates a record of every kind, and returns their ids. */
export async function givenReads(api: TestMonitoring): Promise<ReadAddresses> {
  const db = api.database;
  const { host, pool } = await givenConsoleFixture(api);
  const resource = `/rest/resource/${host.id}`;
  const metrics = await givenMetrics(api);
  await api.put(`/rest/user/favorites/resource/${pool.id}`).expect(204);
  await api.put(`/rest/user/favorites/group/${metrics.group}`).expect(204);
  const upload = await api.post('/rest/content/fresh').type('application/octet-stream').send('bytes').expect(201);
  const [plugin] = await db.query<{ id: number }>(`SELECT p.id FROM plugin p WHERE p.name = 'Platforms'`);
  const [type] = await db.query<{ id: number }>(`SELECT min(t.id) AS id FROM resource_type t`);
  await givenHostWithPackages(api.database, 'a<b', { 'openssl:amd64': '3.0.15-1~deb12u1' });
  const change = await givenChangeSet(db, { resource: host, drifts: [['FILE_CHANGED', 'a<b']] });
  await db.query(`INSERT INTO drift_text VALUES ($1, $2, 'a<b', 'a<c')`, [change.drifts[0]!.id, change.definition.id]);
  return {
    getRoot: '/rest',
    getIndex: '/rest/index',
    getStatus: '/rest/status',
    getServerMode: '/rest/status/server',
    getFavoriteResources: '/rest/user/favorites/resource',
    getFavoriteGroups: '/rest/user/favorites/group',
    getUser: '/rest/user/ann',
    listPlugins: '/rest/plugins',
    getPlugin: `/rest/plugins/${plugin!.id}`,
    getPluginPush: '/rest/plugins/deploy/none',
    getContentInfo: `/rest/content/${(upload.body as { value: string }).value}/info`,
    searchResourceTypes: '/rest/resource/type',
    getResourceType: `/rest/resource/type/${type!.id}`,
    searchResources: '/rest/resource',
    listPlatforms: '/rest/resource/platforms',
    findResources: '/rest/resource/search',
    previewRemoval: `/rest/resource/removal?ids=${host.id}`,
    getResource: resource,
    getCreationStatus: `/rest/resource/creationStatus/${await givenCreation(api, host.id)}`,
    listChildren: `${resource}/children`,
    getHierarchy: `${resource}/hierarchy`,
    getResourceConfiguration: `${resource}/configuration`,
    listInstalledPackages: '/rest/package?q=openssl',
    listConfigurationChanges: `${resource}/configuration/changes`,
    listConfigurationDifferences: `${resource}/configuration/differences?otherTime=1`,
    listFileChanges: `${resource}/drift`,
    getFileDifference: `${resource}/drift/${change.drifts[0]!.id}/difference`,
    getResourceOverview: `${resource}/overview`,
    listResourceAlerts: `${resource}/alerts`,
    getAvailability: `${resource}/availability`,
    listAvailabilityHistory: `${resource}/availability/history`,
    getAvailabilitySummary: `${resource}/availability/summary`,
    listSchedules: `${resource}/schedules`,
    ...metrics.addresses,
    ...(await givenAlertReads(api)),
    ...(await givenContactReads(api)),
    ...(await givenEventReads(api)),
    ...(await givenGroupReads(api)),
    ...(await givenOperationReads(api)),
  };
}

async function givenMetrics(api: TestMonitoring): Promise<{ group: number; addresses: ReadAddresses }> {
  const db = api.database;
  const type = await givenType(db);
  const definition = await givenDefinition(db, { type, unit: 'BYTES' });
  const { id, resourceId } = await givenSchedule(db, { type, definition });
  const trait = await givenSchedule(db, { dataType: 'TRAIT' });
  const group = await givenGroup(db, { name: 'measured', members: [{ id: resourceId }] });
  const now = api.clock.now();
  const points = [60, 30, 5].map((minutes) => ({ scheduleId: id, timeStamp: now - minutes * 60_000, value: minutes }));
  await api.post('/rest/metric/data/raw').send(points).expect(204);
  await api
    .put(`/rest/metric/data/${trait.id}/trait/${now - 1000}`)
    .send({ value: 'a<b' })
    .expect(200);
  await api.put(`/rest/metric/data/${id}/baseline`).send({ min: 1, max: 60, mean: 30 }).expect(201);
  const addresses = {
    listMetricDefinitions: `/rest/metric/definitions?resourceTypeId=${type.id}`,
    getMetricDefinition: `/rest/metric/definition/${definition.id}`,
    getSchedule: `/rest/metric/schedule/${id}`,
    listMetricData: `/rest/metric/data?sid=${id}`,
    getMetricData: `/rest/metric/data/${id}`,
    listMetricDataOfResource: `/rest/metric/data/resource/${resourceId}?includeDataPoints=true`,
    listMetricDataOfGroup: `/rest/metric/data/group/${group.id}`,
    getMetricDataOfGroup: `/rest/metric/data/group/${group.id}/${definition.id}`,
    getRawMetricData: `/rest/metric/data/${id}/raw`,
    getTrait: `/rest/metric/data/${trait.id}/trait`,
    getBaseline: `/rest/metric/data/${id}/baseline`,
    listCharts: `/rest/metric/charts?sid=${id}`,
    listChartsOfResource: `/rest/metric/charts/resource/${resourceId}`,
  };
  return { group: group.id, addresses };
}

/** A creation that is done. */
async function givenCreation(api: TestMonitoring, parentId: number): Promise<string> {
  await givenType(api.database, { plugin: 'Acme', name: 'Queue', create_policy: 'BOTH' });
  const order = { resourceName: 'q1', typeName: 'Queue', pluginName: 'Acme', parentId };
  const { headers } = await api.post('/rest/resource').send(order).expect(302);
  const id = /\d+$/.exec(headers['location']!)![0];
  await api.service.app.get(PendingCreationService).complete(Number(id));
  return id;
}
