import { rounds } from '@wardstone/testing';
import fc from 'fast-check';
import { causeOf, chooseIncident, flapsUntil } from '../incident';
import { type Hold, type NoticeKind, type NoticePlan, planNotices, type Thread, UNHELD } from '../notice-plan';
import { applyFact } from '../resource-alerts';
import { endingOf, type HeldAlert, lookAgainMs, stillHolds } from '../still-holds';
import { aCondition, aDefinition, aNumber, aResource, METRIC, MINUTE_MS } from './engine-fixture';
import { type History, LAST_MINUTE, type PlainEvent, randomHistory, referenceNotices, RESOURCES } from './notice-model';

const HISTORIES = rounds(100_000);

interface Row {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly alert: Alert;
  incident: number | undefined;
  dueMs: number | undefined;
  toldMs: number | undefined;
  carrier: Row | undefined;
  isSettled: boolean;
  isDigest: boolean;
}

interface Alert {
  readonly id: number;
  readonly resource: number;
  readonly firedMs: number;
  row: Row;
  incident: number | undefined;
  hold: Pick<Hold, 'reason' | 'causeId'> | undefined;
  isHeld: boolean;
  untilMs: number;
  endedMs: number | undefined;
  isRecovered: boolean;
  isAcknowledged: boolean;
}

/** Carries out what the functions of the product decide, as the service does, with lists in place of tables. */
class Service {
  readonly lines: string[] = [];
  private readonly alerts: Alert[] = [];
  private readonly rows: Row[] = [];
  private readonly incidents: { id: number; key: string | undefined; lastMs: number; isEnded: boolean }[] = [];
  private readonly values = new Map<number, number>();
  private readonly down = new Set<number>();
  private readonly engines = new Map(RESOURCES.map((id) => [id, aResource([aDefinition({ id })])]));
  private nowMs = 0;

  constructor(private readonly history: History) {}

  run(): string[] {
    for (let minute = 0; minute <= LAST_MINUTE; minute++) {
      this.nowMs = minute * MINUTE_MS;
      for (const event of this.history.events) if (event.minute === minute) this.happen(event);
      this.release();
      for (let row = this.nextDue(); row; row = this.nextDue()) this.take(row);
    }
    return this.lines;
  }

  private happen(event: PlainEvent): void {
    const { resource } = event;
    if (event.kind === 'acknowledged') {
      const newest = this.alerts.findLast((alert) => alert.resource === resource);
      if (newest) newest.isAcknowledged = true;
      return;
    }
    if (event.kind === 'state') {
      if (event.down) this.down.add(resource);
      else this.down.delete(resource);
      const suppressed = this.alerts.filter((a) => a.isHeld && a.hold?.causeId === resource);
      if (!event.down) for (const alert of suppressed) alert.untilMs = 0;
      return;
    }
    const value = event.over ? 11 : 9;
    this.values.set(resource, value);
    const { alerts, firings } = applyFact(this.engines.get(resource)!, aNumber(value, this.nowMs), this.nowMs);
    this.engines.set(resource, alerts);
    for (const _ of firings) this.fire(resource);
  }

  private fire(resource: number): void {
    const ended = this.alerts.filter((a) => a.resource === resource && a.endedMs === undefined);
    for (const alert of ended) {
      alert.endedMs = this.nowMs;
      alert.untilMs = Math.min(alert.untilMs, this.nowMs);
    }
    const alert = { id: this.alerts.length + 1, resource, firedMs: this.nowMs, untilMs: this.nowMs } as Alert;
    Object.assign(alert, { isHeld: false, isRecovered: false, isAcknowledged: false });
    alert.row = this.add('ALERT', alert);
    this.alerts.push(alert);
    this.lines.push(`${this.nowMs / MINUTE_MS}: ${resource} fires`);
    this.decide([{ alert, isOver: false }]);
    this.endIncidents(ended.map(({ incident }) => incident!));
  }

  private add(kind: NoticeKind, alert: Alert, over: Partial<Row> = {}): Row {
    const row: Row = {
      ...{ id: this.rows.length + 1, kind, alert, incident: undefined, dueMs: undefined, toldMs: undefined },
      ...{ carrier: undefined, isSettled: false, isDigest: false },
      ...over,
    };
    this.rows.push(row);
    return row;
  }

