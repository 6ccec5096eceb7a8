import { counted, numberText } from '@wardstone/units';

/** Texts of incidents. */
export const incidentTexts = {
  title: 'Incidents',
  what: 'Incident',
  down: (name: string) => `${name} is down`,
  wasDown: (name: string) => `${name} was down`,
  search: 'Alert, resource or cause',
  state: 'State',
  states: { OPEN: 'Open', ACKNOWLEDGED: 'Acknowledged', SILENCED: 'Silenced', ENDED: 'Ended' },
  ended: 'Ended',
  notEnded: 'Active',
  alerts: 'Alerts',
  /** States of alerts in counts. */
  counts: {
    firing: 'firing',
    acknowledged: 'acknowledged',
    suppressed: 'suppressed',
    silenced: 'silenced',
    recovered: 'recovered',
    resolved: 'resolved',
    closed: 'closed',
  },
  count: (number: number, state: string) => `${numberText(number)} ${state}`,
  where: 'Where',
  on: (name: string, place: string) => `${name} on ${place}`,
  many: (hosts: number) => counted(hosts, 'host'),
  /** Some hosts by name, and the number of further ones. */
  onHosts: (names: readonly string[], hosts: number) => {
    const left = hosts - names.length;
    if (left > 0) return `${names.join(', ')} and ${counted(left, 'more host')}`;
    return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  },
  hostCount: (name: string, alerts: number) => (alerts === 1 ? name : `${name} (${numberText(alerts)})`),
  updated: 'Last alert',
  opened: 'Since',
  endedAt: 'Ended',
  grouping: 'Grouped by',
  groupings: {
    CAUSE: 'Cause: a resource that is down',
    DEFINITION: 'Alert definition',
    GROUP: 'Group or type',
    HOST: 'Host',
    PROBLEM: 'Alert definition and resource',
  },
  groupingOfDefinition: {
    title: 'Incidents',
    label: 'Group alerts by',
    help: 'Grouped alerts are notified and escalated together. Alerts with a common cause, such as a switch that is down, are always grouped.',
    usual: (grouping: string | undefined) => (grouping === undefined ? 'Default' : `Default (${grouping})`),
    choices: { CAUSE: 'Cause only', DEFINITION: 'Alert definition', GROUP: 'Group or type', HOST: 'Host' },
    inherited: 'Set by the definition of the group or type.',
  },
  cause: 'Cause',
  hidden: 'a resource you have no access to',
  told: 'Notified',
  nobody: 'Nobody',
  /** One per line. */
  recipients: (names: readonly string[]) =>
    names.length > 3 ? [...names.slice(0, 3), `and ${names.length - 3} more`] : names,
  /** A channel with a hidden address. */
  channel: (sender: string, server: string) => `${sender} at ${server}`,
  failed: 'not delivered',
  nextStep: 'Next step',
  resource: 'Resource',
  priority: 'Priority',
  empty: {
    title: 'No incidents',
    body: 'Alerts with a common cause or definition are grouped into one incident and notified together.',
  },
  acknowledge: 'Acknowledge',
  resolve: 'Resolve',
  resolveTitle: 'Resolve the incident?',
  resolveHelp:
    'This acknowledges and ends its alerts. Everyone who was notified gets a notification. If the problem persists, the next value fires an alert again.',
  comment: 'Comment',
  commentHelp: 'Optional. Shown with the alerts.',
  notifications: 'Notifications',
  noNotifications: 'Nothing was sent.',
  kinds: {
    ALERT: (alerts: number) => counted(alerts, 'alert'),
    HELD: () => 'Suppressed alerts and their cause',
    END: () => 'Incident ended',
  },
  says: 'Content',
  sender: 'Sender',
  step: (step: number) => `Step ${step}`,
  outcome: 'Outcome',
  at: 'When',
  responded: 'Response',
} as const;
