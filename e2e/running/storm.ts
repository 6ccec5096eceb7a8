import type { AgentInventory, MetricSchedule, ResourceWithType } from '@wardstone/dto/monitoring';
import { eventually } from '@wardstone/testing';
import { AlertModel, MINUTE } from '../../apps/monitoring/src/test/alerts/alert-model';
import type { ModelDefinition, ModelResource } from '../../apps/monitoring/src/test/alerts/modelled-records';
import { compareViews, countsIn, type Read } from '../../apps/monitoring/src/test/alerts/modelled-views';
import type { MailSink } from '../../apps/monitoring/src/test/alerts/sinks';
import { DEFAULT_ORG, withAccounts } from '../../apps/launcher/src';
import type { RunningSystem } from '../../tools/system';
import { type ConsolePage, openConsole } from './console-page';
import { makeCall } from './monitoring-records';

export const HOSTS = process.env['THOROUGH'] === 'yes' ? 200 : 10;
const DISKS = 5;
const FULL = 95;
const FREE = 5;
export const NAME = 'Storm: disk almost full';
const ADDRESS = 'storm@example.test';
/** Sees the hosts of the storm and nothing else, so that all that is shown can be compared. */
const VIEWER = { username: 'storm-viewer', password: 'a long sentence is good' };
const LOGIN = `Basic ${Buffer.from(`${VIEWER.username}:${VIEWER.password}`).toString('base64')}`;
const STATES = ['FIRING', 'ACKNOWLEDGED', 'SILENCED', 'RECOVERED'] as const;

type Id = { id: number };

/** Fills the disks of some hosts, in the product and in a model of the rules. Each step takes place once. */
export class Storm {
  readonly model = new AlertModel(Date.now());
  readonly hosts: ModelResource[] = [];
  readonly disks: ModelResource[] = [];
  private readonly schedules = new Map<number, number>();
  private readonly acts = new Map<string, Promise<void>>();
  private compared = 0;

  constructor(
    private readonly system: () => RunningSystem,
    readonly mail: () => MailSink,
  ) {}

  private readonly call = makeCall(() => this.system());

  readonly read: Read = async (path) => {
    const headers = { authorization: LOGIN, accept: 'application/json' };
    const response = await fetch(this.system().gatewayUrl + path, { headers });
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    return { body: await response.json(), headers: Object.fromEntries(response.headers) };
  };

  open(): Promise<ConsolePage | undefined> {
    return openConsole(this.system(), VIEWER);
  }

  /** Disks that keep their state: one is silenced, one acknowledged, one fires. */
  get left(): readonly [ModelResource, ModelResource, ModelResource] {
    return [this.disks[0]!, this.disks[DISKS]!, this.disks[2 * DISKS]!];
  }

  /** All disks are full. */
  rise(): Promise<void> {
    return this.once('rise', async () => {
      await this.populate();
      await this.define();
      await this.measure(this.disks, FULL);
      await eventually('the alerts', async () => (await this.countInState('firing')) === this.disks.length);
    });
  }

  /** One is silenced, one acknowledged. */
  hold(): Promise<void> {
    return this.once('hold', async () => {
      await this.rise();
      const [silenced, acknowledged] = this.left;
      const scope = { kind: 'RESOURCE' as const, id: silenced.id, descendants: true };
      const endMs = Date.now() + 60 * MINUTE;
      const { id } = await this.call<Id>('POST', '/rest/silence', { scope, reason: 'works', endTime: endMs });
      this.model.silences.push({ id, scope, endMs });
      const [definition] = this.model.definitions as [ModelDefinition];
      const problems = [{ definitionId: definition.id, resourceId: acknowledged.id }];
      await this.call('POST', '/rest/alert/acknowledge', { problems });
      this.model.acknowledge(definition, acknowledged, 'admin');
    });
  }

  /** All but three are free again, which is noticed within two minutes. */
  fade(): Promise<void> {
    return this.once('fade', async () => {
      await this.hold();
      const left = new Set<ModelResource>(this.left);
      await this.measure(
        this.disks.filter((disk) => !left.has(disk)),
        FREE,
      );
    });
  }

  calm(): Promise<void> {
    return this.once('calm', async () => {
      await this.fade();
      const wanted = this.disks.length - this.left.length;
      await eventually('the recoveries', async () => (await this.countInState('recovered')) === wanted, {
        withinMs: 150_000,
        everyMs: 500,
      });
      this.model.at(Date.now());
      this.model.minute();
    });
  }

  /** One of those that have recovered fires again. */
  relapse(): Promise<void> {
    return this.once('relapse', async () => {
      await this.calm();
      await this.measure([this.disks.at(-1)!], FULL);
    });
  }

  /** Compares the console with the model, and the API with both. */
  async compare(hosts: readonly ModelResource[]): Promise<void> {
    const state = STATES[this.compared++ % STATES.length]!;
    await eventually('the alerts', async () => {
      const { shown, expected } = await compareViews(this, hosts, state, Date.now());
      expect(shown).toEqual(expected);
      return true;
    });
  }

