import { type MainMetric, mainMetrics } from './main-metrics';

describe('the main metrics of a resource', () => {
  const metric = (displayName: string, position: number, over: Partial<MainMetric> = {}): MainMetric => ({
    scheduleId: position,
    resourceId: 1,
    definitionId: position,
    name: displayName,
    displayName,
    unit: 'BYTES',
    perMinute: false,
    collectionInterval: 60_000,
    position,
    isSummary: true,
    isWatched: false,
    ...over,
  });
  const names = (metrics: readonly MainMetric[], most = 10): string[] =>
    mainMetrics(metrics, most).map(({ displayName }) => displayName);
  const memory = metric('memory', 0);
  const total = metric('total', 1, { isSummary: false });
  const load = metric('load', 2, { unit: 'PERCENTAGE' });
  const swap = metric('swap', 3);

  it('start with percentages and leave out details of the plugin', () => {
    expect(names([memory, total, load, swap])).toEqual(['load', 'memory', 'swap']);
  });

  it('start with watched metrics, even a detail', () => {
    expect(names([memory, { ...total, isWatched: true }, load, swap])).toEqual(['total', 'load', 'memory', 'swap']);
  });

  it('are all where the plugin names none', () => {
    expect(names([total])).toEqual(['total']);
    expect(names([])).toEqual([]);
  });

  it('are limited in number', () => {
    expect(names([memory, load, swap], 2)).toEqual(['load', 'memory']);
  });
});
