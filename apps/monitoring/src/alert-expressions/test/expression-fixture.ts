import type { AlertDefinitionRest, AlertEvaluation, AlertRest } from '@wardstone/dto/monitoring';
import {
  aFirstMessage,
  FIRST_HEADERS,
  packed,
  type SentSeries,
} from '../../../../../libs/series-formats/test/write-request.builder';
import { useMonitoring } from '../../test/use-monitoring';
import { ExpressionBatch } from '../expression-batch.service';
import { ExpressionWatch } from '../expression-watch.service';

export type TestCaller = Parameters<ReturnType<typeof useMonitoring>['as']>[0];

export const MINUTE = 60_000;
export const RUN = { signal: new AbortController().signal };
const ANN: TestCaller = { username: 'ann', subject: 'idp|ann' };

/**
 * The service with received series and definitions of ann, an administrator, which are evaluated when the test says so.
 * @param settings of the service
 */
export function useExpressions(settings: Readonly<Record<string, string>> = {}) {
  const api = useMonitoring(() => ({ RECEIVED_NEW_SERIES: '5000', ...settings }));
  const ann = () => api.as(ANN);
  const watch = () => api.service.app.get(ExpressionWatch, { strict: false });
  const batch = () => api.service.app.get(ExpressionBatch, { strict: false });
  let serial = 0;
  const aJob = (): string => `job${++serial}`;

  const send = (...series: SentSeries[]) =>
    api
      .as({ roles: ['operator'], username: 'prometheus', subject: 'idp|prometheus' })
      .post('/prometheus/api/v1/write')
      .set(FIRST_HEADERS)
      .serialize((sent: unknown) => sent as string)
      .send(packed(aFirstMessage(series)))
      .expect(204);
  const sample = (job: string, instance: string, value: number, name = 'up'): SentSeries => ({
    labels: { __name__: name, job, instance },
    samples: [[api.clock.now(), value]],
  });
  const installation = async (): Promise<number> =>
    ((await ann().put('/rest/alert/installation').expect(200)).body as { resourceId: number }).resourceId;
  const define = async (
    option: string,
    {
      resourceId,
      as = ANN,
      ...over
    }: { resourceId?: number; as?: TestCaller } & Partial<Omit<AlertDefinitionRest, 'conditions'>> & {
        conditions?: object[];
      } = {},
  ): Promise<AlertDefinitionRest> => {
    const id = resourceId ?? (await installation());
    const sent = { name: `a${++serial}`, enabled: true, conditions: [{ category: 'EXPRESSION', option }], ...over };
    return (await api.as(as).post(`/rest/alert/definitions?resourceId=${id}`).send(sent).expect(201))
      .body as AlertDefinitionRest;
  };
  const evaluate = ({ id }: AlertDefinitionRest) => batch().evaluate([id], RUN);
  const pass = async (definition: AlertDefinitionRest, minutes = 1, each: () => Promise<unknown> = async () => {}) => {
    for (let minute = 0; minute < minutes; minute++) {
      // The grid of a definition has a time between the sample and the evaluation.
      await each();
      api.clock.advance(MINUTE);
      await evaluate(definition);
    }
  };
  const getAlerts = async ({ id }: AlertDefinitionRest): Promise<AlertRest[]> =>
    (await ann().get(`/rest/alert?definitionId=${id}&include=labels,annotations,status`).expect(200))
      .body as AlertRest[];
  const toState = async ({ id }: AlertDefinitionRest, as: TestCaller = ANN): Promise<AlertEvaluation> =>
    (await api.as(as).get(`/rest/alert/definition/${id}/evaluation`).expect(200)).body as AlertEvaluation;
  const resourceNamed = async (name: string): Promise<number> => {
    const [row] = await api.database.query<{ id: number }>(`SELECT id FROM resource WHERE name = $1`, [name]);
    return row!.id;
  };

  return {
    api,
    ann,
    watch,
    batch,
    aJob,
    send,
    sample,
    installation,
    define,
    pass,
    alertsOf: getAlerts,
    stateOf: toState,
    resourceNamed,
    evaluate,
  };
}