  private decide(some: readonly { alert: Alert; isOver: boolean }[]): void {
    const { nowMs, history } = this;
    const open = new Set(this.incidents.flatMap(({ key }) => key ?? []));
    const choices = some.map(({ alert, isOver }) => {
      const { resource, incident } = alert;
      const causeId = this.causeOf(resource);
      if (isOver && incident !== undefined) return { id: incident, stays: true };
      const ofCause = this.alerts.findLast(
        (a) => a.resource === causeId && !a.isHeld && a.endedMs === undefined,
      )?.incident;
      const subject = { definitionId: resource, resourceId: resource, templateId: 99, causeId };
      const isFlapping = this.flapsUntil(alert) !== undefined;
      const { reason, causeId: heldBy } = alert.hold ?? {};
      const ofHold = alert.isHeld && reason && incident ? { id: incident, reason, causeId: heldBy } : undefined;
      const known = { ofHold, ofRecovered: undefined, ofCause, keys: open };
      return chooseIncident({ ...subject, isFlapping, groupId: undefined, typeId: undefined }, known, history.grouping);
    });
    some.forEach(({ alert }, index) => (alert.incident = this.join(choices[index]!)));
    for (const { alert, isOver } of some) {
      const heldBy = alert.isHeld ? alert.hold : undefined;
      const plan = planNotices(
        {
          ...{ ...UNHELD, sinceMs: nowMs, nowMs, isOver, heldBy, silences: this.silencesOf(alert) },
          causeId: this.causeOf(alert.resource),
          flapsUntilMs: this.flapsUntil(alert),
          grouping: { waitMs: history.wait * MINUTE_MS, intervalMs: history.interval * MINUTE_MS },
          isFlappingTold: this.alerts.some(
            (a) =>
              a !== alert &&
              a.resource === alert.resource &&
              a.firedMs > nowMs - history.flapping.period * MINUTE_MS &&
              a.hold?.reason === 'FLAPPING',
          ),
        },
        [
          {
            kind: 'ALERT' as const,
            failures: 0,
            failedMs: undefined,
            row: alert.row,
            thread: this.threadOf(alert.incident!),
          },
        ],
      );
      this.carryOut(alert, plan);
    }
  }

  private carryOut(alert: Alert, { hold, told, joined, dropped, announced }: NoticePlan<{ row: Row }>): void {
    const { incident } = alert;
    alert.isHeld = hold !== undefined;
    if (hold) alert.hold = hold;
    alert.untilMs = hold?.untilMs ?? this.nowMs + MINUTE_MS;
    if (dropped.length > 0) alert.endedMs ??= this.nowMs;
    for (const { notice, atMs: dueMs } of told) Object.assign(notice.row, { incident, dueMs, isDigest: false });
    for (const { notice, leaderId } of joined) {
      Object.assign(notice.row, { incident, carrier: this.rowOf(leaderId), isSettled: true });
    }
    for (const { row } of dropped) row.isSettled = true;
    for (const { atMs: dueMs } of announced) this.add('HELD', alert, { incident, dueMs });
  }

  private join(choice: ReturnType<typeof chooseIncident>): number {
    const { nowMs } = this;
    if ('id' in choice) {
      const incident = this.incidents.find(({ id }) => id === choice.id)!;
      if (!choice.stays) incident.lastMs = Math.max(incident.lastMs, nowMs);
      return incident.id;
    }
    const known = this.incidents.find(({ key }) => key === choice.key);
    if (known && known.lastMs >= nowMs - this.history.window * MINUTE_MS) {
      known.lastMs = nowMs;
      return known.id;
    }
    if (known) known.key = undefined;
    this.incidents.push({ id: this.incidents.length + 1, key: choice.key, lastMs: nowMs, isEnded: false });
    return this.incidents.length;
  }

