import { valueWithUnit } from './value';

describe('a value with the unit that the API shows', () => {
  it.each([
    [0.18, '%', '18 %'],
    [1536, 'B', '1.5 KiB'],
    [90, 's', '1 min 30 s'],
    [7, '', '7'],
    [7, 'furlongs', '7'],
    ['NaN', 'B', 'no data'],
  ] as const)('%s of %s is %s', (value, symbol, expected) => {
    expect(valueWithUnit(value, symbol)).toBe(expected);
  });
});
