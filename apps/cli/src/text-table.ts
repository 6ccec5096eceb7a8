import { toPrintable } from './shell';

/** Formats rows as lines with aligned columns; numbers are right-aligned. */
export function formatLines(rows: readonly (readonly string[])[], isNumber: readonly boolean[] = []): string[] {
  const widths = measureWidths(rows);
  return rows.map((row) => formatLine(row, widths, isNumber));
}

export function measureWidths(rows: readonly (readonly string[])[]): number[] {
  return rows[0]!.map((_head, at) => Math.max(...rows.map((row) => toPrintable(row[at]!).length)));
}

export function formatLine(
  row: readonly string[],
  widths: readonly number[],
  isNumber: readonly boolean[] = [],
): string {
  return row
    .map((cell, at) => {
      const text = cut(toPrintable(cell), widths[at]!);
      return isNumber[at] ? text.padStart(widths[at]!) : text.padEnd(widths[at]!);
    })
    .join('  ')
    .trimEnd();
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

const NARROWEST = 8;

/** Reduces widths to fit into a line, starting with the widest columns; those in `kept` are unchanged. */
export function fitWidths(widths: readonly number[], columns: number, kept: readonly boolean[]): number[] {
  const fitting = [...widths];
  const gaps = 2 * (widths.length - 1);
  for (;;) {
    const excess = fitting.reduce((sum, width) => sum + width, gaps) - columns;
    if (excess <= 0) return fitting;
    const widest = fitting.reduce<number | undefined>(
      (best, width, at) =>
        !kept[at] && width > NARROWEST && (best === undefined || width > fitting[best]!) ? at : best,
      undefined,
    );
    if (widest === undefined) return fitting;
    fitting[widest]! -= 1;
  }
}
