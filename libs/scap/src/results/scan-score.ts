/** An unparsed x:score. */
export interface UnparsedScore {
  readonly system: string | undefined;
  readonly maximum: string | undefined;
  readonly text: string;
}

const DEFAULT_SYSTEM = 'urn:xccdf:scoring:default';
const DECIMAL = /^\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?\s*$/;

/** NaN for text that is not a number. */
function readNumber(text: string): number {
  return text.length <= 400 && DECIMAL.test(text) ? Number(text) : NaN;
}

/**
 * The score by XCCDF's default method, otherwise the first one, in percent of its maximum (by default 100). Source:
 * rule scap-4.
 * @returns null without scores; undefined if the score is invalid
 */
export function chooseScore(scores: readonly UnparsedScore[]): number | null | undefined {
  const score = scores.find(({ system }) => system === DEFAULT_SYSTEM) ?? scores[0];
  if (!score) return null;
  const value = readNumber(score.text);
  const maximum = score.maximum === undefined ? 100 : readNumber(score.maximum);
  if (!(maximum > 0)) return undefined;
  const percent = maximum === 100 ? value : (value * 100) / maximum;
  return Number.isFinite(percent) ? percent : undefined;
}
