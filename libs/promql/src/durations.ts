import { ARITHMETIC } from './binary';
import { parseNumber } from './literals';
import { MAX_DEPTH, getParts, type SyntaxNode } from './syntax-node';

/** The steps of a query, which durations may refer to; an instant query has none. */
export interface QuerySteps {
  readonly stepMs: number;
  readonly rangeMs: number;
}

export interface DurationProblem {
  readonly node: SyntaxNode;
  readonly problem: string;
}

/** A duration in ms, which may be an expression: `[5m + step()]`. */
export function durationFor(node: SyntaxNode, query: string, steps: QuerySteps): number | DurationProblem {
  const text = query.slice(node.from, node.to);
  const seconds = new Calculation(query, steps).seconds(node, 0);
  if (typeof seconds !== 'number') return seconds;
  const isLiteral = /^[+-]?\s*[\w.]+$/.test(text);
  // Both are truncated to milliseconds; literals are rounded to nanoseconds first.
  const duration = Math.trunc(isLiteral ? Math.round(seconds * 1e9) / 1e6 : seconds * 1000);
  return Number.isSafeInteger(duration) ? duration : { node, problem: `duration out of range: ${text}` };
}

class Calculation {
  constructor(
    private readonly query: string,
    private readonly steps: QuerySteps,
  ) {}

  seconds(node: SyntaxNode, depth: number): number | DurationProblem {
    if (depth > MAX_DEPTH) return { node, problem: `nested deeper than ${MAX_DEPTH} levels` };
    const parts = getParts(node);
    const [operator] = parts;
    if (!operator) return parseNumber(this.text(node));
    if (operator.name === 'DurationStep') return this.steps.stepMs / 1000;
    if (operator.name === 'DurationRange') return this.steps.rangeMs / 1000;
    const numbers: number[] = [];
    for (const part of parts) {
      if (OPERATORS.has(part.name)) continue;
      const number = this.seconds(part, depth + 1);
      if (typeof number !== 'number') return number;
      numbers.push(number);
    }
    return this.combined(parts, numbers);
  }

  private combined(parts: readonly SyntaxNode[], [left, right]: number[]): number | DurationProblem {
    const operator = parts.find(({ name }) => OPERATORS.has(name));
    if (!operator) return left!;
    if (operator.name === 'UnaryOp') return this.text(operator) === '-' ? -left! : left!;
    if (operator.name === 'DurationMinOf') return Math.min(left!, right!);
    if (operator.name === 'DurationMaxOf') return Math.max(left!, right!);
    if (right === 0 && operator.name === 'Div') return { node: operator, problem: 'division by zero' };
    if (right === 0 && operator.name === 'Mod') return { node: operator, problem: 'modulo by zero' };
    return ARITHMETIC[this.text(operator)]!(left!, right!);
  }

  private text({ from, to }: SyntaxNode): string {
    return this.query.slice(from, to);
  }
}

const OPERATORS: ReadonlySet<string> = new Set([
  'Add',
  'Div',
  'DurationMaxOf',
  'DurationMinOf',
  'Mod',
  'Mul',
  'Pow',
  'Sub',
  'UnaryOp',
]);
