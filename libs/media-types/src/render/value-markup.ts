import { type Markup, markup, type MarkupValue } from '@wardstone/markup';

/** ISO-8601 in UTC; nothing when not set, the number itself when it is beyond all dates. See rule http-16. */
export function dateText(timeMs: number): string {
  if (timeMs === 0) return '';
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? String(timeMs) : date.toISOString();
}

/** Facts about one thing as a table of two columns; those without a value (null, undefined) are left out. */
export function factTable(facts: readonly (readonly [string, MarkupValue])[]): Markup {
  const rows = facts.flatMap(([name, value]) => (value === null || value === undefined ? [] : [factRow(name, value)]));
  return markup`<table class="facts"><tbody>${rows}</tbody></table>`;
}

export function factRow(name: string, value: MarkupValue): Markup {
  return markup`<tr><th scope="row">${name}</th><td>${value}</td></tr>`;
}

/** The name of a field for display: `collectionInterval` becomes `Collection interval`. */
export function readableName(name: string): string {
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
