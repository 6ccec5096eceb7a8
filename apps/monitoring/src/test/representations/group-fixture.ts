import { givenDefinition, givenSchedule } from '../../metrics/test/given-metrics';
import { givenGroup, givenResource, givenType } from '../given-inventory';
import type { TestMonitoring } from '../use-monitoring';
import type { ReadAddresses, Writes } from './fixture-requests';

const EXPRESSION = ['resource.type.plugin = Given', 'groupby resource.type.name'];
const EXPRESSION_XML = EXPRESSION.map((line) => `<expression>${line}</expression>`).join('');

let serial = 0;

async function define(api: TestMonitoring): Promise<number> {
  const body = {
    name: `a & b ${++serial}`,
    description: 'one per type',
    expression: EXPRESSION,
    recalcInterval: 60_000,
  };
  const { body: made } = await api.post('/rest/group/definitions').send(body).expect(201);
  return (made as { id: number }).id;
}

async function givenCallTimes(api: TestMonitoring): Promise<number> {
  const { id } = await givenSchedule(api.database, { dataType: 'CALLTIME', unit: 'MILLISECONDS' });
  const call = { callDestination: '/a<b', beginTime: api.clock.now() - 1000, duration: 35 };
  await api.put(`/rest/metric/data/${id}/callTime`).send([call]).expect(201);
  return id;
}

/** A group of one type with a metric, generated ones, and their definition; call times. */
export async function givenGroupReads(api: TestMonitoring): Promise<ReadAddresses> {
  const db = api.database;
  const type = await givenType(db);
  await givenDefinition(db, { type, unit: 'BYTES' });
  const members = [await givenResource(db, { type }), await givenResource(db, { type })];
  const { id } = await givenGroup(db, { name: 'a<b', members, roles: ['viewer'] });
  const definition = await define(api);
  await api.put(`/rest/group/definition/${definition}?recalculate=true`).expect(204);
  return {
    listGroups: '/rest/group',
    getGroup: `/rest/group/${id}`,
    listGroupsOfResource: `/rest/resource/${members[0]!.id}/groups`,
    listGroupMembers: `/rest/group/${id}/resources`,
    listMembersOfGroup: `/rest/group/${id}/members`,
    listChartsOfGroup: `/rest/metric/charts/group/${id}`,
    listGroupMetrics: `/rest/group/${id}/metricDefinitions`,
    listGroupRoles: `/rest/group/${id}/roles`,
    listGroupDefinitions: '/rest/group/definitions',
    getGroupDefinition: `/rest/group/definition/${definition}`,
    listCallTimes: `/rest/metric/data/${await givenCallTimes(api)}/callTime`,
  };
}

export async function givenGroupWrites(api: TestMonitoring): Promise<Writes> {
  const db = api.database;
  const resource = await givenResource(db);
  const { id } = await givenGroup(db, { members: [resource] });
  const schedule = await givenCallTimes(api);
  const aGroup = async (): Promise<string> => `/rest/group/${(await givenGroup(db, { members: [resource] })).id}`;
  const named = (name: string) => ({ json: { name }, xml: `<groupRest><name>${name}</name></groupRest>` });
  const defined = (name: string) => ({
    json: { name, expression: EXPRESSION },
    xml: `<groupDefinition><name>${name}</name>${EXPRESSION_XML}</groupDefinition>`,
  });
  const begin = api.clock.now() - 1000;
  return {
    createGroup: { status: 201, request: () => ({ path: '/rest/group', ...named(`made ${++serial}`) }) },
    updateGroup: { status: 200, request: async () => ({ path: await aGroup(), ...named(`renamed ${++serial}`) }) },
    deleteGroup: { status: 204, request: async () => ({ path: await aGroup() }) },
    addGroupMember: { status: 200, request: () => ({ path: `/rest/group/${id}/resource/${resource.id}` }) },
    removeGroupMember: {
      status: 204,
      request: async () => ({ path: `${await aGroup()}/resource/${resource.id}` }),
    },
    tieGroupRole: { status: 204, request: () => ({ path: `/rest/group/${id}/roles/operator` }) },
    untieGroupRole: {
      status: 204,
      request: async () => {
        const group = await aGroup();
        await api.put(`${group}/roles/viewer`).expect(204);
        return { path: `${group}/roles/viewer` };
      },
    },
    createGroupDefinition: {
      status: 201,
      request: () => ({ path: '/rest/group/definitions', ...defined(`made ${++serial}`) }),
    },
    previewGroupDefinition: {
      status: 200,
      request: () => ({ path: '/rest/group/definitions/preview', ...defined('previewed') }),
    },
    updateGroupDefinition: {
      status: 200,
      request: async () => ({ path: `/rest/group/definition/${await define(api)}`, ...defined(`renamed ${++serial}`) }),
    },
    deleteGroupDefinition: {
      status: 204,
      request: async () => ({ path: `/rest/group/definition/${await define(api)}` }),
    },
    submitCallTimes: {
      status: 201,
      request: () => ({
        path: `/rest/metric/data/${schedule}/callTime`,
        json: [{ callDestination: '/shop', beginTime: begin, duration: 5 }],
        xml:
          `<collection><callTimeValue><callDestination>/shop</callDestination><beginTime>${begin}</beginTime>` +
          '<duration>5</duration></callTimeValue></collection>',
      }),
    },
  };
}
