import type { History, PlainPolicy, PlainRecipient } from './notice-history';

export interface PlainAlert {
  id: number;
  resource: number;
  minute: number;
  incident: number;
  state: 'held' | 'told' | 'dropped';
  /** The current or last hold. */
  why: string;
  look: number;
  acknowledged: number | undefined;
  end: 'none' | 'recovered' | 'passed';
  /** Minute in which its notification was decided. */
  notifiedMinute: number | undefined;
  /** Notifications still to send. */
  open: PlainNotice[];
}

export interface PlainNotice {
  row: number;
  to: PlainRecipient;
  step: number | undefined;
}

/** Content of one notification: alerts, a hold, or the end, by its row and the rows it carries. */
export interface PlainMessage extends PlainNotice {
  kind: 'ALERT' | 'HELD' | 'END';
  alert: PlainAlert;
  along: (PlainNotice & Pick<PlainMessage, 'kind' | 'alert' | 'incident'>)[];
  incident: number;
  /** Infinite of one that is held. */
  due: number;
  /** When it was sent first, which may be in quiet hours. */
  sent: number | undefined;
  /** Number of attempts in quiet hours, and the minute of the last one. */
  tries: number;
  tried: number;
  isNotified: boolean;
  isDigest: boolean;
}

export interface PlainIncident {
  id: number;
  key: string;
  newest: number;
  isOver: boolean;
  /** When to look for steps that are due. */
  look: number | undefined;
}

/** An alert that its policy escalates, and the step that is next. */
export interface PlainEscalated {
  alert: PlainAlert;
  policy: PlainPolicy;
  since: number;
  next: number;
}

/** Lists of all past records, searched linearly. */
export class PlainPast {
  readonly alerts: PlainAlert[] = [];
  readonly incidents: PlainIncident[] = [];
  readonly messages: PlainMessage[] = [];
  readonly steps: { alert: PlainAlert; step: number }[] = [];
  down: number[] = [];

  /** An alert that fires, before anything is decided. */
  static newAlert(fired: Pick<PlainAlert, 'id' | 'resource' | 'minute' | 'open'>): PlainAlert {
    const undecided = {
      incident: 0,
      state: 'dropped',
      why: '',
      acknowledged: undefined,
      notifiedMinute: undefined,
    } as const;
    return { ...fired, ...undecided, look: fired.minute, end: 'none' };
  }

  constructor(private readonly history: History) {}

  waitingIn(incident: number, to: PlainRecipient): PlainMessage | undefined {
    return this.messages
      .filter((m) => m.incident === incident && m.to === to && m.sent === undefined)
      .sort((a, b) => b.row - a.row)[0];
  }

  firstDue(incident: number, to: PlainRecipient, now: number): number {
    const sent = this.messages.flatMap((m) =>
      m.incident === incident && m.to === to && m.sent !== undefined ? [m.sent] : [],
    );
    return sent.length === 0 ? now + this.history.wait : Math.max(now, Math.max(...sent) + this.history.interval);
  }

  findCause(resource: number): number | undefined {
    const distance = new Map([[resource, 0]]);
    for (let step = 1; step < 10; step++) {
      for (const [from, to] of this.history.dependencies) {
        if (distance.get(from) === step - 1 && !distance.has(to)) distance.set(to, step);
      }
    }
    const causes = [...distance].filter(([id]) => id !== resource && this.down.includes(id));
    return causes.sort(([a, far], [b, farther]) => farther - far || a - b)[0]?.[0];
  }

  silencedUntil(alert: PlainAlert, now: number): number | undefined {
    const ends = this.history.silences
      .filter(({ resource, start, end }) => resource === alert.resource && start <= now && now < end)
      .map(({ end }) => end);
    return ends.length === 0 ? undefined : Math.max(...ends);
  }

  calmAt({ resource }: PlainAlert, now: number): number {
    const { count, period } = this.history.flapping;
    const fired = this.alerts
      .filter((a) => a.resource === resource && a.end === 'recovered' && a.minute > now - period)
      .map(({ minute }) => minute)
      .sort((a, b) => b - a);
    return count > 0 && fired.length >= count ? fired[count - 1]! + period : now;
  }

  unheard(alert: PlainAlert): PlainMessage[] {
    return this.messages.filter((m) => m.kind === 'ALERT' && m.alert === alert && !m.isNotified);
  }

  isLater(alert: PlainAlert): boolean {
    return this.alerts.some((a) => a.resource === alert.resource && a.id > alert.id);
  }

  /**
   * The alerts of an incident that their policies escalate, the oldest first: notified, not over, not held, and neither
   * they nor a later alert of the same resource acknowledged; each with the steps notified since the first notification
   * of the resource.
   */
  escalated(id: number): PlainEscalated[] {
    if (this.findIncident(id).isOver) return [];
    const own = this.alerts.filter(({ incident, notifiedMinute }) => incident === id && notifiedMinute !== undefined);
    const isSeen = ({ resource, minute }: PlainAlert): boolean =>
      this.alerts.some((a) => a.incident === id && a.resource === resource && (a.acknowledged ?? -1) >= minute);
    const unseen = own.filter((a) => a.acknowledged === undefined && !isSeen(a));
    const found = unseen.flatMap((alert) => {
      const policy = this.history.policies[alert.resource - 1];
      if (!policy || alert.state === 'held' || alert.end !== 'none') return [];
      const problem = unseen.filter(({ resource }) => resource === alert.resource);
      const steps = this.steps.filter((notified) => problem.includes(notified.alert)).map(({ step }) => step + 1);
      const next = Math.max(0, ...steps);
      if (next >= policy.after.length + policy.times) return [];
      return [{ alert, policy, next, since: Math.min(...problem.map(({ notifiedMinute }) => notifiedMinute!)) }];
    });
    return found.sort((a, b) => a.since - b.since || a.alert.id - b.alert.id);
  }

  findIncident(id: number): PlainIncident {
    return this.incidents.find((incident) => incident.id === id)!;
  }

  isOpen(key: string): boolean {
    return this.incidents.some((incident) => incident.key === key);
  }
}
