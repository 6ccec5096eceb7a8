import { compileBounded, estimateWeight } from '@wardstone/patterns';
import { durationSeconds } from '@wardstone/units';
import { callFunction, FUNCTIONS } from './template-functions';
import { isList, isTrue, Parts, toText, type Value } from './template-values';

/** Ends a template; its text says why. */
export class TemplateError extends Error {}

interface Call {
  /** Minimum number of arguments. */
  readonly least: number;
  readonly most: number;
  readonly call: (args: readonly Value[]) => Value;
}

export const MAX_RESULT = 4_000;
const MAX_ARGUMENTS = 20;
const STEPS_OF_PATTERN = 100;
/** Elements of a pattern, times characters, that one step may compare. */
const SIZE_OF_STEP = 100;

/** Functions on values; those on texts and numbers are in `FUNCTIONS`. `and`, `or` and `query` are evaluated by the renderer. */
const CALLS: ReadonlyMap<string, Call> = new Map<string, Call>([
  ['and', { least: 1, most: MAX_ARGUMENTS, call: (args) => args.find((one) => !isTrue(one)) ?? args.at(-1) }],
  ['or', { least: 1, most: MAX_ARGUMENTS, call: (args) => args.find(isTrue) ?? args.at(-1) }],
  ['not', { least: 1, most: 1, call: ([one]) => !isTrue(one) }],
  ['eq', { least: 2, most: MAX_ARGUMENTS, call: ([one, ...others]) => others.some((other) => isEqual(one, other)) }],
  ['ne', { least: 2, most: 2, call: ([one, other]) => !isEqual(one, other) }],
  ['lt', ordered((order) => order < 0)],
  ['le', ordered((order) => order <= 0)],
  ['gt', ordered((order) => order > 0)],
  ['ge', ordered((order) => order >= 0)],
  ['len', { least: 1, most: 1, call: ([one]) => getLength(one) }],
  ['index', { least: 1, most: MAX_ARGUMENTS, call: ([one, ...keys]) => keys.reduce(getEntry, one) }],
  ['args', { least: 0, most: MAX_ARGUMENTS, call: (args) => new Parts(args.map((one, at) => [`arg${at}`, one])) }],
  ['query', { least: 1, most: 1, call: () => undefined }],
  ['first', { least: 1, most: 1, call: ([list]) => getFirst(list) }],
  ['label', { least: 2, most: 2, call: ([name, sample]) => getEntry(getPart(sample, 'Labels'), name) }],
  ['value', { least: 1, most: 1, call: ([sample]) => getPart(sample, 'Value') }],
  ['strvalue', { least: 1, most: 1, call: ([sample]) => getEntry(getPart(sample, 'Labels'), '__value__') }],
  ['sortByLabel', { least: 2, most: 2, call: ([name, list]) => sorted(list, name) }],
  ['match', { least: 2, most: 2, call: ([pattern, text]) => compiled(pattern).isFoundIn(plainText(text)) }],
  ['reReplaceAll', { least: 3, most: 3, call: ([pattern, by, text]) => replaced(pattern, by, text) }],
  ['parseDuration', { least: 1, most: 1, call: ([text]) => parseSeconds(plainText(text)) }],
  ['safeHtml', { least: 1, most: 1, call: ([one]) => one }],
  ['urlquery', { least: 1, most: 1, call: ([one]) => escapedForUrl(plainText(one)) }],
  ['urlQueryEscape', { least: 1, most: 1, call: ([one]) => escapedForUrl(plainText(one)) }],
  ['html', { least: 1, most: 1, call: ([one]) => escapedForHtml(plainText(one)) }],
  ['println', { least: 1, most: MAX_ARGUMENTS, call: (args) => `${args.map(plainText).join(' ')}\n` }],
  // Prometheus' own pages and addresses, which have no counterpart here.
  ['graphLink', { least: 1, most: 1, call: () => '' }],
  ['tableLink', { least: 1, most: 1, call: () => '' }],
  ['externalURL', { least: 0, most: 0, call: () => '' }],
  ['pathPrefix', { least: 0, most: 0, call: () => '' }],
  ['tmpl', { least: 2, most: 2, call: () => '' }],
]);

