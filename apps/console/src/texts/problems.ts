import { counted } from '@wardstone/units';

/** Texts of problems. */
export const problemTexts = {
  title: 'Problems',
  pages: 'Problem pages',
  tabs: { monitoring: 'Hosts and services', compliance: 'Compliance' },
  label: 'Problems',
  state: 'State',
  /** The same text wherever the state of a problem or an alert is shown. */
  states: {
    FIRING: 'Firing',
    ACKNOWLEDGED: 'Acknowledged',
    SUPPRESSED: 'Suppressed',
    SILENCED: 'Silenced',
    RECOVERED: 'Recovered',
    RESOLVED: 'Resolved',
    CLOSED: 'Closed',
  },
  /** Alerts that have recovered, were resolved or closed. */
  over: 'Ended',
  recentlyRecovered: 'Recently recovered',
  status: {
    acknowledged: (who: string) => (who === '' ? 'Acknowledged' : `Acknowledged: ${who}`),
    resolved: (who: string) => `Resolved: ${who}`,
    /** Why an alert was closed that neither recovered nor was resolved. */
    closed: {
      DEFINITION_CHANGED: 'The alert definition was changed',
      DEFINITION_REMOVED: 'The alert definition was removed',
      RESOURCE_REMOVED: 'The resource was removed',
      REPLACED: 'A later alert reports the same',
      EXPIRED: 'Closed automatically: recovery cannot be detected',
    } as Readonly<Partial<Record<string, string>>>,
    until: 'until',
    /** State of an acknowledged alert that is also silenced. */
    silencedUntil: 'Silenced until',
    down: (name: string) => `${name} is down`,
    hiddenCause: 'A resource you have no access to is down',
    unseen: 'Recovery cannot be detected. Resolve the alert yourself, or it closes automatically after some time.',
  },
  suppresses: (count: number) => `Suppresses ${counted(count, 'problem')}`,
  search: 'Problem, host or resource',
  kind: 'Kind',
  kinds: {
    alert: 'Alert',
    resource: 'Resource down',
    operation: 'Failed operation',
  } as Readonly<Record<string, string>>,
  severity: 'Severity',
  name: 'Problem',
  where: 'Where',
  count: 'Count',
  since: 'Since',
  last: 'Last',
  unknownSince: '–',
  down: (type: string) => `${type} is down`,
  operationFailed: 'The agent gave no reason',
  /** The number of matches is not always known. */
  acknowledge: (count: number | undefined, search: string | undefined) => {
    const problems = count === undefined ? 'all alerts' : counted(count, 'problem');
    if (count === 0) return 'Acknowledge';
    return `Acknowledge ${problems}${search === undefined ? '' : ` that match “${search}”`}`;
  },
  empty: { title: 'No problems', body: 'No alert is firing, nothing is down, and no operation failed.' },
  policies: {
    label: 'Policies with non-compliant systems',
    name: 'Policy',
    compliant: 'Compliant',
    below: 'Non-compliant',
    reported: 'Reported',
    silent: 'Never reported',
    empty: { title: 'All systems are compliant', body: 'Every system that reported complies with its policies.' },
  },
} as const;
