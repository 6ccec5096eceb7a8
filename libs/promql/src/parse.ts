import { parser } from '@prometheus-io/lezer-promql';
import { durationFor, type QuerySteps } from './durations';
import {
  type Aggregate,
  COMPARISONS,
  type Expr,
  type Matcher,
  type Matching,
  type MatchOperator,
  type Selector,
  SET_OPERATORS,
  TYPE_NAMES,
  typeName,
  type ValueType,
} from './expression';
import { METRIC_NAME } from './labels';
import { isOutOfRange, toGrammarText, parseNumber, unquote } from './literals';
import { makeMatcher, selectsSomething } from './matcher';
import { PromqlError } from './promql-error';
import { AGGREGATIONS, SIGNATURES, WITH_PARAMETER } from './signatures';
import {
  LEVELS,
  MAX_DEPTH,
  type Operand,
  type Operator,
  type Part,
  getParts,
  POWER,
  type Sign,
  type SyntaxNode,
  withoutBrackets,
} from './syntax-node';

const MAX_PATTERN_ELEMENTS = 5_000; // compiling a pattern cannot yield
const POSTFIXES = new Set(['OffsetExpr', 'StepInvariantExpr', 'MatrixSelector', 'SubqueryExpr']);

/** Parses a query. @throws PromqlError with the position of the error */
export function parseQuery(query: string, steps: QuerySteps = { stepMs: 0, rangeMs: 0 }): Expr {
  return new Reading(query, steps).read();
}

class Reading {
  private depth = 0;
  private weight = 0;

  constructor(
    private readonly query: string,
    private readonly steps: QuerySteps,
  ) {}

  read(): Expr {
    const tree = parser.parse(toGrammarText(this.query));
    tree.iterate({
      enter: ({ type, node }) => {
        if (type.isError) throw this.unexpected(node);
      },
    });
    const [root] = getParts(tree.topNode);
    if (!root) throw this.error(tree.topNode, 'no expression found in input');
    return this.expr(root);
  }

  private expr(node: SyntaxNode): Expr {
    if (++this.depth > MAX_DEPTH) throw this.error(node, `nested deeper than ${MAX_DEPTH} levels`);
    const parts = this.flat(node);
    const expr = this.climb(parts, 0);
    this.depth--;
    return expr;
  }

  /**
   * Lists signs, operands and operators in order: the grammar applies a sign to the number and modifiers to the whole
   * operation before them, whereas in the language a power binds more closely, and modifiers belong to the operand.
   */
  private flat(root: SyntaxNode): Part[] {
    const parts: Part[] = [];
    const visit = (node: SyntaxNode, depth: number): void => {
      if (depth > MAX_DEPTH) throw this.error(node, `nested deeper than ${MAX_DEPTH} levels`);
      const children = getParts(node);
      const sign = node.name === 'NumberDurationLiteral' ? /^[+-]/.exec(this.text(node))?.[0] : undefined;
      if (POSTFIXES.has(node.name)) {
        visit(children[0]!, depth + 1);
        const operand = parts.at(-1) as Operand;
        operand.expr = this.postfix(operand, node);
        operand.isEnclosed = false;
      } else if (node.name === 'BinaryExpr') {
        visit(children[0]!, depth + 1);
        parts.push({
          node: children[1]!,
          operator: this.text(children[1]!).toLowerCase(),
          modifiers: children.slice(2, -1),
        });
        visit(children.at(-1)!, depth + 1);
      } else if (node.name === 'UnaryExpr') {
        parts.push({ node, sign: this.text(children[0]!) });
        visit(children[1]!, depth + 1);
      } else {
        if (sign) parts.push({ node, sign });
        parts.push({ node, expr: this.plain(node), isEnclosed: node.name === 'ParenExpr' });
      }
    };
    visit(root, 0);
    return parts;
  }

  /** Consumes operators of at least this precedence. */
  private climb(parts: Part[], least: number): Expr {
    const first = parts.shift()!;
    const place = this.place(first.node);
    let left = 'sign' in first ? this.signed(first, this.climb(parts, POWER)) : (first as Operand).expr;
    for (;;) {
      const next = parts[0];
      if (!next || !('operator' in next)) return left;
      const level = LEVELS.findIndex((operators) => operators.includes(next.operator));
      if (level === -1) throw this.error(next.node, `${next.operator} is not supported`);
      if (level < least) return left;
      parts.shift();
      left = this.operation(next, left, this.climb(parts, level === POWER ? POWER : level + 1), place);
    }
  }

