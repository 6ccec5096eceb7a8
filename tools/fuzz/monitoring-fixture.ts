import type { Caller } from '../requests/caller';
import type { KnownIds } from '../requests/known-ids';
import { PLUGIN } from './valid-uploads';

const AGENT = 'fuzz-agent';
const METRIC = 'heapUsed';
const BYTES = { 'content-type': 'application/octet-stream' };
const HOUR_MS = 3_600_000;

interface Row {
  id: number;
  resourceId: number;
  typeId: number;
  status: string;
  category: string;
}

interface Execution {
  jobId: string;
  status: string;
}

interface Work {
  id: number;
  create?: { contentLength?: number };
}

/** Resources of ours: a server that no agent reports, and the machine and the server of an agent. */
interface Inventory {
  server: Row;
  machine: Row;
  reported: Row;
}

/**
 * Platforms with servers, values, alerts, groups, operations, events, content, a plugin and an agent; puts back what
 * requests have removed.
 */
export async function renewMonitoring(caller: Caller, known: KnownIds): Promise<void> {
  known.set('login', ['admin']);
  known.set('role', ['viewer', 'operator', 'admin']);
  known.set('sender', ['Direct Emails', 'Webhook', 'SNMP Trap']);
  known.set('resource_name', ['fuzz-host', 'logs']);
  known.set('plugin_name', ['Platforms', 'Printers']);
  known.set('type_name', ['Linux', 'Printer', 'Directory']);
  // Without them nothing below could be made.
  for (const plugin of await toIds(caller, '/rest/plugins')) {
    await caller.tried('PUT', `/rest/plugins/${plugin}?enabled=true`);
  }
  known.set('time', [Date.now() - HOUR_MS, Date.now(), 0]);
  const inventory = await renewInventory(caller, known);
  if (inventory === undefined) return;
  const { server, machine, reported } = inventory;
  await renewSchedules(caller, known, server.resourceId);
  await renewAlerts(caller, known, server.resourceId);
  await renewGroup(caller, known, [server, reported]);
  // None on the third: a resource gets one thing to do at a time, and that shall be the creation below it.
  await renewOperations(caller, known, [server, machine]);
  await renewEvents(caller, known, server.resourceId);
  await renewContent(caller, known);
  await renewWork(caller, known, reported.resourceId);
}

async function toIds(caller: Caller, path: string, field = 'id'): Promise<number[]> {
  const rows = (await caller.tried<unknown>('GET', path)) ?? [];
  return (Array.isArray(rows) ? rows : []).map((row: Record<string, number>) => row[field]!).slice(0, 4);
}

async function renewInventory(caller: Caller, known: KnownIds): Promise<Inventory | undefined> {
  // Both operations answer what is there already.
  const aHost = (resourceName: string): Promise<Row | undefined> =>
    caller.tried<Row>('POST', '/rest/resource/platforms', { resourceName, typeName: 'Linux' });
  const aServer = (resourceName: string, { resourceId: parentId }: Row): Promise<Row | undefined> =>
    caller.tried<Row>('POST', '/rest/resource', {
      resourceName,
      typeName: 'Demo Server',
      pluginName: 'Demo',
      parentId,
    });
  const host = await aHost('fuzz-host');
  const server = host && (await aServer('fuzz-server', host));
  const machine = await renewMachine(caller, known);
  const reported = machine && (await aServer('fuzz-agent-server', machine));
  if (!host || !server || !machine || !reported) return undefined;
  const rows = [host, server, machine, reported];
  known.set('resource', rows, 'resourceId');
  known.set('resource_type', rows, 'typeId');
  return { server, machine, reported };
}

/** The machine that an agent reports. */
async function renewMachine(caller: Caller, known: KnownIds): Promise<Row | undefined> {
  known.set('agent', [AGENT]);
  await caller.tried('PUT', `/rest/agent/${AGENT}`, { version: '2.1', hostname: 'fuzz-agent-host' });
  const report = await caller.tried<{ resources: Row[] }>('POST', `/rest/agent/${AGENT}/inventory`, {
    reportId: `fuzz-${Date.now()}`,
    roots: [{ key: 'fuzz-agent-host', typeName: 'Linux', pluginName: 'Platforms', name: 'fuzz-agent-host' }],
  });
  const [machine] = report?.resources ?? [];
  return machine && caller.tried<Row>('PUT', `/rest/resource/${machine.resourceId}`, { status: 'COMMITTED' });
}

