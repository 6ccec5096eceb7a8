import { Pace } from '@wardstone/turns';
import { Budget } from '../src/budget';
import { Labels } from '../src/labels';
import { instantText, listText, membersText, rangeText, valueTextLength } from '../src/response-text';
import type { Series } from '../src/series';

const NOTES = { warnings: new Set<string>(), infos: new Set<string>() };
const STEPS = 11_000;
const GRID = { start: 1_700_000_000_123, step: 1_000, count: STEPS };

function manySeries(count: number, steps = STEPS): Series[] {
  const values = new Float64Array(steps).fill(1 / 3);
  const present = new Uint8Array(steps).fill(1);
  return Array.from({ length: count }, (_, n) => ({ labels: Labels.of([['n', String(n)]]), values, present }));
}

const budget = (): Budget =>
  new Budget({ mostSamples: 1, timeLimitMs: 1, now: () => 0, pace: new Pace(), isAbandoned: () => false });

describe('the text of a response', () => {
  it('is as long as was counted before it was written, or slightly shorter', () => {
    const series = manySeries(3);
    const { length } = [...rangeText(series, GRID, NOTES)].join('');
    const counted = valueTextLength(series);
    expect(counted).toBeGreaterThan(length * 0.9);
    expect(counted).toBeLessThan(length * 1.5);
  });

  it('is refused before any of it is written when it would be tens of megabytes', async () => {
    // 40 MiB of a viewer who sees nothing: 128 x vector(time()/3) on 11,000 steps.
    await expect(budget().requireShortResponse(valueTextLength(manySeries(128)))).rejects.toThrow('more than 32 MiB');
    await budget().requireShortResponse(valueTextLength(manySeries(20)));
  });

  it.each([
    ['of a range', () => rangeText(manySeries(20), GRID, NOTES)],
    ['of an instant', () => instantText(manySeries(20_000, 1), 0, NOTES)],
    [
      'of labels',
      () =>
        listText(
          Array.from({ length: 20_000 }, (_, n) => `n${n}`.repeat(10)),
          (name) => name,
        ),
    ],
    ['of metadata', () => membersText(Array.from({ length: 5_000 }, (_, n) => [`n${n}`, [{ help: 'x'.repeat(99) }]]))],
  ])('%s comes in blocks of some ten kilobytes', (_what, pointText) => {
    const lengths = [...pointText()].map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThan(110_000);
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThan(60_000);
  });

  it('names ten warnings, and counts the others', () => {
    const notes = { warnings: new Set(Array.from({ length: 12 }, (_, n) => `w${n}`)), infos: new Set(['one']) };
    const { warnings, infos } = JSON.parse([...instantText(Float64Array.of(1), 0, notes)].join('')) as {
      warnings: string[];
      infos: string[];
    };
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toBe('2 more warning annotations omitted');
    expect(infos).toEqual(['one']);
  });

  it('of lists and members is JSON, also when empty', () => {
    const read = (text: Iterable<string>): unknown => JSON.parse([...text].join(''));
    expect(read(listText(['a', 'b"'], (name) => ({ name })))).toEqual({
      status: 'success',
      data: [{ name: 'a' }, { name: 'b"' }],
    });
    expect(read(listText([], String))).toEqual({ status: 'success', data: [] });
    expect(read(membersText([['__proto__', 1]]))).toEqual(JSON.parse('{"status":"success","data":{"__proto__":1}}'));
    expect(read(membersText([]))).toEqual({ status: 'success', data: {} });
  });
});
