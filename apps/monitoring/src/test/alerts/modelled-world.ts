import type { EscalationRest } from '@wardstone/dto/monitoring';
import { givenGroup, givenType } from '../given-inventory';
import type { TestMonitoring } from '../use-monitoring';
import { Delivery } from '../../notifications/delivery/delivery.service';
import { AlertNotices } from '../../alert-engine/alert-notices';
import { Escalations } from '../../alert-engine/escalations';
import { MetricFacts } from '../../alert-engine/metric-facts.service';
import { givenMetric } from './alert-fixture';
import { AlertModel, MINUTE } from './alert-model';
import {
  canEnd,
  type DefinitionOptions,
  type ModelAlert,
  type ModelDefinition,
  type ModelGroup,
  type ModelIncident,
  type ModelMessage,
  type ModelPolicy,
  type ModelResource,
  type ModelScope,
  type ModelSilence,
} from './modelled-records';
import { compareViews, countsIn, listAlerts, type Read } from './modelled-views';
import type { MailSink } from './sinks';

const RUN = { signal: new AbortController().signal };
const SECOND = 1000;
const BEGIN = Date.UTC(2026, 0, 15, 12);
const STATES = ['FIRING', 'ACKNOWLEDGED', 'SUPPRESSED', 'SILENCED', 'RECOVERED'] as const;
/** Minutes after which a recovery (rule alerts-37) or the end of a silence has been seen. */
const LOOKS = 3;
type Id = { id: number };

let serial = 0;

/** Hosts with disks, in the service and in the model: each act is applied to both, and their states are compared. */
export class ModelledWorld {
  readonly model = new AlertModel(BEGIN);
  readonly hosts: ModelResource[] = [];
  readonly disks: ModelResource[] = [];
  /** Acts so far, to explain a failure. */
  readonly history: string[] = [];
  readonly name = `w${++serial}`;
  private compared = 0;
  private moment = 0;
  readonly read: Read = (path) => this.api.get(path).expect(200);
  hostType = 0;
  diskType = 0;
  private metric: Id = { id: 0 };
  private readonly schedules = new Map<ModelResource, number>();
  private readonly policies = new Map<ModelPolicy, number>();

  private constructor(
    readonly api: TestMonitoring,
    private readonly mail: MailSink,
  ) {}

  /** Removes the records of an earlier world. */
  static async create(api: TestMonitoring, mail: MailSink, hosts: number, disksEach: number): Promise<ModelledWorld> {
    const db = api.database;
    await db.query(`DELETE FROM alert`);
    await db.query(`DELETE FROM incident`);
    await db.query(`DELETE FROM silence`);
    await db.query(`UPDATE alert_definition SET is_deleted = true WHERE NOT is_deleted`);
    await db.query(`UPDATE resource SET inventory_status = 'UNINVENTORIED' WHERE inventory_status <> 'UNINVENTORIED'`);
    await db.query(`DELETE FROM graphile_worker._private_jobs`);
    mail.mails.length = 0;
    api.clock.set(BEGIN);
    const world = new ModelledWorld(api, mail);
    await world.populate(hosts, disksEach);
    return world;
  }

  private async populate(hosts: number, disksEach: number): Promise<void> {
    const db = this.api.database;
    const hostType = await givenType(db, { name: `${this.name} host`, category: 'PLATFORM' });
    const diskType = await givenType(db, { name: `${this.name} disk` });
    [this.hostType, this.diskType] = [hostType.id, diskType.id];
    this.metric = await givenMetric(db, diskType, { display_name: 'Used' });
    await this.add(
      this.hosts,
      `INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, availability, created_ms, modified_ms)
       SELECT $1, 'PLATFORM', $2 || n, $2 || n, 'COMMITTED', 'UP', 0, 0 FROM generate_series(1, $3::integer) n
       RETURNING id, name, parent_id AS parent`,
      [this.hostType, `${this.name}-node-`, hosts],
    );
    await this.add(
      this.disks,
      `INSERT INTO resource (resource_type_id, category, parent_id, resource_key, name, inventory_status, availability, ancestry,
                             created_ms, modified_ms)
       SELECT $1, 'SERVICE', h.id, 'disk ' || n, h.name || '/disk-' || n, 'COMMITTED', 'UP',
              concat_ws('_:_', h.resource_type_id, h.id, h.name), 0, 0
         FROM resource h, generate_series(1, $3::integer) n WHERE h.id = ANY($2::integer[])
        ORDER BY h.id, n
       RETURNING id, name, parent_id AS parent`,
      [this.diskType, this.hosts.map(({ id }) => id), disksEach],
    );
    await db.query(
      `INSERT INTO availability_record (resource_id, type, since_ms)
       SELECT r.id, 'UP', 0 FROM resource r WHERE r.id = ANY($1::integer[])`,
      [this.model.resources.map(({ id }) => id)],
    );
    const schedules = await db.query<Id & { resource: number }>(
      `INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
       SELECT $1, r.id, true, 60000, 0 FROM resource r WHERE r.resource_type_id = $2
       RETURNING id, resource_id AS resource`,
      [this.metric.id, this.diskType],
    );
    const byId = new Map(schedules.map(({ id, resource }) => [resource, id]));
    for (const disk of this.disks) this.schedules.set(disk, byId.get(disk.id)!);
  }

