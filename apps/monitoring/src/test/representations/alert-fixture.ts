import { overTen, givenMeasured } from '../alerts/alert-fixture';
import { MetricFacts } from '../../alert-engine/metric-facts.service';
import { Delivery } from '../../notifications/delivery/delivery.service';
import { onCallWrites } from './on-call-fixture';
import { givenResource, givenType } from '../given-inventory';
import type { TestMonitoring } from '../use-monitoring';
import { givenIncidentReads, incidentWrites } from './incident-fixture';
import type { ReadAddresses, Writes } from './fixture-requests';
import { EXPRESSION_WRITES, givenExpressionReads } from './expression-fixture';
import { givenIntegrationReads, givenIntegrationWrites } from './integration-fixture';

const CONDITION = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };
const CONDITION_XML = '<category>AVAILABILITY</category><name>AVAIL_GOES_DOWN</name>';
const NOTIFICATION = { senderName: 'Log4J Alerter', config: { log4JCategory: 'paging' } };
const NOTIFICATION_XML =
  '<senderName>Log4J Alerter</senderName>' +
  '<config><entry><key>log4JCategory</key><value>paging</value></entry></config>';

interface Defined {
  id: number;
  conditions: [{ id: number }];
  notifications: [{ id: number }];
}

async function define(api: TestMonitoring, resource: { id: number }, over: object = {}): Promise<Defined> {
  const body = { name: 'a<b', enabled: true, conditions: [CONDITION], notifications: [NOTIFICATION], ...over };
  const { body: made } = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(body).expect(201);
  return made as Defined;
}

/** A fired alert that notified someone. */
async function givenAlert(api: TestMonitoring): Promise<{ id: number; definition: Defined; resource: { id: number } }> {
  const { resource, metric, scheduleId } = await givenMeasured(api.database);
  const definition = await define(api, resource, { conditions: [overTen(metric)] });
  const point = [{ scheduleId, timeStamp: api.clock.now(), value: 11 }];
  await api.post('/rest/metric/data/raw').send(point).expect(204);
  await api.service.app.get(MetricFacts, { strict: false }).drain();
  const [{ id }] = (await api.get(`/rest/alert?definitionId=${definition.id}`).expect(200)).body as [{ id: number }];
  const [log] = await api.database.query<{ id: number }>(
    `SELECT l.id FROM alert_notification_log l WHERE l.alert_id = $1`,
    [id],
  );
  await api.service.app.get(Delivery, { strict: false }).deliver(log!.id);
  return { id, definition, resource };
}

const PINGED = { kind: 'PING' };
let written = 0;

/** One that recurs, so that every field has a value. */
async function givenSilence(api: TestMonitoring): Promise<number> {
  const scope = { kind: 'RESOURCE', id: (await givenResource(api.database)).id, descendants: true };
  const endTime = api.clock.now() + 3_600_000;
  const sent = { scope, reason: 'a<b', endTime, rule: 'FREQ=DAILY', timeZone: 'Europe/Berlin' };
  return ((await api.post('/rest/silence').send(sent).expect(201)).body as { id: number }).id;
}

/** With an override, so that every list has an entry. The first administrator has the id 2. */
function toRotation(api: TestMonitoring): object {
  const startTime = api.clock.now();
  return {
    name: 'a<b',
    timeZone: 'Europe/Berlin',
    turn: 'DAILY',
    handOverTime: '09:00',
    firstDay: '2026-01-01',
    members: [{ userId: 2 }],
    overrides: [{ userId: 2, startTime, endTime: startTime + 1000 }],
  };
}

async function givenRotation(api: TestMonitoring): Promise<number> {
  const { body } = await api.post('/rest/on-call/rotation').send(toRotation(api)).expect(201);
  return (body as { id: number }).id;
}

const ESCALATION = { name: 'a<b', steps: [{ afterMinutes: 10, receivers: [NOTIFICATION] }], repeatMinutes: 60 };
const QUIET = { timeZone: 'UTC', startTime: '22:00', endTime: '07:00' };

async function givenEscalation(api: TestMonitoring): Promise<number> {
  const { body } = await api.post('/rest/on-call/escalation').send(ESCALATION).expect(201);
  return (body as { id: number }).id;
}

/** One of events, so that every field but the address has a value. */
async function givenHeartbeat(api: TestMonitoring, source: object): Promise<number> {
  return (await makeHeartbeat(api, source)).id;
}

async function makeHeartbeat(api: TestMonitoring, source: object): Promise<{ id: number; address?: string }> {
  const { id: resourceId } = await givenResource(api.database);
  const sent = { resourceId, name: 'a<b', seconds: 900, source };
  return (await api.post('/rest/heartbeat').send(sent).expect(201)).body as { id: number; address?: string };
}

