import type { Schema } from '../kind';

const TIME = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d)$';

/** Schema of a time in documents. */
export function aTime({ description = '' }: Schema): Schema {
  return { type: 'string', pattern: TIME, description: `${description}, e.g. 2026-12-24T18:00:00Z` };
}

/** Formats a time to the millisecond; an invalid text is unchanged. Pure. */
export function normalizeTime(value: unknown): unknown {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}
