import {
  findCause,
  countStates,
  listDependencies,
  groupingKey,
  incidentState,
  type ModelAlert,
  type ModelDefinition,
  type ModelGroup,
  type ModelIncident,
  type ModelMessage,
  type ModelProblem,
  type ModelResource,
  type ModelScope,
  type ModelSilence,
  type ModelStatus,
  newAlert,
  newIncident,
  isKnownDown,
  note,
  toPlace,
  resolveAlert,
} from './modelled-records';

export const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WINDOW = 60 * MINUTE;

/**
 * Rules alerts-32 to alerts-41, problems-1 to problems-5 and prometheus-13 as plain loops over lists, written without
 * the engine: which alerts fired, how they ended, who is notified when. Without flapping, limits and quiet hours.
 */
export class AlertModel {
  readonly resources: ModelResource[] = [];
  readonly groups: ModelGroup[] = [];
  readonly definitions: ModelDefinition[] = [];
  readonly silences: ModelSilence[] = [];
  readonly alerts: ModelAlert[] = [];
  readonly incidents: ModelIncident[] = [];
  /** Resolutions that are sent once no silence covers everything notified before, at most two minutes later. */
  readonly late: ModelMessage[] = [];
  /** Messages since the last `takeMessages`. */
  private readonly messages: ModelMessage[] = [];
  /** Definitions that wait for a value below the limit before they fire again, by resource. */
  private readonly waiting = new Set<string>();

  constructor(private nowMs: number) {}

  at(nowMs: number): void {
    this.nowMs = nowMs;
  }

  takeMessages(): ModelMessage[] {
    return this.messages.splice(0);
  }

  measure(values: readonly (readonly [ModelResource, number])[]): void {
    const fired: ModelAlert[] = [];
    for (const [resource, value] of values) {
      resource.value = value;
      for (const definition of this.definitions) {
        if (definition.watches !== 'VALUE' || !this.isActive(definition, resource)) continue;
        const key = `${definition.id}:${resource.id}`;
        if (value <= 10) this.waiting.delete(key);
        else if (definition.repeats || !this.waiting.has(key)) {
          fired.push(this.fire(definition, resource));
          this.waiting.add(key);
        }
      }
    }
    this.tellFired(fired);
  }

  report(resource: ModelResource, availability: 'UP' | 'DOWN'): void {
    const isTransition = resource.availability !== availability;
    resource.availability = availability;
    if (!isTransition || availability !== 'DOWN') return;
    const fired = this.definitions
      .filter((definition) => definition.watches === 'AVAILABILITY' && this.isActive(definition, resource))
      .map((definition) => this.fire(definition, resource));
    this.tellFired(fired);
  }

  acknowledge(definition: ModelDefinition, resource: ModelResource, by: string): void {
    for (const alert of this.listAlertsOn(definition, resource)) if (alert.endMs === null) alert.acknowledgedBy ??= by;
  }

  resolve(incident: ModelIncident, by: string): void {
    // With the newest alert of a problem, those before it end, too; without it, the problem goes on in another incident.
    const open = incident.alerts.filter((alert) => !this.isOver(alert));
    const ended = open.flatMap(({ definition, resource }) => this.listAlertsOn(definition, resource));
    for (const alert of ended.filter(({ endMs }) => endMs === null)) resolveAlert(alert, by, this.nowMs);
  }

  enable(definition: ModelDefinition): void {
    definition.isEnabled = true;
    for (const { id } of this.resources) this.waiting.delete(`${definition.id}:${id}`);
  }

  delete(definition: ModelDefinition): void {
    definition.isDeleted = true;
    for (const { resource } of this.alerts) this.orphan(definition, resource);
  }

  /** A resource that leaves a group loses the group's definitions. */
  leave(group: ModelGroup, resource: ModelResource): void {
    group.members.delete(resource);
    for (const definition of this.definitions.filter(({ owner }) => owner === group)) {
      this.orphan(definition, resource);
      this.waiting.delete(`${definition.id}:${resource.id}`);
    }
  }

  private orphan(definition: ModelDefinition, resource: ModelResource): void {
    for (const alert of this.listAlertsOn(definition, resource)) {
      alert.endMs ??= this.nowMs;
      alert.ending ??= 'CLOSED';
      alert.isOrphan = true;
    }
  }

