import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../workspace';
import type { Session } from './session';
import type { Targets } from './targets';

const AGENT = 'answers-agent';
const BYTES = { 'content-type': 'application/octet-stream' };
const MINUTE_MS = 60_000;

interface Row {
  id: number;
  resourceId: number;
  resourceName: string;
  typeId: number;
}

interface Schedule {
  scheduleId: number;
  definitionId: number;
  scheduleName: string;
  type: string;
}

type Ids = Record<string, string>;

/** Platforms with a tree, values, alerts, groups, operations, events, content, a plugin and an agent. */
export class MonitoringFixture {
  private host = 0;
  private scratch = 0;
  private metric = 0;
  private schedules: Schedule[] = [];
  private operation = 0;

  constructor(private readonly session: Session) {}

  async prepare(): Promise<Targets> {
    const { known } = this.session;
    known.set('login', ['admin']);
    known.set('role', ['operator']);
    known.set('sender', ['Direct Emails']);
    known.set('resource_name', ['made-by-name']);
    known.set('time', [Date.now()]);
    await this.inventory();
    await this.values();
    await this.alerts();
    const groups = await this.groups();
    await this.agent();
    await this.operations();
    await this.events();
    const plugin = await this.plugin();
    const definitions = known.named('definitionId') ?? [];
    const handle = await this.upload();
    return {
      fresh: this.fresh(),
      once: await this.once(plugin),
      bodies: this.bodies(),
      queries: {
        createAlertDefinition: `resourceId=${this.scratch}`,
        dryRunAlertDefinition: `resourceId=${this.host}`,
        createResourceByName: `plugin=Platforms&parentId=${this.scratch}`,
        createOperationDraft: `resourceId=${this.host}`,
        getOperationDefinition: `resourceId=${this.host}`,
        listOperationDefinitions: `resourceId=${this.host}`,
        listMetricData: `sid=${this.metric}`,
        reportRecentDrift: 'categories=FILE_CHANGED',
        deployContentAsPlugin: 'name=tour-printers.jar&scan=true',
        addPlugin: `handle=${handle}&name=text.jar`,
        putPlugin: `handle=${handle}&name=text.jar`,
        takeWork: 'wait=0',
      },
      values: {
        resourceId: [String(this.host), '10999999'],
        groupId: groups,
        definitionId: [definitions[0] ?? '1'],
        parentId: [String(this.host)],
        resourceTypeId: known.named('resource_type') ?? ['1'],
        sid: [String(this.metric), `${this.metric},${this.schedules[1]?.scheduleId}`],
        q: ['host', 'HOST', '%', '_', 'nothing-like-it'],
        plugin: ['Platforms', 'nothing'],
        name: ['CpuPerc.user', 'nothing'],
        startTime: [String(Date.now() - 60 * MINUTE_MS)],
        endTime: [String(Date.now() + 60 * MINUTE_MS)],
        start: [String(Date.now() - 60 * MINUTE_MS)],
        end: [String(Date.now() + 60 * MINUTE_MS)],
        since: [String(Date.now() - 60 * MINUTE_MS)],
        duration: ['3600000'],
        page: ['0', '1', '7'],
        ps: ['2', '1000'],
        size: ['1', '-1'],
        jsonp: ['callback', '1bad'],
        wait: ['0'],
        snapshot: ['1'],
        categories: ['FILE_ADDED,FILE_REMOVED', 'nothing'],
      },
    };
  }

  private step<T>(line: string, body?: unknown, headers?: Record<string, string>): Promise<T> {
    return this.session.step<T>('monitoring', line.replace(' ', ' /rest'), body, headers);
  }

  private async inventory(): Promise<void> {
    const { known } = this.session;
    const found = await this.step<Row[]>('GET /resource?status=NEW&ps=100&sort=id:asc');
    for (const resource of found)
      await this.step(`PUT /resource/${resource.resourceId}`, { ...resource, status: 'COMMITTED' });
    const host = found.find(({ resourceName }) => resourceName === 'sample-host')!;
    this.host = host.resourceId;
    const platform = await this.platform('scratch-host');
    this.scratch = platform.resourceId;
    await this.step('POST /resource', {
      resourceName: 'logs',
      typeName: 'Directory',
      pluginName: 'Platforms',
      parentId: this.host,
      pluginConfig: { path: '/var/log' },
    });
    known.set('resource', [this.host]);
    known.set('resource_type', [host.typeId]);
    known.set('plugin', [(await this.step<Row[]>('GET /plugins'))[0]!.id]);
    known.set('plugin_name', ['Platforms']);
    await this.step(`PUT /user/favorites/resource/${this.host}`);
  }

