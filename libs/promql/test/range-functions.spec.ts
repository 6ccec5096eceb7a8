import { RANGE_FUNCTIONS, type Window } from '../src/range-functions';

/** A counter that grows by 10 each 10 s, in a range that begins some seconds before its first sample. */
function aRange(secondsBefore: number): Window {
  return {
    times: Float64Array.of(0, 10_000, 20_000),
    values: Float64Array.of(100, 110, 120),
    from: 0,
    to: 3,
    start: -secondsBefore * 1_000,
    end: 20_000,
    at: 20_000,
  };
}

it.each([
  ['to the start of the range', 'little more than one pause', 10.9, 30.9],
  ['by half a pause', 'longer', 11.1, 25],
])('an increase is extended %s when the gap before it is %s', (_how, _gap, secondsBefore, increase) => {
  expect(RANGE_FUNCTIONS['increase']!(aRange(secondsBefore), [])).toBeCloseTo(increase, 9);
});
