import {
  type History,
  LAST_MINUTE,
  type PlainEvent,
  type PlainPolicy,
  type PlainRecipient,
  RECIPIENTS,
} from './notice-history';
import { type PlainAlert, type PlainIncident, type PlainMessage, type PlainNotice, PlainPast } from './plain-past';

const MAX_HOLD = 2;
/** In minutes, from the first attempt in vain to the next; doubled each time. */
const RETRY = 5 / 60;

/**
 * A slow, plain reference model of notifications: everything is looked up in lists of the whole past, rule by rule. One
 * recipient gets every alert, and every value beyond the bound is one; another gets the steps of policies. Returns a
 * line for each alert and each notification.
 */
export function referenceNotices(history: History): string[] {
  const { flapping, limit } = history;
  const past = new PlainPast(history);
  const { alerts, incidents, messages, steps } = past;
  const lines: string[] = [];
  let over: number[] = [];
  let rows = 0;

  for (let now = 0; now <= LAST_MINUTE; now++) {
    for (const event of history.events.filter(({ minute }) => minute === now)) happen(event, now);
    look(now);
    for (;;) {
      const [next] = messages
        .filter((m) => !m.isNotified && m.due <= now)
        .sort((a, b) => a.due - b.due || a.row - b.row);
      const escalating = incidents.find((incident) => incident.look !== undefined && incident.look <= now);
      if (next) deliver(next, now);
      else if (escalating) escalate(escalating, now);
      else break;
    }
  }
  return lines;

  function happen(event: PlainEvent, now: number): void {
    const { resource } = event;
    const without = (list: number[]): number[] => list.filter((id) => id !== resource);
    if (event.kind === 'acknowledged') {
      const newest = alerts.filter((alert) => alert.resource === resource).at(-1);
      if (newest) {
        newest.acknowledged ??= now;
        reconsider(newest.incident, now);
      }
    } else if (event.kind === 'state') {
      past.down = event.down ? [...without(past.down), resource] : without(past.down);
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
    // Notification of the definition itself.
    const first = { row: ++rows, to: 'first', step: undefined } as const;
    const alert = PlainPast.newAlert({ id: alerts.length + 1, resource, minute: now, open: [first] });
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
    for (const { state, incident } of some) if (state === 'told') reconsider(incident, now);
  }

  /** Decides again when the next step of an incident is due, or what holds it may have ended. */
  function reconsider(id: number, now: number): void {
    const incident = past.findIncident(id);
    incident.look = Math.min(incident.look ?? Infinity, stepTime(id, now));
  }

  function stepTime(id: number, now: number): number {
    const all = past.escalated(id);
    const decider = all.find(({ alert }) => heldUntil(alert, now) === undefined);
    const older = decider ? all.slice(0, all.indexOf(decider)) : all;
    const held = older.map(({ alert, next, policy, since }) =>
      Math.max(toTime(next, policy, since), Math.min(heldUntil(alert, now)!, now + 1)),
    );
    const own = decider ? Math.max(now, toTime(decider.next, decider.policy, decider.since)) : Infinity;
    return own === now ? now : Math.min(own, ...held);
  }

  function heldUntil(alert: PlainAlert, now: number): number | undefined {
    const silence = past.silencedUntil(alert, now);
    if (silence === undefined && past.findCause(alert.resource) === undefined) return undefined;
    return Math.min(silence ?? Infinity, now + MAX_HOLD);
  }

  function choose(alert: PlainAlert, now: number): number | string {
    const cause = past.findCause(alert.resource);
    if (stays(alert, now)) return alert.incident;
    const byKey = history.grouping === 'problem' ? `problem ${alert.resource}` : 'definition';
    if (cause === undefined) return past.isOpen(`cause ${alert.resource}`) ? `cause ${alert.resource}` : byKey;
    const own = alerts.filter((a) => a.resource === cause && a.state === 'told' && a.end === 'none').at(-1);
    return own ? own.incident : `cause ${cause}`;
  }

  /** Whether the alert is still held by the same reason. */
  function stays(alert: PlainAlert, now: number): boolean {
    const cause = past.findCause(alert.resource);
    const isFlapping = cause === undefined && alert.why === 'flapping' && past.calmAt(alert, now) > now;
    const isFree = cause === undefined && !incidents.find(({ id }) => id === alert.incident)?.isOver;
    const wasSilenced = alert.why === 'silence' && (isFree || past.silencedUntil(alert, now) !== undefined);
    return alert.state === 'held' && (isFlapping || wasSilenced || alert.why === `cause ${cause}`);
  }

  function openIncident(key: string, now: number): number {
    const stale = incidents.find((incident) => incident.key === key && incident.newest < now - history.window);
    if (stale) stale.key = '';
    if (!past.isOpen(key)) {
      incidents.push({ id: incidents.length + 1, key, newest: now, isOver: false, look: undefined });
    }
    return incidents.find((incident) => incident.key === key)!.id;
  }

  function decideOne(alert: PlainAlert, now: number): void {
    const before = alert.state === 'held' ? alert.why : '';
    const cause = past.findCause(alert.resource);
    const silence = past.silencedUntil(alert, now);
    const calm = past.calmAt(alert, now);
    if (silence !== undefined) return hold(alert, 'silence', Math.min(silence, now + MAX_HOLD));
    if (cause !== undefined) {
      hold(alert, `cause ${cause}`, now + MAX_HOLD);
      if (before !== alert.why) announce(alert, now);
      return;
    }
    if (calm > now) {
      const isKnown = alerts.some(
        (a) => a !== alert && a.resource === alert.resource && a.minute > now - flapping.period && a.why === 'flapping',
      );
      hold(alert, 'flapping', Math.min(calm, now + MAX_HOLD));
      if (before !== 'flapping' && !isKnown) announce(alert, now);
      return;
    }
    Object.assign(alert, { state: 'told', look: now + 1, notifiedMinute: alert.notifiedMinute ?? now });
    const plans = alert.open.map((open) => ({
      open,
      tried: messages.find(({ row }) => row === open.row),
      waiting: past.waitingIn(alert.incident, open.to),
      due: past.firstDue(alert.incident, open.to, now),
    }));
    for (const { open, tried, waiting, due } of plans) {
      if (tried) Object.assign(tried, { due: Math.max(now, retryAt(tried)), incident: alert.incident });
      else if (!waiting) say('ALERT', alert, open, due);
      else {
        waiting.along.push({ ...open, kind: 'ALERT', alert, incident: alert.incident });
        alert.open = alert.open.filter((other) => other !== open);
      }
    }
  }

  function hold(alert: PlainAlert, why: string, until: number): void {
    Object.assign(alert, { state: 'held', why, look: until });
    const isNotified = messages.some(
      (m) => m.sent !== undefined && [m, ...m.along].some((a) => a.kind === 'ALERT' && a.alert === alert),
    );
    if (!isNotified) alert.notifiedMinute = undefined;
    for (const message of past.unheard(alert)) message.due = Infinity;
  }

  function announce(alert: PlainAlert, now: number): void {
    for (const { to } of alert.open) {
      if (!past.waitingIn(alert.incident, to)) say('HELD', alert, notice(to), past.firstDue(alert.incident, to, now));
    }
  }

  function notice(to: PlainRecipient, step?: number): PlainNotice {
    return { row: ++rows, to, step };
  }

  function say(
    kind: PlainMessage['kind'],
    alert: PlainAlert,
    what: PlainNotice,
    due: number,
    incident = alert.incident,
  ): PlainMessage {
    const message: PlainMessage = {
      ...what,
      kind,
      alert,
      along: [],
      incident,
      due,
      sent: undefined,
      tries: 0,
      tried: 0,
      isNotified: false,
      isDigest: false,
    };
    messages.push(message);
    return message;
  }

  function drop(alert: PlainAlert): void {
    Object.assign(alert, { state: 'dropped', open: [] });
    for (const message of past.unheard(alert)) remove(message);
  }

  function look(now: number): void {
    const due = alerts.filter((a) => (a.state === 'held' || a.end === 'none') && a.look <= now);
    const sent = due.filter(({ state }) => state !== 'held');
    const waiting = due.filter(({ state }) => state === 'held');
    const isGone = (a: PlainAlert): boolean =>
      a.why !== 'grouped' && (a.acknowledged !== undefined || past.isLater(a) || !over.includes(a.resource));
    const dropped = waiting.filter(isGone);
    for (const alert of dropped) drop(alert);
    decide(
      waiting.filter((alert) => !dropped.includes(alert)),
      now,
    );
    for (const alert of dropped) {
      if (!past.isLater(alert) && !over.includes(alert.resource)) alert.end = 'recovered';
      else if (past.isLater(alert)) alert.end = 'passed';
      // An acknowledged alert notifies nobody any more, but lasts.
      else alert.look = now + 1;
    }
    for (const alert of sent) {
      if (!past.isLater(alert) && over.includes(alert.resource)) {
        alert.look = now + Math.min(Math.max((now - alert.minute) / 10, 1), 2);
        continue;
      }
      alert.end = past.isLater(alert) ? 'passed' : 'recovered';
    }
    for (const { end, incident } of due) if (end !== 'none') reconsider(incident, now);
    endIncidents(
      incidents.map(({ id }) => id),
      now,
    );
  }

  function endIncidents(some: readonly number[], now: number): void {
    for (const incident of incidents) {
      if (!some.includes(incident.id) || incident.isOver) continue;
      const own = alerts.filter((a) => a.incident === incident.id);
      const related = messages.flatMap((m) => [m, ...m.along]).filter((m) => m.incident === incident.id);
      const isNotified =
        own.some(({ notifiedMinute }) => notifiedMinute !== undefined) || related.some(({ kind }) => kind === 'HELD');
      if (own.some((a) => (a.state === 'held' ? a.why !== 'silence' || !isNotified : a.end === 'none'))) continue;
      Object.assign(incident, { isOver: true, key: '' });
      for (const to of RECIPIENTS) {
        const said = messages.flatMap((m) => [m, ...m.along]).filter((m) => m.incident === incident.id && m.to === to);
        if (!said.some((m) => m.kind === 'HELD' || m.alert.end === 'recovered')) continue;
        const newest = said.sort((a, b) => b.row - a.row)[0]!.alert;
        const waiting = past.waitingIn(incident.id, to);
        if (waiting) waiting.along.push({ ...notice(to), kind: 'END', alert: newest, incident: incident.id });
        else say('END', newest, notice(to), now, incident.id);
      }
    }
  }

  /** Infinite beyond the last repeat. */
  function toTime(step: number, { after, repeat, times }: PlainPolicy, since: number): number {
    const repeats = step - after.length + 1;
    if (repeats <= 0) return since + after[step]!;
    return repeats > times ? Infinity : since + after.at(-1)! + repeats * repeat;
  }

  function escalate(incident: PlainIncident, now: number): void {
    const all = past.escalated(incident.id).filter(({ alert }) => heldUntil(alert, now) === undefined);
    const [decider] = all;
    if (decider) {
      const { alert, policy, since, next } = decider;
      let step = next;
      const due = new Map<number, number>();
      for (; toTime(step, policy, since) <= now; step++) due.set(Math.min(step, policy.after.length - 1), step);
      const messages = [...due.values()].map((which) => {
        const what = notice('second', which);
        alert.open.push(what);
        steps.push({ alert, step: which });
        return say('ALERT', alert, what, now, incident.id);
      });
      const others = all.filter((other) => other !== decider && other.policy === policy && other.next === next);
      for (const { alert: other } of others.sort((a, b) => a.alert.id - b.alert.id)) {
        for (const message of messages) {
          const what = notice('second', message.step);
          message.along.push({ ...what, kind: 'ALERT', alert: other, incident: incident.id });
          steps.push({ alert: other, step: message.step! });
        }
      }
    }
    const time = stepTime(incident.id, now);
    incident.look = time === Infinity ? undefined : time;
  }

  function deliver(message: PlainMessage, now: number): void {
    const { kind, alert, to } = message;
    const silence = past.silencedUntil(alert, now);
    const sent = messages.flatMap((m) =>
      m.to === to && m.sent !== undefined && m.sent > now - limit.period ? [m.sent] : [],
    );
    const isFull = limit.most > 0 && sent.length >= limit.most && message.sent === undefined;
    const full = isFull ? sent.sort((a, b) => b - a)[limit.most - 1]! + limit.period : 0;
    if (kind === 'HELD' && !alerts.some((a) => a.incident === message.incident && isCounted(a))) {
      remove(message);
      return giveBack([message], now);
    }
    if (kind === 'ALERT' && (silence !== undefined || past.findCause(alert.resource) !== undefined)) {
      const taken = takeBack(alert);
      alert.state = 'dropped';
      decide([alert], now);
      return giveBack(taken, now);
    }
    if (silence !== undefined) {
      message.due = Math.min(silence, now + MAX_HOLD);
      return;
    }
    const digest = messages.find((m) => m.to === to && m.isDigest && m.sent === undefined && m !== message);
    if (full > 0 && digest) {
      const { row, step, incident } = message;
      digest.along.push({ row, to, step, kind, alert, incident }, ...message.along);
      messages.splice(messages.indexOf(message), 1);
      alert.open = alert.open.filter((open) => open.row !== row);
      return;
    }
    if (full > now) {
      Object.assign(message, { due: full, isDigest: true });
      return;
    }
    if (retryAt(message) > now) {
      message.due = retryAt(message);
      return;
    }
    const isPast = kind === 'ALERT' && (alert.acknowledged !== undefined || alert.end !== 'none');
    const isKept = message.tries > 0 && isPast;
    const isQuiet = to === 'second' && now >= history.quiet.start && now < history.quiet.end;
    message.sent ??= now;
    if (isQuiet && !isKept) {
      Object.assign(message, { due: history.quiet.end, tries: message.tries + 1, tried: now });
      return;
    }
    message.isNotified = true;
    alert.open = alert.open.filter(({ row }) => row !== message.row);
    if (isKept) return;
    const alertIds = [message, ...message.along].flatMap((m) => (m.kind === 'ALERT' ? m.alert.id : []));
    const what = message.step === undefined ? kind : `STEP ${message.step}`;
    lines.push(`${now}: ${what} ${alertIds.sort((a, b) => a - b).join()}${to === 'second' ? ' to the second' : ''}`);
  }

  function retryAt({ tries, tried }: PlainMessage): number {
    return tries === 0 ? 0 : tried + RETRY * 2 ** (tries - 1);
  }

  /** Withholds all due messages of an alert. */
  function takeBack(alert: PlainAlert): PlainMessage[] {
    const own = past.unheard(alert);
    for (const message of own) if (message.sent === undefined) remove(message);
    return own;
  }

  /** A sent message counts for its recipient's limit. */
  function remove(message: PlainMessage): void {
    if (message.sent === undefined) messages.splice(messages.indexOf(message), 1);
    else Object.assign(message, { isHeard: true, incident: 0 });
  }

  function isCounted({ state, why }: PlainAlert): boolean {
    return state === 'held' && (why === 'flapping' || why.startsWith('cause'));
  }

  /** Notifications that these messages would have carried, and the rest of those alerts, are decided again. */
  function giveBack(some: readonly PlainMessage[], now: number): void {
    for (let messages = some; messages.length > 0;) {
      const along = messages.flatMap((message) => message.along.splice(0)).filter(({ kind }) => kind === 'ALERT');
      for (const { row, to, step, alert } of along) {
        alert.open = [...alert.open, { row, to, step }].sort((a, b) => a.row - b.row);
        hold(alert, 'grouped', 0);
      }
      messages = [...new Set(along.map(({ alert }) => alert))].flatMap(takeBack);
    }
    look(now);
  }
}
