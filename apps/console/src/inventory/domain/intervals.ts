const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const USUAL: readonly number[] = [
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** Intervals that a schedule can be set to, in ms, with the one that it has. Pure. */
export function intervalsWith(present: number): readonly number[] {
  return USUAL.includes(present) ? USUAL : [...USUAL, present].sort((one, other) => one - other);
}
