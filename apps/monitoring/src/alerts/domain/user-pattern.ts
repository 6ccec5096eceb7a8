import { RE2JS } from 're2js';
import { type BoundedPattern, compileBounded } from '../../patterns/domain/bounded-pattern';

export type PatternKind = 'event' | 'trait' | 'drift';

const FLAGS: Record<PatternKind, number> = {
  event: RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE | RE2JS.DOTALL,
  trait: RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL,
  drift: 0,
};

/**
 * A regular expression that a user wrote; undefined when it is none, or too large. See rule alerts-22.
 */
export function compileUserPattern(expression: string, kind: PatternKind): BoundedPattern | undefined {
  return compileBounded(expression, FLAGS[kind]);
}
