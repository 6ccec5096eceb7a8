import { getFilters, toReportParameters } from './parameters';

const NOW = Date.parse('2026-06-01T12:34:56Z');

describe('the parameters of a report', () => {
  it.each([
    ['inventorySummary', 'days=7&status=success', {}],
    ['recentOperations', 'status=success', { status: 'success' }],
    [
      'recentAlerts',
      'alertPriority=high&days=1',
      { alertPriority: 'high', startTime: Date.parse('2026-05-31T12:00:00Z') },
    ],
    ['recentAlerts', 'days=x', {}],
    ['recentDrift', '', { categories: 'FILE_ADDED,FILE_CHANGED,FILE_REMOVED' }],
    ['recentDrift', 'categories=FILE_ADDED&path=etc', { categories: 'FILE_ADDED', path: 'etc' }],
  ])('%s with "%s" are %j', (report, search, expected) => {
    expect(toReportParameters(report, new URLSearchParams(search), NOW)).toEqual(expected);
  });

  it('are empty for a report without filters', () => {
    expect(getFilters('suspectMetrics')).toEqual([]);
  });
});
