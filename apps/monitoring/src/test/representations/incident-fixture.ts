import { givenResource } from '../given-inventory';
import type { TestMonitoring } from '../use-monitoring';
import type { ReadAddresses, Writes } from './fixture-requests';

/** A resource that depends on another one, and that one. */
async function givenDependency(api: TestMonitoring): Promise<{ id: number; upstreamId: number }> {
  const [{ id }, other] = [await givenResource(api.database), await givenResource(api.database)];
  await api
    .put(`/rest/resource/${id}/dependencies`)
    .send({ dependsOn: [other.id] })
    .expect(200);
  return { id, upstreamId: other.id };
}

async function toIncident(api: TestMonitoring, alertId: number): Promise<number> {
  return ((await api.get(`/rest/alert/${alertId}?include=incidentId`).expect(200)).body as { incidentId: number })
    .incidentId;
}

export async function givenIncidentReads(api: TestMonitoring, alertId: number): Promise<ReadAddresses> {
  const [incident, dependency] = [await toIncident(api, alertId), await givenDependency(api)];
  return {
    listIncidents: '/rest/incident',
    getIncident: `/rest/incident/${incident}`,
    listIncidentNotifications: `/rest/incident/${incident}/notifications`,
    listDependencies: `/rest/resource/${dependency.id}/dependencies`,
    listDependents: `/rest/resource/${dependency.upstreamId}/dependents`,
  };
}

/** @param givenAlert makes another alert. Returns its id */
export function incidentWrites(
  api: TestMonitoring,
  resource: { id: number },
  givenAlert: () => Promise<number>,
): Writes {
  return {
    updateDependencies: {
      status: 200,
      request: async () => {
        const other = await givenResource(api.database);
        return {
          path: `/rest/resource/${resource.id}/dependencies`,
          json: { dependsOn: [other.id] },
          xml: `<dependencies><dependsOn>${other.id}</dependsOn></dependencies>`,
        };
      },
    },
    resolveIncident: {
      status: 200,
      request: async () => ({
        path: `/rest/incident/${await toIncident(api, await givenAlert())}/resolve`,
        json: { comment: 'a<b' },
        xml: '<incidentResolution><comment>a&lt;b</comment></incidentResolution>',
      }),
    },
  };
}
