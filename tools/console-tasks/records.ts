import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { eventually } from '@wardstone/testing';
import type { AgentInventory, AgentWork, MetricSchedule } from '@wardstone/dto/monitoring';
import { type Call, Caller } from '../requests/caller';
import type { RunningSystem } from '../system';
import { workspaceRoot } from '../workspace';

const COMPLIANCE = '/api/compliance/v2';
const TEST_DATA = path.join(workspaceRoot(), 'apps', 'compliance', 'test-data');
const CONTENT = 'xccdf_org.ssgproject.content_';
const MINORS = [0, 7];
const DAY_MS = 86_400_000;
const GIB = 1024 ** 3;
const HALF_HOUR = 1_800_000;
/** Approximately the number of values in a dry run of an alert definition. */
const HISTORY_VALUES = 280;

/** Machines with agents, which are also systems of the compliance service. */
export const HOSTS = ['db-01', 'db-02', 'web-01', 'web-02', 'web-03'] as const;
export type Host = (typeof HOSTS)[number];
/** Machines waiting to be imported. */
export const NEW_HOSTS = Array.from({ length: 10 }, (_host, at) => `rack7-${String(at + 1).padStart(2, '0')}`);
export const POLICY = 'Debian servers';
export const NEW_POLICY = 'Web servers';
export const ALERT = 'Load is high';
export const DISK_ALERT = 'Disk almost full';
/** Name of a group definition. */
export const GROUPS = 'Web servers';
export const ALERTS = 50;
export const MAIL_ALERT = 'Disk nearly full';
/** Name of a rotation, and of the policy that notifies whoever is on call. */
export const ON_CALL = 'Nights';
/** Name of a group with manually selected members. */
export const GROUP = 'Databases';
/** The user who made a change. */
export const COLLEAGUE = 'nina';
/** The user who gets access to a group. */
export const VIEWER = 'omar';
const GUIDE_FILE = path.join(TEST_DATA, 'ssg-debian11-ds.xml.gz');
export const RESULT_FILE = path.join(TEST_DATA, 'result-debian11-arf.xml.gz');
const PASSWORD = 'a long sentence is good';

interface MonitoredHost {
  resourceId: number;
  /** Schedules of the machine and its file systems. */
  schedules: readonly MetricSchedule[];
}

/** Records in an installation for the tasks. */
export interface TaskRecords {
  hosts: Record<Host, MonitoredHost>;
  /** Ids of the systems. */
  systems: Record<Host, string>;
  guide: string;
  /** Profile of the policy that a task creates. */
  profile: string;
  policy: string;
  /** Title of the rule for which a colleague requests an exception. */
  requested: string;
  /** Id of the group whose members are shown. */
  group: number;
  call: Call;
  /** Removes these records and those created by the tasks. */
  remove: () => Promise<void>;
}

/** Creates reporting machines, fired alerts, and a policy with a result. */
export async function makeTaskRecords({ gatewayUrl, login }: RunningSystem): Promise<TaskRecords> {
  const { call } = new Caller(gatewayUrl, { authorization: login });
  const stop = new AbortController();
  const hosts = {} as TaskRecords['hosts'];
  for (const host of HOSTS) hosts[host] = await makeHost(call, host);
  for (const host of NEW_HOSTS) await reportMachine(call, host);
  const compliance = await makePolicy(call);
  // Before the first values, because a replica with a cached schedule learns of a definition shortly after.
  await defineAlert(call, hosts['db-01']);
  for (const host of HOSTS) await reportHistory(call, host, hosts[host].schedules);
  await fireAlerts(call, hosts['db-01']);
  await changeAsColleague(call, hosts['db-02']);
  const requested = await requestAsColleague(call, compliance);
  const group = await makeGroup(call, hosts['db-01']);
  const working = work(call, 'web-01', stop.signal);
  // Reported when the records are removed.
  working.catch(() => undefined);
  const remove = async (): Promise<void> => {
    stop.abort();
    await working;
    await removeAll(call, compliance, group);
  };
  return { hosts, ...compliance, requested, group, call, remove };
}

const getAgent = (host: string): string => `/rest/agent/tasks-${host}`;
let reports = 0;
const report = (call: Call, host: string, kind: string, body: object): Promise<unknown> =>
  call('POST', `${getAgent(host)}/${kind}`, { reportId: `${process.pid}-${Date.now()}-${++reports}`, ...body });

