import { RE2JS, RE2JSException } from 're2js';
import { weightOf } from './pattern-weight';

/** Elements an expression may have. RE2 is linear in the text, but also in the size of the expression. */
export const MAX_ELEMENTS = 1_000;
/** Maximum elements times characters of one match: some tenths of a second at worst. */
const MOST_STEPS = 8_000_000;

/** A user's regular expression in RE2's dialect, limited so that neither compiling nor matching blocks the process. */
export interface BoundedPattern {
  /** Whether the expression is found somewhere in the text, of which a large expression sees the beginning. */
  readonly isFoundIn: (text: string) => boolean;
  /** Whether the text is nothing but what the expression describes; never when it is too long for a large one. */
  readonly describes: (text: string) => boolean;
}

/** Whether the expression has more elements than it may. */
export function isTooLarge(expression: string): boolean {
  return weightOf(expression) > MAX_ELEMENTS;
}

/** Undefined when the expression is none, or too large. */
export function compileBounded(expression: string, flags = 0): BoundedPattern | undefined {
  const weight = weightOf(expression);
  if (weight > MAX_ELEMENTS) return undefined;
  try {
    const compiled = RE2JS.compile(expression, flags);
    const longest = Math.floor(MOST_STEPS / Math.max(weight, 1));
    return {
      isFoundIn: (text) => compiled.test(text.length > longest ? text.slice(0, longest) : text),
      describes: (text) => text.length <= longest && compiled.testExact(text),
    };
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