export async function givenAlertReads(api: TestMonitoring): Promise<ReadAddresses> {
  const { id, definition } = await givenAlert(api);
  const [rotation, escalation] = [await givenRotation(api), await givenEscalation(api)];
  const used = `/rest/alert/definition/${definition.id}/escalation`;
  await api.put(used).send({ escalationId: escalation }).expect(200);
  await api.put('/rest/on-call/quiet-hours').send(QUIET).expect(200);
  await api.post('/rest/on-call/feed').send({ rotationId: rotation }).expect(201);
  return {
    listAlertDefinitions: '/rest/alert/definitions?full=true',
    getAlertDefinition: `/rest/alert/definition/${definition.id}`,
    getAlertCondition: `/rest/alert/condition/${definition.conditions[0].id}`,
    getAlertNotification: `/rest/alert/notification/${definition.notifications[0].id}`,
    listAlertSenders: '/rest/alert/senders',
    getAlertSender: '/rest/alert/sender/Webhook',
    listAlerts: '/rest/alert',
    countAlerts: '/rest/alert/count',
    listProblems: '/rest/problem',
    summarizeProblems: '/rest/problem/summary',
    listHeartbeats: '/rest/heartbeat',
    getHeartbeat: `/rest/heartbeat/${await givenHeartbeat(api, { kind: 'EVENT', severity: 'WARN', text: 'done' })}`,
    ...(await givenIntegrationReads(api)),
    ...(await givenExpressionReads(api)),
    listAllDependencies: '/rest/dependency',
    ...(await givenIncidentReads(api, id)),
    listSilences: '/rest/silence',
    getSilence: `/rest/silence/${await givenSilence(api)}`,
    listOnCall: '/rest/on-call/now',
    listOnCallPeople: '/rest/on-call/person',
    listCalendarFeeds: '/rest/on-call/feed',
    listRotationMessages: `/rest/on-call/rotation/${rotation}/messages`,
    listRotations: '/rest/on-call/rotation',
    getRotation: `/rest/on-call/rotation/${rotation}`,
    getOnCall: `/rest/on-call/rotation/${rotation}/now`,
    getRotationCalendar: `/rest/on-call/rotation/${rotation}/calendar`,
    listEscalations: '/rest/on-call/escalation',
    getEscalation: `/rest/on-call/escalation/${escalation}`,
    getEscalationOfDefinition: used,
    getGroupingOfDefinition: `/rest/alert/definition/${definition.id}/grouping`,
    getQuietHours: '/rest/on-call/quiet-hours',
    getAlert: `/rest/alert/${id}`,
    listAlertConditionLogs: `/rest/alert/${id}/conditions`,
    listAlertNotificationLogs: `/rest/alert/${id}/notifications`,
    getDefinitionOfAlert: `/rest/alert/${id}/definition`,
    explainAlert: `/rest/alert/${id}/explain`,
  };
}

