import fc from 'fast-check';

export const RESOURCES = [1, 2, 3, 4];

/** What happens, in minutes, to resources that are numbered from 1. */
export interface History {
  /** The resource of each entry depends on the other. */
  readonly dependencies: readonly (readonly [number, number])[];
  readonly silences: readonly { id: number; resource: number; start: number; end: number }[];
  readonly events: readonly PlainEvent[];
  readonly grouping: 'problem' | 'definition';
  /** From the first alert of an incident to its notification, from that to the next, and how long it takes more. */
  readonly wait: number;
  readonly interval: number;
  readonly window: number;
  readonly flapping: { count: number; period: number };
  readonly limit: { most: number; period: number };
}

export type PlainEvent = { minute: number; resource: number } & (
  { kind: 'value'; over: boolean } | { kind: 'state'; down: boolean } | { kind: 'acknowledged' }
);

export const LAST_MINUTE = 45;
const LONGEST_HOLD = 10;

interface PlainAlert {
  id: number;
  resource: number;
  minute: number;
  incident: number;
  state: 'held' | 'told' | 'dropped';
  /** What holds it, or held it last. */
  why: string;
  look: number;
  acknowledged: boolean;
  end: 'none' | 'recovered' | 'passed';
  row: number;
}

/** What one notification says: alerts, why others are held, or the end; by the number of its row and those it takes along. */
interface PlainMessage {
  row: number;
  kind: 'ALERT' | 'HELD' | 'END';
  alert: PlainAlert;
  along: { row: number; kind: PlainMessage['kind']; alert: PlainAlert; incident: number }[];
  incident: number;
  due: number;
  sent: number | undefined;
  isDigest: boolean;
}

interface PlainIncident {
  id: number;
  key: string;
  newest: number;
  isOver: boolean;
}

/**
 * Who is told what and when, once more, slow and plain: everything is looked up in lists of all that ever was, rule by rule.
 * One recipient is to be told of every alert, and every value beyond the bound is one. Returns a line for each alert and for each
 * notification sent.
 */
