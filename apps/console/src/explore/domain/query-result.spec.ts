import { chartData, chartNotes, isTruncated, toNotes, tableRows } from './query-result';

describe('the result of a query', () => {
  it('is a line with gaps where there is no finite value', () => {
    const result = {
      resultType: 'matrix' as const,
      result: [
        {
          metric: { a: '1' },
          values: [
            [100, '1.5'],
            [130, 'NaN'],
            [160, '+Inf'],
            [190, '-2'],
          ] as [number, string][],
        },
        { metric: { a: '2' }, values: [[130, '0']] as [number, string][] },
      ],
    };
    expect(chartData(result, { start: 100_000, end: 190_000 }, 30)).toEqual({
      times: [100_000, 130_000, 160_000, 190_000],
      series: [
        { label: '{a="1"}', values: [1.5, null, null, -2] },
        { label: '{a="2"}', values: [null, 0, null, null] },
      ],
    });
  });

  it('has the notes of both responses once, without that of the limit', () => {
    const cut = { warnings: ['results truncated due to limit', 'slow'], infos: ['PromQL info: not a counter (1:6)'] };
    expect([isTruncated(cut), isTruncated({})]).toEqual([true, false]);
    expect(toNotes([cut, cut, {}])).toEqual([
      { severity: 'warning', text: 'slow' },
      { severity: 'info', text: 'PromQL info: not a counter (1:6)' },
    ]);
  });

  it('is a table of a number, a text or the newest values of ranges', () => {
    expect(tableRows({ resultType: 'scalar', result: [10, '4'] })).toEqual([{ key: '', labels: '', value: '4' }]);
    const values = Array.from({ length: 30 }, (_value, at): [number, string] => [at, String(at)]);
    const rows = tableRows({ resultType: 'matrix', result: [{ metric: { a: '1' }, values }] });
    expect(rows.map(({ value }) => value)).toEqual(['20', '21', '22', '23', '24', '25', '26', '27', '28', '29']);
    expect(rows[0]).toMatchObject({ labels: '{a="1"}', time: 20_000 });
  });

  it('names count and sum of native histograms, which the chart leaves out', () => {
    const metric = { a: '1' };
    const histogram = [20, { count: '3', sum: '4.5' }] as const;
    const rows = tableRows({ resultType: 'vector', result: [{ metric, histogram }] });
    expect(rows.map(({ value }) => value)).toEqual(['Histogram: count 3, sum 4.5']);
    const ranges = {
      resultType: 'matrix' as const,
      result: [{ metric, values: [[30, '1'] as const], histograms: [histogram] }],
    };
    expect(tableRows(ranges).map(({ value }) => value)).toEqual(['Histogram: count 3, sum 4.5', '1']);
    expect(
      chartData({ ...ranges, result: [{ metric, histograms: [histogram] }] }, { start: 0, end: 60_000 }, 30),
    ).toEqual({ times: [], series: [] });
    expect([chartNotes(ranges).length, chartNotes({ ...ranges, result: [] }).length]).toEqual([1, 0]);
  });
});