async function reportMachine(call: Call, host: string): Promise<void> {
  await call('PUT', getAgent(host), { version: '1', hostname: host });
  const own = { pluginName: 'Platforms', typeName: 'File System' };
  const children = ['/', '/var'].map((mount) => ({ ...own, key: mount, name: mount, description: 'ext4' }));
  const root = { key: host, name: host, typeName: 'Linux', pluginName: 'Platforms', description: 'Debian 11' };
  await report(call, host, 'inventory', { roots: [{ ...root, children }] });
}

/** Sends the reports of a healthy machine's agent. */
export async function reportUp(call: Call, host: string): Promise<void> {
  const { resources } = await call<AgentInventory>('GET', `${getAgent(host)}/sync`);
  const items = resources.map(({ resourceId }) => ({ resourceId, type: 'UP' }));
  await report(call, host, 'availability', { items });
}

async function makeHost(call: Call, host: Host): Promise<MonitoredHost> {
  await reportMachine(call, host);
  const { resources } = await call<AgentInventory>('GET', `${getAgent(host)}/sync`);
  const { resourceId } = resources.find(({ parentId }) => parentId === null)!;
  await call('PUT', `/rest/resource/${resourceId}`, { status: 'COMMITTED' });
  await reportUp(call, host);
  const schedules = (
    await Promise.all(
      resources.map((each) =>
        call<MetricSchedule[]>('GET', `/rest/resource/${each.resourceId}/schedules?enabledOnly=false`),
      ),
    )
  ).flat();
  return { resourceId, schedules };
}

async function reportHistory(call: Call, host: Host, schedules: readonly MetricSchedule[]): Promise<void> {
  const now = Date.now();
  const points = schedules.flatMap(({ scheduleId, displayName }) => {
    const valueAt = HISTORY[displayName];
    return valueAt === undefined
      ? []
      : Array.from({ length: HISTORY_VALUES }, (_point, at) => ({
          scheduleId,
          timeStamp: now - (HISTORY_VALUES - at) * HALF_HOUR,
          value: valueAt(at + HOSTS.indexOf(host) * 11),
        }));
  });
  await call('POST', '/rest/metric/data/raw', points);
}

const wave = (at: number, every: number): number => Math.sin((2 * Math.PI * at) / every);
/** Deterministic noise between 0 and 1. */
const noise = (at: number): number => Math.abs(Math.sin(at * 12.9898) * 43_758.5453) % 1;

/** Daily curves in half hours. */
const HISTORY: Readonly<Record<string, (at: number) => number>> = {
  'Used Percentage': (at) => 0.62 + (0.31 * (at % 96)) / 96,
  'User Load': (at) => 0.28 + 0.16 * wave(at, 48) + 0.15 * noise(at),
  'System Load': (at) => 0.08 + 0.03 * wave(at, 48) + 0.05 * noise(at + 1),
  'Actual Free Memory': (at) => (6 + 2 * wave(at, 48) + noise(at + 2)) * GIB,
};

/** Polls for operations like an agent, until it is stopped. */
async function work(call: Call, host: Host, stop: AbortSignal): Promise<void> {
  const processes = ['postgres', 'node', 'nginx', 'systemd', 'sshd', 'rsyslogd', 'cron'].map((name, at) => ({
    pid: String(812 + at * 97),
    name,
    size: String(Math.round(GIB / 2 ** at)),
    userTime: String(90_000 - at * 11_000),
    kernelTime: String(31_000 - at * 4000),
  }));
  while (!stop.aborted) {
    const found = await call<AgentWork[]>('GET', `${getAgent(host)}/work?max=10&wait=1`);
    for (const { id } of found) {
      const done = { state: 'success', time: Date.now(), result: { processList: processes } };
      await call('PUT', `${getAgent(host)}/work/${id}`, done);
    }
  }
}

type Ids = { data: { id: string }[] };
type Compliance = Pick<TaskRecords, 'systems' | 'guide' | 'profile' | 'policy'>;

const toIds = async (call: Call, list: string, filter: string): Promise<string[]> =>
  (await call<Ids>('GET', `${COMPLIANCE}/${list}?filter=${encodeURIComponent(filter)}`)).data.map(({ id }) => id);

