import { toMetricName, metricNames } from '../metric-name';

describe('names of metrics', () => {
  it.each([
    ['usedMemory', 'used_memory'],
    ['Native.MemoryInfo.free', 'native_memory_info_free'],
    ['http:requests-total', 'http:requests_total'],
    ['CPU', 'cpu'],
    ['95th percentile', '_95th_percentile'],
    ['%', '_'],
    ['größe', 'gr_e'],
  ])('%s is %s', (name, expected) => {
    expect(toMetricName({ name, isPerMinute: false })).toBe(expected);
    expect(toMetricName({ name, isPerMinute: true })).toBe(`${expected}_per_minute`);
  });

  it('distinguishes two metrics of one type by the id of the later one', () => {
    const of = (id: number, typeId: number, name: string) => ({ id, typeId, name, isPerMinute: false });
    const names = metricNames([of(3, 1, 'a_b'), of(2, 1, 'a.b'), of(4, 2, 'aB')]);
    expect([...names]).toEqual([
      [2, 'a_b'],
      [3, 'a_b_3'],
      [4, 'a_b'],
    ]);
  });
});