  private plain(node: SyntaxNode): Expr {
    switch (node.name) {
      case 'ParenExpr':
        return this.expr(getParts(node)[0]!);
      case 'NumberDurationLiteral':
        if (isOutOfRange(this.text(node))) throw this.error(node, `number out of range: ${this.text(node)}`);
        // The sign is a separate operator.
        return { kind: 'number', type: 'scalar', value: Math.abs(parseNumber(this.text(node))) };
      case 'StringLiteral':
        return { kind: 'string', type: 'string', value: this.string(node) };
      case 'VectorSelector':
        return this.selector(node);
      case 'FunctionCall':
        return this.call(node);
      case 'AggregateExpr':
        return this.aggregate(node);
      default:
        throw this.error(node, `${node.name} is not supported`);
    }
  }

  private postfix(operand: Operand, node: SyntaxNode): Expr {
    const { expr: base, isEnclosed } = operand;
    if (node.name === 'SubqueryExpr' || node.name === 'MatrixSelector') return this.range(operand, node);
    const shift = base.kind === 'range' ? base.selector : base;
    const modifier = node.name === 'OffsetExpr' ? 'offset' : '@';
    if ((shift.kind !== 'selector' && shift.kind !== 'subquery') || isEnclosed) {
      const allowed = 'an instant vector selector or range vector selector or a subquery';
      throw this.error(operand.node, `${modifier} modifier must be preceded by ${allowed}`);
    }
    const given = getParts(node)[2]!;
    if (modifier === 'offset') {
      if (shift.offset !== 0) throw this.error(operand.node, 'offset may not be set multiple times');
      shift.offset = this.duration(given);
    } else {
      if (shift.at !== undefined) throw this.error(operand.node, '@ <timestamp> may not be set multiple times');
      shift.at = this.timestamp(given);
    }
    return base;
  }

  private range({ node: start, expr: base, isEnclosed }: Operand, node: SyntaxNode): Expr {
    const [, first, second] = getParts(node);
    const range = this.positive(first!);
    if (node.name === 'SubqueryExpr') {
      if (base.type === 'vector') {
        const step = second && this.positive(second);
        return { kind: 'subquery', type: 'matrix', expr: base, range, step, offset: 0 };
      }
      const found = base.type === 'matrix' ? base.type : typeName(base);
      throw this.error(start, `subquery is only allowed on instant vector, got ${found} instead`);
    }
    if (base.kind !== 'selector' || isEnclosed) throw this.error(node, 'ranges only allowed for vector selectors');
    if (base.offset !== 0) throw this.error(node, 'no offset modifiers allowed before range');
    if (base.at !== undefined) throw this.error(node, 'no @ modifiers allowed before range');
    return { kind: 'range', type: 'matrix', selector: base, range };
  }

  private timestamp(node: SyntaxNode): number | 'start' | 'end' {
    if (node.name === 'AtModifierPreprocessors') return this.text(node).toLowerCase() === 'start' ? 'start' : 'end';
    const seconds = parseNumber(this.text(node));
    if (Math.abs(seconds) < 1e12) return Math.round(seconds * 1000);
    throw this.error(node, `timestamp out of bounds for @ modifier: ${this.text(node)}`);
  }

  private signed({ node, sign }: Sign, expr: Expr): Expr {
    if (expr.type !== 'scalar' && expr.type !== 'vector') {
      const allowed = 'unary expression only allowed on expressions of type scalar or instant vector';
      throw this.error(node, `${allowed}, got "${typeName(expr)}"`);
    }
    return sign === '-' ? { kind: 'negation', type: expr.type, expr } : expr;
  }

  private operation({ node, operator, modifiers }: Operator, left: Expr, right: Expr, place: string): Expr {
    const isBool = modifiers.some(({ name }) => name === 'BoolModifier');
    const clause = modifiers.find(({ name }) => name === 'MatchingModifierClause');
    const fills = modifiers.find(({ name }) => name === 'FillModifier');
    const matching = {
      ...(clause ? this.matching(clause) : { isOn: false, labels: [], include: [] }),
      ...(fills && this.fills(fills)),
    };
    const vectors = [left, right].filter(({ type }) => type === 'vector').length;
    const scalars = [left, right].filter(({ type }) => type === 'scalar').length;
    const isSet = SET_OPERATORS.has(operator);
    const isComparison = COMPARISONS.has(operator);
    const problems: readonly (readonly [isSo: boolean, problem: string])[] = [
      [isBool && !isComparison, 'bool modifier can only be used on comparison operators'],
      [vectors + scalars < 2, 'binary expression must contain only scalar and instant vector types'],
      [isComparison && scalars === 2 && !isBool, 'comparisons between scalars must use BOOL modifier'],
      [isSet && vectors < 2, `set operator "${operator}" not allowed in binary scalar expression`],
      [clause !== undefined && vectors < 2, 'vector matching only allowed between instant vectors'],
      [isSet && matching.many !== undefined, `no grouping allowed for "${operator}" operation`],
      [fills !== undefined && vectors < 2, 'filling in missing series only allowed between instant vectors'],
      [isSet && fills !== undefined, `filling in missing series not allowed for set operators`],
    ];
    const problem = problems.find(([isSo]) => isSo)?.[1];
    if (problem !== undefined) throw this.error(node, problem);
    const type = scalars === 2 ? 'scalar' : 'vector';
    return { kind: 'binary', type, operator, isBool, matching, left, right, place };
  }

