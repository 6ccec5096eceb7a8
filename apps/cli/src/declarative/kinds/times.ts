import type { Schema } from '../kind';

const TIME = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d)$';

/** A moment as documents have it. */
export function aTime({ description = '' }: Schema): Schema {
  return { type: 'string', pattern: TIME, description: `${description}, e.g. 2026-12-24T18:00:00Z` };
}

/** Time as text, to the millisecond; an invalid text stays. Pure. */
export function timeOf(value: unknown): unknown {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}
