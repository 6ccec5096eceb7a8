import type { RunningSystem } from '../system';

const COMPLIANCE = '/api/compliance/v2';
const FIXED = {
  services: '/services',
  overview: '/console/overview',
  problems: '/console/problems',
  inventory: '/console/inventory',
  discovered: '/console/inventory/discovered',
  alerts: '/console/alerts',
  definitions: '/console/alerts/definitions',
  'new-definition': '/console/alerts/definitions/new',
  groups: '/console/groups',
  compliance: '/console/compliance',
  'new-policy': '/console/compliance/policies/new',
  systems: '/console/compliance/systems',
  guides: '/console/compliance/guides',
  reports: '/console/reports',
  report: '/console/reports/inventorySummary',
  errors: '/console/errors',
  error: '/console/errors/policy_not_found',
  accounts: '/console/administration',
  tokens: '/console/administration/tokens',
  agents: '/console/administration/agents',
  'join-tokens': '/console/administration/join-tokens',
  roles: '/console/administration/roles',
  audit: '/console/administration/audit',
};

const RESOURCE_TABS = [
  'charts',
  'parts',
  'alerts',
  'events',
  'schedules',
  'operations',
  'configuration',
  'groups',
] as const;

function tabsOf(resource: string): Readonly<Record<string, string>> {
  return Object.fromEntries(RESOURCE_TABS.map((tab) => [`resource-${tab}`, `${resource}/${tab}`]));
}

/** Names of pictures and what they show: pages of lists, and of the first of what there is. */
export async function addressesOf(system: RunningSystem): Promise<Readonly<Record<string, string>>> {
  const read = async <T>(path: string): Promise<T> => {
    const headers = { authorization: system.login, accept: 'application/json' };
    return (await (await fetch(system.gatewayUrl + path, { headers })).json()) as T;
  };
  const firstOf = async (path: string): Promise<string | undefined> =>
    (await read<{ data: { id: string }[] }>(COMPLIANCE + path)).data[0]?.id;
  const [machine] = await read<{ resourceId: number }[]>('/rest/resource?category=PLATFORM&availability=UP&ps=1');
  const [alert] = await read<{ id: number }[]>('/rest/alert?size=1');
  const [definition] = await read<{ id: number }[]>('/rest/alert/definitions?ps=1');
  const [group] = await read<{ id: number }[]>('/rest/group?ps=1');
  const [guide, system_, policy] = await Promise.all([
    firstOf('/security_guides?limit=1'),
    firstOf('/systems?limit=1&filter=assigned_or_scanned%3Dtrue'),
    firstOf('/reports?limit=1&filter=with_reported_systems%3Dtrue'),
  ]);
  const result = policy === undefined ? undefined : await firstOf(`/reports/${policy}/test_results?limit=1`);
  const found = {
    resource: machine && `/console/inventory/${machine.resourceId}`,
    'definition-form': machine && `/console/alerts/definitions/new?resource=${machine.resourceId}`,
    ...(machine ? tabsOf(`/console/inventory/${machine.resourceId}`) : {}),
    alert: alert && `/console/alerts/${alert.id}`,
    definition: definition && `/console/alerts/definitions/${definition.id}`,
    group: group && `/console/groups/${group.id}`,
    guide: guide && `/console/compliance/guides/${guide}`,
    system: system_ && `/console/compliance/systems/${system_}`,
    policy: policy && `/console/compliance/policies/${policy}`,
    result: result && `/console/compliance/policies/${policy}/results/${result}`,
  };
  const known = Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...FIXED, ...Object.fromEntries(known) };
}