export function referenceNotices(history: History): string[] {
  const { flapping, limit } = history;
  const alerts: PlainAlert[] = [];
  const incidents: PlainIncident[] = [];
  const messages: PlainMessage[] = [];
  const lines: string[] = [];
  let over: number[] = [];
  let down: number[] = [];
  let rows = 0;

  for (let now = 0; now <= LAST_MINUTE; now++) {
    for (const event of history.events.filter(({ minute }) => minute === now)) happen(event, now);
    look(now);
    for (;;) {
      const [next] = messages
        .filter((m) => m.sent === undefined && m.due <= now)
        .sort((a, b) => a.due - b.due || a.row - b.row);
      if (!next) break;
      if (deliver(next, now) === 'given back') look(now);
    }
  }
  return lines;

  function happen(event: PlainEvent, now: number): void {
    const { resource } = event;
    const without = (list: number[]): number[] => list.filter((id) => id !== resource);
    if (event.kind === 'acknowledged') {
      const newest = alerts.filter((alert) => alert.resource === resource).at(-1);
      if (newest) newest.acknowledged = true;
    } else if (event.kind === 'state') {
      down = event.down ? [...without(down), resource] : without(down);
      const freed = alerts.filter(({ state, why }) => state === 'held' && why === `cause ${resource}`);
      if (!event.down) for (const alert of freed) alert.look = now;
    } else {
      over = event.over ? [...without(over), resource] : without(over);
      if (event.over) fire(resource, now);
    }
  }

  function fire(resource: number, now: number): void {
    const former = alerts.filter((alert) => alert.resource === resource && alert.end === 'none');
    for (const alert of former) Object.assign(alert, { end: 'passed', look: Math.min(alert.look, now) });
    const alert: PlainAlert = {
      ...{ id: alerts.length + 1, resource, minute: now, incident: 0, state: 'dropped', why: '', look: now },
      ...{ acknowledged: false, end: 'none', row: ++rows },
    };
    alerts.push(alert);
    lines.push(`${now}: ${resource} fires`);
    decide([alert], now);
    endIncidents(
      former.map(({ incident }) => incident),
      now,
    );
  }

  /** Incidents are chosen for all before anything is decided. */
  function decide(some: readonly PlainAlert[], now: number): void {
    const chosen = some.map((alert) => choose(alert, now));
    some.forEach((alert, index) => {
      const choice = chosen[index]!;
      alert.incident = typeof choice === 'number' ? choice : openIncident(choice, now);
      const incident = incidents.find(({ id }) => id === alert.incident)!;
      if (stays(alert, now)) return;
      incident.newest = Math.max(incident.newest, now);
    });
    for (const alert of some) decideOne(alert, now);
  }

  function choose(alert: PlainAlert, now: number): number | string {
    const cause = causeOf(alert.resource);
    if (stays(alert, now)) return alert.incident;
    const byKey = history.grouping === 'problem' ? `problem ${alert.resource}` : 'definition';
    if (cause === undefined) return isOpen(`cause ${alert.resource}`) ? `cause ${alert.resource}` : byKey;
    const own = alerts.filter((a) => a.resource === cause && a.state === 'told' && a.end === 'none').at(-1);
    return own ? own.incident : `cause ${cause}`;
  }

  /** What holds it is what held it. */
  function stays(alert: PlainAlert, now: number): boolean {
    const cause = causeOf(alert.resource);
    const isFlapping = cause === undefined && alert.why === 'flapping' && calmAt(alert, now) > now;
    return alert.state === 'held' && (isFlapping || alert.why === `cause ${cause}`);
  }

  function isOpen(key: string): boolean {
    return incidents.some((incident) => incident.key === key);
  }

  function openIncident(key: string, now: number): number {
    const stale = incidents.find((incident) => incident.key === key && incident.newest < now - history.window);
    if (stale) stale.key = '';
    if (!isOpen(key)) incidents.push({ id: incidents.length + 1, key, newest: now, isOver: false });
    return incidents.find((incident) => incident.key === key)!.id;
  }

  function decideOne(alert: PlainAlert, now: number): void {
    const before = alert.state === 'held' ? alert.why : '';
    const cause = causeOf(alert.resource);
    const silence = silencedUntil(alert, now);
    const calm = calmAt(alert, now);
    if (silence !== undefined) return hold(alert, 'silence', Math.min(silence, now + LONGEST_HOLD));
    if (cause !== undefined) {
      hold(alert, `cause ${cause}`, now + LONGEST_HOLD);
      if (before !== alert.why) announce(alert, now);
      return;
    }
    if (calm > now) {
      const isKnown = alerts.some(
        (a) => a !== alert && a.resource === alert.resource && a.minute > now - flapping.period && a.why === 'flapping',
      );
      hold(alert, 'flapping', Math.min(calm, now + LONGEST_HOLD));
      if (before !== 'flapping' && !isKnown) announce(alert, now);
      return;
    }
    Object.assign(alert, { state: 'told', look: now + 1 });
    const waiting = waitingIn(alert.incident);
    if (waiting) waiting.along.push({ row: alert.row, kind: 'ALERT', alert, incident: alert.incident });
    else say('ALERT', alert, alert.row, firstDue(alert.incident, now));
  }

  function hold(alert: PlainAlert, why: string, until: number): void {
    Object.assign(alert, { state: 'held', why, look: until });
  }

  function announce(alert: PlainAlert, now: number): void {
    if (!waitingIn(alert.incident)) say('HELD', alert, ++rows, firstDue(alert.incident, now));
  }

  function say(
    kind: PlainMessage['kind'],
    alert: PlainAlert,
    row: number,
    due: number,
    incident = alert.incident,
  ): void {
    messages.push({ row, kind, alert, along: [], incident, due, sent: undefined, isDigest: false });
  }

  function waitingIn(incident: number): PlainMessage | undefined {
    return messages.filter((m) => m.incident === incident && m.sent === undefined).sort((a, b) => b.row - a.row)[0];
  }

  function firstDue(incident: number, now: number): number {
    const sent = messages.flatMap((m) => (m.incident === incident && m.sent !== undefined ? [m.sent] : []));
    return sent.length === 0 ? now + history.wait : Math.max(now, Math.max(...sent) + history.interval);
  }

  function causeOf(resource: number): number | undefined {
    const distance = new Map([[resource, 0]]);
    for (let step = 1; step < 10; step++) {
      for (const [from, to] of history.dependencies) {
        if (distance.get(from) === step - 1 && !distance.has(to)) distance.set(to, step);
      }
    }
    const causes = [...distance].filter(([id]) => id !== resource && down.includes(id));
    return causes.sort(([a, far], [b, farther]) => farther - far || a - b)[0]?.[0];
  }

  function silencedUntil(alert: PlainAlert, now: number): number | undefined {
    const ends = history.silences
      .filter(({ resource, start, end }) => resource === alert.resource && start <= now && now < end)
      .map(({ end }) => end);
    return ends.length === 0 ? undefined : Math.max(...ends);
  }

  function calmAt({ resource }: PlainAlert, now: number): number {
    const fired = alerts
      .filter((a) => a.resource === resource && a.end === 'recovered' && a.minute > now - flapping.period)
      .map(({ minute }) => minute)
      .sort((a, b) => b - a);
    return flapping.count > 0 && fired.length >= flapping.count ? fired[flapping.count - 1]! + flapping.period : now;
  }

  function isLater(alert: PlainAlert): boolean {
    return alerts.some((a) => a.resource === alert.resource && a.id > alert.id);
  }

  function look(now: number): void {
    const due = alerts.filter((a) => (a.state === 'held' || a.end === 'none') && a.look <= now);
    const told = due.filter(({ state }) => state !== 'held');
    const waiting = due.filter(({ state }) => state === 'held');
    const isGone = (a: PlainAlert): boolean =>
      a.why !== 'grouped' && (a.acknowledged || isLater(a) || !over.includes(a.resource));
    const dropped = waiting.filter(isGone);
    for (const alert of dropped) alert.state = 'dropped';
    decide(
      waiting.filter((alert) => !dropped.includes(alert)),
      now,
    );
    for (const alert of dropped) {
      if (!isLater(alert) && !over.includes(alert.resource)) alert.end = 'recovered';
      else if (alert.end === 'none') alert.end = 'passed';
    }
    for (const alert of told) {
      if (!isLater(alert) && over.includes(alert.resource)) {
        alert.look = now + Math.min(Math.max((now - alert.minute) / 10, 1), 10);
        continue;
      }
      alert.end = isLater(alert) ? 'passed' : 'recovered';
    }
    endIncidents(
      incidents.map(({ id }) => id),
      now,
    );
  }

  function endIncidents(some: readonly number[], now: number): void {
    for (const incident of incidents) {
      if (!some.includes(incident.id) || incident.isOver) continue;
      const own = alerts.filter((a) => a.incident === incident.id);
      if (own.some((a) => (a.state === 'held' ? a.why !== 'silence' : a.end === 'none'))) continue;
      Object.assign(incident, { isOver: true, key: '' });
      const said = messages.flatMap((m) => [m, ...m.along]).filter((m) => m.incident === incident.id);
      const isOwed = said.some((m) => m.kind === 'HELD' || m.alert.end === 'recovered');
      if (!isOwed) continue;
      const newest = said.sort((a, b) => b.row - a.row)[0]!.alert;
      const waiting = waitingIn(incident.id);
      if (waiting) waiting.along.push({ row: ++rows, kind: 'END', alert: newest, incident: incident.id });
      else say('END', newest, ++rows, now, incident.id);
    }
  }

  function deliver(message: PlainMessage, now: number): 'given back' | 'done' {
    const { kind, alert } = message;
    const silence = silencedUntil(alert, now);
    const sent = messages.flatMap((m) => (m.sent !== undefined && m.sent > now - limit.period ? [m.sent] : []));
    const full =
      limit.most > 0 && sent.length >= limit.most ? sent.sort((a, b) => b - a)[limit.most - 1]! + limit.period : 0;
    if (kind === 'HELD' && !alerts.some((a) => a.incident === message.incident && isCounted(a)))
      return giveBack(message);
    if (kind === 'ALERT' && (silence !== undefined || causeOf(alert.resource) !== undefined)) {
      messages.splice(messages.indexOf(message), 1);
      Object.assign(alert, { state: 'dropped' });
      decide([alert], now);
      return giveBack(message);
    }
    if (silence !== undefined) {
      message.due = Math.min(silence, now + LONGEST_HOLD);
      return 'done';
    }
    const digest = messages.find((m) => m.isDigest && m.sent === undefined && m !== message);
    if (full > 0 && digest) {
      digest.along.push({ row: message.row, kind, alert, incident: message.incident }, ...message.along);
      messages.splice(messages.indexOf(message), 1);
      return 'done';
    }
    if (full > now) {
      Object.assign(message, { due: full, isDigest: true });
      return 'done';
    }
    message.sent = now;
    const told = [
      ...(kind === 'ALERT' ? [alert.id] : []),
      ...message.along.flatMap((a) => (a.kind === 'ALERT' ? a.alert.id : [])),
    ];
    lines.push(`${now}: ${kind} ${told.sort((a, b) => a - b).join()}`);
    return 'done';
  }

  function isCounted({ state, why }: PlainAlert): boolean {
    return state === 'held' && (why === 'flapping' || why.startsWith('cause'));
  }

  function giveBack(message: PlainMessage): 'given back' {
    const index = messages.indexOf(message);
    if (index >= 0) messages.splice(index, 1);
    for (const along of message.along) if (along.kind === 'ALERT') hold(along.alert, 'grouped', 0);
    return 'given back';
  }
}

const resource = fc.constantFrom(...RESOURCES);
const event: fc.Arbitrary<PlainEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('value' as const), minute: fc.nat(30), resource, over: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('state' as const), minute: fc.nat(30), resource, down: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('acknowledged' as const), minute: fc.nat(30), resource }) },
);
const silence = fc.record({ resource, start: fc.nat(25), length: fc.integer({ min: 1, max: 15 }) });

export const randomHistory: fc.Arbitrary<History> = fc.record({
  dependencies: fc.uniqueArray(fc.tuple(resource, resource), { maxLength: 4, selector: String }),
  silences: fc
    .array(silence, { maxLength: 2 })
    .map((some) => some.map(({ length, ...one }, id) => ({ ...one, id, end: one.start + length }))),
  events: fc.array(event, { maxLength: 24 }).map((some) => [...some].sort((a, b) => a.minute - b.minute)),
  grouping: fc.constantFrom('problem', 'definition'),
  wait: fc.nat(3),
  interval: fc.nat(6),
  window: fc.constantFrom(5, 15, 60),
  flapping: fc.record({ count: fc.nat(2), period: fc.constantFrom(10, 20) }),
  limit: fc.record({ most: fc.nat(3), period: fc.constantFrom(10, 20) }),
});