  private async add(list: ModelResource[], sql: string, params: unknown[]): Promise<void> {
    const rows = await this.api.database.query<Id & { name: string; parent: number | null }>(sql, params);
    for (const { id, name, parent } of rows.sort((one, other) => one.id - other.id)) {
      const host = this.hosts.find((resource) => resource.id === parent);
      const place = host ? { parent: host, typeId: this.diskType } : { typeId: this.hostType };
      const made: ModelResource = { id, name, dependsOn: [], availability: 'UP', value: 0, ...place };
      list.push(made);
      this.model.resources.push(made);
    }
  }

  async group(members: readonly ModelResource[]): Promise<ModelGroup> {
    const { id } = await givenGroup(this.api.database, { members });
    const group = { id, members: new Set(members) };
    this.model.groups.push(group);
    return group;
  }

  async define(options: DefinitionOptions): Promise<ModelDefinition> {
    const { owner, watches, priority = 'HIGH', repeats = false, grouping = 'DEFINITION', policy } = options;
    const name = `${this.name} ${options.name}`;
    const address = `${this.name}-${this.model.definitions.length}@example.test`;
    const condition =
      watches === 'VALUE'
        ? { category: 'THRESHOLD', comparator: '>', threshold: 10, measurementDefinition: this.metric.id }
        : { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };
    const sent = {
      name,
      priority,
      enabled: true,
      conditions: [condition],
      notifications: [{ senderName: 'Direct Emails', config: { emailAddress: address } }],
      ...(watches === 'VALUE' && !repeats ? { onceUntilRecovered: true } : {}),
    };
    const query = 'typeId' in owner ? `resourceTypeId=${owner.typeId}` : `groupId=${owner.id}`;
    const { body } = await this.api.post(`/rest/alert/definitions?${query}`).send(sent).expect(201);
    const { id } = body as Id;
    await this.api.put(`/rest/alert/definition/${id}/grouping`).send({ grouping }).expect(200);
    if (policy) {
      await this.api
        .put(`/rest/alert/definition/${id}/escalation`)
        .send({ escalationId: await this.policyId(policy) })
        .expect(200);
    }
    const settings = { name, priority, owner, watches, repeats, address, grouping, isEnabled: true, isDeleted: false };
    const definition: ModelDefinition = { id, ...settings, ...(policy && { policy }) };
    this.model.definitions.push(definition);
    return definition;
  }

  private async policyId(policy: ModelPolicy): Promise<number> {
    const known = this.policies.get(policy);
    if (known !== undefined) return known;
    const steps = policy.steps.map(({ afterMinutes, address }) => ({
      afterMinutes,
      receivers: [{ senderName: 'Direct Emails', config: { emailAddress: address } }],
    }));
    const { body } = await this.api.post('/rest/on-call/escalation').send({ name: this.name, steps }).expect(201);
    this.policies.set(policy, (body as EscalationRest).id);
    return (body as EscalationRest).id;
  }

  /** An odd number of milliseconds below the limit, as times of agents and of jobs are. */
  private oddMs(limit: number): number {
    return ((this.moment += 7_919) * 2 + 1) % limit;
  }

  /** An act takes more than a second; its immediate effects are applied. */
  private async act(what: string, onModel: () => void, onService: () => Promise<unknown>): Promise<void> {
    this.history.push(`${new Date(this.api.clock.now()).toISOString().slice(11, 19)} ${what}`);
    this.api.clock.advance(SECOND + this.oddMs(SECOND));
    this.model.at(this.api.clock.now());
    await onService();
    onModel();
    await this.runJobs();
  }

