/** Words of incidents: alerts that are notified together. */
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
  /** Words for the states of alerts, in counts. */
  counts: {
    firing: 'firing',
    acknowledged: 'acknowledged',
    suppressed: 'suppressed',
    silenced: 'silenced',
    recovered: 'recovered',
    closed: 'closed',
  },
  count: (number: number, state: string) => `${number.toLocaleString('en-US')} ${state}`,
  where: 'Where',
  on: (name: string, place: string) => `${name} on ${place}`,
  many: (hosts: number) => `${hosts.toLocaleString('en-US')} hosts`,
  /** Some hosts by name, and how many more there are. */
  onHosts: (names: readonly string[], hosts: number) => {
    const left = hosts - names.length;
    if (left > 0) return `${names.join(', ')} and ${left.toLocaleString('en-US')} more hosts`;
    return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  },
  hostCount: (name: string, alerts: number) => (alerts === 1 ? name : `${name} (${alerts.toLocaleString('en-US')})`),
  updated: 'Last alert',
  opened: 'Since',
  endedAt: 'Ended',
  grouping: 'Grouped by',
  groupings: {
    CAUSE: 'Cause: what is down',
    DEFINITION: 'Alert definition',
    GROUP: 'Group or type',
    HOST: 'Host',
    PROBLEM: 'Alert definition and resource',
  },
  groupingOfDefinition: {
    title: 'Incidents',
    label: 'Group alerts by',
    help: 'Alerts that are grouped are notified and escalated together. Alerts with a cause in common, such as a switch that is down, always are.',
    usual: (grouping: string | undefined) =>
      grouping === undefined ? 'As the service is set' : `As the service is set (${grouping})`,
    choices: { CAUSE: 'Cause only', DEFINITION: 'Alert definition', GROUP: 'Group or type', HOST: 'Host' },
    inherited: 'Set by the definition of the group or type.',
  },
  cause: 'Cause',
  hidden: 'a resource that you do not see',
  told: 'Notified',
  nobody: 'Nobody',
  /** A line each. */
  recipients: (names: readonly string[]) =>
    names.length > 3 ? [...names.slice(0, 3), `and ${names.length - 3} more`] : names,
  /** A channel, whose address is hidden. */
  channel: (sender: string, server: string) => `${sender} at ${server}`,
  failed: 'not delivered',
  nextStep: 'Next step',
  resource: 'Resource',
  priority: 'Priority',
  empty: { title: 'No incidents', body: 'Alerts that have a cause or a definition in common are notified as one.' },
  acknowledge: 'Acknowledge',
  resolve: 'Resolve',
  resolveTitle: 'Resolve the incident?',
  resolveHelp:
    'This acknowledges and ends its alerts. Everyone who was notified gets a notification. If the problem persists, the next value fires an alert again.',
  comment: 'Comment',
  commentHelp: 'Shown with the alerts. May stay empty.',
  notifications: 'Notifications',
  noNotifications: 'Nothing was sent.',
  kinds: {
    ALERT: (alerts: number) => (alerts === 1 ? '1 alert' : `${alerts.toLocaleString('en-US')} alerts`),
    HELD: () => 'Suppressed, with the cause',
    END: () => 'Recovered',
  },
  says: 'Content',
  sender: 'Sender',
  step: (step: number) => `Step ${step}`,
  outcome: 'Outcome',
  at: 'When',
  responded: 'Response',
} as const;
