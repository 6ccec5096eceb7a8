/** Two years. */
export const ROLLED_UP_DAYS = 731;

/** Day in UTC of a time, in ISO 8601. */
export const toUtcDay = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
