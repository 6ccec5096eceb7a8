/**
 * Number of repetitions of what only chance causes, such as a kill at the worst moment or the one case among thousands:
 * a part of `whole` in an ordinary run, by default a tenth, and all of it with `THOROUGH=yes`.
 */
export function rounds(whole: number, divisor = 10): number {
  return process.env['THOROUGH'] === 'yes' ? whole : Math.ceil(whole / divisor);
}
