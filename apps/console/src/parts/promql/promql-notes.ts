/** An error, warning or info about an expression. */
export interface PromqlNote {
  severity: 'error' | 'warning' | 'info';
  text: string;
}

/** Range of characters in an expression. */
interface Span {
  from: number;
  to: number;
}

const PLACE = /(?:^|[\s(":])(\d{1,4}):(\d{1,5})(?=[:)\s]|$)/;

/**
 * The place that a message of Prometheus names by line and column, as `1:5: parse error: …` or `… (1:5)`. Pure.
 *
 * @returns a character of the expression, or undefined if it names none
 */
export function placeIn(expression: string, message: string): Span | undefined {
  const [, line, column] = PLACE.exec(message) ?? [];
  if (line === undefined || column === undefined) return undefined;
  const lines = expression.split('\n');
  if (Number(line) > lines.length) return undefined;
  const before = lines.slice(0, Number(line) - 1);
  const from = before.reduce((sum, { length }) => sum + length + 1, 0) + Number(column) - 1;
  if (from < 0 || from > expression.length) return undefined;
  const last = Math.max(0, expression.length - 1);
  return { from: Math.min(from, last), to: Math.min(from + 1, expression.length) };
}

/** Line and column, from 1, of a character. Pure. */
export function placeText(expression: string, at: number): string {
  const lines = expression.slice(0, at).split('\n');
  return `${lines.length}:${lines.at(-1)!.length + 1}`;
}
