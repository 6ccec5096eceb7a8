import type { ReadAddresses, Writes } from './fixture-requests';
import type { TestMonitoring } from '../use-monitoring';

async function givenInstallation(api: TestMonitoring): Promise<number> {
  return ((await api.put('/rest/alert/installation').expect(200)).body as { resourceId: number }).resourceId;
}

/** A definition with an expression that has failed, and one series that is pending. */
export async function givenExpressionReads(api: TestMonitoring): Promise<ReadAddresses> {
  const resourceId = await givenInstallation(api);
  const sent = {
    name: 'a<b',
    conditions: [{ category: 'EXPRESSION', option: 'up < 1' }],
    expression: { annotations: { summary: '{{ $labels.job }}' } },
  };
  const { body } = await api.post(`/rest/alert/definitions?resourceId=${resourceId}`).send(sent).expect(201);
  const { id, conditions } = body as { id: number; conditions: [{ id: number }] };
  await api.database.query(
    `INSERT INTO alert_evaluation (alert_definition_id, condition_id, last_ms, reliable_ms, evaluated_ms, duration_ms, series,
                                   health, problem)
     VALUES ($1, $2, 1, $3, 2, 3, 1, 'ERROR', 'a<b')`,
    [id, conditions[0].id, api.clock.now() + 60_000],
  );
  await api.database.query(
    `INSERT INTO alert_instance (alert_definition_id, label_digest, labels, resource_id, state, active_ms, value)
     VALUES ($1, 'x', '{"job": "a<b"}', $2, 'PENDING', 1, 0.5)`,
    [id, resourceId],
  );
  return {
    getEvaluationOfDefinition: `/rest/alert/definition/${id}/evaluation`,
    getInstallation: '/rest/alert/installation',
  };
}

export const EXPRESSION_WRITES: Writes = {
  createInstallation: { status: 200, request: () => ({ path: '/rest/alert/installation' }) },
};
