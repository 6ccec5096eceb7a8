/** The reports, in the order of their list. See rule reports-2. */
export const REPORT_NAMES = [
  'alertDefinitions',
  'configurationHistory',
  'driftCompliance',
  'inventorySummary',
  'platformUtilization',
  'recentAlerts',
  'recentDrift',
  'recentOperations',
  'suspectMetrics',
] as const;
export type ReportName = (typeof REPORT_NAMES)[number];
