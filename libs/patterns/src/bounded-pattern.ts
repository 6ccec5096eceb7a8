import { RE2JS, RE2JSException } from 're2js';
import { replaceMatches } from './expand-groups';
import { estimateWeight } from './pattern-weight';

/** Maximum number of elements of an expression. RE2 is linear in the text, but also in the size of the expression. */
export const MAX_ELEMENTS = 1_000;
/** Maximum product of elements and characters of one match: some tenths of a second at worst. */
const MAX_STEPS = 8_000_000;

/** A user's regular expression in RE2's dialect, limited so that neither compiling nor matching blocks the process. */
export interface BoundedPattern {
  /** Whether the expression matches anywhere in the text; large expressions search only its beginning. */
  readonly isFoundIn: (text: string) => boolean;
  /** Whether the expression matches the whole text; never if the text is too long for a large expression. */
  readonly describes: (text: string) => boolean;
  /** The text with each match replaced; `$1` stands for a group. Unchanged if it is too long for a large expression. */
  readonly replaceIn: (text: string, replacement: string) => string;
}

/** Whether the expression has too many elements. */
export function isTooLarge(expression: string): boolean {
  return estimateWeight(expression) > MAX_ELEMENTS;
}

/** Undefined if the expression is invalid or too large. */
export function compileBounded(expression: string, flags = 0): BoundedPattern | undefined {
  const weight = estimateWeight(expression);
  if (weight > MAX_ELEMENTS) return undefined;
  try {
    const compiled = RE2JS.compile(expression, flags);
    const longest = Math.floor(MAX_STEPS / Math.max(weight, 1));
    return {
      isFoundIn: (text) => compiled.test(text.length > longest ? text.slice(0, longest) : text),
      describes: (text) => text.length <= longest && compiled.testExact(text),
      replaceIn: (text, replacement) => (text.length > longest ? text : replaceMatches(compiled, text, replacement)),
    };
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
