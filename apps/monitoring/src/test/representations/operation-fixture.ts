import { aDefinition, aSimple } from '../../../../../libs/plugin-descriptor/test/property.builder';
import { givenResource, givenType } from '../given-inventory';
import type { TestMonitoring } from '../use-monitoring';
import type { ReadAddresses, Writes } from './fixture-requests';

/** A resource with an operation, and an agent that would execute it. */
interface Operated {
  resource: number;
  definition: number;
}

async function givenOperation(api: TestMonitoring): Promise<Operated> {
  const db = api.database;
  await db.query(`INSERT INTO agent (name, owner, owner_subject, registered_ms, last_seen_ms) VALUES ('matrix', 'ann', 'ann', 0, 0)
                  ON CONFLICT DO NOTHING`);
  const type = await givenType(db);
  const resource = await givenResource(db, { type });
  await db.query(`UPDATE resource SET agent_name = 'matrix' WHERE id = $1`, [resource.id]);
  const [definition] = await db.query<{ id: number }>(
    `INSERT INTO operation_definition (resource_type_id, name, position, display_name, parameters)
     VALUES ($1, 'setLogLevel', 1, 'Set <Log> Level', $2) RETURNING id`,
    [type.id, JSON.stringify(aDefinition(aSimple('level', { initialValue: 'INFO' })))],
  );
  return { resource: resource.id, definition: definition!.id };
}

async function givenDraft(api: TestMonitoring, { resource, definition }: Operated): Promise<number> {
  const { body } = await api.post(`/rest/operation/definition/${definition}?resourceId=${resource}`).expect(200);
  return (body as { id: number }).id;
}

/** The job id of an execution that is waiting for its agent, or was reported as done. */
async function givenExecution(api: TestMonitoring, operated: Operated, isDone: boolean): Promise<string> {
  const draft = await givenDraft(api, operated);
  const { body } = await api
    .put(`/rest/operation/${draft}`)
    .send({ readyToSubmit: true, params: { level: 'a<b' } })
    .expect(200);
  const { links } = body as { links: Record<string, { href: string }>[] };
  const job = links
    .find((link) => link['history'])!
    ['history']!.href.split('/')
    .at(-1)!;
  // The next one of the same millisecond has another id.
  api.clock.advance(1);
  if (!isDone) return job;
  await api.database.query(
    `UPDATE operation_history SET status = 'SUCCESS', started_ms = created_ms, results = '{"output": "a<b"}'
      WHERE job_name = split_part($1, '_=_', 1)`,
    [job],
  );
  return job;
}

/** In an hour, on the resource of the operation; `isAwaiting` has it wait for the approval of another person. */
async function givenSchedule(
  api: TestMonitoring,
  { resource, definition }: Operated,
  { startTime, isAwaiting = false }: { startTime?: number; isAwaiting?: boolean } = {},
): Promise<number> {
  const sent = { definitionId: definition, resourceId: resource, params: { level: 'a<b' }, startTime };
  const { body } = await api.post('/rest/operation/schedules').send(sent).expect(201);
  const { id } = body as { id: number };
  if (isAwaiting) {
    await api.database.query(
      `UPDATE operation_schedule SET awaits_approval = true, requested_by = 'bob', requested_subject = 'bob' WHERE id = $1`,
      [id],
    );
  }
  api.clock.advance(1);
  return id;
}

/** The job id of an execution that waits for the approval of another person. */
async function givenAwaiting(api: TestMonitoring, operated: Operated): Promise<string> {
  const job = await givenExecution(api, operated, false);
  await api.database.query(
    `UPDATE operation_history SET awaits_approval = true, requested_by = 'bob', requested_subject = 'bob'
      WHERE job_name = split_part($1, '_=_', 1)`,
    [job],
  );
  return job;
}

