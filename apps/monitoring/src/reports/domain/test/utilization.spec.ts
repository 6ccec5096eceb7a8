import { SHARES, usedShare } from '../utilization';

const [CPU, MEMORY] = SHARES;

describe('the utilisation of a platform', () => {
  it.each([
    ['adds up fractions', CPU!, { 'CpuPerc.sys': 0.1, 'CpuPerc.user': 0.25 }, 0.35],
    ['divides by a total', MEMORY!, { 'Native.MemoryInfo.actualUsed': 3, 'Native.MemoryInfo.total': 4 }, 0.75],
    ['may be nothing', MEMORY!, { 'Native.MemoryInfo.actualUsed': 0, 'Native.MemoryInfo.total': 4 }, 0],
    ['is not known without one of the parts', CPU!, { 'CpuPerc.sys': 0.1 }, undefined],
    ['is not known without the total', MEMORY!, { 'Native.MemoryInfo.actualUsed': 3 }, undefined],
    ['is no part of nothing', MEMORY!, { 'Native.MemoryInfo.actualUsed': 0, 'Native.MemoryInfo.total': 0 }, undefined],
  ])('%s', (_case, share, values, expected) => {
    expect(usedShare(share, new Map(Object.entries(values)))).toBe(expected);
  });
});
