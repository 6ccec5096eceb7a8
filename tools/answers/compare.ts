import fs from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Recorded } from './recorder';

const EXAMPLES = 4;
const AROUND = 90;

/** Parts that depend on the body. */
const ABOUT_BODIES = new Set(['body', 'header content-length']);

interface Difference {
  kind: string;
  key: string;
  was: string;
  is: string;
}

/**
 * Prints the differing responses of two recordings, grouped by kind of difference. Returns the number of differing
 * responses.
 */
export function compareRecordings(
  first: string,
  second: string,
  { ignore, only = '' }: { ignore?: string; only?: string },
): number {
  const ignored = new Set(ignore === undefined ? [] : fs.readFileSync(ignore, 'utf8').split('\n').filter(Boolean));
  const was = read(first);
  const is = read(second);
  const differences: Difference[] = [];
  const differing = new Set<string>();
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    if (!isAbout(key, only)) continue;
    const all = getDifferences(key, was.get(key), is.get(key));
    const found = ignored.has(key) ? all.filter(({ kind }) => !ABOUT_BODIES.has(kind)) : all;
    if (found.length > 0) differing.add(key);
    differences.push(...found);
  }
  print(differences);
  console.log(
    `${differing.size} of ${was.size} answers differ${ignored.size > 0 ? ` (${ignored.size} bodies ignored)` : ''}.`,
  );
  return differing.size;
}

/** Whether a response belongs to an operation whose name contains the text. */
function isAbout(key: string, only: string): boolean {
  return only === '' || key.split(':', 1)[0]!.includes(only);
}

/** The keys of differing responses. */
export function differingKeys(first: string, second: string): string[] {
  const was = read(first);
  const is = read(second);
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (key) => getDifferences(key, was.get(key), is.get(key)).length > 0,
  );
}

/** A response prepared for comparison. */
interface Comparable extends Recorded {
  /** The body as recorded. */
  rawBody: string;
}

function read(file: string): Map<string, Comparable> {
  const lines = gunzipSync(fs.readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  const recorded = new Map<string, Comparable>();
  for (const line of lines) {
    const one = comparable(JSON.parse(line) as Recorded);
    let key = one.key;
    for (let times = 2; recorded.has(key); times++) key = `${one.key} (${times})`;
    recorded.set(key, one);
  }
  return recorded;
}

/** Values that differ between two runs of one commit without getting a name; which one is which is not compared. */
const RANDOM: readonly [RegExp, string][] = [
  [/<(uuid|id) [^<>]*(?:<[^<>]*>[^<>]*)*>/g, '<$1>'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/(?<!\d)1[67]\d{11}(?!\d)/g, '<ms>'],
  [/\d{1,2}\/\d{1,2}\/\d{2} \d{1,2}:\d\d:\d\d [AP]M/g, '<time>'],
  [/\brhq-rest-[0-9a-f]{32}\b/g, '<handle>'],
  [/\bwsj_[\w.-]{43,}/g, '<join token>'],
  [/"(x|kid)":"[\w-]{20,}"/g, '"$1":"<key>"'],
  // Pages share their stylesheet, and contain its digest.
  [/<style>[^]*?<\/style>/g, '<style></style>'],
  [/'sha256-[^']+'/g, "'<sha256>'"],
];

function comparable(one: Recorded): Comparable {
  const plain = (text: string): string => RANDOM.reduce((rest, [pattern, name]) => rest.replace(pattern, name), text);
  const headers = Object.entries(one.headers).map(([name, value]) => {
    if (name === 'etag') return [name, value.startsWith('W') ? 'W/<etag>' : '<etag>'] as const;
    return [name, plain(value)] as const;
  });
  return {
    ...one,
    key: plain(one.key),
    request: plain(one.request),
    headers: Object.fromEntries(headers),
    body: plain(one.body),
    rawBody: one.body,
  };
}

function getDifferences(key: string, was: Comparable | undefined, is: Comparable | undefined): Difference[] {
  if (!was || !is)
    return [{ kind: was ? 'not asked' : 'only in the second', key, was: was?.request ?? '', is: is?.request ?? '' }];
  const found: Difference[] = [];
  const add = (kind: string, a: string, b: string): void => {
    if (a !== b) found.push({ kind, key, ...around(a, b) });
  };
  add('status', String(was.status), String(is.status));
  for (const name of new Set([...Object.keys(was.headers), ...Object.keys(is.headers)])) {
    // The length follows from the body.
    if (name === 'content-length' && was.rawBody !== is.rawBody) continue;
    add(`header ${name}`, was.headers[name] ?? '(none)', is.headers[name] ?? '(none)');
  }
  add('body', was.body, is.body);
  return found;
}

/** Both texts around the first difference. */
function around(was: string, is: string): { was: string; is: string } {
  let at = 0;
  while (at < was.length && was[at] === is[at]) at++;
  const from = Math.max(0, at - AROUND / 3);
  return { was: was.slice(from, at + AROUND), is: is.slice(from, at + AROUND) };
}

/** Prints a difference that occurs in several responses once, with the first few of them. */
function print(differences: readonly Difference[]): void {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const { kind, key, was, is } = difference;
    const operation = kind === 'body' ? key.slice(0, key.indexOf(':')) : '';
    const shown = kind === 'body' ? '' : `${was} -> ${is}`;
    const name = [kind, operation, shown].join(' ').trim();
    groups.set(name, [...(groups.get(name) ?? []), difference]);
  }
  for (const [name, group] of [...groups].sort(([, a], [, b]) => b.length - a.length)) {
    console.log(`\n${name}: ${group.length} answers`);
    for (const { key, was, is } of group.slice(0, EXAMPLES)) {
      console.log(`  ${key}\n    was ${JSON.stringify(was)}\n    is  ${JSON.stringify(is)}`);
    }
  }
  console.log('');
}