  private platform(resourceName: string): Promise<Row> {
    return this.step<Row>('POST /resource/platforms', { resourceName, typeName: 'Linux' });
  }

  private async values(): Promise<void> {
    const { known } = this.session;
    this.schedules = await this.step<Schedule[]>(`GET /resource/${this.host}/schedules?enabledOnly=false`);
    const metrics = this.schedules.filter(({ type }) => /metric|measurement/i.test(type));
    const metric = metrics.find(({ scheduleName }) => scheduleName === 'CpuPerc.user') ?? metrics[0]!;
    this.metric = metric.scheduleId;
    this.schedules = [metric, ...metrics.filter((one) => one !== metric)];
    known.set('schedule', [metric.scheduleId]);
    known.set('metric_definition', [metric.definitionId]);
    await this.step(`PUT /metric/schedule/${this.metric}`, { enabled: true, collectionInterval: MINUTE_MS });
    const points = Array.from({ length: 20 }, (_none, n) => ({
      scheduleId: this.metric,
      timeStamp: Date.now() - 600_000 - n * 60_000,
      value: n / 40,
    }));
    await this.step('POST /metric/data/raw', points);
    await this.step(`PUT /resource/${this.host}/availability`, { since: Date.now() - MINUTE_MS, type: 'UP' });
  }

  /** Alerts enough that each operation that changes one has its own. */
  private async alerts(): Promise<void> {
    const { known } = this.session;
    const definition = await this.define(this.host);
    for (let n = 5; n >= 0; n--) {
      const point = { scheduleId: this.metric, timeStamp: Date.now() - n * 1000, value: 0.91 + n / 100 };
      await this.step('POST /metric/data/raw', [point]);
    }
    const list = `/rest/alert?definitionId=${definition.id}&size=-1`;
    await this.session.until('monitoring', list, (json) => Array.isArray(json) && json.length >= 6);
    const alerts = (await this.step<Row[]>(`GET /alert?definitionId=${definition.id}&size=-1&sort=alertTime:asc`)).map(
      ({ id }) => id,
    );
    // The others may be told along with it.
    await this.session.until(
      'monitoring',
      `/rest/alert/${alerts[0]!}/notifications`,
      (json) => Array.isArray(json) && json.length > 0,
    );
    known.set('alert', alerts);
    known.set('alert_definition', [definition.id]);
    known.set('alert_condition', [definition.conditions[0]!.id]);
    known.set('alert_notification', [definition.notifications[0]!.id]);
  }

  private define(resource: number): Promise<Row & { conditions: Row[]; notifications: Row[] }> {
    return this.step(`POST /alert/definitions?resourceId=${resource}`, this.definition('load is high'));
  }

