/** Words of the problems. */
export const problemTexts = {
  title: 'Problems',
  pages: 'Pages of the problems',
  tabs: { monitoring: 'Hosts and services', compliance: 'Compliance' },
  label: 'Open problems',
  search: 'Problem, host or resource',
  kind: 'Kind',
  kinds: {
    alert: 'Open alert',
    resource: 'Resource down',
    operation: 'Failed operation',
  } as Readonly<Record<string, string>>,
  severity: 'Severity',
  name: 'Problem',
  where: 'Where',
  why: 'Why',
  count: 'Count',
  since: 'Since',
  last: 'Last',
  unknownSince: '–',
  down: (type: string) => `${type} is down`,
  operationFailed: 'The agent gave no reason',
  /** Of all that match it is not always known how many there are. */
  acknowledge: (count: number | undefined) =>
    count === undefined
      ? 'Acknowledge all open alerts'
      : count === 0
        ? 'Acknowledge'
        : count === 1
          ? 'Acknowledge 1 problem'
          : `Acknowledge ${count} problems`,
  empty: { title: 'No problems', body: 'No alert is open, nothing is down, and no operation failed.' },
  policies: {
    label: 'Policies that systems do not comply with',
    name: 'Policy',
    compliant: 'Compliant',
    below: 'Systems that do not comply',
    reported: 'Systems with a report',
    silent: 'Without report',
    empty: { title: 'Every system complies', body: 'All systems with a report comply with their policies.' },
  },
} as const;
