import { randomUUID } from 'node:crypto';
import type { RunningSystem } from '../../tools/system';

/** Targets for the examples of bodies where the examples of paths do not name them. */
export interface ExampleTargets {
  /** Values of path parameters by operation id, those of the parameter's name for all others. */
  path(operationId: string, name: string): string;
  /** Query parameters that an operation cannot do without. */
  query(operationId: string): string;
  /** The body with ids of existing records, and with present times. */
  body(operationId: string, example: unknown): unknown;
}

type Json = Record<string, unknown>;

const COMPLIANCE = '/api/compliance/v2';
const NO_UUID = '00000000-0000-4000-8000-000000000000';
const MONTH_MS = 30 * 86_400_000;

/** Finds or creates a record of every kind that an operation with a body needs. */
export async function findTargets(
  { gatewayUrl, login, adminPassword }: RunningSystem,
  example: (operationId: string, type?: string) => { type: string; body: string },
): Promise<ExampleTargets> {
  const call = async (method: string, target: string, body?: { type: string; body: string }): Promise<Json> => {
    const response = await fetch(gatewayUrl + target, {
      method,
      headers: {
        authorization: login,
        accept: 'application/json',
        ...(body && { 'Content-Type': body.type }),
      },
      ...(body && { body: body.body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${text.slice(0, 300)}`);
    return (text === '' ? {} : JSON.parse(text)) as Json;
  };
  const json = (body: object) => ({ type: 'application/json', body: JSON.stringify(body) });
  const first = async (list: string, filter: string): Promise<Json> => {
    const { data } = await call('GET', `${COMPLIANCE}${list}?filter=${encodeURIComponent(filter)}`);
    const [record] = data as Json[];
    if (!record) throw new Error(`${list} has nothing with ${filter}`);
    return record;
  };
  const toId = async (response: Promise<Json>, key = 'id'): Promise<string> => {
    const record = await response;
    return String(((record['data'] as Json | undefined) ?? record)[key]);
  };

  // Compliance: the smallest guide of the examples, a policy on it, and a system whose result may be stored.
  const guides = `${COMPLIANCE}/security_guides`;
  const guide = await toId(call('POST', `${guides}?os_minor_versions=3,4`, example('ImportSecurityGuide')));
  const { type, body: firstVersion } = example('ImportSecurityGuide');
  const nextVersion = firstVersion.replace('<version>1.0<', '<version>2.0<');
  const nextGuide = await toId(call('POST', guides, { type, body: nextVersion }));
  const profile = await toId(first(`/security_guides/${guide}/profiles`, 'title = Basic'));
  const policy = await toId(
    call('POST', `${COMPLIANCE}/policies`, json({ title: 'Of the examples', profile_id: profile })),
  );
  const system = await toId(
    call('POST', `${COMPLIANCE}/systems`, json({ display_name: 'examples', os_major_version: 9, os_minor_version: 3 })),
  );
  await call('PATCH', `${COMPLIANCE}/policies/${policy}/systems/${system}`);
  const rule = await toId(first(`/security_guides/${guide}/rules`, 'title ~ message'));
  for (const report of ['application/vnd.wardstone.report+json', 'text/vnd.wardstone.lynis']) {
    const query = 'os_major_version=9&os_minor_versions=3';
    const reported = await toId(call('POST', `${guides}?${query}`, example('ImportSecurityGuide', report)));
    const only = await toId(first(`/security_guides/${reported}/profiles`, 'title != Basic'));
    const own = await toId(call('POST', `${COMPLIANCE}/policies`, json({ title: report, profile_id: only })));
    await call('PATCH', `${COMPLIANCE}/policies/${own}/systems/${system}`);
  }

  // Monitoring: a machine with one of everything.
  const resource = await toId(call('POST', '/rest/resource/platforms', example('createPlatform')), 'resourceId');
  const schedules = (await call('GET', `/rest/resource/${resource}/schedules`)) as unknown as Json[];
  const schedule = (type: string): string => {
    const found = schedules.find((one) => String(one['type']).toLowerCase() === type);
    return (found?.['scheduleId'] as number | undefined)?.toString() ?? '-1';
  };
  const definition = await toId(
    call('POST', `/rest/alert/definitions?resourceId=${resource}`, example('createAlertDefinition')),
  );
  const condition = await toId(
    call('POST', `/rest/alert/definition/${definition}/conditions`, json(conditionOn(schedules[0]!))),
  );
  const notification = await toId(
    call('POST', `/rest/alert/definition/${definition}/notifications`, example('addAlertNotification')),
  );
  const group = await toId(call('POST', '/rest/group', example('createGroup')));
  const operated = await toId(call('POST', '/rest/group', json({ name: 'operated examples' })));
  await call('PUT', `/rest/group/${operated}/resource/${resource}`);
  const operations = (await call('GET', `/rest/operation/definitions?resourceId=${resource}`)) as unknown as Json[];
  const withoutParameters = operations.find((one) => one['name'] === 'viewProcessList');
  const url = 'https://shop.example.com/';
  const probed = { resourceName: 'examples', parentId: Number(resource), pluginName: 'Probes', typeName: 'HTTP Probe' };
  const probe = await toId(call('POST', '/rest/resource', json({ ...probed, pluginConfig: { url } })), 'resourceId');
  const groupDefinition = await toId(call('POST', '/rest/group/definitions', example('createGroupDefinition')));
  const scope = { kind: 'RESOURCE', id: Number(resource) };
  const silence = await toId(
    call('POST', '/rest/silence', json({ scope, reason: 'examples', endTime: Date.now() + 3_600_000 })),
  );
  const rotation = await toId(call('POST', '/rest/on-call/rotation', example('createRotation')));
  const escalation = await toId(call('POST', '/rest/on-call/escalation', example('createEscalation')));
  const beating = { resourceId: Number(resource), name: 'examples', seconds: 900, source: { kind: 'PING' } };
  const heartbeat = await toId(call('POST', '/rest/heartbeat', json(beating)));
  const mapped = { name: 'examples', kind: 'JSON', mapping: { key: '/id' } };
  const integration = await toId(call('POST', '/rest/integration', json(mapped)));
  const tokenFor = async (kind: string): Promise<string> => {
    const { address } = await call('POST', '/rest/integration', json({ name: `examples of ${kind}`, kind }));
    return String(address).split('/').at(-1)!;
  };
  const [webhook, sent, events] = [
    await tokenFor('ALERTMANAGER'),
    await tokenFor('PROMETHEUS'),
    await tokenFor('PAGERDUTY'),
  ];
  await call('PUT', '/rest/agent/examples', json({ version: '1' }));

  const names: Readonly<Record<string, string>> = {
    security_guide_id: guide,
    policy_id: policy,
    system_id: system,
    rule_id: rule,
    tailoring_id: '3',
    id: resource,
    resourceId: resource,
    cid: condition,
    nid: notification,
    scheduleId: schedule('measurement'),
    timeStamp: String(Date.now()),
    name: 'examples',
    handle: 'no-such-handle',
    error_type: 'of_the_examples',
    lang: 'de',
  };
  const ids: Readonly<Record<string, string>> = {
    'RegisterMinorVersions profile_id': profile,
    'ImportReportSystemChecklist report_id': policy,
    'enablePlugin id': '-1',
    'postPlugin id': '-1',
    'deletePlugin id': '-1',
    'updateSchedule id': schedule('measurement'),
    'updateMetricDefinition id': String(schedules[0]!['definitionId']),
    'submitTrait scheduleId': schedule('trait'),
    'submitCallTimes scheduleId': schedule('calltime'),
    'updateConnection id': probe,
    'updateSilence id': silence,
    'resolveIncident id': '-1',
    'updateRotation id': rotation,
    'updateEscalation id': escalation,
    'setEscalationOfDefinition id': definition,
    'setGroupingOfDefinition id': definition,
    'updateHeartbeat id': heartbeat,
    'updateIntegration id': integration,
    'receiveAlerts secret': webhook,
    'receivePrometheusAlerts secret': sent,
    'receivePagerDutyEvent secret': events,
    'updateAlertDefinition id': definition,
    'addAlertCondition id': definition,
    'addAlertNotification id': definition,
    'updateGroup id': group,
    'updateGroupDefinition id': groupDefinition,
    'updateOperationDraft id': '-1',
    'rejectOperation job': 'rhq-resource-1-1-1_=_rhq-resource-1',
    'submitEvents id': '-1',
    'reportWork id': '1',
    'createPlatformByName name': 'examples-2',
    'createResourceByName id': 'examples-3',
    'putTranslation error_type': 'of_the_examples',
  };
  const queries: Readonly<Record<string, string>> = {
    createAlertDefinition: `resourceId=${resource}`,
    dryRunAlertDefinition: `resourceId=${resource}`,
    createResourceByName: `plugin=Platforms&parentId=${resource}`,
    ImportSecurityGuide: 'os_major_version=9',
  };
  const onMetric = { measurementDefinition: schedules[0]!['definitionId'] };
  const bodies: Readonly<Record<string, Json>> = {
    CreatePolicy: { profile_id: profile },
    RequestWaiver: {
      policy_id: policy,
      system_ids: [system],
      expires_at: new Date(Date.now() + MONTH_MS).toISOString(),
    },
    AssignSystems: { ids: [system] },
    AssignRules: { ids: [rule] },
    UpdateTailoring: { value_overrides: {} },
    submitMetricData: { scheduleId: schedule('measurement') },
    createResource: { parentId: Number(resource) },
    createHeartbeat: { resourceId: Number(resource) },
    addAlertCondition: onMetric,
    updateAlertCondition: onMetric,
    // One per location, because what JSON creates already exists for XML.
    createEventSource: {
      get location() {
        return `/var/log/${randomUUID()}`;
      },
    },
    createOperationSchedule: { definitionId: withoutParameters?.['id'], groupId: Number(operated) },
    MovePolicies: { security_guide_id: nextGuide, policy_ids: [policy] },
    token: { password: adminPassword },
  };
  return {
    path: (operationId, name) => ids[`${operationId} ${name}`] ?? names[name] ?? NO_UUID,
    query: (operationId) => queries[operationId] ?? '',
    body: (operationId, sent) => withTimes(replaced(sent, bodies[operationId])),
  };
}

const conditionOn = ({ definitionId }: Json): Json => ({
  category: 'THRESHOLD',
  comparator: '>',
  threshold: 0.9,
  measurementDefinition: definitionId,
});

function replaced(example: unknown, over: Json | undefined): unknown {
  if (Array.isArray(example)) return example.map((item) => replaced(item, over));
  if (typeof example === 'object' && example !== null && over) return { ...example, ...over };
  if (typeof example !== 'string' || !over) return example;
  return Object.entries(over).reduce(
    (xml, [name, value]) =>
      xml
        .replace(new RegExp(`(<${name}>)[^<]*`), `$1${String(value)}`)
        .replace(new RegExp(`( ${name}=")[^"]*`), `$1${String(value)}`),
    example,
  );
}

/** The latest time becomes the present, because values are accepted for a few days only; distances are kept. */
function withTimes(body: unknown): unknown {
  const TIME = /\b1[67]\d{11}\b/g;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const latest = Math.max(...(text.match(TIME) ?? []).map(Number));
  const timed = text.replace(TIME, (time) => String(Date.now() - latest + Number(time)));
  return typeof body === 'string' ? timed : (JSON.parse(timed) as unknown);
}
