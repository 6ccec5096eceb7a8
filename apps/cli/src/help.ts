import type { Command } from 'commander';
import type { Schema } from './declarative/kind';
import { bodyExample, bodyFields, wholeBody } from './openapi';

type Method = 'post' | 'put' | 'patch';

/** Adds examples to a command's help, below its options. */
export function withExamples(command: Command, ...examples: readonly (string | (() => string))[]): Command {
  const lines = (): string =>
    examples.map((each) => `  $ npx wardstone ${typeof each === 'string' ? each : each()}`).join('\n');
  return command.addHelpText('after', () => `\nExamples:\n${lines()}`);
}

/** Fields that only the services set. */
const GIVEN_BY_SERVICES: ReadonlySet<string> = new Set(['id', 'links']);

/** Adds the fields that a command can set, from the OpenAPI document, read when the help is printed. */
export function withFields(command: Command, method: Method, path: string): Command {
  return command.addHelpText('after', () => `\nFields:\n${fieldLines(method, path).join('\n')}`);
}

function fieldLines(method: Method, path: string): string[] {
  const required = new Set(wholeBody(method, path)?.required);
  const fields = Object.entries(bodyFields(method, path)).filter(([name]) => !GIVEN_BY_SERVICES.has(name));
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields.map(([name, schema]) => {
    const about = [schema.description, toValues(schema)].filter(Boolean).join(': ');
    return `  ${name.padEnd(width)}  ${about}${required.has(name) ? ' (required)' : ''}`;
  });
}

function toValues({ type, enum: values }: Schema): string {
  if (Array.isArray(values)) return values.filter((each) => each !== null).join(', ');
  const types = [type ?? []].flat().filter((each) => each !== 'null' && each !== 'string');
  return types.map((each) => TYPES[each] ?? each).join(' or ');
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'list',
  object: 'map',
  integer: 'number',
  boolean: 'true or false',
};

/** The example body in the document, as arguments. */
export function exampleFields(method: Method, path: string): string {
  return Object.entries(bodyExample(method, path))
    .filter(([name]) => !GIVEN_BY_SERVICES.has(name))
    .map(([name, value]) => (typeof value === 'string' ? `${name}=${quoted(value)}` : `${name}:=${jsonWord(value)}`))
    .join(' ');
}

function jsonWord(value: unknown): string {
  const text = JSON.stringify(value);
  return typeof value === 'object' ? `'${text.replaceAll("'", `'\\''`)}'` : text;
}

function quoted(text: string): string {
  return /^[\w.,:;/@+-]+$/.test(text) ? text : `"${text.replace(/["\\$`]/g, '\\$&')}"`;
}

/** Description of an area without its explanations, as after "delete". Pure. */
export function shortenDescription(about: string): string {
  return about.split(/:| \(|, /)[0]!;
}

/** Singular of the name of an area: `policies` gives `policy`. Pure. */
export function toSingular(area: string): string {
  return area.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '');
}

/** Areas whose name is not that of their records. */
const RECORDS: Readonly<Record<string, string>> = { audit: 'audit event', errors: 'error type' };

/** Singular with its article. Pure. */
export function withArticle(area: string): string {
  const one = RECORDS[area] ?? toSingular(area);
  return `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
}
