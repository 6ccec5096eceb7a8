import fs from 'node:fs';
import path from 'node:path';
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { type Document, isMap, isScalar, LineCounter, parseAllDocuments } from 'yaml';
import { CommandError } from '../command-error';
import type { Kind, Schema } from './kind';
import { type Identity, getIdentity, getKey, type Spec } from './records';
import { toDefinitions, isRuleFile } from './rule-files';
import { makeSchema } from './schemas';

const MAX_FILE_BYTES = 10_000_000;
const MAX_FILES = 1_000;
const MAX_FOLDER_BYTES = 100_000_000;
/** Maximum number of problems to print. */
const MAX_PROBLEMS = 20;

/** A document in a file. */
export interface Wanted {
  kind: Kind;
  identity: Identity;
  spec: Spec;
  /** File and line. */
  at: string;
}

interface Source {
  name: string;
  /** Name within the folder, wherever that is. */
  file: string;
  text: string;
}

/**
 * The documents of a file, or of all *.yaml, *.yml and *.json files in a folder.
 * @throws CommandError, which names places
 */
export function readDocuments(place: string, kinds: ReadonlyMap<string, Kind>): Wanted[] {
  const problems: string[] = [];
  const found: Wanted[] = [];
  for (const source of getSources(place)) found.push(...getDocuments(source, kinds, problems));
  problems.push(...twice(found));
  if (problems.length === 0) return found;
  const more = problems.length > MAX_PROBLEMS ? [`and ${problems.length - MAX_PROBLEMS} more`] : [];
  throw new CommandError([...problems.slice(0, MAX_PROBLEMS), ...more].join('\n'));
}

function twice(found: readonly Wanted[]): string[] {
  const first = new Map<string, string>();
  return found.flatMap(({ kind, identity, at }) => {
    const key = getKey(identity);
    const before = first.get(key);
    if (before === undefined) first.set(key, at);
    return before === undefined ? [] : [`${at}: ${kind.kind} "${identity.name}" is already defined at ${before}`];
  });
}

/** Sorted by name, so that every run has the same result. */
function getSources(place: string): Source[] {
  let root: string;
  try {
    root = fs.realpathSync(place);
  } catch (error) {
    throw new CommandError(`${place} cannot be read: ${(error as Error).message}`);
  }
  const files = fs.statSync(root).isDirectory() ? getFiles(root) : [root];
  if (files.length === 0) throw new CommandError(`${place} holds no *.yaml, *.yml or *.json files.`);
  let left = MAX_FOLDER_BYTES;
  return files.map((file) => {
    const name = file === root ? place : path.join(place, path.relative(root, file));
    const text = readFile(file, name, left);
    left -= text.length;
    return { name, file: path.relative(root, file).replaceAll(path.sep, '/') || path.basename(root), text };
  });
}

/** Files in the folder; links that lead outside are refused, hidden files are skipped. */
function getFiles(root: string): string[] {
  const files: string[] = [];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) waiting.push(file);
      else if (/\.(ya?ml|json)$/i.test(entry.name)) {
        if (entry.isSymbolicLink()) requireInside(root, file);
        files.push(file);
      }
      if (files.length + waiting.length > MAX_FILES)
        throw new CommandError(`${root} holds more than ${MAX_FILES} files.`);
    }
  }
  return files.sort();
}

function requireInside(root: string, link: string): void {
  let target: string | undefined;
  try {
    target = fs.realpathSync(link);
  } catch {
    // The link has no target.
  }
  if (!target?.startsWith(root + path.sep)) throw new CommandError(`${link} leads out of ${root}.`);
}