export async function givenAlertWrites(api: TestMonitoring): Promise<Writes> {
  const resource = await givenResource(api.database);
  const defined = (): Promise<Defined> => define(api, resource);
  const definition = { name: 'written', conditions: [CONDITION], notifications: [NOTIFICATION] };
  const xml =
    `<definition><name>written</name><conditions>${CONDITION_XML}</conditions>` +
    `<notifications>${NOTIFICATION_XML}</notifications></definition>`;
  const endTime = api.clock.now() + 3_600_000;
  const silence = {
    json: { reason: 'works', endTime },
    xml: (scope: string) => `<silence><reason>works</reason><endTime>${endTime}</endTime>${scope}</silence>`,
  };
  const rotationXml =
    '<rotation><name>a</name><timeZone>UTC</timeZone><turn>WEEKLY</turn><handOverTime>09:00</handOverTime>' +
    '<firstDay>2026-01-01</firstDay><members><userId>2</userId></members></rotation>';
  const escalationXml =
    '<escalation><name>a</name><steps><afterMinutes>10</afterMinutes>' +
    `<receivers>${NOTIFICATION_XML}</receivers></steps></escalation>`;
  const condition = { json: CONDITION, xml: `<condition>${CONDITION_XML}</condition>` };
  const notification = { json: NOTIFICATION, xml: `<notification>${NOTIFICATION_XML}</notification>` };
  const conditionPath = async (): Promise<string> => `/rest/alert/condition/${(await defined()).conditions[0].id}`;
  const notificationPath = async (): Promise<string> =>
    `/rest/alert/notification/${(await defined()).notifications[0].id}`;
  /** A caller may send ten test notifications a minute. */
  const tested = async (path: string | Promise<string>): Promise<string> => {
    api.clock.advance(10_000);
    return path;
  };
  return {
    createAlertDefinition: {
      status: 201,
      request: () => ({ path: `/rest/alert/definitions?resourceId=${resource.id}`, json: definition, xml }),
    },
    dryRunAlertDefinition: {
      status: 200,
      request: () => ({ path: `/rest/alert/definitions/dry-run?resourceId=${resource.id}`, json: definition, xml }),
    },
    updateAlertDefinition: {
      status: 200,
      request: async () => ({
        path: `/rest/alert/definition/${(await defined()).id}`,
        json: { enabled: true, priority: 'HIGH' },
        xml: '<definition><enabled>true</enabled><priority>HIGH</priority></definition>',
      }),
    },
    deleteAlertDefinition: {
      status: 204,
      request: async () => ({ path: `/rest/alert/definition/${(await defined()).id}` }),
    },
    addAlertCondition: {
      status: 201,
      request: async () => ({ path: `/rest/alert/definition/${(await defined()).id}/conditions`, ...condition }),
    },
    updateAlertCondition: { status: 200, request: async () => ({ path: await conditionPath(), ...condition }) },
    deleteAlertCondition: { status: 204, request: async () => ({ path: await conditionPath() }) },
    addAlertNotification: {
      status: 201,
      request: async () => ({ path: `/rest/alert/definition/${(await defined()).id}/notifications`, ...notification }),
    },
    updateAlertNotification: {
      status: 200,
      request: async () => ({ path: await notificationPath(), ...notification }),
    },
    deleteAlertNotification: { status: 204, request: async () => ({ path: await notificationPath() }) },
    testAlertNotification: { status: 200, request: async () => ({ path: `${await tested(notificationPath())}/test` }) },
    testAlertSender: {
      status: 200,
      request: async () => ({
        path: await tested(`/rest/alert/sender/Log4J%20Alerter/test?resourceId=${resource.id}`),
        ...notification,
      }),
    },
    createSilence: {
      status: 201,
      request: () => {
        const scope = { kind: 'RESOURCE', id: resource.id };
        const scopeXml = `<scope><kind>RESOURCE</kind><id>${resource.id}</id></scope>`;
        return { path: '/rest/silence', json: { ...silence.json, scope }, xml: silence.xml(scopeXml) };
      },
    },
    ...incidentWrites(api, resource, async () => (await givenAlert(api)).id),
    updateSilence: {
      status: 200,
      request: async () => ({
        path: `/rest/silence/${await givenSilence(api)}`,
        json: silence.json,
        xml: silence.xml(''),
      }),
    },
    endSilence: { status: 200, request: async () => ({ path: `/rest/silence/${await givenSilence(api)}/end` }) },
    deleteSilence: { status: 204, request: async () => ({ path: `/rest/silence/${await givenSilence(api)}` }) },
    createRotation: {
      status: 201,
      request: () => ({ path: '/rest/on-call/rotation', json: toRotation(api), xml: rotationXml }),
    },
    updateRotation: {
      status: 200,
      request: async () => ({
        path: `/rest/on-call/rotation/${await givenRotation(api)}`,
        json: toRotation(api),
        xml: rotationXml,
      }),
    },
    deleteRotation: {
      status: 204,
      request: async () => ({ path: `/rest/on-call/rotation/${await givenRotation(api)}` }),
    },
    createEscalation: {
      status: 201,
      request: () => ({ path: '/rest/on-call/escalation', json: ESCALATION, xml: escalationXml }),
    },
    updateEscalation: {
      status: 200,
      request: async () => ({
        path: `/rest/on-call/escalation/${await givenEscalation(api)}`,
        json: ESCALATION,
        xml: escalationXml,
      }),
    },
    deleteEscalation: {
      status: 204,
      request: async () => ({ path: `/rest/on-call/escalation/${await givenEscalation(api)}` }),
    },
    setEscalationOfDefinition: {
      status: 200,
      request: async () => {
        const escalationId = await givenEscalation(api);
        return {
          path: `/rest/alert/definition/${(await defined()).id}/escalation`,
          json: { escalationId },
          xml: `<definitionEscalation><escalationId>${escalationId}</escalationId></definitionEscalation>`,
        };
      },
    },
    setGroupingOfDefinition: {
      status: 200,
      request: async () => ({
        path: `/rest/alert/definition/${(await defined()).id}/grouping`,
        json: { grouping: 'HOST' },
        xml: '<definitionGrouping><grouping>HOST</grouping></definitionGrouping>',
      }),
    },
    setQuietHours: {
      status: 200,
      request: () => ({
        path: '/rest/on-call/quiet-hours',
        json: QUIET,
        xml: '<quietHours><timeZone>UTC</timeZone><startTime>22:00</startTime><endTime>07:00</endTime><days>MO</days></quietHours>',
      }),
    },
    ...onCallWrites(api, () => givenRotation(api)),
    deleteQuietHours: { status: 204, request: () => ({ path: '/rest/on-call/quiet-hours' }) },
    createHeartbeat: {
      status: 201,
      request: () => {
        const sent = { resourceId: resource.id, name: `written ${++written}`, seconds: 900 };
        const fields = Object.entries(sent).map(([name, value]) => `<${name}>${value}</${name}>`);
        return {
          path: '/rest/heartbeat',
          json: { ...sent, source: { kind: 'PING' } },
          xml: `<heartbeat>${fields.join('')}<source><kind>PING</kind></source></heartbeat>`,
        };
      },
    },
    updateHeartbeat: {
      status: 200,
      request: async () => ({
        path: `/rest/heartbeat/${await givenHeartbeat(api, PINGED)}`,
        json: { seconds: 60 },
        xml: '<heartbeat><seconds>60</seconds></heartbeat>',
      }),
    },
    renewHeartbeatAddress: {
      status: 200,
      request: async () => ({ path: `/rest/heartbeat/${await givenHeartbeat(api, PINGED)}/address` }),
    },
    pingHeartbeat: {
      status: 204,
      request: async () => ({ path: new URL((await makeHeartbeat(api, PINGED)).address!).pathname }),
    },
    deleteHeartbeat: {
      status: 204,
      request: async () => ({ path: `/rest/heartbeat/${await givenHeartbeat(api, PINGED)}` }),
    },
    ...givenIntegrationWrites(api),
    ...EXPRESSION_WRITES,
    acknowledgeAlerts: {
      status: 200,
      request: () => ({
        path: '/rest/alert/acknowledge',
        json: { comment: 'seen', alerts: [1] },
        xml: '<acknowledgement><comment>seen</comment><alerts>1</alerts></acknowledgement>',
      }),
    },
    acknowledgeAlert: { status: 200, request: async () => ({ path: `/rest/alert/${(await givenAlert(api)).id}` }) },
    deleteAlert: { status: 204, request: async () => ({ path: `/rest/alert/${(await givenAlert(api)).id}` }) },
  };
}

