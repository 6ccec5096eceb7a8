import { checkTogether, type PlacedStatement } from './check-together';
import { type Line, readLine, type Token } from './read-line';
import {
  type Attribute,
  AVAILABILITIES,
  CATEGORY_NAMES,
  type Comparison,
  COMPARISONS,
  ExpressionError,
  type GroupExpression,
  type Path,
  type PlainAttribute,
  RELATIVES,
  type Statement,
} from './statement';

type Named<Name extends string> = ReadonlyMap<string, Name>;
const byLowerCase = <Name extends string>(names: readonly Name[]): Named<Name> =>
  new Map(names.map((name) => [name.toLowerCase(), name]));

const RELATIVES_BY_WORD = byLowerCase(RELATIVES);
const FUNCTIONS_BY_WORD = byLowerCase(COMPARISONS.filter((name) => name !== 'equals'));
const SIMPLE_BY_WORD = byLowerCase(['id', 'name', 'version', 'availability'] as const);
const KEYED_BY_WORD = byLowerCase(['trait', 'pluginConfiguration', 'resourceConfiguration'] as const);
const TYPE_PARTS: ReadonlyMap<string, PlainAttribute['kind']> = new Map([
  ['plugin', 'typePlugin'],
  ['name', 'typeName'],
  ['category', 'typeCategory'],
] as const);

const EXACT_ONLY: ReadonlySet<Attribute['kind']> = new Set(['id', 'typeCategory', 'availability']);

/** Parses one line, token by token. */
class LineParser {
  private at = 0;

  constructor(private readonly line: Line) {}

  parse(): Statement {
    const first = this.word('a statement');
    switch (first.text.toLowerCase()) {
      case 'groupby':
        return this.ended({ type: 'pivot', path: this.path(this.word('resource')) });
      case 'empty':
        return this.ended({ type: 'emptiness', path: this.path(this.word('resource')), isEmpty: true });
      case 'not':
        this.expect('empty');
        return this.ended({ type: 'emptiness', path: this.path(this.word('resource')), isEmpty: false });
      case 'memberof':
        return this.membership();
      case 'resource':
        return this.filter(first);
      default:
        throw this.problem('A statement must start with resource, groupby, empty, not empty or memberof', first);
    }
  }

  private filter(first: Token): Statement {
    const path = this.path(first);
    const comparison = this.comparison(path);
    this.nothingMore('Only one string function may follow an attribute');
    return { type: 'filter', path, comparison, value: this.judged(path, this.value()) };
  }

  private membership(): Statement {
    this.nothingMore('Expected = after memberof');
    return { type: 'membership', group: this.value() };
  }

  /** Refuses a value after a statement that takes none. */
  private ended(statement: Statement): Statement {
    this.nothingMore('Unexpected text after the attribute');
    const { value } = this.line;
    if (value) throw this.problem('This statement takes no value', { column: this.line.end });
    return statement;
  }

  private path(first: Token): Path {
    if (first.text.toLowerCase() !== 'resource') throw this.problem('A path must start with resource', first);
    const word = this.word('an attribute');
    const relative = RELATIVES_BY_WORD.get(word.text.toLowerCase()) ?? null;
    const named = relative === null ? word : this.word('an attribute');
    if (relative !== null && RELATIVES_BY_WORD.has(named.text.toLowerCase())) {
      throw this.problem('Paths cannot be chained; use grandParent instead of parent.parent', named);
    }
    return { relative, attribute: this.attribute(named) };
  }

  private attribute(word: Token): Attribute {
    const name = word.text.toLowerCase();
    const simple = SIMPLE_BY_WORD.get(name);
    if (simple) return { kind: simple };
    const keyed = KEYED_BY_WORD.get(name);
    if (keyed) {
      const key = this.next();
      if (key?.kind !== 'key' || !key.isAttached) {
        throw this.problem(`A name in brackets must follow ${keyed}, as in ${keyed}[name]`, key);
      }
      return { kind: keyed, key: key.text };
    }
    if (name !== 'type') {
      throw this.problem(
        `Unknown attribute ${word.text}; expected id, name, version, type, availability, trait[], ` +
          'pluginConfiguration[] or resourceConfiguration[]',
        word,
      );
    }
    const part = this.word('plugin, name or category');
    const kind = TYPE_PARTS.get(part.text.toLowerCase());
    if (!kind) throw this.problem('Expected plugin, name or category after type', part);
    return { kind };
  }

  private comparison({ attribute }: Path): Comparison {
    const token = this.line.tokens[this.at];
    const comparison = token?.kind === 'word' && !token.isAttached && FUNCTIONS_BY_WORD.get(token.text.toLowerCase());
    if (!token || !comparison) return 'equals';
    if (EXACT_ONLY.has(attribute.kind)) throw this.problem('This attribute does not support string functions', token);
    this.at += 1;
    return comparison;
  }

  private value(): string {
    const { value, end } = this.line;
    if (!value) throw this.problem('Expected a value, as in = value', { column: end });
    if (value.text === '') throw this.problem('The value is empty', value);
    return value.text;
  }

  /** Validates and converts the value for the attribute. */
  private judged({ attribute }: Path, text: string): string {
    switch (attribute.kind) {
      case 'id':
        if (!/^[+-]?[0-9]+$/.test(text)) throw this.problem('An id must be a whole number', this.line.value);
        return BigInt(text.replace(/^\+/, '')).toString();
      case 'typeCategory':
        return this.constant(text, Object.keys(CATEGORY_NAMES));
      case 'availability':
        return this.constant(text, AVAILABILITIES);
      default:
        return text;
    }
  }

  private constant(text: string, constants: readonly string[]): string {
    const constant = text.toUpperCase();
    if (!constants.includes(constant)) {
      throw this.problem(`The value must be one of ${constants.join(', ')}`, this.line.value);
    }
    return constant;
  }

  private expect(keyword: string): void {
    const token = this.word(keyword);
    if (token.text.toLowerCase() !== keyword) throw this.problem(`Expected ${keyword}`, token);
  }

  private word(expected: string): Token {
    const token = this.next();
    if (token?.kind !== 'word' || token.isAttached) throw this.problem(`Expected ${expected}`, token);
    return token;
  }

  private next(): Token | undefined {
    return this.line.tokens[this.at++];
  }

  private nothingMore(problem: string): void {
    const token = this.line.tokens[this.at];
    if (token) throw this.problem(problem, token);
  }

  /** By default at the end of the path. */
  private problem(text: string, at?: { readonly column: number }): ExpressionError {
    return new ExpressionError(text, this.line.number, at?.column ?? this.line.end);
  }
}

/**
 * Parses a definition: one statement per line (rule groups-11), compatible with each other (14.4).
 * @param source lines; an element with line breaks counts as several
 * @returns an empty expression if every line is blank
 * @throws ExpressionError only, for any text
 */
export function parseGroupExpression(source: string | readonly string[]): GroupExpression {
  const text = typeof source === 'string' ? source : source.join('\n');
  const placed = text.split(/\r\n|\r|\n/).flatMap((content, index): PlacedStatement[] => {
    const line = readLine(content, index + 1);
    if (!line) return [];
    return [{ statement: new LineParser(line).parse(), line: line.number, column: line.start }];
  });
  checkTogether(placed);
  return placed.map(({ statement }) => statement);
}