function readFile(file: string, name: string, left: number): string {
  let handle: number | undefined;
  try {
    // Non-blocking, because opening a pipe would wait for a writer.
    handle = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const stats = fs.fstatSync(handle);
    if (!stats.isFile()) throw new Error('it is no file');
    if (stats.size > MAX_FILE_BYTES) throw new Error('it is larger than 10 MB');
    if (stats.size > left) throw new Error('the files are larger than 100 MB together');
    return fs.readFileSync(handle, 'utf8');
  } catch (error) {
    throw new CommandError(`${name} cannot be read: ${(error as Error).message}`);
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
}

function getDocuments({ name, file, text }: Source, kinds: ReadonlyMap<string, Kind>, problems: string[]): Wanted[] {
  const lines = new LineCounter();
  let parsed: Document[];
  try {
    parsed = [
      ...(parseAllDocuments(text, {
        lineCounter: lines,
        logLevel: 'error',
        merge: true,
        prettyErrors: false,
      }) as Document[]),
    ];
  } catch (error) {
    // The file is nested too deeply.
    problems.push(`${name}: ${(error as Error).message}`);
    return [];
  }
  return parsed.flatMap((document) => {
    const place = (at: readonly (string | number)[] = [], key?: string): string =>
      `${name}:${lines.linePos(toOffset(document, at, key)).line}`;
    const errors = [...document.errors, ...document.warnings];
    if (errors.length > 0) {
      problems.push(...errors.map(({ pos, message }) => `${name}:${lines.linePos(pos[0]).line}: ${message}`));
      return [];
    }
    try {
      const value = plain(document);
      if (isRuleFile(value)) return getRules(toDefinitions(value, file), kinds, place);
      return value === null ? [] : [toWanted(value, kinds, place)];
    } catch (error) {
      problems.push(...(error instanceof Problems ? error.list : [`${place()}: ${(error as Error).message}`]));
      return [];
    }
  });
}

/** @throws Problems */
function getRules(
  { documents, problems }: ReturnType<typeof toDefinitions>,
  kinds: ReadonlyMap<string, Kind>,
  place: Place,
): Wanted[] {
  if (problems.length > 0) throw new Problems(problems.map(({ at, text }) => `${place(at)}: ${text}`));
  return documents.map(({ value, at }) => ({ ...toWanted(value, kinds, () => place(at)), at: place(at) }));
}

class Problems extends Error {
  constructor(readonly list: readonly string[]) {
    super();
  }
}

/** The parser refuses multiplying aliases, and JSON those that contain themselves. */
function plain(document: Document): unknown {
  const value: unknown = document.toJS();
  try {
    return JSON.parse(JSON.stringify(value)) as unknown;
  } catch {
    throw new Error('it refers to itself, or is nested too deep');
  }
}

type Place = (at?: readonly (string | number)[], key?: string) => string;

/** @throws Problems */
function toWanted(value: unknown, kinds: ReadonlyMap<string, Kind>, place: Place): Wanted {
  const { kind: name } = (value ?? {}) as { kind?: unknown };
  const kind = typeof name === 'string' ? kinds.get(name) : undefined;
  if (!kind) {
    const known = [...kinds.keys()].join(', ');
    throw new Problems([`${place(name === undefined ? [] : ['kind'])}: kind must be one of ${known}`]);
  }
  const validate = toValidator(kind);
  if (!validate(value))
    throw new Problems((validate.errors ?? []).filter(isPlain).map((error) => toProblem(error, place)));
  const document = value as { name: string; spec: Spec };
  return { kind, identity: getIdentity(kind, document.name, document.spec), spec: document.spec, at: place() };
}

const ajv = new Ajv({ strict: false, allErrors: true, verbose: true });
const validators = new Map<string, ValidateFunction>();

function toValidator(kind: Kind): ValidateFunction {
  const known = validators.get(kind.kind) ?? ajv.compile(makeSchema(kind));
  validators.set(kind.kind, known);
  return known;
}

/** Skips errors of single alternatives, because the combined error covers them. */
function isPlain({ schemaPath }: ErrorObject): boolean {
  return !/\/(any|one)Of\//.test(schemaPath);
}

function toProblem({ instancePath, keyword, params, message = '', parentSchema }: ErrorObject, place: Place): string {
  const at = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const field = at.join('.') || 'the document';
  const { additionalProperty, allowedValues } = params as { additionalProperty?: string; allowedValues?: unknown[] };
  if (additionalProperty !== undefined)
    return `${place(at, additionalProperty)}: ${[...at, additionalProperty].join('.')} is no known field`;
  if (keyword === 'oneOf' || keyword === 'anyOf')
    return `${place(at)}: ${field} must be ${(parentSchema as Schema).description ?? 'something else'}`;
  if (keyword === 'enum') return `${place(at)}: ${field} must be one of ${allowedValues!.join(', ')}`;
  return `${place(at)}: ${field} ${message}`;
}

/** Position of a value or its key; for an alias, that of the alias itself. */
function toOffset(document: Document, at: readonly (string | number)[], key: string | undefined): number {
  for (let length = at.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : (document.getIn(at.slice(0, length), true) as Document['contents']);
    if (key !== undefined && length === at.length && isMap(node)) {
      const named = node.items.find((pair) => isScalar(pair.key) && pair.key.value === key)?.key;
      if (isScalar(named) && named.range) return named.range[0];
    }
    if (node?.range) return node.range[0];
  }
  return 0;
}
