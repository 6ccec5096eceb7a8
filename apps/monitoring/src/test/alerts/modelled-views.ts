import type {
  AlertRest,
  GroupMember,
  IncidentRest,
  ProblemRest,
  ProblemSummary,
  ResourceOverview,
} from '@wardstone/dto/monitoring';
import type { AlertModel } from './alert-model';
import { findHost, type ModelResource, type ModelStatus } from './modelled-records';

/** Reads from the API, as a caller who sees nothing but the hosts of the model. */
export type Read = (path: string) => Promise<{ body: unknown; headers: Readonly<Record<string, string>> }>;

/** The service, and the model of the same hosts. */
export interface Modelled {
  readonly read: Read;
  readonly model: AlertModel;
}

/** Oldest first, as the model has them. */
export async function listAlerts(read: Read, query = ''): Promise<AlertRest[]> {
  const path = `/rest/alert?size=-1&slim=true&include=status,incidentId&${query}`;
  const alerts = (await read(path)).body as AlertRest[];
  return alerts.sort((one, other) => one.alertTime - other.alertTime || one.id - other.id);
}

/** The service's and the model's view, with the pages of these hosts, and the alerts in one state. */
export async function compareViews(modelled: Modelled, hosts: readonly ModelResource[], state: string, nowMs: number) {
  const shown = await readViews(modelled, hosts, state, nowMs);
  const expected = modelViews(modelled.model, hosts, state);
  const all = Object.keys(expected.hosts).length;
  // The summary names the ten worst; of the others nothing is known.
  if (all > WORST && Object.keys(shown.hosts).length === WORST) {
    for (const name of Object.keys(expected.hosts)) if (!(name in shown.hosts)) delete expected.hosts[name];
  }
  return { shown, expected };
}

const WORST = 10;

/** Reads the pages of these hosts, and the alerts in one state, from the API, all at once: nothing changes meanwhile. */
async function readViews({ read, model }: Modelled, hosts: readonly ModelResource[], state: string, nowMs: number) {
  const get = async <T>(path: string): Promise<T> => (await read(path)).body as T;
  const total = async (path: string): Promise<number> => Number((await read(path)).headers['x-collection-size']);
  const problems = (query = '') => get<ProblemRest[]>(`/rest/problem?ps=1000&${query}`);
  const [alerts, listed, bell, recovered, summary, incidents, series, inState, pages, members] = await Promise.all([
    listAlerts(read),
    problems(),
    total('/rest/problem?ps=1&state=firing'),
    problems('state=recovered'),
    get<ProblemSummary>('/rest/problem/summary'),
    get<IncidentRest[]>('/rest/incident?ps=1000'),
    get<{ data: { result: { metric: Record<string, string>; value: [number, string] }[] } }>(
      `/prometheus/api/v1/query?query=ALERTS&time=${(nowMs + 1) / 1000}`,
    ),
    listAlerts(read, `state=${state.toLowerCase()}`),
    Promise.all(
      hosts.map(async ({ id, name }) => ({
        id,
        name,
        parts: await Promise.all([
          get<ResourceOverview>(`/rest/resource/${id}/overview`),
          problems(`q=${name}`),
          listAlerts(read, `resourceId=${id}&descendants=true`),
        ]),
      })),
    ),
    Promise.all(
      model.groups.map(async ({ id }) => ({
        id,
        members: await get<GroupMember[]>(`/rest/group/${id}/members?ps=1000`),
      })),
    ),
  ]);
  const names = toNames(
    alerts,
    ({ id }) => id,
    ({ name, resource }) => `${name} on ${resource.resourceId}`,
  );
  const overviews = Object.fromEntries(
    pages.map(({ id, name, parts: [overview, found, own] }) => [
      name,
      {
        open: overview.openAlertCount,
        acknowledged: overview.acknowledgedCount,
        recovered: overview.recoveredCount,
        down: overview.downCount,
        openAlerts: overview.openAlerts
          .map(
            ({ name: alert, resourceId, count, ...status }) => `${alert} on ${resourceId} ${count} ${toText(status)}`,
          )
          .sort(),
        // A name may be a part of others.
        problems: found.filter(({ hostId }) => hostId === id).length,
        alerts: own.map((alert) => `${names.get(alert.id)} ${toText(alert.status!)}`).sort(),
      },
    ]),
  );
  const groups = Object.fromEntries(
    members.flatMap(({ id, members: own }) =>
      own.map(({ resourceId, openAlerts }) => [`${id} ${resourceId}`, openAlerts]),
    ),
  );
  return {
    problems: listed.map(toProblem).sort(),
    bell,
    recovered: recovered.map(({ name, resourceId }) => `${name} on ${resourceId}`).sort(),
    summary: {
      high: summary.high,
      medium: summary.medium,
      low: summary.low,
      acknowledged: summary.acknowledged,
      silenced: summary.silenced,
      suppressed: summary.suppressed,
      recovered: summary.recovered,
      down: summary.down,
      unknown: summary.unknown,
      up: summary.up,
    },
    hosts: Object.fromEntries(
      summary.hosts.map(({ hostName, high, medium, low, acknowledged, held }) => [
        hostName,
        { high, medium, low, acknowledged, held },
      ]),
    ),
    alerts: Object.fromEntries(alerts.map(({ id, status }) => [names.get(id)!, toText(status!)])),
    filtered: inState.map(({ id }) => names.get(id)!).sort(),
    series: series.data.result
      .map(
        ({ metric, value }) => `${metric['alertname']} on ${metric['resource_id']} ${metric['severity']} ${value[1]}`,
      )
      .sort(),
    incidents: Object.fromEntries(
      incidents.map(({ id, ...incident }) => [
        joined(alerts.filter(({ incidentId }) => incidentId === id).map((alert) => names.get(alert.id)!)),
        incidentCounts(incident),
      ]),
    ),
    overviews,
    groups,
  };
}