async function renewSchedules(caller: Caller, known: KnownIds, host: number): Promise<void> {
  const schedules =
    (await caller.tried<{ scheduleId: number; definitionId: number; scheduleName: string; type: string }[]>(
      'GET',
      `/rest/resource/${host}/schedules?enabledOnly=false`,
    )) ?? [];
  const metric = schedules.find(({ scheduleName }) => scheduleName === METRIC) ?? schedules[0];
  const of = (wanted: string): typeof schedules => schedules.filter(({ type }) => type === wanted);
  const chosen = [...(metric ? [metric] : []), ...of('MEASUREMENT').slice(0, 2), ...of('CALLTIME'), ...of('TRAIT')];
  known.set('schedule', chosen, 'scheduleId');
  known.set('metric_definition', chosen, 'definitionId');
  if (!metric) return;
  const { scheduleId } = metric;
  await caller.tried('PUT', `/rest/metric/schedule/${scheduleId}`, { enabled: true, collectionInterval: 60_000 });
  const points = Array.from({ length: 20 }, (_none, n) => ({
    scheduleId,
    timeStamp: Date.now() - n * 60_000,
    value: n / 20,
  }));
  await caller.tried('POST', '/rest/metric/data/raw', points);
  const trait = of('TRAIT')[0]?.scheduleId;
  await caller.tried('PUT', `/rest/metric/data/${trait}/trait/${Date.now()}`, { value: '1.0' });
  await caller.tried('PUT', `/rest/metric/data/${scheduleId}/baseline`, { min: 0, mean: 0.5, max: 1 });
}

async function renewAlerts(caller: Caller, known: KnownIds, host: number): Promise<void> {
  const list = `/rest/alert/definitions?resourceId=${host}&full=true&ps=3`;
  const measured = Number(known.named('measurementDefinition')?.[0] ?? 0);
  if ((await toIds(caller, list)).length === 0) {
    const definition = {
      name: 'fuzz',
      enabled: true,
      conditions: [{ category: 'THRESHOLD', comparator: '>', threshold: 0.5, measurementDefinition: measured }],
      notifications: [{ senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } }],
    };
    await caller.tried('POST', `/rest/alert/definitions?resourceId=${host}`, definition);
    const scheduleId = Number(known.named('sid')?.[0] ?? 0);
    await caller.tried('POST', '/rest/metric/data/raw', [{ scheduleId, timeStamp: Date.now(), value: 0.9 }]);
  }
  const definitions =
    (await caller.tried<{ id: number; conditions?: Row[]; notifications?: Row[] }[]>('GET', list)) ?? [];
  known.set('alert_definition', definitions);
  known.set('alert_condition', definitions.flatMap(({ conditions = [] }) => conditions).slice(0, 4));
  known.set('alert_notification', definitions.flatMap(({ notifications = [] }) => notifications).slice(0, 4));
  known.set('alert', await toIds(caller, '/rest/alert?size=4'));
}

/** One alone, so that what is said to be in it is; of one type, so that it has metrics. */
async function renewGroup(caller: Caller, known: KnownIds, members: readonly Row[]): Promise<void> {
  const before = known.named('group')?.[0];
  const there = before === undefined ? undefined : await caller.tried<Row>('GET', `/rest/group/${before}`);
  const group =
    there?.category === 'COMPATIBLE'
      ? there
      : await caller.tried<Row>('POST', '/rest/group', { name: `fuzz-${Date.now()}` });
  if (!group) return;
  known.set('group', [group.id]);
  for (const { resourceId } of members) await caller.tried('PUT', `/rest/group/${group.id}/resource/${resourceId}`);
  const definitions = (await caller.tried<{ id: number; name: string }[]>('GET', '/rest/group/definitions')) ?? [];
  // Those that requests made or renamed hold names that further ones want.
  for (const { id, name } of definitions) {
    if (name !== 'fuzz') await caller.tried('DELETE', `/rest/group/definition/${id}`);
  }
  const expression = ['groupby resource.type.plugin', 'groupby resource.type.name'];
  const body = { name: 'fuzz', expression, recalcInterval: 0 };
  const kept = definitions.find(({ name }) => name === 'fuzz');
  const definition = kept ?? (await caller.tried<{ id: number }>('POST', '/rest/group/definitions', body));
  known.set('group_definition', definition ? [definition.id] : []);
}

