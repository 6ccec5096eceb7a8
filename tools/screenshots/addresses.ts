import { Caller } from '../requests/caller';
import type { RunningSystem } from '../system';

const COMPLIANCE = '/api/compliance/v2';
const FIXED = {
  services: '/services',
  overview: '/console/overview',
  problems: '/console/problems',
  inventory: '/console/inventory',
  'inventory-agents': '/console/inventory/agents',
  discovered: '/console/inventory/discovered',
  packages: '/console/inventory/packages?q=openssl',
  approvals: '/console/inventory/approvals',
  alerts: '/console/alerts',
  definitions: '/console/alerts/definitions',
  incidents: '/console/alerts/incidents',
  silences: '/console/alerts/silences',
  heartbeats: '/console/alerts/heartbeats',
  integrations: '/console/alerts/integrations',
  'on-call': '/console/alerts/on-call',
  'new-escalation': '/console/alerts/on-call/policies/new',
  'new-definition': '/console/alerts/definitions/new',
  explore: '/console/explore?expr=cpu_perc_user&expr=count+by+(type)+({resource_id!%3D""})&expr=rate(up)',
  groups: '/console/groups',
  'group-definitions': '/console/groups/definitions',
  'new-group-definition': '/console/groups/definitions/new',
  compliance: '/console/compliance',
  'new-policy': '/console/compliance/policies/new',
  systems: '/console/compliance/systems',
  guides: '/console/compliance/guides',
  exceptions: '/console/compliance/exceptions',
  reports: '/console/reports',
  report: '/console/reports/inventorySummary',
  'report-of-alerts': '/console/reports/recentAlerts',
  errors: '/console/errors',
  error: '/console/errors/policy_not_found',
  accounts: '/console/administration',
  'contact-methods': '/console/contact-methods',
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
  'files',
  'groups',
] as const;

function getTabs(resource: string): Readonly<Record<string, string>> {
  return Object.fromEntries(RESOURCE_TABS.map((tab) => [`resource-${tab}`, `${resource}/${tab}`]));
}

type Read = <T>(path: string) => Promise<T>;
type Addresses = Readonly<Record<string, string | undefined>>;

/** Addresses by the names of their pictures: list pages, and pages of the first record. */
export async function findAddresses(system: RunningSystem): Promise<Readonly<Record<string, string>>> {
  const caller = new Caller(system.gatewayUrl, { authorization: system.login });
  const read: Read = async <T>(path: string): Promise<T> => (await (await caller.ask('GET', path)).json()) as T;
  const found = { ...(await monitoringPages(read)), ...(await compliancePages(read)) };
  const known = Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...FIXED, ...Object.fromEntries(known) };
}

async function monitoringPages(read: Read): Promise<Addresses> {
  const getFirst = async (list: string): Promise<{ id: number } | undefined> => (await read<{ id: number }[]>(list))[0];
  const below = (path: string, entry: { id: number } | undefined): string | undefined =>
    entry && `/console/${path}/${entry.id}`;
  const [machine] = await read<{ resourceId: number }[]>('/rest/resource?category=PLATFORM&availability=UP&ps=1');
  const [shop] = await read<{ resourceId: number }[]>('/rest/resource?q=shop-2&ps=1');
  const group = below('groups', await getFirst('/rest/group?ps=1'));
  return {
    resource: machine && `/console/inventory/${machine.resourceId}`,
    'definition-form': machine && `/console/alerts/definitions/new?resource=${machine.resourceId}`,
    ...(machine ? getTabs(`/console/inventory/${machine.resourceId}`) : {}),
    'resource-dependencies': shop && `/console/inventory/${shop.resourceId}/parts`,
    alert: below('alerts', await getFirst('/rest/alert?size=1')),
    incident: below('alerts/incidents', await getFirst('/rest/incident?ps=1')),
    rotation: below('alerts/on-call/rotations', await getFirst('/rest/on-call/rotation?ps=1')),
    escalation: below('alerts/on-call/policies', await getFirst('/rest/on-call/escalation?ps=1')),
    definition: below('alerts/definitions', await getFirst('/rest/alert/definitions?ps=1')),
    group,
    'group-charts': group && `${group}/charts`,
    'group-alerts': group && `${group}/alerts`,
    'group-operations': group && `${group}/operations`,
    'group-definition': below('groups/definitions', await getFirst('/rest/group/definitions')),
  };
}

const historyPages = (policy: string, system: string): Addresses => ({
  history: system,
  'policy-trend': `${policy}?tab=trend`,
  changes: `${policy}/changes`,
  'policy-exceptions': `${policy}?tab=exceptions`,
  compare: `${system}/compare`,
  'system-trend': `${system}?tab=trend`,
});

/** Only one address for each page, so that tabs are not repeated. */
async function compliancePages(read: Read): Promise<Addresses> {
  type First = { id: string; os_minor_version: number; system_id: string };
  const getFirst = async (path: string): Promise<First | undefined> =>
    (await read<{ data?: First[] }>(COMPLIANCE + path)).data?.[0];
  const below = (path: string, entry: { id: string } | undefined): string | undefined =>
    entry && `/console/compliance/${path}/${entry.id}`;
  const [guide, system, policy] = await Promise.all([
    getFirst('/security_guides?limit=1'),
    getFirst('/systems?limit=1&filter=assigned_or_scanned%3Dtrue'),
    getFirst('/reports?limit=1&filter=with_reported_systems%3Dtrue'),
  ]);
  const [profile, rule, result, tailoring, exception] = await Promise.all([
    getFirst(`/security_guides/${guide?.id}/profiles?limit=1`),
    getFirst(`/security_guides/${guide?.id}/rules?limit=1`),
    getFirst(`/reports/${policy?.id}/test_results?limit=1`),
    getFirst(`/policies/${policy?.id}/tailorings?limit=1`),
    getFirst('/waivers?limit=1'),
  ]);
  const [ofGuide, ofPolicy] = [below('guides', guide), below('policies', policy)];
  const ofTailoring = tailoring && `${ofPolicy}/tailorings/${tailoring.os_minor_version}`;
  return {
    guide: ofGuide,
    profile: below(`guides/${guide?.id}/profiles`, profile),
    'guide-rules': ofGuide && `${ofGuide}?tab=rules`,
    rule: below(`guides/${guide?.id}/rules`, rule),
    policy: ofPolicy,
    tailoring: ofTailoring,
    exception: below('exceptions', exception),
    'policy-rules': ofPolicy && `${ofPolicy}?tab=rules`,
    result: below(`policies/${policy?.id}/results`, result),
    'policy-systems': ofPolicy && `${ofPolicy}?tab=systems`,
    system: below('systems', system),
    ...(ofPolicy && result ? historyPages(ofPolicy, `${ofPolicy}/systems/${result.system_id}`) : {}),
    'policy-tailorings': ofPolicy && `${ofPolicy}?tab=tailorings`,
    'tailoring-values': ofTailoring && `${ofTailoring}?tab=values`,
  };
}