  /** The work of a minute: ends recovered alerts, notifies of alerts that are no longer held, and sends due steps. */
  minute(): void {
    for (const alert of this.alerts.filter((each) => each.endMs === null && !this.holds(each))) {
      alert.endMs = this.nowMs;
      alert.ending ??= 'RECOVERED';
    }
    const released = this.alerts.filter(
      (alert) =>
        alert.endMs === null &&
        alert.notifiedMs === null &&
        alert.acknowledgedBy === null &&
        !this.isHeld(alert) &&
        this.newest(alert.definition, alert.resource) === alert,
    );
    for (const alert of released) {
      alert.notifiedMs = this.nowMs;
      // An alert that is no longer suppressed leaves the incident of its cause.
      if (alert.heldBy === 'SUPPRESSED' || alert.incident.hasEnded) this.move(alert);
    }
    this.tell('FIRED', released);
    this.tellCauses();
    for (const incident of this.incidents) {
      const isWaiting = (alert: ModelAlert): boolean =>
        incident.notified.size > 0 && alert.notifiedMs === null && this.getStatus(alert).state === 'SILENCED';
      if (incident.hasEnded || incident.alerts.some((alert) => !this.isOver(alert) && !isWaiting(alert))) continue;
      incident.hasEnded = true;
      for (const [to, notified] of incident.notified) {
        // An alert that fired again elsewhere is not over; recipients of a cause learn that it suppresses nothing now.
        const isOver = [...notified].some(({ endMs, notifiedMs }) => endMs !== null || notifiedMs === null);
        if (!isOver && !incident.heldFor.has(to)) continue;
        const isSilenced = [...notified].every((alert) => this.silenceOver(alert.resource, alert.definition));
        this.send(isSilenced ? this.late : this.messages, 'END', to, incident);
      }
    }
    for (const incident of this.incidents) this.escalate(incident);
  }

  /** Time of the next change without an act; Infinity if there is none. */
  nextEventMs(): number {
    const times = this.silences.map(({ endMs }) => endMs).filter((endMs) => endMs > this.nowMs);
    for (const incident of this.incidents) {
      const [oldest] = this.escalated(incident);
      if (oldest) times.push(oldest.notifiedMs! + oldest.definition.policy!.steps[oldest.steps]!.afterMinutes * MINUTE);
    }
    return Math.min(...times);
  }

  getStatus(alert: ModelAlert): ModelStatus {
    const none = { acknowledgedBy: null, silenceId: null, causeId: null };
    if (this.isOver(alert)) return { ...none, state: alert.ending! };
    if (alert.acknowledgedBy) return { ...none, state: 'ACKNOWLEDGED', acknowledgedBy: alert.acknowledgedBy };
    return this.heldState(alert.resource, alert.definition) ?? { ...none, state: 'FIRING' };
  }

  /** Only the newest alert of a problem can be open. */
  private isOver({ definition, resource, endMs, ...alert }: ModelAlert): boolean {
    return endMs !== null || this.newest(definition, resource)!.number !== alert.number;
  }

  private listUnnotified(): ModelAlert[] {
    return this.alerts.filter((alert) => !this.isOver(alert) && alert.notifiedMs === null);
  }

  /** Whether a silence would cover suppressed alerts that people were notified of. */
  coversSuppressed(scope: ModelScope): boolean {
    return this.listUnnotified().some(
      (alert) => this.getStatus(alert).state === 'SUPPRESSED' && this.covers(scope, alert.resource, alert.definition),
    );
  }

  /** Whether an alert that was not sent yet is silenced and depends on the resource. */
  isAboveSilenced(resource: ModelResource): boolean {
    return this.listUnnotified().some((alert) => {
      let ring = listDependencies(alert.resource);
      while (ring.length > 0 && !ring.includes(resource)) ring = ring.flatMap(listDependencies);
      return ring.length > 0 && this.getStatus(alert).state === 'SILENCED';
    });
  }

  /** Open problems; recovered ones are left out. */
  problems(): ModelProblem[] {
    const problems: ModelProblem[] = [];
    for (const definition of this.definitions) {
      for (const resource of this.resources) {
        const newest = this.newest(definition, resource);
        if (!newest || newest.endMs !== null) continue;
        const episode = this.listAlertsOn(definition, resource).filter(({ endMs }) => endMs === null);
        const { priority: severity, name, id: definitionId } = definition;
        const facts = { severity, name, definitionId, count: episode.length };
        problems.push({ kind: 'ALERT', ...facts, ...toPlace(resource), suppresses: 0, ...this.getStatus(newest) });
      }
    }
    for (const resource of this.resources) {
      const isSaid = this.alerts.some(
        (alert) => alert.resource === resource && alert.definition.watches === 'AVAILABILITY' && alert.endMs === null,
      );
      if (resource.availability !== 'DOWN' || isSaid) continue;
      const firing = { state: 'FIRING' as const, acknowledgedBy: null, silenceId: null, causeId: null };
      const severity = resource.parent ? 'MEDIUM' : 'HIGH';
      const facts = { severity, name: '', definitionId: null, count: 1, suppresses: 0 } as const;
      problems.push({ kind: 'RESOURCE', ...facts, ...toPlace(resource), ...(this.heldState(resource) ?? firing) });
    }
    for (const problem of problems) {
      problem.suppresses = problems.filter(({ causeId }) => causeId === problem.resourceId).length;
    }
    return problems;
  }

