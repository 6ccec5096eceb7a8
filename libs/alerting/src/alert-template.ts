import { callFunction, type Argument, FUNCTIONS } from './template-functions';

/** Values that a template may use. */
export interface TemplateData {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A label, the value of the series, or all of its labels. */
type Operand =
  | { readonly kind: 'literal'; readonly value: string | number }
  | { readonly kind: 'label'; readonly name: string }
  | { readonly kind: 'value' | 'labels' };

interface Command {
  /** Undefined for an operand without a function. */
  readonly name: string | undefined;
  readonly operands: readonly Operand[];
}

/** Text, or a pipeline of commands: each takes the result of the one before as its last argument. */
type Part = string | readonly Command[];

/** A parsed template. */
export interface AlertTemplate {
  readonly parts: readonly Part[];
  readonly usesValue: boolean;
}

const MAX_ACTIONS = 100;
const MAX_COMMANDS = 20;
/** Maximum length of the output of a template, in UTF-16 code units. */
const MAX_TEXT = 4_000;
const CONTROL = /^(?:if|else|end|range|with|define|template|block|break|continue)\b/;
const QUERIES =
  /\b(?:query|first|strvalue|label|sortByLabel|graphLink|tableLink|externalURL|externalLabels|parseDuration|args|tmpl|safeHtml|pathPrefix)\b/;
const TOKEN =
  /\s*(?:("(?:[^"\\\n]|\\.)*"|`[^`]*`)|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w.])|(\$labels|\.Labels|\$value|\.Value)((?:\.[\p{L}_][\p{L}\p{N}_]*)?)|(\|)|([A-Za-z][A-Za-z0-9]*))/uy;

/**
 * Reads the subset of Prometheus' templates that has neither control structures nor queries: `{{ $labels.instance }}`,
 * `{{ $value | humanize }}`, `{{ printf "%.1f" $value }}`. See rule alerts-68.
 */
export function parseTemplate(text: string): AlertTemplate | { readonly problem: string } {
  const parts: Part[] = [];
  let rest = text;
  let actions = 0;
  for (let at = rest.indexOf('{{'); at >= 0; at = rest.indexOf('{{')) {
    const end = rest.indexOf('}}', at);
    if (end < 0) return { problem: 'a placeholder {{ is not closed by }}' };
    if (++actions > MAX_ACTIONS) return { problem: `more than ${MAX_ACTIONS} placeholders` };
    const raw = rest.slice(at + 2, end);
    const [trimsBefore, trimsAfter] = [/^-\s/.test(raw), /\s-$/.test(raw)];
    const before = rest.slice(0, at);
    parts.push(trimsBefore ? before.trimEnd() : before);
    const action = raw.slice(trimsBefore ? 1 : 0, trimsAfter ? -1 : undefined).trim();
    rest = rest.slice(end + 2);
    if (trimsAfter) rest = rest.trimStart();
    if (/^\/\*[^]*\*\/$/.test(action)) continue;
    const commands = parseAction(action);
    if ('problem' in commands) return { problem: `{{ ${action.slice(0, 80)} }}: ${commands.problem}` };
    parts.push(commands);
  }
  parts.push(rest);
  const usesValue = parts.some(
    (part) => typeof part !== 'string' && part.some(({ operands }) => operands.some(({ kind }) => kind === 'value')),
  );
  return { parts, usesValue };
}

interface Problem {
  readonly problem: string;
}

type Word = Operand | { readonly kind: 'name'; readonly name: string };

function parseAction(action: string): Command[] | Problem {
  if (action === '') return { problem: 'the placeholder is empty' };
  if (CONTROL.test(action)) return { problem: 'templates have no control structures (if, range, with, define …)' };
  const commands: Command[] = [];
  const words = wordsIn(action);
  if ('problem' in words) return words;
  for (const some of words) {
    const command = commandFor(some, commands.length > 0);
    if ('problem' in command) return command;
    if (commands.push(command) > MAX_COMMANDS) return { problem: `more than ${MAX_COMMANDS} functions` };
  }
  return commands;
}

/** The words of each command, between the signs |. */
function wordsIn(action: string): Word[][] | Problem {
  const commands: Word[][] = [[]];
  const tokens = new RegExp(TOKEN);
  while (tokens.lastIndex < action.length) {
    const place = tokens.lastIndex;
    const match = tokens.exec(action);
    if (!match) return { problem: unreadable(action.slice(place).trim()) };
    if (match[5] !== undefined) {
      commands.push([]);
      continue;
    }
    const word = wordFor(match);
    if ('problem' in word) return word;
    commands.at(-1)!.push(word);
  }
  return commands;
}

function wordFor([, text, number, variable, field = '', , name]: RegExpExecArray): Word | Problem {
  if (text !== undefined) {
    const value = literalText(text);
    return value === undefined ? { problem: `${text} is not a valid string` } : { kind: 'literal', value };
  }
  if (number !== undefined) return { kind: 'literal', value: Number(number) };
  if (name !== undefined) return { kind: 'name', name };
  if (variable === '$labels' || variable === '.Labels')
    return field === '' ? { kind: 'labels' } : { kind: 'label', name: field.slice(1) };
  return field === '' ? { kind: 'value' } : { problem: 'the value has no fields' };
}

function unreadable(rest: string): string {
  return QUERIES.test(rest)
    ? 'templates run no queries'
    : `cannot read ${JSON.stringify(rest.slice(0, 40))}; use $labels.NAME, $value and functions`;
}

function commandFor([first, ...others]: readonly Word[], isPiped: boolean): Command | Problem {
  if (!first) return { problem: 'a function is missing beside |' };
  if (first.kind !== 'name') {
    if (others.length > 0 || isPiped) return { problem: 'a value is no function' };
    return { name: undefined, operands: [first] };
  }
  const operands = others.filter((word) => word.kind !== 'name');
  if (operands.length < others.length) return { problem: 'functions cannot be nested; use |' };
  return first.name === 'index' ? indexFor(operands) : callFor(first.name, operands, isPiped);
}

function indexFor(operands: readonly Operand[]): Command | Problem {
  const [of, key] = operands;
  return operands.length === 2 && of?.kind === 'labels' && key?.kind === 'literal'
    ? { name: undefined, operands: [{ kind: 'label', name: String(key.value) }] }
    : { problem: 'index takes $labels and the name of a label' };
}

function callFor(name: string, operands: readonly Operand[], isPiped: boolean): Command | Problem {
  const known = FUNCTIONS.get(name);
  if (!known) return { problem: QUERIES.test(name) ? 'templates run no queries' : `there is no function ${name}` };
  const count = operands.length + (isPiped ? 1 : 0);
  if (count >= known.least && count <= known.most) return { name, operands };
  const takes = known.least === known.most ? known.least : `${known.least} to ${known.most}`;
  return { problem: `${name} takes ${takes} arguments` };
}

function literalText(quoted: string): string | undefined {
  if (quoted.startsWith('`')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}

/** At most 4,000 characters; a label that the series lacks is empty. */
export function renderTemplate({ parts }: AlertTemplate, data: TemplateData): string {
  let text = '';
  for (const part of parts) {
    text += typeof part === 'string' ? part : shownText(runCommands(part, data));
    if (text.length > MAX_TEXT) return text.slice(0, MAX_TEXT).toWellFormed();
  }
  return text;
}

function runCommands(commands: readonly Command[], data: TemplateData): Argument {
  let result: Argument = '';
  commands.forEach(({ name, operands }, at) => {
    const given = operands.map((operand) => valueFor(operand, data));
    if (name === undefined) result = given[0]!;
    else result = callFunction(name, at === 0 ? given : [...given, result]);
  });
  return result;
}

function valueFor(operand: Operand, { labels, value }: TemplateData): Argument {
  switch (operand.kind) {
    case 'literal':
      return operand.value;
    case 'label':
      return Object.hasOwn(labels, operand.name) ? labels[operand.name]! : '';
    case 'value':
      return value;
    case 'labels': {
      const names = Object.keys(labels).sort();
      return `map[${names.map((name) => `${name}:${labels[name]}`).join(' ')}]`;
    }
  }
}

function shownText(value: Argument): string {
  return typeof value === 'number' ? callFunction('print', [value]) : value;
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

/** Texts about a series, by the name of the annotation. */
export function annotationsFor(templates: ReadyTemplates, data: TemplateData): Record<string, string> {
  return Object.fromEntries(templates.map(([name, template]) => [name, renderTemplate(template, data)]));
}
