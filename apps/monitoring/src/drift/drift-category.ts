/** What can happen to a file. Source: plugin spec 2.3. */
export const DRIFT_CATEGORIES = ['FILE_ADDED', 'FILE_CHANGED', 'FILE_REMOVED'] as const;
export type DriftCategory = (typeof DRIFT_CATEGORIES)[number];
