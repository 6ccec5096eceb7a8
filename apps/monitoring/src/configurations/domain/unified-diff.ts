/** Above this number of changed lines the whole text is shown as replaced, because the time grows with its square. */
const MAX_EDITS = 400;
const CONTEXT = 3;

interface Edit {
  mark: ' ' | '-' | '+';
  line: string;
}

/** Line difference of two texts in the format of `diff -u`, without file names; empty for equal texts. */
export function toUnifiedDiff(before: string, after: string): string {
  const [old, now] = [toLines(before), toLines(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const middle = findEdits(old.slice(start, old.length - end), now.slice(start, now.length - end));
  const same = (line: string): Edit => ({ mark: ' ', line });
  const edits = [...old.slice(0, start).map(same), ...middle, ...old.slice(old.length - end).map(same)];
  return toHunks(edits).join('');
}

/** A last line without a line break is marked, because it differs from one with a line break. */
function toLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop()!;
  return last === '' ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

/** Myers' algorithm: the furthest line of each diagonal, with one more edit at a time. */
function findEdits(old: readonly string[], now: readonly string[]): Edit[] {
  const most = Math.min(old.length + now.length, MAX_EDITS);
  const trace: Int32Array[] = [];
  const furthest = new Int32Array(2 * most + 3);
  const at = (diagonal: number): number => furthest[diagonal + most + 1]!;
  for (let edits = 0; edits <= most; edits++) {
    trace.push(furthest.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isAdded = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
      let x = isAdded ? at(diagonal + 1) : at(diagonal - 1) + 1;
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x++;
      furthest[diagonal + most + 1] = x;
      if (x >= old.length && x - diagonal >= now.length) return traceBack(trace, most, old, now);
    }
  }
  return [...old.map((line): Edit => ({ mark: '-', line })), ...now.map((line): Edit => ({ mark: '+', line }))];
}

function traceBack(trace: readonly Int32Array[], most: number, old: readonly string[], now: readonly string[]): Edit[] {
  const found: Edit[] = [];
  let [x, y] = [old.length, now.length];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const at = (diagonal: number): number => trace[edits]![diagonal + most + 1]!;
    const diagonal = x - y;
    const isAdded = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const fromX = edits === 0 ? 0 : isAdded ? at(diagonal + 1) : at(diagonal - 1) + 1;
    // Equal lines that follow the edit.
    for (; x > fromX && y > 0 && x - y === diagonal; x--, y--) found.push({ mark: ' ', line: old[x - 1]! });
    if (edits === 0) break;
    if (isAdded) found.push({ mark: '+', line: now[--y]! });
    else found.push({ mark: '-', line: old[--x]! });
  }
  return found.reverse();
}

function toHunks(edits: readonly Edit[]): string[] {
  const hunks: string[] = [];
  let [oldLine, newLine] = [1, 1];
  for (let at = 0; at < edits.length;) {
    const next = edits.findIndex(({ mark }, index) => index >= at && mark !== ' ');
    if (next < 0) break;
    const first = Math.max(at, next - CONTEXT);
    oldLine += first - at;
    newLine += first - at;
    let last = next;
    for (let index = next; index < edits.length && index - last <= 2 * CONTEXT; index++) {
      if (edits[index]!.mark !== ' ') last = index;
    }
    const shown = edits.slice(first, last + 1 + CONTEXT);
    const count = (mark: '-' | '+'): number => shown.filter((edit) => edit.mark === ' ' || edit.mark === mark).length;
    const [oldCount, newCount] = [count('-'), count('+')];
    const place = (line: number, lines: number): string => `${lines === 0 ? line - 1 : line},${lines}`;
    hunks.push(
      `@@ -${place(oldLine, oldCount)} +${place(newLine, newCount)} @@\n`,
      ...shown.map(({ mark, line }) => `${mark}${line}\n`),
    );
    oldLine += oldCount;
    newLine += newCount;
    at = first + shown.length;
  }
  return hunks;
}
