/** Words of the problems. */
export const problemTexts = {
  title: 'Problems',
  pages: 'Pages of the problems',
  tabs: { monitoring: 'Hosts and services', compliance: 'Compliance' },
  label: 'Problems',
  state: 'State',
  /** The same words wherever the state of a problem or an alert is shown. */
  states: {
    FIRING: 'Firing',
    ACKNOWLEDGED: 'Acknowledged',
    SUPPRESSED: 'Suppressed',
    SILENCED: 'Silenced',
    RECOVERED: 'Recovered',
  },
  recentlyRecovered: 'Recently recovered',
  status: {
    acknowledged: (who: string) => (who === '' ? 'Acknowledged' : `Acknowledged: ${who}`),
    until: 'until',
    down: (name: string) => `${name} is down`,
    hiddenCause: 'A resource that you do not see is down',
    unseen: 'Recovery is not measured: resolve it by hand, or it closes by age',
  },
  suppresses: (count: number) =>
    count === 1 ? '1 problem behind it' : `${count.toLocaleString('en-US')} problems behind it`,
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
  /** Of all that match it is not always known how many there are. */
  acknowledge: (count: number | undefined, search: string | undefined) => {
    const problems =
      count === undefined ? 'all alerts' : count === 1 ? '1 problem' : `${count.toLocaleString('en-US')} problems`;
    if (count === 0) return 'Acknowledge';
    return `Acknowledge ${problems}${search === undefined ? '' : ` that match “${search}”`}`;
  },
  empty: { title: 'No problems', body: 'No alert is firing, nothing is down, and no operation failed.' },
  policies: {
    label: 'Policies that systems do not comply with',
    name: 'Policy',
    compliant: 'Compliant',
    below: 'Systems that do not comply',
    reported: 'Systems with a report',
    silent: 'Never reported',
    empty: { title: 'Every system complies', body: 'All systems with a report comply with their policies.' },
  },
} as const;
