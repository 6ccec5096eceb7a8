/**
 * How often a test repeats what only chance brings about, such as a kill at the worst moment or the one case among
 * thousands: a tenth of `whole` in an ordinary run, all of it with `THOROUGH=yes`.
 */
export function rounds(whole: number): number {
  return process.env['THOROUGH'] === 'yes' ? whole : Math.ceil(whole / 10);
}