  private definition(name: string): Record<string, unknown> {
    return {
      name,
      enabled: true,
      priority: 'HIGH',
      conditions: [this.condition()],
      notifications: [{ senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } }],
    };
  }

  private condition(): Record<string, unknown> {
    const [metric] = this.schedules;
    return { category: 'THRESHOLD', comparator: '>', threshold: 0.9, measurementDefinition: metric!.definitionId };
  }

  private async groups(): Promise<string[]> {
    const { id } = await this.step<Row>('POST /group', { name: 'machines' });
    await this.step(`PUT /group/${id}/resource/${this.host}`);
    await this.step(`PUT /group/${id}/resource/${this.scratch}`);
    await this.step(`PUT /user/favorites/group/${id}`);
    const definition = await this.step<Row>('POST /group/definitions', this.groupDefinition('by type'));
    await this.step(`PUT /group/definition/${definition.id}?recalculate=true`, this.groupDefinition('by type'));
    this.session.known.set('group', [id]);
    this.session.known.set('group_definition', [definition.id]);
    return [String(id)];
  }

  private groupDefinition(name: string): Record<string, unknown> {
    return { name, expression: ['groupby resource.type.plugin', 'groupby resource.type.name'], recalcInterval: 0 };
  }

  private async agent(): Promise<void> {
    this.session.known.set('agent', [AGENT]);
    await this.step(`PUT /agent/${AGENT}`, { version: '2.1', hostname: 'answers-host' });
    const roots = [{ key: 'answers-host', typeName: 'Linux', pluginName: 'Platforms', name: 'answers-host' }];
    await this.step(`POST /agent/${AGENT}/inventory`, { reportId: 'fixture-1', roots });
  }

  private async operations(): Promise<void> {
    const { known } = this.session;
    const definitions = await this.step<Row[]>(`GET /operation/definitions?resourceId=${this.host}`);
    this.operation = definitions[0]!.id;
    known.set('operation_definition', [this.operation]);
    known.set('operation_draft', [(await this.draft()).id]);
    known.set('job', [(await this.submitted())['job']!]);
    const work = await this.step<Row[]>(`GET /agent/${AGENT}/work?max=3&wait=0`);
    known.set('work', [...work.map(({ id }) => id), 10_001]);
  }

  private draft(): Promise<Row> {
    return this.step<Row>(`POST /operation/definition/${this.operation}?resourceId=${this.host}`);
  }

  private async submitted(): Promise<Ids> {
    const draft = await this.draft();
    await this.step(`PUT /operation/${draft.id}`, { ...draft, readyToSubmit: true });
    const [last] = await this.step<{ jobId: string }[]>(`GET /operation/history?resourceId=${this.host}&ps=1`);
    return { job: last!.jobId };
  }

  private async events(): Promise<void> {
    const source = await this.source();
    const details = ['link down', 'link up', 'disk <full> & "hot"'];
    const events = details.map((detail, n) => ({ severity: 'WARN', detail, timestamp: Date.now() - n * MINUTE_MS }));
    await this.step(`POST /event/source/${source['id']}/events`, events);
    this.session.known.set('event_source', [source['id']!]);
  }

  private async source(): Promise<Ids> {
    const [definition] = await this.step<{ name: string }[]>(`GET /event/${this.host}/definitions`);
    const location = `/var/log/${this.session.next()}`;
    const { id } = await this.step<Row>(`POST /event/${this.host}/sources`, { name: definition!.name, location });
    return { id: String(id) };
  }

  private async plugin(): Promise<string> {
    const jar = fs.readFileSync(path.join(workspaceRoot(), 'e2e', 'tours', 'tour-printers.jar'));
    const handle = (await this.step<{ value: string }>('POST /content/fresh', jar, BYTES)).value;
    this.session.known.set('handle', [handle]);
    await this.step(`PUT /content/${handle}/plugins?name=tour-printers.jar&scan=true`);
    const plugins = await this.step<(Row & { name: string })[]>('GET /plugins?name=Printers');
    return String(plugins[0]!.id);
  }

  private async upload(): Promise<string> {
    return (await this.step<{ value: string }>('POST /content/fresh', 'what an application is made of', BYTES)).value;
  }

  private fresh(): Targets['fresh'] {
    const { session } = this;
    const alerts = [...(session.known.named('alert') ?? [])];
    const one = async (made: Promise<Row>): Promise<Ids> => ({ id: String((await made).id) });
    return {
      removeContent: async () => ({ handle: await this.upload() }),
      deleteResource: async () => ({ id: String((await this.platform(`gone-${session.next()}`)).resourceId) }),
      deleteAlertDefinition: () => one(this.define(this.scratch)),
      deleteAlertCondition: async () => ({ cid: String((await this.define(this.scratch)).conditions[0]!.id) }),
      deleteAlertNotification: async () => ({ nid: String((await this.define(this.scratch)).notifications[0]!.id) }),
      deleteAlert: () => ({ id: alerts.pop() ?? '0' }),
      deleteGroup: () => one(this.group()),
      deleteGroupDefinition: () =>
        one(this.step('POST /group/definitions', this.groupDefinition(`gone ${session.next()}`))),
      removeGroupMember: () => this.member(),
      untieGroupRole: async () => {
        const { id } = await this.group();
        await this.step(`PUT /group/${id}/roles/viewer`);
        return { id: String(id), role: 'viewer' };
      },
      removeFavoriteResource: async () => {
        await this.step(`PUT /user/favorites/resource/${this.scratch}`);
        return { id: String(this.scratch) };
      },
      removeFavoriteGroup: async () => {
        const { id } = await this.group();
        await this.step(`PUT /user/favorites/group/${id}`);
        return { id: String(id) };
      },
      removeOperationDraft: () => one(this.draft()),
      removeOperationHistory: () => this.submitted(),
      cancelOperation: () => this.submitted(),
      removeEventSource: () => this.source(),
    };
  }

  private group(): Promise<Row> {
    return this.step<Row>('POST /group', { name: `group ${this.session.next()}` });
  }

  private async member(): Promise<Ids> {
    const { id } = await this.group();
    await this.step(`PUT /group/${id}/resource/${this.host}`);
    return { id: String(id), resourceId: String(this.host) };
  }

  private async once(plugin: string): Promise<Targets['once']> {
    const second = String(this.schedules[1]!.scheduleId);
    const { id: definition, conditions, notifications } = await this.define(this.scratch);
    const group = async (): Promise<Ids> => ({ id: String((await this.group()).id), resourceId: String(this.host) });
    const all = await this.step<Schedule[]>(`GET /resource/${this.host}/schedules?enabledOnly=false`);
    const trait = all.find(({ type }) => type === 'trait')?.scheduleId;
    const ofPlugin = (): Ids => ({ id: plugin });
    const onDefinition = (): Ids => ({
      id: String(definition),
      cid: String(conditions[0]!.id),
      nid: String(notifications[0]!.id),
    });
    const onSecond = (): Ids => ({ id: second, scheduleId: second });
    return {
      enablePlugin: ofPlugin,
      postPlugin: ofPlugin,
      deletePlugin: ofPlugin,
      updateResource: () => ({ id: String(this.scratch) }),
      reportAvailability: () => ({ id: String(this.scratch) }),
      updateSchedule: onSecond,
      updateMetricDefinition: () => ({ id: String(this.schedules[1]!.definitionId) }),
      submitMetricValue: onSecond,
      enterBaseline: onSecond,
      submitTrait: () => ({ scheduleId: String(trait ?? second) }),
      getTrait: () => ({ scheduleId: String(trait ?? second) }),
      updateAlertDefinition: onDefinition,
      addAlertCondition: onDefinition,
      updateAlertCondition: onDefinition,
      addAlertNotification: onDefinition,
      updateAlertNotification: onDefinition,
      testAlertNotification: onDefinition,
      updateGroup: group,
      tieGroupRole: group,
      addGroupMember: group,
      updateGroupDefinition: async () => ({
        id: String((await this.step<Row>('POST /group/definitions', this.groupDefinition('scratch'))).id),
      }),
      updateOperationDraft: async () => ({ id: String((await this.draft()).id) }),
      createResourceByName: () => ({ id: 'made-by-name-{{n}}' }),
      createPlatformByName: () => ({ name: 'made-by-name-{{n}}' }),
    };
  }

  private bodies(): Targets['bodies'] {
    const [, second] = this.schedules;
    const condition = this.condition();
    const of = { resourceId: this.host };
    const time = 1_700_000_000_000;
    return {
      createPlatform: { resourceName: 'made {{n}}' },
      createResource: { resourceName: 'made {{n}}', parentId: this.scratch },
      createAlertDefinition: this.definition('made {{n}}'),
      dryRunAlertDefinition: this.definition('dry'),
      updateAlertDefinition: this.definition('changed'),
      addAlertCondition: condition,
      updateAlertCondition: condition,
      createGroup: { name: 'made {{n}}', resourceTypeId: Number(this.session.known.named('resource_type')![0]) },
      updateGroup: { name: 'changed {{n}}' },
      createGroupDefinition: { name: 'made {{n}}', recalcInterval: 0 },
      updateGroupDefinition: { name: 'changed {{n}}', recalcInterval: 0 },
      submitMetricData: [{ scheduleId: second!.scheduleId, timeStamp: time, value: 0.1 }],
      submitMetricDataOfResource: [{ timestamp: time, value: 0.1, metric: second!.scheduleName }],
      createEventSource: { location: '/var/log/made-{{n}}' },
      updateResource: { resourceId: this.scratch, resourceName: 'scratch-host' },
      uploadContent: 'what content is made of',
      reportInventory: { reportId: 'r-{{n}}' },
      importDiscovered: { reportId: 'r-{{n}}', resourceIds: [this.host], collectionInterval: 30_000 },
      reportMeasurements: {
        reportId: 'r-{{n}}',
        numeric: [{ scheduleId: second!.scheduleId, timestamp: time, value: 0.1 }],
      },
      reportAvailabilities: { reportId: 'r-{{n}}', items: [{ ...of, type: 'UP', since: time }] },
      reportEvents: { reportId: 'r-{{n}}' },
      reportConfigurations: { reportId: 'r-{{n}}', items: [{ ...of, resourceConfig: { port: '9000' } }] },
      reportDrift: { reportId: 'r-{{n}}' },
    };
  }
}