export function getArity(name: string): Pick<Call, 'least' | 'most'> | undefined {
  return CALLS.get(name) ?? FUNCTIONS.get(name);
}

/** Steps that a call takes beyond one: a pattern is compiled, and a list is sorted. */
export function getCost(name: string, args: readonly Value[]): number {
  if (name === 'sortByLabel') return isList(args[1]) ? args[1].length : 0;
  if (name !== 'match' && name !== 'reReplaceAll') return 0;
  const size = estimateWeight(plainText(args[0])) * plainText(args.at(-1)).length;
  return STEPS_OF_PATTERN + Math.ceil(size / SIZE_OF_STEP);
}

/** @throws TemplateError */
export function callTemplateFunction(name: string, args: readonly Value[]): Value {
  const known = CALLS.get(name);
  if (!known)
    return callFunction(
      name,
      args.map((one) => (typeof one === 'number' ? one : plainText(one))),
    );
  const result = known.call(args);
  return typeof result === 'string' ? result.slice(0, MAX_RESULT) : result;
}

/** A part by its name, a label, or an entry of a list. */
export function getEntry(value: Value, key: Value): Value {
  if (value instanceof Parts) return value.get(plainText(key));
  if (isList(value) && typeof key === 'number' && Number.isInteger(key) && key >= 0 && key < value.length)
    return value[key];
  throw new TemplateError(`there is no entry ${plainText(key)}`);
}

function plainText(value: Value): string {
  return toText(value, MAX_RESULT).slice(0, MAX_RESULT);
}

function isEqual(one: Value, other: Value): boolean {
  if (typeof one !== typeof other) throw new TemplateError('values of different kinds are compared');
  return one === other;
}

function ordered(holds: (order: number) => boolean): Call {
  const call = ([one, other]: readonly Value[]): boolean => {
    if (typeof one === 'number' && typeof other === 'number')
      return !Number.isNaN(one) && !Number.isNaN(other) && holds(one === other ? 0 : one < other ? -1 : 1);
    if (typeof one === 'string' && typeof other === 'string') return holds(one === other ? 0 : one < other ? -1 : 1);
    throw new TemplateError('only two numbers or two texts can be compared');
  };
  return { least: 2, most: 2, call };
}

function getLength(value: Value): number {
  if (value instanceof Parts) return value.size;
  if (isList(value)) return value.length;
  if (typeof value === 'string') return Buffer.byteLength(value);
  throw new TemplateError('len takes a text, a list or labels');
}

function getFirst(list: Value): Value {
  if (isList(list) && list.length > 0) return list[0];
  throw new TemplateError('first takes a list that is not empty');
}

function getPart(sample: Value, name: 'Labels' | 'Value'): Value {
  const part = sample instanceof Parts ? sample.get(name) : undefined;
  if (part === undefined) throw new TemplateError('this function takes a sample of a query');
  return part;
}

function sorted(list: Value, name: Value): Value {
  if (!isList(list)) throw new TemplateError('sortByLabel takes the result of a query');
  const keyed = list.map((one) => ({ one, key: plainText(getEntry(getPart(one, 'Labels'), name)) }));
  return keyed.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1)).map(({ one }) => one);
}

function compiled(pattern: Value): NonNullable<ReturnType<typeof compileBounded>> {
  const found = compileBounded(plainText(pattern));
  if (!found) throw new TemplateError(`${plainText(pattern).slice(0, 80)} is no regular expression, or too large`);
  return found;
}

function replaced(pattern: Value, by: Value, text: Value): string {
  return compiled(pattern).replaceIn(plainText(text), plainText(by));
}

function parseSeconds(text: string): number {
  const seconds = durationSeconds(text);
  if (seconds === undefined) throw new TemplateError(`${text.slice(0, 40)} is no duration`);
  return seconds;
}

function escapedForUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' };

function escapedForHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => HTML[sign]!);
}
