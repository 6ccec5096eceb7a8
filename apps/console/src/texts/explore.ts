import { numberText } from '@wardstone/units';

/** Words of the page that evaluates PromQL. */
export const exploreTexts = {
  title: 'Explore',
  query: 'PromQL expression',
  queryOf: (at: number) => `PromQL expression ${at}`,
  queryTitle: (at: number) => `Query ${at}`,
  help: 'Enter runs the query, Shift+Enter begins a new line, Ctrl+Space completes.',
  run: 'Run query',
  runOf: (at: number) => `Run query ${at}`,
  add: 'Add query',
  remove: 'Remove',
  removeOf: (at: number) => `Remove query ${at}`,
  name: (at: number) => `query ${at}`,
  step: 'Step',
  autoStep: (seconds: string) => `Auto (${seconds})`,
  share: 'Copy link',
  shared: 'Link copied',
  link: 'Link to these queries and this period',
  running: 'Running the query',
  start: {
    title: 'No query yet',
    body: 'Enter a PromQL expression and run it. Series of resources, agents and remote write can be queried.',
  },
  empty: { title: 'No series', body: 'The query returned no series in this period.' },
  failed: 'The query failed',
  chartOf: (at: number) => `Result of query ${at}`,
  noChart: 'This result has no chart',
  tableOf: (at: number) => `Latest values of query ${at}`,
  time: 'Time',
  valuesAt: 'Values at',
  series: 'Series',
  value: 'Value',
  chartCut: (shown: number) =>
    `The chart shows the first ${numberText(shown)} series; there are more. Narrow the labels, aggregate with sum by (…), or use topk.`,
  tableCut: (shown: number) =>
    `The table shows the first ${numberText(shown)} series; there are more. Narrow the labels, aggregate with sum by (…), or use topk.`,
  histogram: ({ count, sum }: { count: string; sum: string }) => `Histogram: count ${count}, sum ${sum}`,
  histogramsNotDrawn:
    'Native histograms are not drawn. Compute a number from them, such as histogram_quantile(0.95, rate(…[5m])).',
  newest: (count: number) => `The newest ${numberText(count)} values of each series.`,
} as const;
