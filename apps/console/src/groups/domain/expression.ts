import { ExpressionError, parseGroupExpression } from '@wardstone/group-expression';
import { valueText } from '@wardstone/units';
import { groupTexts } from '../../texts/groups';

/** The problem of an expression and its position, or the number of statements. */
export type Judged = { statements: number } | { problem: string; at: number };

/** Parses an expression like the service does; `at` is the position in the text. Pure. */
export function parseExpression(text: string): Judged {
  try {
    return { statements: parseGroupExpression(text).length };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const before = splitLines(text).slice(0, error.line - 1);
    const lineStart = before.reduce((sum, line) => sum + line.length + 1, 0);
    return { problem: error.message, at: Math.min(text.length, lineStart + error.column - 1) };
  }
}

/** The lines of an expression; blank ones stay, so that line numbers equal those of the service. Pure. */
export function splitLines(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/** Text for the calculation interval of a definition. Pure. */
export function intervalText(interval: number): string {
  const { intervals, every } = groupTexts.definitions;
  return intervals[interval] ?? every(valueText(interval, { unit: 'MILLISECONDS' }));
}
