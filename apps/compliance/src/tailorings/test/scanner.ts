import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Outcome of a scan: rule -> result, and value -> text, by XCCDF id. */
export interface Scan {
  results: ReadonlyMap<string, string>;
  values: ReadonlyMap<string, string>;
  profile: string;
}

const pairs = (text: string, pattern: RegExp): Map<string, string> =>
  new Map([...text.matchAll(pattern)].map(([, id = '', value = '']) => [id, value]));

/**
 * Scans this machine with a datastream, with a profile, tailored by a file or unchanged.
 *
 * @throws with the words of the scanner when it refuses a file
 */
export function scan(datastream: string, profile: string, tailoring?: string): Scan {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'scan-'));
  const file = (name: string): string => path.join(folder, name);
  try {
    writeFileSync(file('ds.xml'), datastream);
    if (tailoring !== undefined) writeFileSync(file('tailoring.xml'), tailoring);
    const options = tailoring === undefined ? [] : ['--tailoring-file', file('tailoring.xml')];
    const { status, stderr } = spawnSync(
      'oscap',
      ['xccdf', 'eval', ...options, '--profile', profile, '--results', file('results.xml'), file('ds.xml')],
      { encoding: 'utf8' },
    );
    // 2: some rule fails, which is a result like any other.
    if (status !== 0 && status !== 2) throw new Error(`oscap ended with ${status}: ${stderr}`);
    const all = readFileSync(file('results.xml'), 'utf8');
    const results = all.slice(all.indexOf('<TestResult'));
    return {
      results: pairs(results, /<rule-result [^>]*idref="([^"]+)"[^>]*>\s*<result>([^<]+)</g),
      values: pairs(results, /<set-value idref="([^"]+)">([^<]*)</g),
      profile: /<profile idref="([^"]+)"/.exec(results)?.[1] ?? '',
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
