import fs from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Recorded } from './recorder';

const EXAMPLES = 4;
const AROUND = 90;

interface Difference {
  kind: string;
  key: string;
  was: string;
  is: string;
}

/** Prints in which answers two recordings differ, by kinds of difference. Returns how many answers differ. */
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
    if (ignored.has(key) || !isAbout(key, only)) continue;
    const found = differencesOf(key, was.get(key), is.get(key));
    if (found.length > 0) differing.add(key);
    differences.push(...found);
  }
  print(differences);
  console.log(
    `${differing.size} of ${was.size} answers differ${ignored.size > 0 ? ` (${ignored.size} not looked at)` : ''}.`,
  );
  return differing.size;
}

/** Whether an answer is of an operation with the text in its name; what leads to the known state is of none. */
function isAbout(key: string, only: string): boolean {
  return only === '' || key.split(':', 1)[0]!.includes(only);
}

/** The keys of answers that differ. */
export function differingKeys(first: string, second: string): string[] {
  const was = read(first);
  const is = read(second);
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (key) => differencesOf(key, was.get(key), is.get(key)).length > 0,
  );
}

function read(file: string): Map<string, Recorded> {
  const lines = gunzipSync(fs.readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as Recorded).map((one) => [one.key, one]));
}

function differencesOf(key: string, was: Recorded | undefined, is: Recorded | undefined): Difference[] {
  if (!was || !is)
    return [{ kind: was ? 'not asked' : 'asked only now', key, was: was?.request ?? '', is: is?.request ?? '' }];
  const found: Difference[] = [];
  const add = (kind: string, a: string, b: string): void => {
    if (a !== b) found.push({ kind, key, ...around(a, b) });
  };
  add('request', was.request, is.request);
  add('status', String(was.status), String(is.status));
  for (const name of new Set([...Object.keys(was.headers), ...Object.keys(is.headers)])) {
    // The length follows from the body.
    if (name === 'content-length' && was.body !== is.body) continue;
    add(`header ${name}`, was.headers[name] ?? '(none)', is.headers[name] ?? '(none)');
  }
  add('body', was.body, is.body);
  return found;
}

/** Both texts around the first place at which they differ. */
function around(was: string, is: string): { was: string; is: string } {
  let at = 0;
  while (at < was.length && was[at] === is[at]) at++;
  const from = Math.max(0, at - AROUND / 3);
  return { was: was.slice(from, at + AROUND), is: is.slice(from, at + AROUND) };
}

/** What differs alike in many answers is said once, with the first few of them. */
function print(differences: readonly Difference[]): void {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const { kind, key, was, is } = difference;
    const operation = kind === 'body' || kind === 'request' ? key.slice(0, key.indexOf(':')) : '';
    const shown = kind === 'body' || kind === 'request' ? '' : `${was} -> ${is}`;
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
