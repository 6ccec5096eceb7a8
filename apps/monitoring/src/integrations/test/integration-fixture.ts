import type { AlertRest, ExternalAlertRest, IntegrationRest } from '@wardstone/dto/monitoring';
import { PUBLIC_URL, type TestMonitoring } from '../../test/use-monitoring';

export interface GivenIntegration extends IntegrationRest {
  /** Path of the address, relative to the public one. */
  readonly path: string;
}

let names = 0;

/** An integration of the kind, with the path that senders post to. */
export async function givenIntegration(
  api: TestMonitoring,
  kind: IntegrationRest['kind'],
  over: object = {},
): Promise<GivenIntegration> {
  const sent = { name: `${kind.toLowerCase()} ${++names}`, kind, ...over };
  const made = (await api.post('/rest/integration').send(sent).expect(201)).body as IntegrationRest;
  return { ...made, path: made.address!.slice(PUBLIC_URL.length) };
}

/** Alerts on the resource of an integration, the oldest first. */
export async function alertsOn(api: TestMonitoring, { id }: { id: number }): Promise<AlertRest[]> {
  const { body } = await api.get(`/rest/alert?resourceId=${id}&include=external,status,incidentId&ps=500`).expect(200);
  return (body as AlertRest[]).reverse();
}

export async function listReported(api: TestMonitoring, { id }: { id: number }): Promise<ExternalAlertRest[]> {
  return (await api.get(`/rest/integration/${id}/alerts?ps=500`).expect(200)).body as ExternalAlertRest[];
}
