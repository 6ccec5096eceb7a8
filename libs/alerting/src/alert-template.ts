import { callTemplateFunction, getCost, getEntry, TemplateError } from './template-calls';
import {
  type Block,
  type Command,
  type Node,
  type Operand,
  type ParsedTemplate,
  parseNodes,
  type Pipeline,
} from './template-parser';
import type { Problem } from './template-syntax';
import { isList, isTrue, Parts, toLabels, toSample, toText, type Value } from './template-values';

/** A series with its value. */
export interface TemplateData {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Results of the queries that a template runs, by their texts; undefined for one that was not run yet. */
export type QueryResults = (text: string) => readonly TemplateData[] | undefined;

/** Steps that several renderings share. */
export interface TemplateBudget {
  steps: number;
}

export interface RenderOptions {
  readonly results?: QueryResults;
  readonly budget?: TemplateBudget;
}

export type AlertTemplate = ParsedTemplate;

/** A template needs the result of a query before its text is known. */
export class NeedsQuery extends Error {
  constructor(readonly query: string) {
    super('the template needs a query');
  }
}

/** Maximum length of the output of a template, in UTF-16 code units. */
const MAX_TEXT = 4_000;
/** Maximum number of texts, values and calls of one rendering; loops in loops multiply. */
const MAX_STEPS = 10_000;
const MAX_CALLS = 20;

/**
 * Reads the language of Prometheus' templates: `{{ $labels.instance }}`, `{{ $value | humanize }}`,
 * `{{ with query "up" }}{{ . | first | value }}{{ end }}`. See rule alerts-68.
 */
export function parseTemplate(text: string): AlertTemplate | Problem {
  return parseNodes(text);
}

/**
 * At most 4,000 characters; a label that the series lacks is empty. An error is the text, as in Prometheus.
 * @throws NeedsQuery
 */
export function renderTemplate(
  template: AlertTemplate,
  data: TemplateData,
  { results = () => [], budget = { steps: MAX_STEPS } }: RenderOptions = {},
): string {
  return new Rendering(template, results, budget).render(data);
}

type Interruption = 'break' | 'continue' | undefined;

interface Variable {
  readonly name: string;
  value: Value;
}

/** The data of a template, and the variables in sight. */
interface Scope {
  readonly data: Value;
  readonly variables: readonly Variable[];
}

/** Ends a rendering whose text has reached its limit. */
class Full extends Error {}

class Rendering {
  private text = '';
  private steps = 0;
  private calls = 0;

  constructor(
    private readonly template: AlertTemplate,
    private readonly results: QueryResults,
    private readonly budget: TemplateBudget,
  ) {}

  render({ labels, value }: TemplateData): string {
    const own = toLabels(labels);
    const none = toLabels({});
    const data = new Parts([
      ['Labels', own],
      ['Value', value],
      ['ExternalLabels', none],
      ['ExternalURL', ''],
    ]);
    const variables = [
      { name: '', value: data },
      { name: 'labels', value: own },
      { name: 'value', value },
      { name: 'externalLabels', value: none },
      { name: 'externalURL', value: '' },
    ];
    try {
      this.run(this.template.nodes, { data, variables });
    } catch (error) {
      if (error instanceof TemplateError) return `<error expanding template: ${error.message}>`.slice(0, MAX_TEXT);
      if (!(error instanceof Full)) throw error;
    }
    return this.text.slice(0, MAX_TEXT).toWellFormed();
  }

  private step(count = 1): void {
    this.steps += count;
    this.budget.steps -= count;
    if (this.steps > MAX_STEPS || this.budget.steps < 0) throw new TemplateError('the template takes too many steps');
  }

  private write(text: string): void {
    this.text += text;
    if (this.text.length > MAX_TEXT) throw new Full();
  }

  private run(nodes: readonly Node[], outer: Scope): Interruption {
    let scope = outer;
    for (const node of nodes) {
      this.step();
      if (typeof node === 'string') this.write(node);
      else if (node.kind === 'show') scope = this.show(node.pipeline, scope);
      else if (node.kind === 'template') this.call(node, scope);
      else if (isBlock(node)) {
        const ended = node.kind === 'range' ? this.loop(node, scope) : this.choose(node, scope);
        if (ended) return ended;
      } else return node.kind;
    }
    return undefined;
  }

  private show(pipeline: Pipeline, scope: Scope): Scope {
    const value = this.evaluate(pipeline, scope);
    if (pipeline.variables.length > 0) return this.set(pipeline, [value], scope);
    this.write(toText(value, MAX_TEXT));
    return scope;
  }

  private call({ name, pipeline }: Extract<Node, { kind: 'template' }>, scope: Scope): void {
    if (++this.calls > MAX_CALLS) throw new TemplateError(`more than ${MAX_CALLS} templates within each other`);
    const data = pipeline && this.evaluate(pipeline, scope);
    this.run(this.template.named.get(name)!, { data, variables: [{ name: '', value: data }] });
    this.calls--;
  }

