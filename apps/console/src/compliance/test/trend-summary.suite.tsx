import { summarizeTrend } from '../trend-summary';

describe('the summary of a trend', () => {
  it('says that each day counts by its last results', () => {
    expect(summarizeTrend([75, 50])).toBe(
      'Last 50 % · lowest 50 % · mean 62.5 % · highest 75 % (last results of each day)',
    );
  });

  it('has no score when no day has one', () => {
    expect(summarizeTrend([])).toBe('none');
  });
});
