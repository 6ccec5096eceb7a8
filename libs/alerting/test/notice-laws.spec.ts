import { DAYS_OF_WEEK } from '@wardstone/terms';
import { rounds } from '@wardstone/testing';
import fc from 'fast-check';
import { chooseIncident } from '../src/incident';
import { type NoticePlan, planIncidentSteps, planNotices, type Thread, UNHELD } from '../src/notice-plan';
import { windowAt } from '../src/silence-times';
import { quietUntil } from '../src/quiet-hours';
import { applyFact } from '../src/resource-alerts';
import { getEnding, lookAgainMs, stillHolds } from '../src/still-holds';
import { aDefinition, aNumber, aResource, MINUTE_MS } from './engine-fixture';
import { LAST_MINUTE, type PlainEvent, randomHistory, RECIPIENTS, RESOURCES } from './notice-history';
import { referenceNotices } from './notice-model';
import { type Alert, type Incident, type Row, StoredNotices } from './stored-notices';

const HISTORIES = rounds(100_000, 100);

/** Carries out the decisions of the product's functions, like the service, with lists in place of tables. */
class Service extends StoredNotices {
  readonly lines: string[] = [];
  private readonly engines = new Map(RESOURCES.map((id) => [id, aResource([aDefinition({ id })])]));

  run(): string[] {
    for (let minute = 0; minute <= LAST_MINUTE; minute++) {
      this.nowMs = minute * MINUTE_MS;
      for (const event of this.history.events) if (event.minute === minute) this.happen(event);
      this.release();
      for (;;) {
        const row = this.nextDue();
        const escalating = this.incidents.find(({ stepMs }) => stepMs !== undefined && stepMs <= this.nowMs);
        if (row) this.take(row);
        else if (escalating) this.escalate(escalating);
        else break;
      }
    }
    return this.lines;
  }