  private fills(node: SyntaxNode): Pick<Matching, 'fillLeft' | 'fillRight'> {
    const fills: { fillLeft?: number; fillRight?: number } = {};
    for (const part of getParts(node)) {
      const value = parseNumber(this.text(part).replace(/^[^(]*\(|\)\s*$/g, ''));
      if (part.name !== 'FillRightClause') fills.fillLeft = value;
      if (part.name !== 'FillLeftClause') fills.fillRight = value;
    }
    return fills;
  }

  private matching(node: SyntaxNode): Matching {
    const [mode, labelsNode, side, includeNode] = getParts(node);
    const isOn = mode!.name === 'On';
    const labels = this.labels(labelsNode!);
    const include = includeNode ? this.labels(includeNode) : [];
    const twice = isOn ? include.find((name) => labels.includes(name)) : undefined;
    if (twice !== undefined) throw this.error(node, `label "${twice}" must not occur in ON and GROUP clause at once`);
    return { isOn, labels, include, ...(side && { many: side.name === 'GroupLeft' ? 'left' : 'right' }) };
  }

  private labels(node: SyntaxNode): string[] {
    return getParts(node).map((part) => (part.name === 'LabelName' ? this.text(part) : this.string(part.firstChild!)));
  }

  /** The labels that info() adds: matchers without the name of a metric, which may accept series without the labels. */
  private labelSelector(node: SyntaxNode): Expr {
    // Modifiers are accepted, as in Prometheus, and have no effect.
    if (node.name === 'OffsetExpr' || node.name === 'StepInvariantExpr') {
      const inner = getParts(node)[0]!;
      return this.postfix({ node: inner, expr: this.labelSelector(inner), isEnclosed: false }, node);
    }
    const isSelector = node.name === 'VectorSelector';
    if (isSelector && node.firstChild!.name !== 'Identifier') return this.selector(node, 'may match anything');
    const expr = this.expr(node);
    if (expr.type !== 'vector') return expr;
    throw this.error(node, `expected label selectors only${isSelector ? ', got vector selector instead' : ''}`);
  }

  private selector(node: SyntaxNode, scope?: 'may match anything'): Selector {
    const matchers: Matcher[] = [];
    for (const part of getParts(node)) {
      if (part.name === 'Identifier') matchers.push(this.matcher(part, METRIC_NAME, '=', this.text(part)));
      else matchers.push(...getParts(part).map((condition) => this.condition(condition)));
    }
    const names = matchers.filter(({ name }) => name === METRIC_NAME).map(({ value }) => JSON.stringify(value));
    if (node.firstChild!.name === 'Identifier' && names.length > 1) {
      throw this.error(node, `metric name must not be set twice: ${names.slice(0, 2).join(' or ')}`);
    }
    if (!scope && !selectsSomething(matchers)) {
      throw this.error(node, 'vector selector must contain at least one non-empty matcher');
    }
    return { kind: 'selector', type: 'vector', matchers, offset: 0 };
  }

  private condition(node: SyntaxNode): Matcher {
    const [name, operator, value] = getParts(node);
    // A bare text is the name of a metric.
    if (!operator) return this.matcher(node, METRIC_NAME, '=', this.string(name!));
    const label = name!.name === 'LabelName' ? this.text(name!) : this.string(name!.firstChild!);
    return this.matcher(node, label, this.text(operator) as MatchOperator, this.string(value!));
  }

  private matcher(node: SyntaxNode, name: string, operator: MatchOperator, value: string): Matcher {
    const matcher = makeMatcher(name, operator, value);
    if (!matcher) throw this.error(node, `invalid or too large regular expression: ${JSON.stringify(value)}`);
    if ((this.weight += matcher.weight ?? 0) > MAX_PATTERN_ELEMENTS)
      throw this.error(node, 'the regular expressions are too large together');
    return matcher;
  }

  private call(node: SyntaxNode): Expr {
    const [nameNode, body] = getParts(node);
    const name = this.text(nameNode!);
    const signature = SIGNATURES.get(name);
    if (!signature) throw this.error(node, `unknown function with name "${name}"`);
    const argNodes = getParts(body!);
    const args = argNodes.map((part, i) => (name === 'info' && i === 1 ? this.labelSelector(part) : this.expr(part)));
    const { least, most, returns } = signature;
    if (args.length < least || args.length > most) {
      const bound = least === most ? '' : args.length < least ? 'at least ' : 'at most ';
      const count = args.length < least ? least : most;
      throw this.error(node, `expected ${bound}${count} argument(s) in call to "${name}", got ${args.length}`);
    }
    args.forEach((arg, i) => {
      this.expect(
        argNodes[i]!,
        arg,
        signature.args[Math.min(i, signature.args.length - 1)]!,
        `call to function "${name}"`,
      );
    });
    const argPlaces = argNodes.map((part) => this.place(withoutBrackets(part)));
    return { kind: 'call', type: returns, name, args, place: this.place(node), argPlaces };
  }

  private aggregate(node: SyntaxNode): Aggregate {
    const parts = getParts(node);
    const operator = this.text(parts[0]!).toLowerCase();
    const parameterType = WITH_PARAMETER.get(operator);
    if (!parameterType && !AGGREGATIONS.has(operator)) throw this.error(node, `${operator} is not supported`);
    const modifier = parts.find(({ name }) => name === 'AggregateModifier');
    const argNodes = getParts(parts.find(({ name }) => name === 'FunctionCallBody')!);
    const args = argNodes.map((part) => this.expr(part));
    const expected = parameterType ? 2 : 1;
    if (args.length === 0) throw this.error(node, 'no arguments for aggregate expression provided');
    if (args.length !== expected) {
      const counts = `expected ${expected}, got ${args.length}`;
      throw this.error(node, `wrong number of arguments for aggregate expression provided, ${counts}`);
    }
    const expr = args.at(-1)!;
    this.expect(argNodes.at(-1)!, expr, 'vector', 'aggregation expression');
    if (parameterType) this.expect(argNodes[0]!, args[0]!, parameterType, 'aggregation parameter');
    const [mode, labels] = modifier ? getParts(modifier) : [];
    return {
      kind: 'aggregate',
      type: 'vector',
      operator,
      expr,
      labels: labels ? this.labels(labels) : [],
      isWithout: mode?.name === 'Without',
      ...(parameterType && { parameter: args[0]! }),
      parameterPlace: this.place(argNodes[0]!),
      exprPlace: this.place(withoutBrackets(argNodes.at(-1)!)),
      place: this.place(node),
    };
  }

  private expect(node: SyntaxNode, expr: Expr, type: ValueType, where: string): void {
    if (expr.type === type) return;
    throw this.error(node, `expected type ${TYPE_NAMES[type]} in ${where}, got ${typeName(expr)}`);
  }

  private positive(node: SyntaxNode): number {
    const duration = this.duration(node);
    if (duration > 0) return duration;
    throw this.error(node, 'duration must be greater than 0');
  }

  private duration(node: SyntaxNode): number {
    const duration = durationFor(node, this.query, this.steps);
    if (typeof duration === 'number') return duration;
    throw this.error(duration.node, duration.problem);
  }

  private string(node: SyntaxNode): string {
    const text = unquote(this.text(node));
    if (text === undefined) throw this.error(node, 'unterminated string or unknown escape sequence');
    return text;
  }

  private text({ from, to }: SyntaxNode): string {
    return this.query.slice(from, to);
  }

  private unexpected(node: SyntaxNode): PromqlError {
    const rest = this.query.slice(node.from);
    const called = /([a-zA-Z_:][\w:]*)\s*$/.exec(this.query.slice(0, node.from));
    if (rest.startsWith('(') && called)
      return this.error({ from: called.index }, `unknown function with name "${called[1]}"`);
    const [, name, other] = /^\s*(?:([a-zA-Z_:][\w:]*)|(\S))/.exec(rest) ?? [];
    if (name !== undefined) return this.error(node, `unexpected identifier "${name}"`);
    return this.error(node, `unexpected ${other === undefined ? 'end of input' : JSON.stringify(other)}`);
  }

  private error(node: { from: number }, problem: string): PromqlError {
    return new PromqlError('bad_data', `${this.place(node)}: parse error: ${problem}`);
  }

  /** Position as `line:column`. */
  private place({ from }: { from: number }): string {
    const lines = this.query.slice(0, from).split('\n');
    return `${lines.length}:${lines.at(-1)!.length + 1}`;
  }
}