  private release(): void {
    const due = this.alerts.filter((a) => (a.isHeld || a.endedMs === undefined) && a.untilMs <= this.nowMs);
    const times = { nowMs: this.nowMs, eventMs: 60 * MINUTE_MS };
    const judged = due.map((alert) => {
      const [held, present] = [this.heldAlertOf(alert), this.presentOf(alert)];
      const isOver = alert.isHeld && alert.hold?.reason !== 'GROUPED' && !stillHolds(held, present);
      return {
        alert,
        isOver,
        wasHeld: alert.isHeld,
        ending: endingOf(held, present, { ...times, firedMs: alert.firedMs }),
      };
    });
    const held = judged.filter(({ wasHeld }) => wasHeld);
    const told = judged.filter(({ wasHeld }) => !wasHeld);
    const ended = [...held.filter(({ isOver }) => isOver), ...told.filter(({ ending }) => ending)];
    this.decide(held);
    for (const { alert, ending } of ended) {
      alert.endedMs ??= this.nowMs;
      alert.isRecovered ||= ending === 'RECOVERED';
    }
    for (const { alert, ending } of told) if (!ending) alert.untilMs = lookAgainMs(alert.firedMs, this.nowMs);
    this.endIncidents(this.incidents.map(({ id }) => id));
  }

  private endIncidents(ids: readonly number[]): void {
    for (const incident of this.incidents.filter(({ id, isEnded }) => ids.includes(id) && !isEnded)) {
      const own = this.alerts.filter((a) => a.incident === incident.id);
      if (own.some((a) => (a.isHeld ? a.hold!.reason !== 'SILENCED' : a.endedMs === undefined))) continue;
      Object.assign(incident, { isEnded: true, key: undefined });
      const rows = this.rows.filter((row) => row.incident === incident.id);
      if (!rows.some(({ kind, alert }) => kind === 'HELD' || alert.isRecovered)) continue;
      const end = { kind: 'END' as const, failures: 0, failedMs: undefined, thread: this.threadOf(incident.id) };
      const { told, joined } = planNotices({ ...UNHELD, sinceMs: this.nowMs, nowMs: this.nowMs }, [end]);
      const { alert } = rows.at(-1)!;
      for (const { atMs: dueMs } of told) this.add('END', alert, { incident: incident.id, dueMs });
      for (const { leaderId } of joined) {
        this.add('END', alert, { incident: incident.id, carrier: this.rowOf(leaderId), isSettled: true });
      }
    }
  }

  private nextDue(): Row | undefined {
    const due = this.rows.filter(({ dueMs = Infinity, toldMs }) => toldMs === undefined && dueMs <= this.nowMs);
    return due.sort((a, b) => a.dueMs! - b.dueMs! || a.id - b.id)[0];
  }

  private take(row: Row): void {
    const { nowMs } = this;
    const { kind, alert } = row;
    const holdsAny = this.alerts.some(
      (a) => a.incident === row.incident && a.isHeld && ['SUPPRESSED', 'FLAPPING'].includes(a.hold!.reason),
    );
    const plan = planNotices(
      {
        ...{ ...UNHELD, sinceMs: row.dueMs!, nowMs, silences: this.silencesOf(alert) },
        causeId: kind === 'ALERT' ? this.causeOf(alert.resource) : undefined,
        isOver: kind === 'HELD' && !holdsAny,
      },
      [
        {
          kind,
          failures: 0,
          failedMs: undefined,
          dueMs: row.dueMs,
          thread: { ...NEVER_TOLD, limit: this.limitFor(row) },
        },
      ],
    );
    if (plan.hold && kind === 'ALERT') {
      Object.assign(row, { dueMs: undefined, incident: undefined, isDigest: false });
      this.decide([{ alert, isOver: false }]);
      return this.giveBack(row);
    }
    if (plan.dropped.length > 0) {
      Object.assign(row, { isSettled: true, dueMs: undefined, incident: undefined });
      return this.giveBack(row);
    }
    if (plan.joined.length > 0) {
      const carrier = this.rowOf(plan.joined[0]!.leaderId);
      for (const other of this.rows.filter((each) => each === row || each.carrier === row)) {
        Object.assign(other, { carrier, dueMs: undefined, isSettled: true });
      }
      return;
    }
    const dueMs = plan.hold?.untilMs ?? plan.told[0]!.atMs;
    if (plan.hold || dueMs > nowMs) {
      row.dueMs = dueMs;
      if (!plan.hold) row.isDigest = true;
      return;
    }
    row.toldMs = nowMs;
    const alerts = this.rows.filter((each) => each.kind === 'ALERT' && (each === row || each.carrier === row));
    const ids = alerts.map((each) => each.alert.id).sort((a, b) => a - b);
    this.lines.push(`${nowMs / MINUTE_MS}: ${kind} ${ids.join()}`);
  }

