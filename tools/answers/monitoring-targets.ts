import { waitUntil } from '@wardstone/host';
import type { Call } from '../requests/caller';
import type { KnownIds } from '../requests/known-ids';
import type { Targets } from './targets';

const BYTES = { 'content-type': 'application/octet-stream' };
const MINUTE_MS = 60_000;
const ALERTS = 6;
const ALERTED_WITHIN_MS = 60_000;

interface Row {
  id: number;
  resourceId: number;
}

interface Schedule {
  scheduleId: number;
  definitionId: number;
  scheduleName: string;
  type: string;
}

type Ids = Record<string, string>;

/** Targets besides the records of the fixture, which are those of most requests. */
export class MonitoringTargets {
  private readonly host: number;
  private readonly platform: number;
  private scratch = 0;
  private schedules: Schedule[] = [];
  private numbers = 0;

  constructor(
    private readonly call: Call,
    private readonly known: KnownIds,
  ) {
    [this.host, this.platform] = known.named('resourceId')!.map(Number) as [number, number];
  }

  async prepare(): Promise<Targets> {
    const all = await this.step<Schedule[]>(`GET /resource/${this.host}/schedules?enabledOnly=false`);
    const metric = Number(this.known.named('sid')![0]);
    this.schedules = [
      ...all.filter(({ scheduleId }) => scheduleId === metric),
      ...all.filter(({ scheduleId, type }) => scheduleId !== metric && type === 'MEASUREMENT'),
    ];
    this.scratch = (await this.server('scratch-server')).resourceId;
    await this.step(`PUT /resource/${this.host}/availability`, { since: Date.now() - MINUTE_MS, type: 'UP' });
    await this.step(`PUT /user/favorites/resource/${this.host}`);
    await this.alerts();
    const [handle, text] = this.known.named('handle')!;
    const past = [String(Date.now() - 60 * MINUTE_MS)];
    const future = [String(Date.now() + 60 * MINUTE_MS)];
    return {
      fresh: this.fresh(),
      once: await this.once(all),
      bodies: this.bodies(),
      queries: {
        createAlertDefinition: `resourceId=${this.scratch}`,
        dryRunAlertDefinition: `resourceId=${this.host}`,
        createResourceByName: `plugin=Platforms&parentId=${this.platform}`,
        createOperationDraft: `resourceId=${this.host}`,
        getOperationDefinition: `resourceId=${this.host}`,
        listOperationDefinitions: `resourceId=${this.host}`,
        listMetricData: `sid=${metric}`,
        reportRecentDrift: 'categories=FILE_CHANGED',
        deployContentAsPlugin: 'name=tour-printers.jar&scan=true',
        addPlugin: `handle=${text ?? handle}&name=text.jar`,
        putPlugin: `handle=${text ?? handle}&name=text.jar`,
        takeWork: 'wait=0',
      },
      values: {
        resourceId: [String(this.host), '10999999'],
        groupId: this.known.named('groupId') ?? ['1'],
        definitionId: this.known.named('definitionId') ?? ['1'],
        parentId: [String(this.platform)],
        resourceTypeId: this.known.named('resourceTypeId') ?? ['1'],
        sid: [String(metric), `${metric},${this.schedules[1]!.scheduleId}`],
        q: ['host', 'HOST', '%', '_', 'nothing-like-it'],
        plugin: ['Platforms', 'nothing'],
        name: [this.schedules[0]!.scheduleName, 'nothing'],
        startTime: past,
        endTime: future,
        start: past,
        end: future,
        since: past,
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
    const [method = '', path = ''] = line.split(' ');
    return this.call<T>(method, `/rest${path}`, body, headers);
  }

  private server(resourceName: string): Promise<Row> {
    const type = { typeName: 'Demo Server', pluginName: 'Demo' };
    return this.step<Row>('POST /resource', { resourceName, ...type, parentId: this.platform });
  }

  /** Alerts enough that each operation that changes one has its own. */
  private async alerts(): Promise<void> {
    const { id } = await this.define(this.host);
    const { scheduleId } = this.schedules[0]!;
    for (let left = ALERTS; left > 0; left--) {
      const point = { scheduleId, timeStamp: Date.now(), value: 0.9 + left / 100 };
      await this.step('POST /metric/data/raw', [point]);
    }
    let alerts: Row[] = [];
    const haveFired = async (): Promise<boolean> => {
      alerts = await this.step<Row[]>(`GET /alert?definitionId=${id}&size=-1&sort=alertTime:asc`);
      if (alerts.length < ALERTS) return false;
      // Others may be notified along with it.
      return (await this.step<unknown[]>(`GET /alert/${alerts[0]!.id}/notifications`)).length > 0;
    };
    if (!(await waitUntil(haveFired, ALERTED_WITHIN_MS, 200))) throw new Error('no alerts');
    this.known.set('alert', alerts);
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

  private groupDefinition(name: string): Record<string, unknown> {
    return { name, expression: ['groupby resource.type.plugin', 'groupby resource.type.name'], recalcInterval: 0 };
  }

  private draft(): Promise<Row> {
    const definition = this.known.named('operation_definition')![0];
    return this.step<Row>(`POST /operation/definition/${definition}?resourceId=${this.host}`);
  }

  private async submitted(): Promise<Ids> {
    const draft = await this.draft();
    await this.step(`PUT /operation/${draft.id}`, { ...draft, readyToSubmit: true });
    const [last] = await this.step<{ jobId: string }[]>(`GET /operation/history?resourceId=${this.host}&ps=1`);
    return { job: last!.jobId };
  }

  private async source(): Promise<Ids> {
    const [definition] = await this.step<{ name: string }[]>(`GET /event/${this.host}/definitions`);
    const location = `/var/log/${++this.numbers}`;
    const { id } = await this.step<Row>(`POST /event/${this.host}/sources`, { name: definition!.name, location });
    return { id: String(id) };
  }

  private fresh(): Targets['fresh'] {
    const alerts = [...this.known.named('alert')!];
    const one = async (made: Promise<Row>): Promise<Ids> => ({ id: String((await made).id) });
    return {
      removeContent: async () => {
        const { value } = await this.step<{ value: string }>('POST /content/fresh', 'of an application', BYTES);
        return { handle: value };
      },
      deleteResource: async () => ({ id: String((await this.server(`gone-${++this.numbers}`)).resourceId) }),
      deleteAlertDefinition: () => one(this.define(this.scratch)),
      deleteAlertCondition: async () => ({ cid: String((await this.define(this.scratch)).conditions[0]!.id) }),
      deleteAlertNotification: async () => ({ nid: String((await this.define(this.scratch)).notifications[0]!.id) }),
      deleteAlert: () => ({ id: alerts.pop() ?? '0' }),
      deleteGroup: () => one(this.group()),
      deleteGroupDefinition: () =>
        one(this.step('POST /group/definitions', this.groupDefinition(`gone ${++this.numbers}`))),
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
    return this.step<Row>('POST /group', { name: `group ${++this.numbers}` });
  }

  private async member(): Promise<Ids> {
    const { id } = await this.group();
    await this.step(`PUT /group/${id}/resource/${this.host}`);
    return { id: String(id), resourceId: String(this.host) };
  }

  private async once(all: readonly Schedule[]): Promise<Targets['once']> {
    const second = String(this.schedules[1]!.scheduleId);
    const { id: definition, conditions, notifications } = await this.define(this.scratch);
    const group = async (): Promise<Ids> => ({ id: String((await this.group()).id), resourceId: String(this.host) });
    const trait = all.find(({ type }) => type === 'TRAIT')?.scheduleId;
    const ofPlugin = (): Ids => ({ id: this.known.named('plugin_id')![0]! });
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
      createResource: { resourceName: 'made {{n}}', parentId: this.platform },
      createAlertDefinition: this.definition('made {{n}}'),
      dryRunAlertDefinition: this.definition('dry'),
      updateAlertDefinition: this.definition('changed'),
      addAlertCondition: condition,
      updateAlertCondition: condition,
      createGroup: { name: 'made {{n}}', resourceTypeId: Number(this.known.named('resourceTypeId')![0]) },
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
