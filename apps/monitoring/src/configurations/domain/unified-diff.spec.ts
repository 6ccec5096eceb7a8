import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { measureProcessorTime } from '@wardstone/testing';
import fc from 'fast-check';
import { toUnifiedDiff } from './unified-diff';

/** Applies the difference to the text before. */
function apply(before: string, difference: string): string {
  const old = before.split('\n').slice(0, before.endsWith('\n') || before === '' ? -1 : undefined);
  const result: string[] = [];
  let at = 0;
  let isEnded = before.endsWith('\n') || before === '';
  for (const line of difference.split('\n').slice(0, -1)) {
    const [, start, count] = /^@@ -(\d+),(\d+) /.exec(line) ?? [];
    if (start !== undefined) {
      const first = Number(start) - (count === '0' ? 0 : 1);
      result.push(...old.slice(at, first));
      at = first;
    } else if (line.startsWith('\\')) isEnded = false;
    else {
      if (line.startsWith('+')) isEnded = true;
      if (line.startsWith(' ') || line.startsWith('-')) expect(old[at++]).toBe(line.slice(1));
      if (line.startsWith(' ') || line.startsWith('+')) result.push(line.slice(1));
    }
  }
  result.push(...old.slice(at));
  return result.length === 0 ? '' : result.join('\n') + (isEnded ? '\n' : '');
}

describe('the difference of two texts', () => {
  it('has three lines around each change', () => {
    const lines = Array.from({ length: 20 }, (_, n) => `${n + 1}\n`);
    const changed = lines.map((line) => (line === '5\n' ? 'five\n' : line)).filter((line) => line !== '15\n');
    expect(toUnifiedDiff(lines.join(''), changed.join(''))).toBe(
      '@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n@@ -12,7 +12,6 @@\n 12\n 13\n 14\n-15\n 16\n 17\n 18\n',
    );
  });

  it('has all lines where there was nothing before, or is nothing now', () => {
    expect(toUnifiedDiff('', 'a\nb')).toBe('@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n');
    expect(toUnifiedDiff('a\n', '')).toBe('@@ -1,1 +0,0 @@\n-a\n');
    expect(toUnifiedDiff('a\n', 'a\n')).toBe('');
  });

  it('turns one text into the other, and is as short as that of diff', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'difference-'));
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 30 }).map((lines) => {
      return lines.map((line) => `${line}\n`).join('');
    });
    const changes = (difference: string): number => difference.split('\n').filter((line) => /^[+-]/.test(line)).length;
    fc.assert(
      fc.property(text, text, (before, after) => {
        const found = toUnifiedDiff(before, after);
        expect(apply(before, found)).toBe(after);
      }),
      { seed: 51, numRuns: 2_000 },
    );
    for (const [before, after] of fc.sample(fc.tuple(text, text), { seed: 52, numRuns: 10 })) {
      const files = [before, after].map((each, n) => path.join(folder, String(n) + each.length));
      files.forEach((file, n) => fs.writeFileSync(file, [before, after][n]!));
      const printed = execFileSync('sh', ['-c', 'diff --minimal "$0" "$1" || true', ...files]).toString();
      const theirs = printed.split('\n').filter((line) => /^[<>]/.test(line)).length;
      expect(changes(toUnifiedDiff(before, after))).toBe(theirs);
    }
    fs.rmSync(folder, { recursive: true });
  });

  it('takes little time for texts that have nothing in common', async () => {
    const lines = (text: string): string => Array.from({ length: 32_000 }, (_, n) => `${text}${n % 7}`).join('\n');
    let found = '';
    const ms = await measureProcessorTime(() => (found = toUnifiedDiff(lines('a'), lines('b'))));
    expect(ms).toBeLessThan(3_000);
    expect(apply(lines('a'), found)).toBe(lines('b'));
    const added = toUnifiedDiff('', lines('a'));
    expect(added).toMatch(/^@@ -0,0 \+1,32000 @@\n\+a0\n/);
    expect(apply('', added)).toBe(lines('a'));
  });
});
