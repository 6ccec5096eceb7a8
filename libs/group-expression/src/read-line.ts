import { ExpressionError } from './statement';

/** A word or a bracketed key of a path. Columns count from 1. */
export interface Token {
  readonly kind: 'word' | 'key';
  /** Whether it follows the previous token without a dot or blank between them. */
  readonly text: string;
  readonly column: number;
  /** Tokens before the first `=` outside of brackets, or all. */
  readonly isAttached: boolean;
}

export interface Line {
  readonly number: number;
  /** Tokens before the first `=` outside brackets, or all. */
  readonly tokens: readonly Token[];
  /** Start of the statement, and the end of its tokens. */
  readonly value: { readonly text: string; readonly column: number } | undefined;
  /** Start of the statement, and end of its tokens. */
  readonly start: number;
  readonly end: number;
}

const SEPARATOR = /[. \t]/;

/** Splits a line into tokens and value; undefined for a blank one. See rule groups-11. @throws ExpressionError */
export function readLine(source: string, number: number): Line | undefined {
  const forbidden = source.indexOf('<');
  if (forbidden >= 0) throw new ExpressionError('The character < is not allowed', number, forbidden + 1);
  const start = source.length - source.trimStart().length;
  const sourceEnd = source.trimEnd().length;
  if (start >= sourceEnd) return undefined;
  const tokens: Token[] = [];
  let at = start;
  let isAttached = false;
  while (at < sourceEnd && source[at] !== '=') {
    const character = source[at]!;
    if (SEPARATOR.test(character)) {
      if (tokens.length === 0) throw new ExpressionError('A statement must start with a keyword', number, at + 1);
      isAttached = false;
      at += 1;
      continue;
    }
    const end = character === '[' ? endOfKey(source, at, number) : endOfWord(source, at, sourceEnd);
    tokens.push(
      character === '['
        ? { kind: 'key', text: source.slice(at + 1, end - 1), column: at + 1, isAttached }
        : { kind: 'word', text: source.slice(at, end), column: at + 1, isAttached },
    );
    isAttached = true;
    at = end;
  }
  const left = source.slice(start, at);
  const end = start + left.trimEnd().length;
  if (left.trimEnd().endsWith('.')) throw new ExpressionError('Expected an attribute after the dot', number, end);
  return { number, tokens, value: valueFrom(source, at), start: start + 1, end: end + 1 };
}

function endOfKey(source: string, at: number, number: number): number {
  const close = source.indexOf(']', at);
  if (close < 0) throw new ExpressionError('Unclosed bracket', number, at + 1);
  if (close === at + 1) throw new ExpressionError('The brackets are empty', number, at + 1);
  return close + 1;
}

function endOfWord(source: string, from: number, sourceEnd: number): number {
  let at = from;
  while (at < sourceEnd && !SEPARATOR.test(source[at]!) && source[at] !== '[' && source[at] !== '=') at += 1;
  return at;
}

function valueFrom(source: string, equals: number): Line['value'] {
  if (source[equals] !== '=') return undefined;
  const rest = source.slice(equals + 1);
  const text = rest.trim();
  return { text, column: equals + 2 + (rest.length - rest.trimStart().length) };
}
