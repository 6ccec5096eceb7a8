/** What can happen to a file. See rule http-22. */
export const DRIFT_CATEGORIES = ['FILE_ADDED', 'FILE_CHANGED', 'FILE_REMOVED'] as const;
export type DriftCategory = (typeof DRIFT_CATEGORIES)[number];