/** A policy with two systems, one of which has a result; and a profile for another. */
async function makePolicy(call: Call): Promise<Compliance> {
  const guides = (): Promise<string[]> => toIds(call, 'security_guides', `ref_id = ${CONTENT}benchmark_DEBIAN-11`);
  if ((await guides()).length === 0) await upload(call, 'security_guides', GUIDE_FILE);
  const [guide = ''] = await guides();
  const getProfile = async (name: string): Promise<string> => {
    const profiles = `security_guides/${guide}/profiles`;
    const [id = ''] = await toIds(call, profiles, `ref_id = ${CONTENT}profile_${name}`);
    await call('PUT', `${COMPLIANCE}/${profiles}/${id}/os_minor_versions`, { os_minor_versions: MINORS });
    return id;
  };
  const systems = {} as Compliance['systems'];
  for (const display_name of HOSTS) {
    const body = { display_name, os_major_version: 11, os_minor_version: 7 };
    systems[display_name] = (await call<{ data: { id: string } }>('POST', `${COMPLIANCE}/systems`, body)).data.id;
  }
  const policy = { title: POLICY, profile_id: await getProfile('standard'), compliance_threshold: 80 };
  const { id } = (await call<{ data: { id: string } }>('POST', `${COMPLIANCE}/policies`, policy)).data;
  await call('POST', `${COMPLIANCE}/policies/${id}/systems`, { ids: [systems['db-01'], systems['db-02']] });
  const results = `systems/${systems['db-01']}/test_results`;
  await upload(call, results, earlierResult());
  await upload(call, results, RESULT_FILE);
  return { systems, guide, profile: await getProfile('anssi_np_nt28_average'), policy: id };
}

/** @param result path of a file, or its content */
function upload(call: Call, list: string, result: string | Buffer): Promise<unknown> {
  const headers = { 'content-type': 'application/xml', 'content-encoding': 'gzip' };
  const content = typeof result === 'string' ? fs.readFileSync(result) : result;
  return call('POST', `${COMPLIANCE}/${list}`, content, headers);
}

/** A result of the day before, in which one rule passes that fails in the file. */
function earlierResult(): Buffer {
  const xml = gunzipSync(fs.readFileSync(RESULT_FILE)).toString('utf8');
  const dayBefore = (_match: string, name: string, time: string): string =>
    `${name}="${new Date(Date.parse(time) - DAY_MS).toISOString().replace(/\.\d+Z/, '+00:00')}"`;
  const changed = xml
    .replace(/\b(start-time|end-time)="([^"]+)"/g, dayBefore)
    .replace('<result>fail</result>', '<result>pass</result>');
  return gzipSync(changed);
}

const getUserLoad = ({ schedules }: MonitoredHost): MetricSchedule =>
  schedules.find(({ displayName }) => displayName === 'User Load')!;

async function defineAlert(call: Call, host: MonitoredHost): Promise<void> {
  const measurementDefinition = getUserLoad(host).definitionId;
  const condition = { category: 'THRESHOLD', comparator: '>', threshold: 0.9, measurementDefinition };
  const definition = { name: ALERT, enabled: true, priority: 'HIGH', conditions: [condition] };
  await call('POST', `/rest/alert/definitions?resourceId=${host.resourceId}`, definition);
}

async function fireAlerts(call: Call, host: MonitoredHost): Promise<void> {
  const { scheduleId } = getUserLoad(host);
  const now = Date.now();
  const points = Array.from({ length: ALERTS }, (_point, at) => ({
    scheduleId,
    timeStamp: now - (ALERTS - at) * 1000,
    value: 0.91 + 0.001 * at,
  }));
  await call('POST', '/rest/metric/data/raw', points);
  await eventually('the alerts', async () => {
    const alerts = await call<unknown[]>('GET', `/rest/alert?resourceId=${host.resourceId}&size=-1&slim=true`);
    return alerts.length === ALERTS;
  });
}

/** Sends values of a disk until a replica that knows the new definition evaluates one. */
export async function fillDisk(call: Call, { schedules }: MonitoredHost, definitionId: number): Promise<void> {
  const { scheduleId } = schedules.find(({ displayName }) => displayName === 'Used Percentage')!;
  const hasFired = async (): Promise<boolean> => {
    await call('POST', '/rest/metric/data/raw', [{ scheduleId, timeStamp: Date.now(), value: 0.97 }]);
    return (await call<unknown[]>('GET', `/rest/alert?definitionId=${definitionId}&slim=true`)).length > 0;
  };
  await eventually('an alert', hasFired, { everyMs: 500 });
}

