import type { Severity } from '@wardstone/dto/monitoring';

const ORDER: readonly Severity[] = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
const WORDS: readonly [Severity, RegExp][] = [
  ['FATAL', /\b(fatal|emerg(ency)?|panic|crit(ical)?|alert)\b/i],
  ['ERROR', /\b(err(or)?|severe|exception)\b/i],
  ['WARN', /\bwarn(ing)?\b/i],
  ['DEBUG', /\b(debug|trace)\b/i],
];
const LEVEL_FIELD = /"(?:level|severity)":\s*(?:"([a-z]+)"|(\d+))/i;
/** Length of the part of a log line that may name its severity. */
const LOOKED_AT = 200;

/** Severity of a log line: its level field, else the first word for a severity near its start. */
export function findSeverity(line: string): Severity {
  const start = line.slice(0, LOOKED_AT);
  const [, word, number] = line.startsWith('{') ? (LEVEL_FIELD.exec(start) ?? []) : [];
  if (number !== undefined) return ORDER[Math.min(4, Math.max(0, Math.floor(Number(number) / 10) - 2))]!;
  const text = word ?? start;
  const found = WORDS.map(([severity, pattern]) => ({ severity, at: text.search(pattern) })).filter(
    ({ at }) => at >= 0,
  );
  return found.sort((a, b) => a.at - b.at)[0]?.severity ?? 'INFO';
}

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return ORDER.indexOf(severity) >= ORDER.indexOf(least);
}

export function moreSevere(a: Severity, b: Severity): Severity {
  return isAtLeast(a, b) ? a : b;
}

export function parseSeverity(text: unknown): Severity | undefined {
  return ORDER.find((severity) => severity === text);
}

const ISO_TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)/;

/** Time in a log line with its zone; `fallbackMs` if it has none, or a later one. */
export function parseLogTime(line: string, fallbackMs: number): number {
  const [text] = ISO_TIME.exec(line.slice(0, LOOKED_AT)) ?? [];
  const timeMs = text === undefined ? NaN : Date.parse(text.replace(',', '.').replace(' ', 'T'));
  return timeMs <= fallbackMs ? timeMs : fallbackMs;
}