  measure(values: readonly (readonly [ModelResource, number])[]): Promise<void> {
    return this.act(
      `measure ${values.map(([{ name }, value]) => `${name} ${value}`).join(', ')}`,
      () => this.model.measure(values),
      async () => {
        const timeStamp = this.api.clock.now();
        const points = values.map(([disk, value]) => ({ scheduleId: this.schedules.get(disk)!, timeStamp, value }));
        await this.api.post('/rest/metric/data/raw').send(points).expect(204);
        await this.api.service.app.get(MetricFacts, { strict: false }).drain();
      },
    );
  }

  report(resource: ModelResource, type: 'UP' | 'DOWN'): Promise<void> {
    return this.act(
      `${resource.name} is ${type}`,
      () => this.model.report(resource, type),
      () => this.api.put(`/rest/resource/${resource.id}/availability`).send({ type, since: 0 }).expect(204),
    );
  }

  async silence(scope: ModelScope, minutes: number): Promise<ModelSilence> {
    const silence = { id: 0, scope, endMs: this.api.clock.now() + minutes * MINUTE };
    await this.act(
      `silence ${scope.kind} ${scope.id} for ${minutes} minutes`,
      () => this.model.silences.push(silence),
      async () => {
        const { body } = await this.api
          .post('/rest/silence')
          .send({ scope, reason: 'works', endTime: silence.endMs })
          .expect(201);
        silence.id = (body as Id).id;
      },
    );
    return silence;
  }

  endSilence(silence: ModelSilence): Promise<void> {
    return this.act(
      `end silence of ${silence.scope.kind} ${silence.scope.id}`,
      () => (silence.endMs = this.api.clock.now()),
      () => this.api.post(`/rest/silence/${silence.id}/end`).expect(200),
    );
  }

  acknowledge({ definition, resource }: ModelAlert): Promise<void> {
    const problems = [{ definitionId: definition.id, resourceId: resource.id }];
    return this.act(
      `acknowledge ${definition.name} on ${resource.name}`,
      () => this.model.acknowledge(definition, resource, 'ann'),
      () => this.api.post('/rest/alert/acknowledge').send({ problems, comment: 'mine' }).expect(200),
    );
  }

  resolve(incident: ModelIncident): Promise<void> {
    return this.act(
      `resolve the incident of ${incident.key}`,
      () => this.model.resolve(incident, 'ann'),
      async () => {
        const [{ definition, resource }] = incident.alerts as [ModelAlert];
        const same = this.model.alerts.filter((one) => one.definition === definition && one.resource === resource);
        const found = await listAlerts(this.read, `resourceId=${resource.id}`);
        const { incidentId } = found.filter(({ name }) => name === definition.name)[same.indexOf(incident.alerts[0]!)]!;
        await this.api.post(`/rest/incident/${incidentId}/resolve`).send({}).expect(200);
      },
    );
  }

  setEnabled(definition: ModelDefinition, enabled: boolean): Promise<void> {
    return this.act(
      `${enabled ? 'enable' : 'disable'} ${definition.name}`,
      () => (enabled ? this.model.enable(definition) : (definition.isEnabled = false)),
      () =>
        this.api
          .put(`/rest/alert/definition/${definition.id}`)
          .send({ enabled, priority: definition.priority })
          .expect(200),
    );
  }

  delete(definition: ModelDefinition): Promise<void> {
    return this.act(
      `delete ${definition.name}`,
      () => this.model.delete(definition),
      () => this.api.delete(`/rest/alert/definition/${definition.id}`).expect(204),
    );
  }

  move(group: ModelGroup, resource: ModelResource, isIn: boolean): Promise<void> {
    const path = `/rest/group/${group.id}/resource/${resource.id}`;
    return this.act(
      `${resource.name} ${isIn ? 'enters' : 'leaves'} the group`,
      () => (isIn ? group.members.add(resource) : this.model.leave(group, resource)),
      () => (isIn ? this.api.put(path).expect(200) : this.api.delete(path).expect(204)),
    );
  }

  depend(from: ModelResource, to?: ModelResource): Promise<void> {
    return this.act(
      `${from.name} depends on ${to?.name ?? 'nothing'}`,
      () => from.dependsOn.splice(0, Infinity, ...(to ? [to] : [])),
      () =>
        this.api
          .put(`/rest/resource/${from.id}/dependencies`)
          .send({ dependsOn: to ? [to.id] : [] })
          .expect(200),
    );
  }

