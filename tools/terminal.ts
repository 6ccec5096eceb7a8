/** A command that was not understood; its message comes before the usage. */
export class UsageError extends Error {}

/** Prints rows under their headings, columns side by side. */
export function printTable(table: readonly (readonly string[])[]): void {
  const widths = table[0]!.map((_heading, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}
