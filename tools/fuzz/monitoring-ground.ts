import type { Caller } from './caller';
import type { KnownIds } from './known-ids';

const AGENT = 'fuzz-agent';
const METRIC = 'CpuPerc.user';
const HOUR_MS = 3_600_000;

interface Row {
  id: number;
  resourceId: number;
  typeId: number;
  status: string;
}

/**
 * An imported platform with a server, values, alerts, groups, operations, events, content and an agent; puts back what
 * requests have removed.
 */
export async function renewMonitoring(caller: Caller, known: KnownIds): Promise<void> {
  known.set('login', ['admin']);
  known.set('role', ['viewer', 'operator', 'admin']);
  known.set('sender', ['Direct Emails', 'Webhook', 'SNMP Trap']);
  known.set('resource_name', ['alpha-host', 'logs']);
  known.set('plugin_name', ['Platforms', 'Demo']);
  known.set('time', [Date.now() - HOUR_MS, Date.now(), 0]);
  const resources = await renewInventory(caller, known);
  const host = resources[0];
  if (host === undefined) return;
  await renewAgent(caller, known);
  await renewAlerts(caller, known, host);
  await renewGroups(caller, known, resources);
  await renewOperations(caller, known, host);
  await renewEvents(caller, known, host);
  await renewContent(caller, known);
}

async function idsOf(caller: Caller, path: string, field = 'id'): Promise<number[]> {
  const rows = (await caller.read<unknown>(path)) ?? [];
  return (Array.isArray(rows) ? rows : []).map((row: Record<string, number>) => row[field]!).slice(0, 4);
}

/** Answers what is in the inventory, a platform first. */
async function renewInventory(caller: Caller, known: KnownIds): Promise<number[]> {
  const discovered = (await caller.read<Row[]>('/rest/resource?status=NEW&ps=4')) ?? [];
  // What lies above another was discovered first.
  for (const resource of discovered.sort((a, b) => a.resourceId - b.resourceId)) {
    await caller.send('PUT', `/rest/resource/${resource.resourceId}`, { ...resource, status: 'COMMITTED' });
  }
  let platforms = (await caller.read<Row[]>('/rest/resource/platforms?ps=3')) ?? [];
  if (platforms.length < 2) {
    await caller.send('POST', '/rest/resource/platforms', { resourceName: 'fuzz-host', typeName: 'Linux' });
    platforms = (await caller.read<Row[]>('/rest/resource/platforms?ps=3')) ?? [];
  }
  const others = (await caller.read<Row[]>('/rest/resource?category=SERVER&ps=2')) ?? [];
  const rows = [...platforms, ...others];
  const resources = rows.map(({ resourceId }) => resourceId);
  known.set('resource', resources);
  known.set(
    'resource_type',
    rows.map(({ typeId }) => typeId),
  );
  known.set('plugin', await idsOf(caller, '/rest/plugins'));
  if (resources[0] !== undefined) await renewSchedules(caller, known, resources[0]);
  return resources;
}

async function renewSchedules(caller: Caller, known: KnownIds, host: number): Promise<void> {
  const schedules =
    (await caller.read<{ scheduleId: number; definitionId: number; scheduleName: string; type: string }[]>(
      `/rest/resource/${host}/schedules?enabledOnly=false`,
    )) ?? [];
  const metric = schedules.find(({ scheduleName }) => scheduleName === METRIC) ?? schedules[0];
  const traits = schedules.filter(({ type }) => type === 'trait').slice(0, 2);
  const chosen = [...(metric ? [metric] : []), ...schedules.slice(0, 2), ...traits];
  known.set(
    'schedule',
    chosen.map(({ scheduleId }) => scheduleId),
  );
  known.set(
    'metric_definition',
    chosen.map(({ definitionId }) => definitionId),
  );
  if (!metric) return;
  const { scheduleId } = metric;
  await caller.send('PUT', `/rest/metric/schedule/${scheduleId}`, { enabled: true, collectionInterval: 60_000 });
  const points = Array.from({ length: 20 }, (_none, n) => ({
    scheduleId,
    timeStamp: Date.now() - n * 60_000,
    value: n / 20,
  }));
  await caller.send('POST', '/rest/metric/data/raw', points);
}

async function renewAgent(caller: Caller, known: KnownIds): Promise<void> {
  known.set('agent', [AGENT]);
  await caller.send('PUT', `/rest/agent/${AGENT}`, { version: '2.1', hostname: 'fuzz-agent-host' });
  await caller.send('POST', `/rest/agent/${AGENT}/inventory`, {
    reportId: `fuzz-${Date.now()}`,
    roots: [{ key: 'fuzz-agent-host', typeName: 'Linux', pluginName: 'Platforms', name: 'fuzz-agent-host' }],
  });
  const work = await caller.read<{ id: number }[]>(`/rest/agent/${AGENT}/work?max=3`);
  known.set('work', [...(work ?? []).map(({ id }) => id), '10001']);
}