  private choose({ kind, pipeline, nodes, otherwise }: Block, scope: Scope): Interruption {
    const value = this.evaluate(pipeline, scope);
    const inner = this.set(pipeline, [value], scope);
    if (!isTrue(value)) return this.run(otherwise, inner);
    return this.run(nodes, kind === 'with' ? { ...inner, data: value } : inner);
  }

  private loop({ pipeline, nodes, otherwise }: Block, scope: Scope): Interruption {
    const value = this.evaluate(pipeline, scope);
    this.step(getSize(value));
    const entries = toEntries(value);
    if (entries.length === 0) return this.run(otherwise, scope);
    for (const [key, entry] of entries) {
      const values = pipeline.variables.length === 2 ? [key, entry] : [entry];
      const ended = this.run(nodes, { ...this.set(pipeline, values, scope), data: entry });
      if (ended === 'break') break;
    }
    return undefined;
  }

  private set({ variables, declares }: Pipeline, values: readonly Value[], scope: Scope): Scope {
    if (variables.length === 0) return scope;
    if (declares)
      return {
        ...scope,
        variables: [...scope.variables, ...variables.map((name, at) => ({ name, value: values[at] }))],
      };
    variables.forEach((name, at) => {
      this.find(name, scope).value = values[at];
    });
    return scope;
  }

  private find(name: string, { variables }: Scope): Variable {
    const found = variables.findLast((one) => one.name === name);
    if (!found) throw new TemplateError(`there is no variable $${name}`);
    return found;
  }

  private evaluate({ commands }: Pick<Pipeline, 'commands'>, scope: Scope): Value {
    return commands.reduce<Value>(
      (before, command, at) => this.runCommand(command, scope, at > 0 ? [before] : []),
      undefined,
    );
  }

  private runCommand({ name, operands }: Command, scope: Scope, piped: readonly Value[]): Value {
    this.step();
    if (name === undefined) return this.evaluateOperand(operands[0]!, scope);
    if (name === 'and' || name === 'or') return this.decide(name === 'or', operands, scope, piped);
    const args = [...operands.map((operand) => this.evaluateOperand(operand, scope)), ...piped];
    if (name !== 'query') {
      this.step(getCost(name, args));
      return callTemplateFunction(name, args);
    }
    const text = toText(args[0], MAX_TEXT);
    const found = this.results(text);
    if (!found) throw new NeedsQuery(text);
    this.step(found.length);
    return found.map(toSample);
  }

  /** Later arguments are evaluated only if they matter. */
  private decide(isOr: boolean, operands: readonly Operand[], scope: Scope, piped: readonly Value[]): Value {
    let value: Value;
    for (const operand of operands) {
      value = this.evaluateOperand(operand, scope);
      if (isTrue(value) === isOr) return value;
    }
    return piped.length > 0 ? piped[0] : value;
  }

  private evaluateOperand(operand: Operand, scope: Scope): Value {
    switch (operand.kind) {
      case 'literal':
        return operand.value;
      case 'variable':
        return getField(this.find(operand.name, scope).value, operand.fields);
      case 'field':
        return getField(scope.data, operand.fields);
      case 'pipeline':
        return getField(this.evaluate(operand.pipeline, scope), operand.fields);
    }
  }
}

function isBlock(node: Exclude<Node, string>): node is Block {
  return node.kind === 'if' || node.kind === 'with' || node.kind === 'range';
}

function getField(value: Value, fields: readonly string[]): Value {
  return fields.reduce((part, name) => {
    if (!(part instanceof Parts)) throw new TemplateError(`${toText(part, 40).slice(0, 40)} has no field ${name}`);
    return getEntry(part, name);
  }, value);
}

function getSize(value: Value): number {
  if (isList(value)) return value.length;
  if (value instanceof Parts) return value.size;
  return typeof value === 'number' && value > 0 ? value : 0;
}

/** Entries that `range` iterates over, each with its index or name; for a number, the integers below it. */
function toEntries(value: Value): (readonly [Value, Value])[] {
  if (value instanceof Parts) return value.entries();
  if (isList(value)) return value.map((entry, at) => [at, entry] as const);
  if (value === undefined) return [];
  if (typeof value === 'number' && Number.isInteger(value))
    return Array.from({ length: Math.max(value, 0) }, (_none, at) => [at, at] as const);
  throw new TemplateError('range takes a list, labels or a whole number');
}

/** Parsed templates by name. */
export type ReadyTemplates = readonly (readonly [name: string, template: AlertTemplate])[];

/** Skips templates that cannot be parsed: they are validated when they are stored. */
export function readyTemplates(templates: Readonly<Record<string, string>>): ReadyTemplates {
  return Object.entries(templates).flatMap(([name, text]) => {
    const template = parseTemplate(text);
    return 'problem' in template ? [] : [[name, template] as const];
  });
}

/** Texts about a series, by the name of the annotation. @throws NeedsQuery */
export function annotationsFor(
  templates: ReadyTemplates,
  data: TemplateData,
  options?: RenderOptions,
): Record<string, string> {
  return Object.fromEntries(templates.map(([name, template]) => [name, renderTemplate(template, data, options)]));
}