async function renewOperations(caller: Caller, known: KnownIds, resources: readonly Row[]): Promise<void> {
  const definitions: number[] = [];
  const drafts: number[] = [];
  const jobs: string[] = [];
  for (const { resourceId } of resources) {
    const [definition] = await toIds(caller, `/rest/operation/definitions?resourceId=${resourceId}`);
    if (definition === undefined) continue;
    definitions.push(definition);
    const start = `/rest/operation/definition/${definition}?resourceId=${resourceId}`;
    const draft = await caller.tried<Row>('POST', start);
    if (draft) drafts.push(draft.id);
    const list = `/rest/operation/history?resourceId=${resourceId}&ps=2`;
    const readHistory = async (): Promise<Execution[]> => (await caller.tried<Execution[]>('GET', list)) ?? [];
    if ((await readHistory()).every(({ status }) => status !== 'inprogress')) {
      const submitted = await caller.tried<Row>('POST', start);
      if (submitted)
        await caller.tried('PUT', `/rest/operation/${submitted.id}`, { ...submitted, readyToSubmit: true });
    }
    jobs.push(...(await readHistory()).map(({ jobId }) => jobId));
  }
  known.set('operation_definition', definitions);
  known.set('operation_draft', drafts);
  known.set('job', jobs);
}

/** An application that an agent is asked to create from content. */
async function renewWork(caller: Caller, known: KnownIds, parentId: number): Promise<void> {
  const path = `/rest/agent/${AGENT}/work?max=100`;
  const hasContent = ({ create }: Work): boolean => create?.contentLength !== undefined;
  const work = (await caller.tried<Work[]>('GET', path)) ?? [];
  if (!work.some(hasContent)) {
    const order = { resourceName: `fuzz-${Date.now()}`, typeName: 'Demo Application', pluginName: 'Demo', parentId };
    const answer = await caller.ask('POST', `/rest/resource?handle=${known.named('handle')?.[0]}`, order);
    await answer.arrayBuffer();
    const creation = /creationStatus\/(\d+)$/.exec(answer.headers.get('location') ?? '')?.[1];
    if (creation !== undefined) known.set('creation', [creation]);
    work.unshift(...((await caller.tried<Work[]>('GET', path)) ?? []));
  }
  // What was handed out is not listed for a while.
  if (work.length > 0) known.set('work', work.slice(0, 4));
}

async function renewEvents(caller: Caller, known: KnownIds, host: number): Promise<void> {
  let sources = await toIds(caller, `/rest/event/${host}/sources`);
  if (sources.length === 0) {
    const [definition] = (await caller.tried<{ name: string }[]>('GET', `/rest/event/${host}/definitions`)) ?? [];
    if (definition === undefined) return;
    await caller.tried('POST', `/rest/event/${host}/sources`, { name: definition.name, location: '/var/log/fuzz' });
    sources = await toIds(caller, `/rest/event/${host}/sources`);
  }
  known.set('event_source', sources);
  const event = { severity: 'WARN', detail: 'link down', timestamp: Date.now() };
  if (sources[0] !== undefined) await caller.tried('POST', `/rest/event/source/${sources[0]}/events`, [event]);
}

/** Content that is a plugin, deployed, and content that is not. */
async function renewContent(caller: Caller, known: KnownIds): Promise<void> {
  const handles: string[] = [];
  for (const body of [PLUGIN, 'what an application is made of']) {
    const made = await caller.tried<{ value: string }>('POST', '/rest/content/fresh', body, BYTES);
    if (made) handles.push(made.value);
  }
  known.set('handle', handles);
  await caller.tried('PUT', `/rest/content/${handles[0]}/plugins?name=tour-printers.jar&scan=true`);
  const plugins = (await caller.tried<{ id: number; name: string }[]>('GET', '/rest/plugins')) ?? [];
  // The others cannot be put back.
  known.set(
    'plugin',
    plugins.filter(({ name }) => name === 'Printers'),
  );
}