/** The same views by the model. */
function modelViews(model: AlertModel, hosts: readonly ModelResource[], state: string) {
  const problems = model.problems();
  const names = toNames(
    model.alerts,
    (alert) => alert,
    ({ definition, resource }) => `${definition.name} on ${resource.id}`,
  );
  const alerts = model.alerts.map((alert) => ({ alert, name: names.get(alert)!, status: model.getStatus(alert) }));
  const count = (wanted: string, severity?: string, hostId?: number): number =>
    problems.filter(
      (problem) =>
        problem.state === wanted &&
        (severity === undefined || problem.severity === severity) &&
        (hostId === undefined || problem.hostId === hostId),
    ).length;
  const getCounts = (hostId?: number) => ({
    high: count('FIRING', 'HIGH', hostId),
    medium: count('FIRING', 'MEDIUM', hostId),
    low: count('FIRING', 'LOW', hostId),
    acknowledged: count('ACKNOWLEDGED', undefined, hostId),
  });
  const isPart = (resourceId: number, whole: number): boolean => {
    const resource = model.resources.find(({ id }) => id === resourceId)!;
    return resource.id === whole || resource.parent?.id === whole;
  };
  const listResourcesIn = (availability: string) => model.resources.filter((one) => one.availability === availability);
  const recovered = model.recovered();
  return {
    problems: problems.map(toProblem).sort(),
    bell: count('FIRING'),
    recovered: recovered.map(({ definition, resource }) => `${definition.name} on ${resource.id}`).sort(),
    summary: {
      ...getCounts(),
      silenced: count('SILENCED'),
      suppressed: count('SUPPRESSED'),
      recovered: recovered.length,
      down: listResourcesIn('DOWN').length,
      unknown: 0,
      up: listResourcesIn('UP').length,
    },
    hosts: Object.fromEntries(
      model.resources
        .filter(({ id, parent }) => !parent && problems.some(({ hostId }) => hostId === id))
        .map(({ id, name }) => [
          name,
          { ...getCounts(id), held: count('SILENCED', undefined, id) + count('SUPPRESSED', undefined, id) },
        ]),
    ),
    alerts: Object.fromEntries(alerts.map(({ name, status }) => [name, toText(status)])),
    filtered: alerts
      .filter(
        ({ status }) =>
          (status.state === 'RESOLVED' || status.state === 'CLOSED' ? 'RECOVERED' : status.state) === state,
      )
      .map(({ name }) => name)
      .sort(),
    series: problems
      .filter(({ kind }) => kind === 'ALERT')
      .map(({ name, resourceId, severity }) => `${name} on ${resourceId} ${severity.toLowerCase()} 1`)
      .sort(),
    incidents: Object.fromEntries(
      model.incidents
        .filter(({ alerts: own }) => own.length > 0)
        .map((incident) => [
          joined(incident.alerts.map((alert) => names.get(alert)!)),
          incidentCounts(model.countByState(incident)),
        ]),
    ),
    overviews: Object.fromEntries(
      hosts.map(({ id, name }) => {
        const own = problems.filter(({ hostId }) => hostId === id);
        const open = own.filter(({ kind }) => kind === 'ALERT');
        return [
          name,
          {
            open: open.length,
            acknowledged: open.filter((problem) => problem.state === 'ACKNOWLEDGED').length,
            recovered: recovered.filter(({ resource }) => findHost(resource).id === id).length,
            down: listResourcesIn('DOWN').filter(({ parent }) => parent?.id === id).length,
            openAlerts: open
              .map((problem) => `${problem.name} on ${problem.resourceId} ${problem.count} ${toText(problem)}`)
              .sort(),
            problems: own.length,
            alerts: alerts
              .filter(({ alert }) => findHost(alert.resource).id === id)
              .map(({ name: alert, status }) => `${alert} ${toText(status)}`)
              .sort(),
          },
        ];
      }),
    ),
    groups: Object.fromEntries(
      model.groups.flatMap(({ id, members }) =>
        [...members].map((member) => [
          `${id} ${member.id}`,
          problems.filter(({ kind, resourceId }) => kind === 'ALERT' && isPart(resourceId, member.id)).length,
        ]),
      ),
    ),
  };
}

