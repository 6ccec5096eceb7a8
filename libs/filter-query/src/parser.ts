import { type Connective, FilterError, type FilterNode, type MembershipOperator, type Operator } from './ast';
import { type Token, tokenize, trimBlanks } from './tokenizer';

const MAX_TERMS = 256;
const MAX_DEPTH = 64;
const TOO_COMPLEX = 'filter is too complex';
const SURPLUS_PARENTHESIS = "Unexpected ')'";

const OPERATORS: ReadonlySet<string> = new Set<Operator>([
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'unlike',
  'in',
  'notin',
]);
const isOperator = (name: string | undefined): name is Operator => name !== undefined && OPERATORS.has(name);
const isConnective = (name: string | undefined): name is Connective => name === 'and' || name === 'or';
const isMembership = (operator: Operator): operator is MembershipOperator => operator === 'in' || operator === 'notin';

/** Joins under one connective; a chain of the same connective becomes one flat node. */
function join(type: Connective, first: FilterNode, rest: FilterNode): FilterNode {
  return { type, operands: rest.type === type ? [first, ...rest.operands] : [first, rest] };
}

/** Recursive descent over rule filter-2. Recursion is bounded by MAX_DEPTH, everything else loops. */
class Parser {
  private at = 0;
  /** Number of open parentheses and pending NOTs. */
  private depth = 0;
  private openGroups = 0;
  private terms = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parse(): FilterNode {
    const filter = this.sequence();
    if (this.peek() === 'rparen') throw new FilterError(SURPLUS_PARENTHESIS);
    return filter;
  }

  private peek(): Token['name'] | undefined {
    return this.tokens[this.at]?.name;
  }

  private skipCommas(): void {
    while (this.peek() === 'comma') this.at += 1;
  }

  /** Adjacent expressions, up to the closing parenthesis or the end; all of them must hold. */
  private sequence(): FilterNode {
    const expressions: FilterNode[] = [];
    for (this.skipCommas(); this.at < this.tokens.length && this.peek() !== 'rparen'; this.skipCommas()) {
      expressions.push(this.expression());
    }
    const [first, ...more] = expressions;
    if (first === undefined) {
      throw new FilterError(this.openGroups === 0 ? SURPLUS_PARENTHESIS : 'Empty list of operands');
    }
    return more.length === 0 ? first : { type: 'and', operands: expressions };
  }

  /**
   * AND and OR have equal precedence and are right-associative, so the operands are collected first and joined from the
   * end.
   */
  private expression(): FilterNode {
    const operands: FilterNode[] = [];
    const connectives: Connective[] = [];
    for (;;) {
      // Connectives and commas before an operand are ignored.
      while (isConnective(this.peek()) || this.peek() === 'comma') this.at += 1;
      operands.push(this.operand());
      const connective = this.peek();
      if (!isConnective(connective)) break;
      connectives.push(connective);
      this.at += 1;
    }
    let tree = operands.pop()!;
    while (operands.length > 0) tree = join(connectives.pop()!, operands.pop()!, tree);
    return tree;
  }

  private operand(): FilterNode {
    const name = this.peek();
    if (name === 'lparen') return this.group();
    if (name === 'not') return this.negation();
    if (name === 'null' || name === 'notnull') {
      this.at += 1;
      this.countTerm();
      return { type: 'presence', presence: name, field: this.string() };
    }
    return this.comparison();
  }

  private group(): FilterNode {
    this.at += 1;
    this.enter();
    this.openGroups += 1;
    const content = this.sequence();
    this.openGroups -= 1;
    this.depth -= 1;
    if (this.peek() === 'rparen') this.at += 1;
    return content;
  }

  private negation(): FilterNode {
    this.at += 1;
    this.enter();
    this.skipCommas();
    const operand = this.operand();
    this.depth -= 1;
    return { type: 'not', operand };
  }

  private comparison(): FilterNode {
    this.countTerm();
    const first = this.peek();
    if (isOperator(first)) {
      this.at += 1;
      return { type: 'stray', text: isMembership(first) ? this.members().join(',') : this.string() };
    }
    if (first === 'rparen' && this.openGroups === 0) throw new FilterError(SURPLUS_PARENTHESIS);
    const field = this.string();
    const operator = this.peek();
    if (!isOperator(operator)) return { type: 'stray', text: field };
    this.at += 1;
    return isMembership(operator)
      ? { type: 'membership', field, operator, values: this.members() }
      : { type: 'comparison', field, operator, value: this.string() };
  }

  private string(): string {
    // In range, because the last token is a string, and no rule reads beyond a string.
    const token = this.tokens[this.at]!;
    if (token.name !== 'string') throw new FilterError(`Value expected but found :${token.name}`);
    this.at += 1;
    return token.text;
  }

  /** The elements after `^`: a parenthesised list, or one string split at its commas. */
  private members(): string[] {
    if (this.peek() !== 'lparen') {
      // Unlike elsewhere, a blank between two commas is not an element, as in a parenthesised list.
      return this.string()
        .split(',')
        .map(trimBlanks)
        .filter((element) => element !== '');
    }
    const elements: string[] = [];
    for (this.at += 1; this.at < this.tokens.length && this.peek() !== 'rparen'; this.at += 1) {
      const token = this.tokens[this.at];
      if (token?.name === 'string') elements.push(trimBlanks(token.text));
    }
    this.at += 1;
    return elements;
  }

  private enter(): void {
    if (++this.depth > MAX_DEPTH) throw new FilterError(TOO_COMPLEX);
  }

  private countTerm(): void {
    if (++this.terms > MAX_TERMS) throw new FilterError(TOO_COMPLEX);
  }
}

/**
 * Parses a filter (rules filter-1 to filter-3); `checkFilter` checks its fields.
 * @returns null if the text has no condition: blank, or without any string (`()`, `and`)
 * @throws FilterError with a syntax text of B4. At most 256 terms (comparisons, presences, lone strings) and 64 levels
 * of parentheses and NOT together.
 */
export function parseFilter(text: string): FilterNode | null {
  const tokens = tokenize(text);
  // Tokens after the last string are ignored, e.g. `title = a AND`, as are missing and extra `)`.
  while (tokens.length > 0 && tokens[tokens.length - 1]!.name !== 'string') tokens.pop();
  return tokens.length === 0 ? null : new Parser(tokens).parse();
}