  /** The last mail counts what the model does, and names a host in each line. */
  async compareMail(): Promise<string> {
    const text = await eventually('the mail', () => {
      const last = this.mail().mails.findLast(({ to }) => to === ADDRESS);
      expect(last && countsIn(last.text)).toBe(this.incidentCounts().join(', '));
      return last?.text;
    });
    const lines = text.split(/\r\n/).filter((line) => /^ {2}.*disk almost full/.test(line));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !/^ {2}storm-\d+ \/ \/disk-\d\b/.test(line))).toEqual([]);
    return /^Subject: (.*(?:\r\n .*)*)/m.exec(text)![1]!.replace(/\r\n /g, ' ');
  }

  /** E.g. `49 firing`. */
  incidentCounts(): string[] {
    const { firingCount, acknowledgedCount, silencedCount, recoveredCount } = this.model.countByState(
      this.model.incidents[0]!,
    );
    const counts = { firing: firingCount, acknowledged: acknowledgedCount };
    return Object.entries({ ...counts, silenced: silencedCount, recovered: recoveredCount })
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `${count} ${state}`);
  }

  private async countInState(state: string): Promise<number> {
    return Number((await this.read(`/rest/problem?state=${state}&ps=1`)).headers['x-collection-size']);
  }

  private once(name: string, act: () => Promise<void>): Promise<void> {
    const done = this.acts.get(name) ?? act();
    this.acts.set(name, done);
    return done;
  }

  private async measure(disks: readonly ModelResource[], value: number): Promise<void> {
    this.model.at(Date.now());
    const timeStamp = Date.now();
    const points = disks.map(({ id }) => ({ scheduleId: this.schedules.get(id)!, timeStamp, value: value / 100 }));
    await this.call('POST', '/rest/metric/data/raw', points);
    this.model.measure(disks.map((disk) => [disk, value] as const));
  }

  private async populate(): Promise<void> {
    await withAccounts(this.system().dataDir, async ({ accounts }) => {
      await accounts.add({ ...VIEWER, roles: ['viewer'], orgId: DEFAULT_ORG });
    });
    const group = await this.call<Id>('POST', '/rest/group', { name: 'storm', recursive: true });
    this.model.groups.push({ id: group.id, members: new Set() });
    for (let host = 1; host <= HOSTS; host++) await this.addHost(`storm-${String(host).padStart(3, '0')}`, group);
    await this.call('PUT', `/rest/group/${group.id}/roles/viewer`);
  }

  private async addHost(name: string, group: Id): Promise<void> {
    const agent = `/rest/agent/${name}`;
    const own = { pluginName: 'Platforms', typeName: 'File System' };
    const children = Array.from({ length: DISKS }, (_disk, at) => ({
      ...own,
      key: String(at),
      name: `/disk-${at + 1}`,
    }));
    const root = { key: name, name, typeName: 'Linux', pluginName: 'Platforms', children };
    await this.call('PUT', agent, { version: '1' });
    await this.call('POST', `${agent}/inventory`, { reportId: 'found', roots: [root] });
    const found = await this.call<AgentInventory>('GET', `${agent}/sync`);
    const platform = found.resources.find(({ parentId }) => parentId === null)!;
    await this.call('PUT', `/rest/resource/${platform.resourceId}`, { status: 'COMMITTED' });
    await this.call('PUT', `/rest/group/${group.id}/resource/${platform.resourceId}`);
    const { resources, schedules } = await this.call<AgentInventory>('GET', `${agent}/sync`);
    const items = resources.map(({ resourceId }) => ({ resourceId, type: 'UP', since: Date.now() }));
    await this.call('POST', `${agent}/availability`, { reportId: 'up', items });
    const host = this.add({ id: platform.resourceId, name, typeId: 0 }, this.hosts);
    this.model.groups[0]!.members.add(host);
    for (const { resourceId: id, name: disk } of resources.filter(({ parentId }) => parentId !== null)) {
      this.add({ id, name: disk, parent: host, typeId: 1 }, this.disks);
    }
    for (const { scheduleId, resourceId, name: metric } of schedules) {
      if (metric === 'fileSystemUsage.usePercent') this.schedules.set(resourceId, scheduleId);
    }
  }

  private add(of: Pick<ModelResource, 'id' | 'name' | 'typeId' | 'parent'>, list: ModelResource[]): ModelResource {
    const made: ModelResource = { ...of, dependsOn: [], availability: 'UP', value: FREE };
    list.push(made);
    this.model.resources.push(made);
    return made;
  }

  private async define(): Promise<void> {
    const [disk] = this.disks as [ModelResource];
    const { typeId } = await this.call<ResourceWithType>('GET', `/rest/resource/${disk.id}`);
    const schedules = await this.call<MetricSchedule[]>('GET', `/rest/resource/${disk.id}/schedules`);
    const scheduleId = this.schedules.get(disk.id);
    const measurementDefinition = schedules.find((each) => each.scheduleId === scheduleId)!.definitionId;
    // No others of their type, so that nothing else fires.
    const group = await this.call<Id>('POST', '/rest/group', { name: 'storm disks', resourceTypeId: typeId });
    for (const each of this.disks) await this.call('PUT', `/rest/group/${group.id}/resource/${each.id}`);
    await this.call('PUT', `/rest/group/${group.id}/roles/viewer`);
    const owner = { id: group.id, members: new Set(this.disks) };
    this.model.groups.push(owner);
    const { id } = await this.call<Id>('POST', `/rest/alert/definitions?groupId=${group.id}`, {
      name: NAME,
      enabled: true,
      priority: 'MEDIUM',
      onceUntilRecovered: true,
      conditions: [{ category: 'THRESHOLD', comparator: '>', threshold: 0.9, measurementDefinition }],
      notifications: [{ senderName: 'Direct Emails', config: { emailAddress: ADDRESS } }],
    });
    this.model.definitions.push({
      id,
      name: NAME,
      priority: 'MEDIUM',
      owner,
      watches: 'VALUE',
      repeats: false,
      address: ADDRESS,
      grouping: 'DEFINITION',
      isEnabled: true,
      isDeleted: false,
    });
  }
}
