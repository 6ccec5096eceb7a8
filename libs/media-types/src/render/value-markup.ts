import { type Markup, markup, type MarkupValue } from '@wardstone/markup';

/** What a badge says about its text. */
export type Tone = 'good' | 'bad' | 'warn' | 'idle';

/** A word that stands out; its colour repeats what it says. */
export function badge(text: string, tone: Tone): Markup {
  return markup`<span class="badge ${tone}">${text}</span>`;
}

/** ISO-8601 in UTC; nothing when not set, the number itself when it is beyond all dates. See rule http-16. */
export function dateText(timeMs: number): string {
  if (timeMs === 0) return '';
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? String(timeMs) : date.toISOString();
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

/** A length of time in its two largest units, e.g. `3 h 20 min`; what is less is left out. */
export function durationText(durationMs: number): string {
  const first = UNITS.findIndex(([, size]) => durationMs >= size);
  if (first < 0) return '0 ms';
  let rest = durationMs;
  const parts = UNITS.slice(first, first + 2).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return [count, unit] as const;
  });
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
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
