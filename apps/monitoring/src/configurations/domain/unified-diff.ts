import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';

/** Above this number of changed lines the whole text is shown as replaced, because the time grows with its square. */
const MAX_EDITS = 400;
const NO_LINE_BREAK = '\\ No newline at end of file';

/** Line difference of two texts in the format of `diff -u`, without file names; empty for equal texts. */
export function toUnifiedDiff(before: string, after: string): string {
  const options = { context: 3, maxEditLength: MAX_EDITS };
  const patch = structuredPatch('', '', before, after, '', '', options) ?? replacement(before, after);
  return patch.hunks.length === 0 ? '' : formatPatch(patch, OMIT_HEADERS);
}

function replacement(before: string, after: string): ReturnType<typeof structuredPatch> {
  const [old, now] = [toLines(before, '-'), toLines(after, '+')];
  const count = (lines: readonly string[]): number => lines.filter((line) => line !== NO_LINE_BREAK).length;
  const hunk = { oldStart: 1, oldLines: count(old), newStart: 1, newLines: count(now), lines: [...old, ...now] };
  return { oldFileName: '', newFileName: '', oldHeader: '', newHeader: '', hunks: [hunk] };
}

function toLines(text: string, mark: '-' | '+'): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop()!;
  const marked = [...lines, ...(last === '' ? [] : [last])].map((line) => mark + line);
  return last === '' ? marked : [...marked, NO_LINE_BREAK];
}
