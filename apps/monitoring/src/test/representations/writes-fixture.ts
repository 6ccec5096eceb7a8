import { givenSchedule } from '../../metrics/test/given-metrics';
import { givenGroup, givenResource, givenType } from '../given-inventory';
import { givenAlertWrites, givenEventWrites } from './alert-fixture';
import { givenContactWrites } from './contact-fixture';
import { givenGroupWrites } from './group-fixture';
import { givenOperationWrites } from './operation-fixture';
import type { Writes } from './fixture-requests';
import type { TestMonitoring } from '../use-monitoring';

/** Creates the records that writes are about. */
export async function givenWrites(api: TestMonitoring): Promise<Writes> {
  return {
    ...(await resourceWrites(api)),
    ...(await metricWrites(api)),
    ...pluginWrites(api),
    ...contentWrites(api),
    ...(await givenAlertWrites(api)),
    ...givenContactWrites(api),
    ...(await givenEventWrites(api)),
    ...(await givenGroupWrites(api)),
    ...(await givenOperationWrites(api)),
  };
}

async function resourceWrites({ database: db }: TestMonitoring): Promise<Writes> {
  const platform = await givenType(db, { plugin: 'Acme', name: 'Host', category: 'PLATFORM' });
  const host = await givenResource(db, { name: 'written', type: platform });
  await givenType(db, { plugin: 'Acme', name: 'Plain' });
  const manual = await givenType(db, { plugin: 'Acme', name: 'Manual' });
  await db.query(`UPDATE resource_type SET supports_manual_add = true WHERE id = $1`, [manual.id]);
  const added = await givenResource(db, { type: manual, parent: host });
  const group = await givenGroup(db, { members: [host] });
  const resource = `/rest/resource/${host.id}`;
  const type = (value: string) => ({ json: { value }, xml: `<value value="${value}"/>` });
  return {
    updateResource: {
      status: 200,
      request: () => ({
        path: resource,
        json: { resourceName: 'written', location: 'hall <3>' },
        xml: '<resource><resourceName>written</resourceName><location>hall &lt;3&gt;</location></resource>',
      }),
    },
    updateConnection: {
      status: 200,
      request: () => ({
        path: `/rest/resource/${added.id}/configuration`,
        json: { pluginConfig: { host: 'written' } },
        xml: '<connection><pluginConfig><entry><key>host</key><value>written</value></entry></pluginConfig></connection>',
      }),
    },
    deleteResource: {
      status: 204,
      request: async () => ({ path: `/rest/resource/${(await givenResource(db)).id}` }),
    },
    deleteResources: {
      status: 200,
      request: async () => ({ path: `/rest/resource?expected=1&ids=${(await givenResource(db)).id}` }),
    },
    createPlatform: {
      status: 201,
      request: () => ({
        path: '/rest/resource/platforms',
        json: { resourceName: 'made', typeName: 'Linux' },
        xml: '<resource><resourceName>made</resourceName><typeName>Linux</typeName></resource>',
      }),
    },
    createPlatformByName: {
      status: 201,
      request: () => ({ path: '/rest/resource/platform/named', ...type('Linux') }),
    },
    createResource: {
      status: 201,
      request: () => ({
        path: '/rest/resource',
        json: { resourceName: 'part', typeName: 'Plain', pluginName: 'Acme', parentId: host.id },
        xml:
          '<resource><resourceName>part</resourceName><typeName>Plain</typeName>' +
          `<pluginName>Acme</pluginName><parentId>${host.id}</parentId></resource>`,
      }),
    },
    createResourceByName: {
      status: 201,
      request: () => ({ path: `/rest/resource/named?plugin=Acme&parentId=${host.id}`, ...type('Plain') }),
    },
    reportAvailability: {
      status: 204,
      request: () => ({
        path: `${resource}/availability`,
        json: { type: 'UP' },
        xml: '<availability><type>UP</type></availability>',
      }),
    },
    addFavoriteResource: { status: 204, request: () => ({ path: `/rest/user/favorites/resource/${host.id}` }) },
    addFavoriteGroup: { status: 204, request: () => ({ path: `/rest/user/favorites/group/${group.id}` }) },
    removeFavoriteResource: { status: 204, request: () => ({ path: `/rest/user/favorites/resource/${host.id}` }) },
    removeFavoriteGroup: { status: 204, request: () => ({ path: `/rest/user/favorites/group/${group.id}` }) },
  };
}