async function renewAlerts(caller: Caller, known: KnownIds, host: number): Promise<void> {
  const list = `/rest/alert/definitions?resourceId=${host}&full=true&ps=3`;
  const measured = Number(known.named('measurementDefinition')?.[0] ?? 0);
  if ((await idsOf(caller, list)).length === 0) {
    const definition = {
      name: 'fuzz',
      enabled: true,
      conditions: [{ category: 'THRESHOLD', comparator: '>', threshold: 0.5, measurementDefinition: measured }],
      notifications: [{ senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } }],
    };
    await caller.send('POST', `/rest/alert/definitions?resourceId=${host}`, definition);
    const scheduleId = Number(known.named('sid')?.[0] ?? 0);
    await caller.send('POST', '/rest/metric/data/raw', [{ scheduleId, timeStamp: Date.now(), value: 0.9 }]);
  }
  const definitions = (await caller.read<{ id: number; conditions?: Row[]; notifications?: Row[] }[]>(list)) ?? [];
  known.set(
    'alert_definition',
    definitions.map(({ id }) => id),
  );
  known.set(
    'alert_condition',
    definitions.flatMap(({ conditions = [] }) => conditions.map(({ id }) => id)).slice(0, 4),
  );
  known.set(
    'alert_notification',
    definitions.flatMap(({ notifications = [] }) => notifications.map(({ id }) => id)).slice(0, 4),
  );
  known.set('alert', await idsOf(caller, '/rest/alert?size=4'));
}

async function renewGroups(caller: Caller, known: KnownIds, resources: readonly number[]): Promise<void> {
  let groups = await idsOf(caller, '/rest/group?ps=4');
  if (groups.length < 2) {
    await caller.send('POST', '/rest/group', { name: `fuzz-${Date.now()}` });
    groups = await idsOf(caller, '/rest/group?ps=4');
  }
  known.set('group', groups);
  for (const resource of resources.slice(0, 2)) {
    if (groups[0] !== undefined) await caller.send('PUT', `/rest/group/${groups[0]}/resource/${resource}`);
  }
  let definitions = await idsOf(caller, '/rest/group/definitions');
  if (definitions.length === 0) {
    const expression = ['groupby resource.type.plugin', 'groupby resource.type.name'];
    await caller.send('POST', '/rest/group/definitions', { name: 'fuzz', expression, recalcInterval: 0 });
    definitions = await idsOf(caller, '/rest/group/definitions');
  }
  known.set('group_definition', definitions);
}

async function renewOperations(caller: Caller, known: KnownIds, host: number): Promise<void> {
  const definitions = await idsOf(caller, `/rest/operation/definitions?resourceId=${host}`);
  known.set('operation_definition', definitions);
  if (definitions[0] === undefined) return;
  const start = `/rest/operation/definition/${definitions[0]}?resourceId=${host}`;
  const draft = await caller.send<Row>('POST', start);
  const submitted = await caller.send<Row>('POST', start);
  if (submitted) await caller.send('PUT', `/rest/operation/${submitted.id}`, { ...submitted, readyToSubmit: true });
  known.set('operation_draft', draft ? [draft.id] : []);
  const history = (await caller.read<{ jobId: string }[]>(`/rest/operation/history?resourceId=${host}&ps=4`)) ?? [];
  known.set(
    'job',
    history.map(({ jobId }) => jobId),
  );
}

async function renewEvents(caller: Caller, known: KnownIds, host: number): Promise<void> {
  let sources = await idsOf(caller, `/rest/event/${host}/sources`);
  if (sources.length === 0) {
    const [definition] = (await caller.read<{ name: string }[]>(`/rest/event/${host}/definitions`)) ?? [];
    if (definition === undefined) return;
    await caller.send('POST', `/rest/event/${host}/sources`, { name: definition.name, location: '/var/log/fuzz' });
    sources = await idsOf(caller, `/rest/event/${host}/sources`);
  }
  known.set('event_source', sources);
  const event = { severity: 'WARN', detail: 'link down', timestamp: Date.now() };
  if (sources[0] !== undefined) await caller.send('POST', `/rest/event/source/${sources[0]}/events`, [event]);
}

async function renewContent(caller: Caller, known: KnownIds): Promise<void> {
  const answer = await caller.call('POST', '/rest/content/fresh', {
    headers: { 'content-type': 'application/octet-stream' },
    body: 'what an application is made of',
  });
  const { value } = (await answer.json().catch(() => ({}))) as { value?: string };
  if (value !== undefined) known.set('handle', [value]);
}