  /** Advances the clock by some minutes, longer if an event is due soon, so that no act coincides with one. */
  async pass(minutes = LOOKS): Promise<void> {
    this.history.push(`${minutes} minutes pass`);
    const { clock } = this.api;
    const endMs = clock.now() + minutes * MINUTE;
    for (let looks = 1; ; looks++) {
      const nowMs = clock.now();
      const nextMs = this.model.nextEventMs();
      if (nowMs >= endMs && nextMs > nowMs + (LOOKS + 1) * MINUTE) return;
      // Each minute while something may happen.
      const idleMs = looks <= LOOKS ? 0 : Math.min(nextMs, endMs) - nowMs - LOOKS * MINUTE;
      clock.set((Math.floor((nowMs + Math.max(0, idleMs)) / MINUTE) + 1) * MINUTE + this.oddMs(MINUTE));
      this.model.at(clock.now());
      await this.api.service.app.get(AlertNotices, { strict: false }).release(RUN);
      await this.runJobs();
      this.model.minute();
    }
  }

  /** Ends all silences, one after the other as each notifies of what it held back, and compares what is sent then. */
  async finish(): Promise<void> {
    for (let [silence] = this.silencesInForce(); silence; [silence] = this.silencesInForce()) {
      await this.endSilence(silence);
      await this.pass();
    }
    const lastMs = Math.max(0, ...this.model.silences.map(({ endMs }) => endMs - this.api.clock.now()));
    await this.pass(12 + Math.ceil(lastMs / MINUTE));
    await this.compare([this.hosts[0]!]);
    expect(this.model.late).toEqual([]);
  }

  private async runJobs(): Promise<void> {
    const { app } = this.api.service;
    for (let jobs = await this.takeJobs(); jobs.length > 0; jobs = await this.takeJobs()) {
      const deliveries = jobs.filter(({ task }) => task === 'alert.deliver');
      await Promise.all(deliveries.map(({ payload }) => app.get(Delivery, { strict: false }).deliver(payload.logId!)));
      for (const { task, payload } of jobs) {
        if (task === 'alert.escalate') await app.get(Escalations, { strict: false }).escalate(payload.incidentId!);
        const notices = app.get(AlertNotices, { strict: false });
        if (task === 'alert.suppressed') await notices.releaseSuppressed(payload.causeId!, RUN);
        if (task === 'alert.release') await notices.release(RUN);
      }
    }
  }

  /** Due jobs by the clock of the test; those without a time have that of the real clock. */
  private takeJobs(): Promise<{ task: string; payload: { logId?: number; incidentId?: number; causeId?: number } }[]> {
    return this.api.database.query(
      `WITH taken AS (
         DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
          WHERE t.id = j.task_id AND t.identifier IN ('alert.deliver', 'alert.escalate', 'alert.suppressed', 'alert.release')
            AND (j.run_at > now() - interval '1 day' OR j.run_at <= to_timestamp($1 / 1000.0))
         RETURNING j.id, t.identifier AS task, j.payload)
       SELECT t.task, t.payload FROM taken t ORDER BY t.id`,
      [this.api.clock.now()],
    );
  }

  silencesInForce(): ModelSilence[] {
    return this.model.silences.filter((silence) => canEnd(silence, this.model.definitions, this.api.clock.now()));
  }

  /** Mails since the last call, as the service sent them and as the model expects them: recipient, and alerts by state. */
  private takeMails(): { mailed: string[]; expected: string[] } {
    const { late } = this.model;
    const mailed = this.mail.mails.splice(0).map(({ to, text }) => `${to} ${countsIn(text)}`);
    const left = [...mailed];
    const take = ({ to, counts }: ModelMessage): string => {
      const exact = left.indexOf(`${to} ${counts}`);
      const at = counts === undefined ? left.findIndex((mail) => mail.startsWith(`${to} `)) : exact;
      return at < 0 ? `${to} ${counts}` : left.splice(at, 1)[0]!;
    };
    const messages = this.model.takeMessages();
    const expected = messages.filter(({ counts }) => counts !== undefined).map(take);
    expected.push(...messages.filter(({ counts }) => counts === undefined).map(take));
    for (const message of late.splice(0)) {
      const before = left.length;
      const text = take(message);
      if (left.length < before) expected.push(text);
      else late.push(message);
    }
    return { mailed: mailed.sort(), expected: expected.sort() };
  }

  /** Compares the states of service and model: pages of these hosts, and alerts in one of the states. */
  async compare(hosts: readonly ModelResource[]): Promise<void> {
    const state = STATES[this.compared++ % STATES.length]!;
    const { shown, expected } = await compareViews(this, hosts, state, this.api.clock.now());
    const { mailed, expected: mails } = this.takeMails();
    try {
      expect({ ...shown, mailed }).toEqual({ ...expected, mailed: mails });
    } catch (cause) {
      throw new Error(`${this.history.join('\n')}\n${(cause as Error).message}`, { cause });
    }
  }
}