/** Collects a metric less often, as an operator would. */
async function changeAsColleague(call: Call, host: MonitoredHost): Promise<void> {
  const account = { username: COLLEAGUE, type: 'User', roles: ['operator'], password: PASSWORD };
  await call('POST', '/auth/accounts', account);
  const { scheduleId } = getUserLoad(host);
  const changed = { collectionInterval: HALF_HOUR };
  await call('PUT', `/rest/metric/schedule/${scheduleId}`, changed, { authorization: makeLogin(COLLEAGUE) });
}

/** Requests an exception from the least severe of the failed rules; returns the title of the rule. */
async function requestAsColleague(call: Call, { policy, systems }: Compliance): Promise<string> {
  const reports = `reports/${policy}/test_results`;
  const [result = ''] = await toIds(call, reports, `system_id = ${systems['db-01']}`);
  const { data } = await call<{ data: { ref_id: string; title: string }[] }>(
    'GET',
    `${COMPLIANCE}/${reports}/${result}/rule_results?filter=${encodeURIComponent('result = fail')}&sort_by=severity&limit=1`,
  );
  const [{ ref_id, title }] = data as [{ ref_id: string; title: string }];
  const body = {
    rule_ref_id: ref_id,
    policy_id: policy,
    system_ids: [systems['db-01']],
    reason: 'replaced next month',
    expires_at: new Date(Date.now() + 30 * DAY_MS).toISOString(),
  };
  await call('POST', `${COMPLIANCE}/waivers`, body, { authorization: makeLogin(COLLEAGUE) });
  return title;
}

/** Login of a colleague of the records. Pure. */
export function makeLogin(username: string): string {
  return `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString('base64')}`;
}

/** Creates a group that no viewer sees; returns its id. */
async function makeGroup(call: Call, { resourceId }: MonitoredHost): Promise<number> {
  const { id } = await call<{ id: number }>('POST', '/rest/group', { name: GROUP });
  await call('PUT', `/rest/group/${id}/resource/${resourceId}`);
  await call('POST', '/auth/accounts', { username: VIEWER, type: 'User', roles: ['viewer'], password: PASSWORD });
  return id;
}

/** Also removes records created by the tasks. */
async function removeAll(call: Call, { systems }: Compliance, group: number): Promise<void> {
  for (const host of [...HOSTS, ...NEW_HOSTS]) {
    const { resources } = await call<AgentInventory>('GET', `${getAgent(host)}/sync`);
    const platform = resources.find(({ parentId }) => parentId === null);
    if (platform) await call('DELETE', `/rest/resource/${platform.resourceId}`);
  }
  const named = async (list: string, names: readonly string[]): Promise<number[]> =>
    (await call<{ id: number; name: string }[]>('GET', `${list}?ps=1000`))
      .filter(({ name }) => names.includes(name))
      .map(({ id }) => id);
  for (const id of await named('/rest/on-call/escalation', [ON_CALL]))
    await call('DELETE', `/rest/on-call/escalation/${id}`);
  for (const id of await named('/rest/on-call/rotation', [ON_CALL]))
    await call('DELETE', `/rest/on-call/rotation/${id}`);
  for (const id of await named('/rest/alert/definitions', [DISK_ALERT, MAIL_ALERT, ALERT])) {
    await call('DELETE', `/rest/alert/definition/${id}`);
  }
  for (const id of await named('/rest/group/definitions', [GROUPS])) {
    await call('DELETE', `/rest/group/definition/${id}`);
  }
  for (const title of [POLICY, NEW_POLICY]) {
    for (const id of await toIds(call, 'policies', `title = "${title}"`)) {
      await call('DELETE', `${COMPLIANCE}/policies/${id}`);
    }
  }
  for (const id of Object.values(systems)) await call('DELETE', `${COMPLIANCE}/systems/${id}`);
  await call('DELETE', `/rest/group/${group}`);
  for (const username of [COLLEAGUE, VIEWER]) await call('DELETE', `/auth/accounts/${username}`);
}