/** Names of alerts that are the same in the service and the model: the first, second … of a definition on a resource. */
function toNames<T, K>(alerts: readonly T[], toKey: (alert: T) => K, nameOf: (alert: T) => string): Map<K, string> {
  const counts = new Map<string, number>();
  return new Map(
    alerts.map((alert) => {
      const name = nameOf(alert);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return [toKey(alert), `${name} #${counts.get(name)}`];
    }),
  );
}

type IncidentNumbers = ReturnType<AlertModel['countByState']>;

function incidentCounts(incident: Pick<IncidentRest, keyof IncidentNumbers>): IncidentNumbers {
  const { state, alertCount, firingCount, acknowledgedCount, suppressedCount } = incident;
  const { silencedCount, recoveredCount, resolvedCount, closedCount } = incident;
  return {
    state,
    alertCount,
    firingCount,
    acknowledgedCount,
    suppressedCount,
    silencedCount,
    recoveredCount,
    resolvedCount,
    closedCount,
  };
}

const joined = (names: string[]): string => names.sort().join(', ');

function toText({ state, acknowledgedBy, silenceId, causeId }: ModelStatus): string {
  switch (state) {
    case 'ACKNOWLEDGED':
      return `${state} ${acknowledgedBy}`;
    case 'SILENCED':
      return `${state} ${silenceId}`;
    case 'SUPPRESSED':
      return `${state} ${causeId}`;
    default:
      return state;
  }
}

type Problem = Pick<ProblemRest, 'kind' | 'severity' | 'name' | 'definitionId' | 'resourceId' | 'hostId' | 'count'> &
  Pick<ProblemRest, 'suppresses'> &
  ModelStatus;

function toProblem(problem: Problem): string {
  const { kind, severity, name, definitionId, resourceId, hostId, count, suppresses } = problem;
  const named = kind === 'ALERT' ? `${name} (${definitionId})` : kind;
  return `${severity} ${named} on ${resourceId} of ${hostId}: ${count} times, suppresses ${suppresses}, ${toText(problem)}`;
}

/** The lines of a mail that count alerts by state, e.g. `995 firing on 199 hosts`. */
export function countsIn(mail: string): string {
  const [plain = ''] = mail.split('text/html');
  const lines = plain.matchAll(/^([\d,]+) (firing|acknowledged|suppressed|silenced|recovered|resolved|closed)\b/gm);
  return [...lines].map(([line]) => line.replaceAll(',', '')).join(', ');
}