  /** Alerts that have recovered within a day, one for each definition and resource, and did not fire again. */
  recovered(): ModelAlert[] {
    const newest = this.definitions.flatMap((definition) =>
      this.resources.map((resource) => this.newest(definition, resource)),
    );
    return newest
      .filter((alert) => alert !== undefined && alert.endMs !== null && !alert.isOrphan)
      .filter((alert) => alert!.endMs! > this.nowMs - DAY) as ModelAlert[];
  }

  /** Alerts by state; one that fires again counts once. */
  countByState({ alerts }: ModelIncident) {
    const newest = new Map(
      alerts.map((alert) => [`${alert.definition.id}:${alert.resource.id}:${alert.child}`, alert]),
    );
    const states = [...newest.values()].map((alert) => this.getStatus(alert).state);
    const counts = countStates(states);
    return { ...counts, state: incidentState(counts) };
  }

  private isActive(definition: ModelDefinition, resource: ModelResource): boolean {
    return definition.isEnabled && !definition.isDeleted && this.isFor(definition, resource);
  }

  private isFor({ owner }: ModelDefinition, resource: ModelResource): boolean {
    return 'typeId' in owner ? owner.typeId === resource.typeId : owner.members.has(resource);
  }

  private listAlertsOn(definition: ModelDefinition, resource: ModelResource): ModelAlert[] {
    return this.alerts.filter((alert) => alert.definition === definition && alert.resource === resource);
  }

  private newest(definition: ModelDefinition, resource: ModelResource): ModelAlert | undefined {
    return this.listAlertsOn(definition, resource).at(-1);
  }

  private holds({ definition, resource }: ModelAlert): boolean {
    return definition.watches === 'VALUE' ? resource.value > 10 : resource.availability === 'DOWN';
  }

  private fire(definition: ModelDefinition, resource: ModelResource): ModelAlert {
    const incident = this.incidentFor(definition, resource);
    const { state, causeId = null } = this.heldState(resource, definition) ?? {};
    const before = this.listAlertsOn(definition, resource).findLast(({ endMs }) => endMs === null);
    if (before) before.ending ??= definition.watches === 'AVAILABILITY' ? 'RECOVERED' : 'CLOSED';
    const alert = newAlert({
      number: this.alerts.length + 1,
      definition,
      resource,
      incident,
      heldBy: state as ModelAlert['heldBy'],
      causeId,
      firedMs: this.nowMs,
      child: this.listAlertsOn(definition, resource).filter(({ isOrphan }) => isOrphan).length,
    });
    incident.alerts.push(alert);
    this.alerts.push(alert);
    return alert;
  }

  /** Suppressed alerts that were silenced, or suppressed by another resource, when they fired. */
  private tellCauses(): void {
    const suppressed = this.listUnnotified().filter((alert) => {
      const { state, causeId } = this.getStatus(alert);
      const isNews = state === 'SUPPRESSED' && (alert.heldBy === 'SILENCED' || alert.causeId !== causeId);
      if (isNews) this.move(Object.assign(alert, { heldBy: state, causeId }));
      return isNews;
    });
    this.tell('HELD', suppressed);
  }

  private move(alert: ModelAlert): void {
    alert.incident.alerts.splice(alert.incident.alerts.indexOf(alert), 1);
    alert.incident = this.incidentFor(alert.definition, alert.resource);
    alert.incident.alerts.push(alert);
  }

  private tellFired(fired: readonly ModelAlert[]): void {
    const notified = fired.filter((alert) => !this.isHeld(alert));
    for (const alert of notified) alert.notifiedMs = this.nowMs;
    this.tell('FIRED', notified);
    // Nobody is notified during a silence.
    const suppressed = fired.filter((alert) => this.getStatus(alert).state === 'SUPPRESSED');
    this.tell('HELD', suppressed);
    for (const incident of new Set(fired.map((alert) => alert.incident))) this.escalate(incident);
  }

