/**
 * How often a test repeats what only chance brings about, such as a kill at the worst moment or the one case among
 * thousands: a part of `whole` in an ordinary run, by default a tenth, and all of it with `THOROUGH=yes`.
 */
export function rounds(whole: number, divisor = 10): number {
  return process.env['THOROUGH'] === 'yes' ? whole : Math.ceil(whole / divisor);
}