/** A resource whose type has events, and a source of them. */
async function givenSource(api: TestMonitoring): Promise<{ id: number; resource: { id: number } }> {
  const type = await givenType(api.database);
  const resource = await givenResource(api.database, { type });
  await api.database.query(
    `INSERT INTO event_definition (resource_type_id, name, display_name) VALUES ($1, 'Event Log', 'Event Log')`,
    [type.id],
  );
  const { body } = await api
    .post(`/rest/event/${resource.id}/sources`)
    .send({ name: 'Event Log', location: '/var/log/a<b' })
    .expect(200);
  return { id: (body as { id: number }).id, resource };
}

const EVENTS = [{ severity: 'WARN', detail: 'link <down> & up', timestamp: 1 }];

export async function givenEventReads(api: TestMonitoring): Promise<ReadAddresses> {
  const { id, resource } = await givenSource(api);
  await api.post(`/rest/event/source/${id}/events`).send(EVENTS).expect(204);
  return {
    getEventSource: `/rest/event/source/${id}`,
    listEventsOfSource: `/rest/event/source/${id}/events`,
    listEventSources: `/rest/event/${resource.id}/sources`,
    listEventDefinitions: `/rest/event/${resource.id}/definitions`,
    listEventsOfResource: `/rest/event/${resource.id}/events`,
  };
}

export async function givenEventWrites(api: TestMonitoring): Promise<Writes> {
  const { id, resource } = await givenSource(api);
  let serial = 0;
  return {
    createEventSource: {
      status: 200,
      request: () => {
        const location = `/log/${++serial}`;
        return {
          path: `/rest/event/${resource.id}/sources`,
          json: { name: 'Event Log', location },
          xml: `<source><name>Event Log</name><location>${location}</location></source>`,
        };
      },
    },
    removeEventSource: {
      status: 204,
      request: async () => ({ path: `/rest/event/source/${(await givenSource(api)).id}` }),
    },
    submitEvents: {
      status: 204,
      request: () => ({
        path: `/rest/event/source/${id}/events`,
        json: EVENTS,
        xml: '<collection><event><severity>WARN</severity><detail>d</detail></event></collection>',
      }),
    },
  };
}