  private giveBack(row: Row): void {
    for (const other of this.rows.filter(({ carrier }) => carrier === row)) {
      Object.assign(other, { carrier: undefined, incident: undefined, isSettled: other.kind !== 'ALERT' });
      if (other.kind === 'ALERT') Object.assign(other.alert, { isHeld: true, hold: { reason: 'GROUPED' }, untilMs: 0 });
    }
    this.release();
  }

  private threadOf(incident: number): Thread {
    const rows = this.rows.filter((row) => row.incident === incident && !row.carrier);
    const leader = rows.findLast(({ toldMs, dueMs }) => toldMs === undefined && dueMs !== undefined);
    const told = rows.flatMap(({ toldMs }) => toldMs ?? []);
    return { leaderId: leader?.id, toldMs: told.length === 0 ? undefined : Math.max(...told) };
  }

  private limitFor(row: Row): Thread['limit'] {
    const { most, period } = this.history.limit;
    if (most === 0) return undefined;
    const sinceMs = this.nowMs - period * MINUTE_MS;
    const told = this.rows.flatMap(({ toldMs }) => (toldMs !== undefined && toldMs > sinceMs ? [toldMs] : []));
    const decisive = told.sort((a, b) => b - a)[most - 1];
    if (decisive === undefined) return undefined;
    const digest = this.rows.find((r) => r !== row && r.isDigest && r.toldMs === undefined && r.dueMs !== undefined);
    return { untilMs: decisive + period * MINUTE_MS, leaderId: digest?.id };
  }

  private rowOf(id: number): Row {
    return this.rows[id - 1]!;
  }

  private causeOf(resource: number): number | undefined {
    const upstream = RESOURCES.map((id) => {
      const dependsOn = this.history.dependencies.filter(([from]) => from === id).map(([, to]) => to);
      return [id, { isPresent: true, isDown: this.down.has(id), dependsOn }] as const;
    });
    return causeOf(resource, new Map(upstream));
  }

  private silencesOf({ resource }: Alert) {
    const own = this.history.silences.filter((silence) => silence.resource === resource);
    return own.map(({ id, start, end }) => ({
      ...{ id, startMs: start * MINUTE_MS, endMs: end * MINUTE_MS, overMs: end * MINUTE_MS },
      ...{ rule: null, timeZone: null },
    }));
  }

  private flapsUntil({ resource }: Alert): number | undefined {
    const { count, period } = this.history.flapping;
    const fired = this.alerts.filter((a) => a.resource === resource && a.isRecovered).map(({ firedMs }) => firedMs);
    return flapsUntil(fired, { count, periodMs: period * MINUTE_MS }, this.nowMs);
  }

  private heldAlertOf({ id, resource, isAcknowledged }: Alert): HeldAlert {
    return {
      ...{
        mode: 'ANY',
        conditions: [aCondition()],
        isAcknowledged,
        isGone: false,
        isRecovered: false,
        hasRecoverer: false,
      },
      hasSuccessor: this.alerts.some((a) => a.resource === resource && a.id > id),
      endsToldProblem: undefined,
    };
  }

  private presentOf({ resource }: Alert) {
    return {
      availability: 'UP' as const,
      values: new Map([[METRIC, this.values.get(resource)!]]),
      baselines: new Map(),
    };
  }
}

const NEVER_TOLD: Thread = { leaderId: undefined, toldMs: undefined };

it('tells the same alerts at the same times as the slow reference model, in random histories', () => {
  const seen = { ALERT: 0, HELD: 0, END: 0 };
  fc.assert(
    fc.property(randomHistory, (given) => {
      const lines = new Service(given).run();
      for (const kind of ['ALERT', 'HELD', 'END'] as const) seen[kind] += lines.filter((l) => l.includes(kind)).length;
      const reference = referenceNotices(given);
      // Compared as text: so many expectations take longer than the engine.
      if (lines.join() !== reference.join()) throw new Error(`${lines.join('\n')}\n\nbut\n\n${reference.join('\n')}`);
    }),
    { numRuns: HISTORIES, seed: 20261126 },
  );
  // Notifications of every kind were sent, or this shows nothing.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(HISTORIES / 25);
}, 600_000);
