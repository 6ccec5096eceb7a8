import type { Double } from '@wardstone/dto';

/** A number as records show it. */
export function doubleOf(value: number | null): Double {
  return value ?? 'NaN';
}
