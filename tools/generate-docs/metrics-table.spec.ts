import { readMetrics, renderMetrics } from './metrics-table';

const TEXT = `# HELP things_total Things | seen
# TYPE things_total counter
things_total{service="a"} 1

# HELP nodejs_lag Lag
# TYPE nodejs_lag gauge
`;

describe('the table of metrics', () => {
  it('reads names, kinds and meanings', () => {
    expect(readMetrics(TEXT)).toEqual([
      { name: 'things_total', type: 'counter', help: 'Things | seen' },
      { name: 'nodejs_lag', type: 'gauge', help: 'Lag' },
    ]);
  });

  it('lists the services of each metric, ours first', () => {
    const lines = renderMetrics({ a: TEXT, b: TEXT.slice(TEXT.indexOf('# HELP nodejs')) }).split('\n');
    expect(lines).toContain('| `things_total` | counter | a | Things \\| seen |');
    expect(lines).toContain('| `nodejs_lag` | gauge | all | Lag |');
    expect(lines.findIndex((line) => line.includes('things'))).toBeLessThan(
      lines.findIndex((line) => line.includes('nodejs_lag')),
    );
  });
});