  private happen(event: PlainEvent): void {
    const { resource } = event;
    if (event.kind === 'acknowledged') {
      const newest = this.alerts.findLast((alert) => alert.resource === resource);
      if (newest) {
        newest.ackMs ??= this.nowMs;
        this.begin(newest.incident!);
      }
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
    Object.assign(alert, { isHeld: false, isRecovered: false });
    this.add({ kind: 'ALERT', alert, to: 'first' });
    this.alerts.push(alert);
    this.lines.push(`${this.nowMs / MINUTE_MS}: ${resource} fires`);
    this.decide([{ alert, isOver: false }]);
    this.endIncidents(ended.map(({ incident }) => incident!));
  }

  private decide(some: readonly { alert: Alert; isOver: boolean }[]): void {
    const { nowMs, history } = this;
    const open = new Set(this.incidents.flatMap(({ key }) => key ?? []));
    const choices = some.map(({ alert, isOver }) => {
      const { resource, incident } = alert;
      const causeId = this.findCause(resource);
      if (isOver && incident !== undefined) return { id: incident, stays: true };
      const ofCause = this.alerts.findLast(
        (a) => a.resource === causeId && !a.isHeld && a.endedMs === undefined,
      )?.incident;
      const subject = { definitionId: resource, resourceId: resource, templateId: 99, hostId: resource, causeId };
      const isFlapping = this.flapsUntil(alert) !== undefined;
      const { reason, causeId: heldBy } = alert.hold ?? {};
      const ofHold =
        alert.isHeld && reason && incident
          ? {
              id: incident,
              hasEnded: this.incidents.find(({ id }) => id === incident)!.isEnded,
              reason,
              causeId: heldBy,
            }
          : undefined;
      const isSilenced = this.listSilences(alert).some((silence) => windowAt(silence, nowMs));
      const known = { ofHold, ofRecovered: undefined, ofCause, keys: open };
      return chooseIncident(
        { ...subject, isFlapping, isSilenced, groupId: undefined, typeId: undefined },
        known,
        history.grouping,
      );
    });
    some.forEach(({ alert }, index) => (alert.incident = this.join(choices[index]!)));
    for (const { alert, isOver } of some) {
      const heldBy = alert.isHeld ? alert.hold : undefined;
      const plan = planNotices(
        {
          ...UNHELD,
          sinceMs: nowMs,
          nowMs,
          isOver,
          heldBy,
          silences: this.listSilences(alert),
          causeId: this.findCause(alert.resource),
          flapsUntilMs: this.flapsUntil(alert),
          grouping: { waitMs: history.wait * MINUTE_MS, intervalMs: history.interval * MINUTE_MS },
          isFlappingNotified: this.alerts.some(
            (a) =>
              a !== alert &&
              a.resource === alert.resource &&
              a.firedMs > nowMs - history.flapping.period * MINUTE_MS &&
              a.hold?.reason === 'FLAPPING',
          ),
        },
        this.listOpen(alert).map((row) => {
          const { failures, failedMs, to } = row;
          return { kind: 'ALERT' as const, failures, failedMs, row, thread: this.findThread(alert.incident!, to) };
        }),
      );
      this.carryOut(alert, plan);
    }
    for (const id of new Set(some.flatMap(({ alert }) => (alert.isNotified ? alert.incident! : [])))) this.begin(id);
  }

  private carryOut(alert: Alert, { hold, sent, joined, dropped, announced }: NoticePlan<{ row: Row }>): void {
    const { incident } = alert;
    const wasNotified = this.rows.some(
      (r) => r.alert === alert && r.kind === 'ALERT' && (r.carrier ?? r).notifiedMs !== undefined,
    );
    alert.isHeld = hold !== undefined;
    alert.isNotified = !hold && sent.length + joined.length > 0;
    if (!wasNotified || alert.notifiedMs === undefined) alert.notifiedMs = alert.isNotified ? this.nowMs : undefined;
    if (hold) alert.hold = hold;
    alert.untilMs = hold?.untilMs ?? this.nowMs + MINUTE_MS;
    for (const { notice, atMs: dueMs } of sent) Object.assign(notice.row, { incident, dueMs, isDigest: false });
    for (const { notice, leaderId } of joined) {
      Object.assign(notice.row, { incident, carrier: this.findRow(leaderId), isSettled: true });
    }
    for (const { row } of dropped) Object.assign(row, { isSettled: true, dueMs: undefined, incident: undefined });
    const notifiedTimes = new Map(announced.map(({ notice, atMs }) => [notice.row.to, atMs]));
    for (const [to, dueMs] of notifiedTimes) this.add({ kind: 'HELD', alert, to, incident, dueMs });
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
    this.incidents.push({
      id: this.incidents.length + 1,
      key: choice.key,
      lastMs: nowMs,
      isEnded: false,
      stepMs: undefined,
    });
    return this.incidents.length;
  }

  private release(): void {
    const due = this.alerts.filter((a) => (a.isHeld || a.endedMs === undefined) && a.untilMs <= this.nowMs);
    const times = { nowMs: this.nowMs, eventMs: 60 * MINUTE_MS };
    const judged = due.map((alert) => {
      const [held, present] = [this.toHeldAlert(alert), this.getPresent(alert)];
      const ending = getEnding(held, present, { ...times, firedMs: alert.firedMs });
      const mayBeOver = alert.isHeld && alert.hold?.reason !== 'GROUPED';
      const isOver = mayBeOver && (ending !== undefined || !stillHolds(held, present));
      return { alert, isOver, wasHeld: alert.isHeld, ending };
    });
    const held = judged.filter(({ wasHeld }) => wasHeld);
    const sent = judged.filter(({ wasHeld }) => !wasHeld);
    const ended = judged.filter(({ wasHeld, isOver, ending }) => ending && (isOver || !wasHeld));
    this.decide(held);
    for (const { alert, ending } of ended) {
      alert.endedMs ??= this.nowMs;
      alert.isRecovered ||= ending === 'RECOVERED';
    }
    for (const { alert } of ended) this.begin(alert.incident!);
    for (const { alert, ending } of sent) if (!ending) alert.untilMs = lookAgainMs(alert.firedMs, this.nowMs);
    this.endIncidents(this.incidents.map(({ id }) => id));
  }

  private endIncidents(ids: readonly number[]): void {
    for (const incident of this.incidents.filter(({ id, isEnded }) => ids.includes(id) && !isEnded)) {
      const own = this.alerts.filter((a) => a.incident === incident.id);
      const isNotified =
        own.some(({ notifiedMs }) => notifiedMs !== undefined) ||
        this.rows.some((row) => row.incident === incident.id && row.kind === 'HELD');
      if (own.some((a) => (a.isHeld ? a.hold!.reason !== 'SILENCED' || !isNotified : a.endedMs === undefined)))
        continue;
      Object.assign(incident, { isEnded: true, key: undefined });
      for (const to of RECIPIENTS) {
        const rows = this.rows.filter((row) => row.incident === incident.id && row.to === to);
        if (!rows.some(({ kind, alert }) => kind === 'HELD' || alert.isRecovered)) continue;
        const thread = this.findThread(incident.id, to);
        const end = { kind: 'END' as const, failures: 0, failedMs: undefined, thread };
        const { sent, joined } = planNotices({ ...UNHELD, sinceMs: this.nowMs, nowMs: this.nowMs }, [end]);
        const row = { kind: 'END' as const, alert: rows.at(-1)!.alert, to, incident: incident.id };
        for (const { atMs: dueMs } of sent) this.add({ ...row, dueMs });
        for (const { leaderId } of joined) this.add({ ...row, carrier: this.findRow(leaderId), isSettled: true });
      }
    }
  }

  private begin(incidentId: number): void {
    const incident = this.incidents.find(({ id }) => id === incidentId)!;
    const stepMs = this.nextStepMs(incident);
    if (stepMs !== undefined) incident.stepMs = Math.min(incident.stepMs ?? Infinity, stepMs);
  }

  private nextStepMs(incident: Incident): number | undefined {
    const { due, nextMs } = planIncidentSteps(this.escalating(incident)).steps;
    return due.length > 0 ? this.nowMs : nextMs;
  }

  private escalate(incident: Incident): void {
    const all = this.escalating(incident);
    const { decider, steps } = planIncidentSteps(all);
    if (decider) {
      const rows = steps.due.map((place, index) => {
        const step = index === steps.due.length - 1 ? steps.notifiedSteps - 1 : place;
        const { alert } = decider;
        return this.add({ kind: 'ALERT', alert, to: 'second', incident: incident.id, dueMs: this.nowMs, step });
      });
      const others = all.flatMap(({ alert: { alert, policy, told }, situation }) => {
        const isAsFar = policy === decider.policy && told === decider.told && alert !== decider.alert;
        return isAsFar && !planNotices(situation, []).hold ? [alert] : [];
      });
      for (const alert of others.sort((x, y) => x.id - y.id)) {
        for (const carrier of rows) {
          const { step } = carrier;
          this.add({ kind: 'ALERT', alert, to: 'second', incident: incident.id, step, carrier, isSettled: true });
        }
      }
    }
    incident.stepMs = this.nextStepMs(incident);
  }

  private take(row: Row): void {
    const { nowMs } = this;
    const { kind, alert } = row;
    const holdsAny = this.alerts.some(
      (a) => a.incident === row.incident && a.isHeld && ['SUPPRESSED', 'FLAPPING'].includes(a.hold!.reason),
    );
    const { failures, failedMs, dueMs: wasDueMs } = row;
    const limit = row.notifiedMs === undefined ? this.limitFor(row) : undefined;
    const plan = planNotices(
      {
        ...UNHELD,
        sinceMs: row.dueMs!,
        nowMs,
        silences: this.listSilences(alert),
        causeId: kind === 'ALERT' ? this.findCause(alert.resource) : undefined,
        isOver: kind === 'HELD' && !holdsAny,
      },
      [{ kind, failures, failedMs, dueMs: wasDueMs, thread: { ...NEVER_TOLD, limit } }],
    );
    if (plan.hold && kind === 'ALERT') {
      const rows = this.reopen(alert);
      this.decide([{ alert, isOver: false }]);
      return this.giveBack(rows);
    }
    if (plan.dropped.length > 0) {
      Object.assign(row, { isSettled: true, dueMs: undefined, incident: undefined });
      return this.giveBack([row]);
    }
    if (plan.joined.length > 0) {
      const carrier = this.findRow(plan.joined[0]!.leaderId);
      for (const other of this.rows.filter((each) => each === row || each.carrier === row)) {
        Object.assign(other, { carrier, dueMs: undefined, isSettled: true });
      }
      return;
    }
    const dueMs = plan.hold?.untilMs ?? plan.sent[0]!.atMs;
    if (plan.hold || dueMs > nowMs) {
      row.dueMs = dueMs;
      if (!plan.hold) row.isDigest = true;
      return;
    }
    row.notifiedMs ??= nowMs;
    this.attempt(row);
  }

  /** Behaves like senders to people and the delivery that records the outcome. */
  private attempt(row: Row): void {
    const { nowMs } = this;
    const { kind, alert, to, step } = row;
    const isKept = row.failures > 0 && kind === 'ALERT' && (alert.ackMs !== undefined || alert.endedMs !== undefined);
    const untilMs = to === 'second' && !isKept ? this.quietUntilMs() : undefined;
    if (untilMs !== undefined) {
      Object.assign(row, { failures: row.failures + 1, failedMs: nowMs });
      const notice = { kind, failures: row.failures, failedMs: nowMs, quietUntilMs: untilMs, thread: undefined };
      row.dueMs = planNotices({ ...UNHELD, sinceMs: row.notifiedMs!, nowMs }, [notice]).sent[0]!.atMs;
      return;
    }
    row.isSettled = true;
    if (isKept) return;
    const rows = this.rows.filter((each) => each.kind === 'ALERT' && (each === row || each.carrier === row));
    const ids = rows.map((each) => each.alert.id).sort((a, b) => a - b);
    const what = step === undefined ? kind : `STEP ${step}`;
    this.lines.push(`${nowMs / MINUTE_MS}: ${what} ${ids.join()}${to === 'second' ? ' to the second' : ''}`);
  }

  private quietUntilMs(): number | undefined {
    const { start, end } = this.history.quiet;
    if (start === end) return undefined;
    const [startTime, endTime] = [start, end].map((minute) => `00:${String(minute).padStart(2, '0')}`) as [
      string,
      string,
    ];
    return quietUntil(
      { timeZone: 'UTC', startTime, endTime, days: DAYS_OF_WEEK, urgentPriority: 'HIGH' },
      'LOW',
      this.nowMs,
    );
  }

  private reopen(alert: Alert): Row[] {
    const rows = this.listOpen(alert);
    for (const row of rows) {
      if (row.notifiedMs === undefined) Object.assign(row, { dueMs: undefined, incident: undefined, isDigest: false });
    }
    return rows;
  }

  private giveBack(some: readonly Row[]): void {
    for (let rows = some; rows.length > 0;) {
      const carried = this.rows.filter(({ carrier }) => carrier && rows.includes(carrier));
      for (const row of carried) {
        Object.assign(row, { carrier: undefined, incident: undefined, isSettled: row.kind !== 'ALERT' });
      }
      const alerts = new Set(carried.flatMap(({ kind, alert }) => (kind === 'ALERT' ? alert : [])));
      for (const alert of alerts) Object.assign(alert, { isHeld: true, hold: { reason: 'GROUPED' }, untilMs: 0 });
      rows = [...alerts].flatMap((alert) => this.reopen(alert)).filter((row) => !carried.includes(row));
    }
    this.release();
  }
}

const NEVER_TOLD: Thread = { leaderId: undefined, notifiedMs: undefined };

it('notifies of the same alerts at the same times as the reference model, in random histories', () => {
  const seen = { ALERT: 0, HELD: 0, END: 0, STEP: 0 };
  fc.assert(
    fc.property(randomHistory, (given) => {
      const lines = new Service(given).run();
      for (const kind of ['ALERT', 'HELD', 'END', 'STEP'] as const)
        seen[kind] += lines.filter((l) => l.includes(kind)).length;
      const reference = referenceNotices(given);
      // Compared as text, because thousands of expectations take longer than the engine.
      if (lines.join() !== reference.join()) throw new Error(`${lines.join('\n')}\n\nbut\n\n${reference.join('\n')}`);
    }),
    { numRuns: HISTORIES, seed: 20261126 },
  );
  // Notifications of every kind were sent, or this shows nothing.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(HISTORIES / 30);
}, 600_000);
