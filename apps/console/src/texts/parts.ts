/** Words of the shared parts. */
export const partTexts = {
  loading: 'Loading',
  failed: 'This could not be loaded',
  refused: 'The request failed',
  endsTooEarly: 'The end must be after the start.',
  unreachable: 'The server does not respond.',
  notOpen: 'It was removed, or your roles do not give you access to it.',
  slow: 'No response yet. Still trying.',
  explain: 'Explanation and resolution',
  retry: 'Try again',
  noMatch: { title: 'Nothing matches', body: 'No entry matches the filters.', clear: 'Clear filters' },
  filters: 'Filters',
  any: 'Any',
  apply: 'Apply the filter',
  removeFilter: 'Remove the filter',
  clearText: (label: string) => `Clear ${label}`,
  selection: {
    chooseAll: (count: number | undefined) =>
      count === undefined ? 'Select all that match' : `Select all ${count.toLocaleString('en-US')} that match`,
    all: (count: number | undefined) =>
      count === undefined
        ? 'All that match are selected'
        : `All ${count.toLocaleString('en-US')} that match are selected`,
    clear: 'Clear the selection',
  },
  cancel: 'Cancel',
  unsaved: {
    title: 'Leave without saving?',
    body: 'What you entered on this page is not saved.',
    leave: 'Leave',
    stay: 'Stay',
  },
  progress: (done: number, total: number) => `${done} of ${total}`,
  someFailed: (failed: number, total: number) => `${failed} of ${total} failed`,
  close: 'Close',
  rows: 'Rows',
  availability: { UP: 'Up', DOWN: 'Down', DISABLED: 'Disabled', UNKNOWN: 'Unknown' } as Readonly<
    Record<string, string>
  >,
  priorities: { high: 'High', medium: 'Medium', low: 'Low' } as Readonly<Record<string, string>>,
  never: 'never',
  noNumber: 'A number, e.g. 90 or 0.5',
  chart: {
    describe: (series: string, points: number) => `Chart of ${series}, ${points} points`,
    noData: 'No data in this time',
    reset: 'Reset zoom',
    csvOf: (title: string) => `Download ${title} as CSV`,
    pngOf: (title: string) => `Download ${title} as PNG`,
    time: 'Time of the charts',
    span: 'Length of time',
    spans: {
      ...{ '1h': '1 h', '8h': '8 h', '1d': '1 day', '7d': '7 days', '30d': '30 days', '90d': '90 days' },
      ...{ '1y': '1 year', '2y': '2 years' },
    },
    earlier: 'Earlier',
    later: 'Later',
    live: 'Until now, refreshed automatically',
    compareWeek: 'Compare with the week before',
    weekBefore: 'Week before',
    moment: 'Time',
    mean: 'Mean',
    highest: 'Highest',
    lowest: 'Lowest',
    baseline: (low: string, high: string) => `Usual range: ${low} to ${high} (baseline)`,
    alertMarks: (count: number) => (count === 1 ? '1 alert' : `${count} alerts`),
    zone: (name: string) => `Times: ${name}`,
    summary: (last: string, low: string, mean: string, high: string) =>
      `Last ${last} · lowest ${low} · mean ${mean} · highest ${high}`,
  },
} as const;
