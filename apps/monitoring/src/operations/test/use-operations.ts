import { Database, type Transaction } from '@wardstone/database';
import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { OperationExecution } from '../operation-execution.service';
import { aDefinition, aList, aSimple } from '../../../../../libs/plugin-descriptor/test/property.builder';

export const NOW = Date.UTC(2026, 0, 15, 12);

/** A service, and before each test a resource of an agent whose type has the operation `setLogLevel`. */
export function useOperations(settings: Record<string, string> = {}) {
  const api = useMonitoring(() => settings);
  const db = () => api.database;
  let type: { id: number };
  let resource: { id: number };
  let definition: number;

  const givenDefinition = async (over: Record<string, unknown> = {}): Promise<number> => {
    const columns = {
      resource_type_id: type.id,
      name: 'setLogLevel',
      position: 1,
      display_name: 'Set Log Level',
      timeout_seconds: 120,
      parameters: aDefinition(
        aSimple('level', { initialValue: 'INFO' }),
        aSimple('seconds', { type: 'INTEGER', isRequired: false, defaultValue: '60' }),
        aList('loggers', { isRequired: false }),
      ),
      results: aDefinition(aSimple('password', { type: 'PASSWORD', isRequired: false })),
      ...over,
    };
    const [row] = await db().query<{ id: number }>(
      `INSERT INTO operation_definition (${Object.keys(columns).join(', ')})
       VALUES (${Object.keys(columns)
         .map((_, index) => `$${index + 1}`)
         .join(', ')}) RETURNING id`,
      Object.values(columns).map((value) => (typeof value === 'object' && value ? JSON.stringify(value) : value)),
    );
    return row!.id;
  };

  beforeEach(async () => {
    api.clock.set(NOW);
    await db()
      .query(`INSERT INTO agent (name, owner, owner_subject, registered_ms, last_seen_ms) VALUES ('a', 'ann', 'ann', 0, 0)
                      ON CONFLICT DO NOTHING`);
    type = await givenType(db());
    resource = await givenResource(db(), { type });
    await db().query(`UPDATE resource SET agent_name = 'a' WHERE id = $1`, [resource.id]);
    definition = await givenDefinition();
  });

  const createDraft = (id = definition, resourceId = resource.id) =>
    api.post(`/rest/operation/definition/${id}?resourceId=${resourceId}`);
  const givenDraft = async (): Promise<number> => ((await createDraft().expect(200)).body as { id: number }).id;
  const put = (id: number, body: object) => api.put(`/rest/operation/${id}`).send(body);
  const getHref = (body: unknown, rel: string): string =>
    (body as { links: Record<string, { href: string }>[] }).links.find((link) => link[rel])![rel]!.href;
  const execute = async (params: object = { level: 'WARN' }): Promise<string> => {
    const { body } = await put(await givenDraft(), { readyToSubmit: true, params }).expect(200);
    return getHref(body, 'history').split('/').at(-1)!;
  };
  const history = (jobId: string) => api.get(`/rest/operation/history/${jobId}`);
  const findRow = async (jobId: string) => {
    const [row] = await db().query<{ id: number; parameters: object; timeout_seconds: number }>(
      `SELECT id, parameters, timeout_seconds FROM operation_history WHERE job_name = split_part($1, '_=_', 1)`,
      [jobId],
    );
    return row!;
  };
  const report = async (jobId: string, status: 'SUCCESS' | 'FAILURE' | 'CANCELED', results = {}, error?: string) => {
    const { id } = await findRow(jobId);
    return inTransaction((tx) =>
      api.service.app
        .get(OperationExecution, { strict: false })
        .reportEnd(tx, id, { status, results, errorMessage: error ?? null }, api.clock.now()),
    );
  };
  const start = async (jobId: string, at: number) => {
    const { id } = await findRow(jobId);
    await inTransaction((tx) =>
      api.service.app.get(OperationExecution, { strict: false }).reportStart(tx, id, at, api.clock.now()),
    );
  };
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    api.service.app.get(Database, { strict: false }).transaction(work);

  return {
    api,
    db,
    resource: () => resource,
    definition: () => definition,
    givenDefinition,
    createDraft,
    givenDraft,
    put,
    hrefOf: getHref,
    execute,
    history,
    rowOf: findRow,
    report,
    start,
  };
}
