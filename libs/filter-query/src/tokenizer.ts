import type { Connective, Operator, Presence } from './ast';

export type SymbolName = 'lparen' | 'rparen' | 'comma' | 'not' | Connective | Operator | Presence;
/** `text` is set for strings only. */
export type Token = { readonly name: SymbolName } | { readonly name: 'string'; readonly text: string };

/** Symbols by their text; the longest match counts. */
const SYMBOLS: Readonly<Record<string, SymbolName>> = {
  '(': 'lparen',
  ')': 'rparen',
  ',': 'comma',
  '&': 'and',
  '&&': 'and',
  '|': 'or',
  '||': 'or',
  '!': 'not',
  '-': 'not',
  '=': 'eq',
  '==': 'eq',
  '!=': 'ne',
  '<>': 'ne',
  '~': 'like',
  '!~': 'unlike',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  '^': 'in',
  '!^': 'notin',
};

const KEYWORDS: Readonly<Record<string, SymbolName>> = {
  and: 'and',
  or: 'or',
  not: 'not',
  at: 'eq',
  after: 'gt',
  before: 'lt',
  has: 'notnull',
  'set?': 'notnull',
  'null?': 'null',
};
const MAX_KEYWORD_LENGTH = 6;

function tokenTable(names: Readonly<Record<string, SymbolName>>): ReadonlyMap<string, Token> {
  return new Map(Object.entries(names).map(([text, name]) => [text, { name }]));
}
const SYMBOL_TOKENS = tokenTable(SYMBOLS);
const KEYWORD_TOKENS = tokenTable(KEYWORDS);

/** Space, tab, LF, VT, FF, CR and nothing else. */
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** Drops the blanks of the language at both ends. A loop, because `/\s+$/` is quadratic on inner runs of blanks. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const WORD_ENDS = new Set([...'=~<>&|(),'].map((char) => char.charCodeAt(0)));
const EXCLAMATION = 0x21;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * End of the bare word that starts at `start`. `!` is part of a word unless `=`, `~` or `^` follows: `title!=x` is a
 * comparison, `title!` a word (rule filter-1, correction).
 */
function endOfWord(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isBlank(code) || WORD_ENDS.has(code)) break;
    if (code === EXCLAMATION) {
      const next = text[at + 1];
      if (next === '=' || next === '~' || next === '^') break;
    }
  }
  return at;
}

/** Reads the quoted string whose opening quote is at `start`. An unclosed one ends with the text. */
function readQuoted(text: string, start: number): { value: string; end: number } {
  let value = '';
  let at = start + 1;
  let copied = at;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) {
    if (text.charCodeAt(at) === BACKSLASH) {
      value += text.slice(copied, at);
      copied = at + 1;
      at += 2;
    } else {
      at += 1;
    }
  }
  // A trailing backslash escapes nothing and is dropped.
  return { value: value + text.slice(copied, at), end: at + 1 };
}

/** Splits a filter into tokens (rule filter-1). Never fails; linear in the length of the text. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) {
      at += 1;
    } else if (code === QUOTE) {
      const { value, end } = readQuoted(text, at);
      tokens.push({ name: 'string', text: value });
      at = end;
    } else {
      const pair = at + 1 < text.length ? SYMBOL_TOKENS.get(text.slice(at, at + 2)) : undefined;
      const symbol = pair ?? SYMBOL_TOKENS.get(text.charAt(at));
      if (symbol) {
        tokens.push(symbol);
        at += pair ? 2 : 1;
      } else {
        const end = endOfWord(text, at);
        const word = text.slice(at, end);
        const keyword = word.length <= MAX_KEYWORD_LENGTH ? KEYWORD_TOKENS.get(word.toLowerCase()) : undefined;
        tokens.push(keyword ?? { name: 'string', text: word });
        at = end;
      }
    }
  }
  return tokens;
}
