import {
  END,
  HISTOGRAM,
  HISTOGRAM_CODE,
  isSpecial,
  onlyNumbers,
  toCode,
  toValue,
  withSpecial,
} from '../src/special-values';

const points = (...entries: [time: number, value: number][]) => ({
  times: Float64Array.from(entries, ([time]) => time),
  values: Float64Array.from(entries, ([, value]) => value),
});
const listed = ({ times, values, kinds }: ReturnType<typeof withSpecial>) =>
  [...times].map((time, i) => [time, kinds?.[i] === END ? 'end' : kinds?.[i] === HISTOGRAM ? 'histogram' : values[i]]);

describe('values that are not finite numbers', () => {
  it.each([[null], [NaN], [Infinity], [-Infinity]])('are restored from their code: %s', (value) => {
    expect(isSpecial(value)).toBe(true);
    expect(toValue(toCode(value))).toBe(value);
  });

  it.each([0, -0, 5e-324, Number.MAX_VALUE])('are not %s', (value) => {
    expect(isSpecial(value)).toBe(false);
  });

  it('are between the others in the order of time, and yield to them at the same time', () => {
    const special = points(
      [0, toCode(NaN)],
      [2, toCode(null)],
      [3, toCode(Infinity)],
      [9, toCode(-Infinity)],
      [10, HISTOGRAM_CODE],
    );
    const all = withSpecial(points([1, 10], [3, 30], [4, 40]), special);
    expect(listed(all)).toEqual([
      [0, NaN],
      [1, 10],
      [2, 'end'],
      [3, 30],
      [4, 40],
      [9, -Infinity],
      [10, 'histogram'],
    ]);
    const spans = Float64Array.of(5);
    const kept = onlyNumbers({ ...all, spans });
    expect([...kept.times]).toEqual([0, 1, 3, 4, 9]);
    expect(kept.spans).toBe(spans);
  });

  it('leave a series without special values unchanged', () => {
    const finite = points([1, 10]);
    expect(withSpecial(finite, points())).toBe(finite);
    expect(onlyNumbers(finite)).toEqual(finite);
  });
});
