import type { Schema } from '../kind';

const TIME = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d)$';

/** A moment as documents have it. */
export function aTime({ description = '' }: Schema): Schema {
  return { type: 'string', pattern: TIME, description: `${description}, e.g. 2026-12-24T18:00:00Z` };
}

/** As text, to the millisecond; of a text that is no time the text. Pure. */
export function timeOf(value: unknown): unknown {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}
