import type { parser } from '@prometheus-io/lezer-promql';
import { COMPARISONS, type Expr, HISTOGRAM_OPERATORS } from './expression';

export type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** People do not write deeper queries, which would overflow the stack. */
export const MAX_DEPTH = 250;

/** Operators by ascending precedence. */
export const LEVELS: readonly (readonly string[])[] = [
  ['or'],
  ['and', 'unless'],
  [...COMPARISONS, ...HISTOGRAM_OPERATORS],
  ['+', '-'],
  ['*', '/', '%', 'atan2'],
  ['^'],
];
export const POWER = LEVELS.length - 1;

export function getParts(node: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let part = node.firstChild; part; part = part.nextSibling) if (part.name !== 'LineComment') parts.push(part);
  return parts;
}

export interface Sign {
  node: SyntaxNode;
  sign: string;
}

export interface Operator {
  node: SyntaxNode;
  operator: string;
  modifiers: SyntaxNode[];
}

export interface Operand {
  node: SyntaxNode;
  expr: Expr;
  isEnclosed: boolean;
}

export type Part = Sign | Operator | Operand;

export function withoutBrackets(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (inner.name === 'ParenExpr') inner = getParts(inner)[0]!;
  return inner;
}