export async function givenOperationReads(api: TestMonitoring): Promise<ReadAddresses> {
  const operated = await givenOperation(api);
  const { resource, definition } = operated;
  return {
    getOperationDefinition: `/rest/operation/definition/${definition}?resourceId=${resource}`,
    listOperationDefinitions: `/rest/operation/definitions?resourceId=${resource}`,
    getOperationDraft: `/rest/operation/${await givenDraft(api, operated)}`,
    getOperationHistory: `/rest/operation/history/${await givenExecution(api, operated, true)}`,
    listResultValues: `/rest/operation/history/${await givenExecution(api, operated, true)}/values`,
    getOperationOutput: `/rest/operation/history/${await givenExecution(api, operated, true)}/output`,
    listOperationHistory: '/rest/operation/history',
    listOperationSchedules: '/rest/operation/schedules',
    getOperationSchedule: `/rest/operation/schedules/${await givenSchedule(api, operated)}`,
    listOperationRunMembers: `/rest/operation/schedules/${await givenSchedule(api, await givenOperation(api))}/members`,
  };
}

const inAnHour = (api: TestMonitoring): number => api.clock.now() + 3_600_000;

export async function givenOperationWrites(api: TestMonitoring): Promise<Writes> {
  const operated = await givenOperation(api);
  const { resource, definition } = operated;
  return {
    createOperationDraft: {
      status: 200,
      request: () => ({ path: `/rest/operation/definition/${definition}?resourceId=${resource}` }),
    },
    updateOperationDraft: {
      status: 200,
      request: async () => ({
        path: `/rest/operation/${await givenDraft(api, operated)}`,
        json: { readyToSubmit: false, params: { level: 'WARN' } },
        xml:
          '<operationRest><readyToSubmit>false</readyToSubmit>' +
          '<params><entry><key>level</key><value>WARN</value></entry></params></operationRest>',
      }),
    },
    removeOperationDraft: {
      status: 204,
      request: async () => ({ path: `/rest/operation/${await givenDraft(api, operated)}` }),
    },
    createOperationSchedule: {
      status: 201,
      request: () => ({
        path: '/rest/operation/schedules',
        json: { definitionId: definition, resourceId: resource, params: { level: 'WARN' }, startTime: inAnHour(api) },
        xml:
          `<operationSchedule><definitionId>${definition}</definitionId><resourceId>${resource}</resourceId>` +
          '<params><entry><key>level</key><value>WARN</value></entry></params>' +
          `<startTime>${inAnHour(api)}</startTime></operationSchedule>`,
      }),
    },
    approveOperationSchedule: {
      status: 200,
      request: async () => ({
        path: `/rest/operation/schedules/${await givenSchedule(api, operated, { startTime: inAnHour(api), isAwaiting: true })}/approve`,
      }),
    },
    rejectOperationSchedule: {
      status: 200,
      request: async () => ({
        path: `/rest/operation/schedules/${await givenSchedule(api, operated, { startTime: inAnHour(api), isAwaiting: true })}/reject`,
        json: { reason: 'a<b' },
        xml: '<operationRejection><reason>a&lt;b</reason></operationRejection>',
      }),
    },
    cancelOperationSchedule: {
      status: 200,
      request: async () => ({
        path: `/rest/operation/schedules/${await givenSchedule(api, operated, { startTime: inAnHour(api) })}/cancel`,
      }),
    },
    deleteOperationSchedule: {
      status: 204,
      request: async () => ({
        path: `/rest/operation/schedules/${await givenSchedule(api, operated, { startTime: inAnHour(api) })}`,
      }),
    },
    approveOperation: {
      status: 200,
      request: async () => ({ path: `/rest/operation/history/${await givenAwaiting(api, operated)}/approve` }),
    },
    rejectOperation: {
      status: 200,
      request: async () => ({
        path: `/rest/operation/history/${await givenAwaiting(api, operated)}/reject`,
        json: { reason: 'a<b' },
        xml: '<operationRejection><reason>a&lt;b</reason></operationRejection>',
      }),
    },
    cancelOperation: {
      status: 200,
      request: async () => ({ path: `/rest/operation/history/${await givenExecution(api, operated, false)}/cancel` }),
    },
    removeOperationHistory: {
      status: 204,
      request: async () => ({ path: `/rest/operation/history/${await givenExecution(api, operated, true)}` }),
    },
  };
}
