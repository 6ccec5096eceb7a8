/** Words of the shared parts. */
export const partTexts = {
  loading: 'Loading',
  failed: 'This could not be loaded',
  unreachable: 'The server does not answer.',
  explain: 'Explanation and resolution',
  retry: 'Try again',
  nothing: 'Nothing here',
  noMatch: { title: 'Nothing matches', body: 'No entry matches the filters.', clear: 'Clear filters' },
  filters: 'Filters',
  any: 'Any',
  clearText: (label: string) => `Clear ${label}`,
  select: 'Select the row',
  selected: (count: number) => `${count} selected`,
  cancel: 'Cancel',
  progress: (done: number, total: number) => `${done} of ${total}`,
  someFailed: (failed: number, total: number) => `${failed} of ${total} failed`,
  more: 'Show more',
  rows: 'Rows',
  availability: { UP: 'Up', DOWN: 'Down', DISABLED: 'Disabled', UNKNOWN: 'Unknown' } as Readonly<
    Record<string, string>
  >,
  priorities: { high: 'High', medium: 'Medium', low: 'Low' } as Readonly<Record<string, string>>,
  never: 'never',
  chart: {
    describe: (series: string, points: number) => `Chart of ${series}, ${points} points`,
    noData: 'No data in this time',
    reset: 'Reset zoom',
  },
} as const;