  private incidentFor(definition: ModelDefinition, resource: ModelResource): ModelIncident {
    const cause = findCause(resource);
    const own = this.alerts.findLast((alert) => alert.resource === cause && isKnownDown(alert));
    const key = cause ? `cause ${cause.id}` : groupingKey(definition, resource);
    const open = this.incidents.findLast((one) => one.key === key && !one.hasEnded && one.lastMs > this.nowMs - WINDOW);
    const joined = own?.incident ?? open ?? newIncident(key);
    if (!this.incidents.includes(joined)) this.incidents.push(joined);
    joined.lastMs = this.nowMs;
    return joined;
  }

  private heldState(resource: ModelResource, definition?: ModelDefinition): ModelStatus | undefined {
    const silence = this.silenceOver(resource, definition);
    if (silence) return { state: 'SILENCED', acknowledgedBy: null, silenceId: silence.id, causeId: null };
    const cause = findCause(resource);
    return cause && { state: 'SUPPRESSED', acknowledgedBy: null, silenceId: null, causeId: cause.id };
  }

  /** The silence in force that ends last. */
  private silenceOver(resource: ModelResource, definition?: ModelDefinition): ModelSilence | undefined {
    return this.silences
      .filter(({ endMs, scope }) => endMs > this.nowMs && this.covers(scope, resource, definition))
      .sort((one, other) => other.endMs - one.endMs)[0];
  }

  private isHeld({ resource, definition }: ModelAlert): boolean {
    return this.heldState(resource, definition) !== undefined;
  }

  private covers(scope: ModelScope, resource: ModelResource, definition?: ModelDefinition): boolean {
    if (scope.kind === 'DEFINITION') return definition?.id === scope.id;
    if (scope.kind === 'TYPE') return resource.typeId === scope.id;
    if (scope.kind === 'GROUP') return this.groups.find(({ id }) => id === scope.id)!.members.has(resource);
    for (let part: ModelResource | undefined = resource; part; part = part.parent) {
      if (part.id === scope.id) return part === resource || ('descendants' in scope && scope.descendants);
    }
    return false;
  }

  /** Alerts of the incident that have steps left and are not held back, those notified first before others. */
  private escalated({ alerts }: ModelIncident): ModelAlert[] {
    return alerts
      .filter(({ notifiedMs }) => notifiedMs !== null)
      .filter((alert) => this.getStatus(alert).state === 'FIRING')
      .filter(({ steps, definition: { policy } }) => steps < (policy?.steps.length ?? 0))
      .toSorted((one, other) => one.notifiedMs! - other.notifiedMs! || one.number - other.number);
  }

  private escalate(incident: ModelIncident): void {
    for (let left = this.escalated(incident); left.length > 0; left = this.escalated(incident)) {
      const [{ definition, steps, notifiedMs }] = left as [ModelAlert];
      const step = definition.policy!.steps[steps]!;
      if (this.nowMs < notifiedMs! + step.afterMinutes * MINUTE) return;
      const along = left.filter((alert) => alert.definition.policy === definition.policy && alert.steps === steps);
      for (const alert of along) alert.steps++;
      this.send(this.messages, 'STEP', step.address, incident);
      note(incident, step.address, along);
    }
  }

  private send(list: ModelMessage[], kind: ModelMessage['kind'], to: string, incident: ModelIncident): void {
    const { alertCount, state: _state, ...counts } = this.countByState(incident);
    const lines = Object.entries(counts).filter(([, count]) => count > 0 && (alertCount > 1 || kind === 'HELD'));
    // The recovery of a silenced alert may be seen a minute late: its counts are not compared.
    const isVague = kind === 'END' && incident.alerts.some(({ heldBy }) => heldBy === 'SILENCED');
    const text = lines.map(([name, count]) => `${count} ${name.slice(0, -5)}`).join(', ');
    list.push({ kind, to, incident, counts: isVague ? undefined : text });
  }

  /** One message for each incident and recipient. */
  private tell(kind: ModelMessage['kind'], alerts: readonly ModelAlert[]): void {
    for (const incident of new Set(alerts.map((alert) => alert.incident))) {
      const members = alerts.filter((alert) => alert.incident === incident);
      for (const to of new Set(members.map(({ definition }) => definition.address))) {
        const own = members.filter(({ definition }) => definition.address === to);
        this.send(this.messages, kind, to, incident);
        note(incident, to, own);
        if (kind === 'HELD') incident.heldFor.add(to);
      }
    }
  }
}