async function metricWrites({ database: db, clock }: TestMonitoring): Promise<Writes> {
  const { id, resourceId, definitionId } = await givenSchedule(db, { name: 'load', unit: 'NONE' });
  const trait = await givenSchedule(db, { dataType: 'TRAIT' });
  const then = clock.now() - 60_000;
  const data = `/rest/metric/data/${id}`;
  const point = (scheduleId: number) => ({ scheduleId, timeStamp: then, value: 1.5 });
  const pointXml = (scheduleId: number) =>
    `<numericDataPoint scheduleId="${scheduleId}" timeStamp="${then}" value="1.5"/>`;
  return {
    updateSchedule: {
      status: 200,
      request: () => ({
        path: `/rest/metric/schedule/${id}`,
        json: { enabled: true, collectionInterval: 60_000 },
        xml: '<metricSchedule><enabled>true</enabled><collectionInterval>60000</collectionInterval></metricSchedule>',
      }),
    },
    updateMetricDefinition: {
      status: 200,
      request: () => ({
        path: `/rest/metric/definition/${definitionId}`,
        json: { enabled: true, collectionInterval: 60_000 },
        xml: '<metricSchedule><enabled>true</enabled><collectionInterval>60000</collectionInterval></metricSchedule>',
      }),
    },
    submitTrait: {
      status: 200,
      request: () => ({
        path: `/rest/metric/data/${trait.id}/trait/${then}`,
        json: { value: 'v' },
        xml: '<value value="v"/>',
      }),
    },
    enterBaseline: {
      status: 201,
      request: () => ({
        path: `${data}/baseline`,
        json: { min: 1, mean: 2, max: 3 },
        xml: '<baseline><min>1</min><max>3</max><mean>2</mean></baseline>',
      }),
    },
    // One of the two points has no schedule, so that the response has a body.
    submitMetricData: {
      status: 201,
      request: () => ({
        path: '/rest/metric/data/raw',
        json: [point(id), point(1)],
        xml: `<collection>${pointXml(id)}${pointXml(1)}</collection>`,
      }),
    },
    submitMetricDataOfResource: {
      status: 204,
      request: () => ({
        path: `/rest/metric/data/raw/${resourceId}`,
        json: [{ metric: 'load', timestamp: then, value: 1.5 }],
        xml: `<collection><namedDataPoint metric="load" timestamp="${then}" value="1.5"/></collection>`,
      }),
    },
    submitMetricValue: {
      status: 201,
      request: () => ({ path: `${data}/raw/${then}`, json: { value: 1.5 }, xml: '<value value="1.5"/>' }),
    },
  };
}

function pluginWrites(api: TestMonitoring): Writes {
  let serial = 0;
  const uploadNew = () => upload(api, `<plugin name="Written ${++serial}" version="1" xmlns="urn:xmlns:rhq-plugin"/>`);
  const register = async (): Promise<number> => {
    const { body } = await api.post(`/rest/plugins?handle=${await uploadNew()}&name=new.xml`).expect(201);
    return (body as { id: number }[])[0]!.id;
  };
  const enabled = { json: { enabled: true }, xml: '<plugin><enabled>true</enabled></plugin>' };
  return {
    addPlugin: {
      status: 201,
      request: async () => ({ path: `/rest/plugins?handle=${await uploadNew()}&name=new.xml` }),
    },
    putPlugin: {
      status: 200,
      request: async () => ({
        path: '/rest/plugins',
        bytes: { type: 'application/x-www-form-urlencoded', content: `handle=${await uploadNew()}&name=new.xml` },
      }),
    },
    pushPlugins: { status: 200, request: () => ({ path: '/rest/plugins/deploy' }) },
    enablePlugin: { status: 200, request: async () => ({ path: `/rest/plugins/${await register()}`, ...enabled }) },
    postPlugin: { status: 200, request: async () => ({ path: `/rest/plugins/${await register()}`, ...enabled }) },
    deletePlugin: { status: 200, request: async () => ({ path: `/rest/plugins/${await register()}` }) },
    deployContentAsPlugin: {
      status: 200,
      request: async () => ({ path: `/rest/content/${await uploadNew()}/plugins?name=new.xml&scan=true` }),
    },
  };
}

function contentWrites(api: TestMonitoring): Writes {
  return {
    uploadContent: {
      status: 201,
      request: () => ({ path: '/rest/content/fresh', bytes: { type: 'application/octet-stream', content: 'bytes' } }),
    },
    removeContent: {
      status: 204,
      request: async () => ({ path: `/rest/content/${await upload(api, 'bytes')}` }),
    },
  };
}

async function upload(api: TestMonitoring, content: string): Promise<string> {
  const { body } = await api.post('/rest/content/fresh').type('application/octet-stream').send(content).expect(201);
  return (body as { value: string }).value;
}
