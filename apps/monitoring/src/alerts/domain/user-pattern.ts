import { RE2JS, RE2JSException } from 're2js';

/**
 * A regular expression that a user wrote, in the dialect of RE2: it takes time linear in the text, so no expression can
 * hold the engine up. Source: media spec 7.4, decision 19.
 */
export interface UserPattern {
  /** Whether the expression is found somewhere in the text. */
  readonly isFoundIn: (text: string) => boolean;
  /** Whether the text is nothing but what the expression describes. */
  readonly describes: (text: string) => boolean;
}

export type PatternKind = 'event' | 'trait' | 'drift';

const FLAGS: Record<PatternKind, number> = {
  event: RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE | RE2JS.DOTALL,
  trait: RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL,
  drift: 0,
};

/** Undefined when the expression is none. */
export function compileUserPattern(expression: string, kind: PatternKind): UserPattern | undefined {
  try {
    const compiled = RE2JS.compile(expression, FLAGS[kind]);
    return {
      isFoundIn: (text) => compiled.test(text),
      describes: (text) => compiled.testExact(text),
    };
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
