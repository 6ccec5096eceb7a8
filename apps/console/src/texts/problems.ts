/** Words of the problems. */
export const problemTexts = {
  title: 'Problems',
  label: 'Open problems',
  search: 'Name or reason',
  kind: 'Kind',
  kinds: {
    alert: 'Open alert',
    resource: 'Resource down',
    compliance: 'Out of compliance',
    operation: 'Failed operation',
  },
  severity: 'Severity',
  name: 'Name',
  where: 'Where',
  why: 'Why',
  since: 'Since',
  unknownSince: '–',
  down: (type: string) => `${type} is down`,
  score: (score: number | null, threshold: number) =>
    score === null ? 'The scanner computed no score' : `Score ${score.toFixed(1)} % of ${threshold} %`,
  operationFailed: 'The agent gave no reason',
  acknowledge: (count: number) =>
    count === 0 ? 'Acknowledge alerts' : count === 1 ? 'Acknowledge 1 alert' : `Acknowledge ${count} alerts`,
  shownOf: (shown: number, total: number, kind: string) => `${kind}: the first ${shown} of ${total}`,
  policiesShownOf: (shown: number, total: number) =>
    `Out of compliance: systems of the ${shown} policies with the lowest compliance, of ${total}`,
  failedSource: (kind: string) => `${kind}: not loaded`,
  empty: { title: 'No problems', body: 'No alert is open, nothing is down, and every system complies.' },
} as const;
