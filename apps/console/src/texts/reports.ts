import { counted, numberText } from '@wardstone/units';

/** Texts of reports. */
export const reportTexts = {
  title: 'Reports',
  name: 'Report',
  about: 'About',
  download: 'Download CSV',
  empty: { title: 'No reports' },
  titles: {
    alertDefinitions: ['Alert definitions', 'Alert definitions by resource'],
    configurationHistory: ['Configuration history', 'Configuration changes'],
    driftCompliance: ['Drift compliance', 'Resources with and without drift, by type and version'],
    inventorySummary: ['Inventory', 'Resources by type and version'],
    platformUtilization: ['Platform utilization', 'Processor, memory and swap of platforms'],
    recentAlerts: ['Recent alerts', 'Fired alerts, newest first'],
    recentDrift: ['Recent drift', 'Files that drifted'],
    recentOperations: ['Recent operations', 'Operation executions, most recently changed first'],
    suspectMetrics: ['Suspect metrics', 'Metrics outside their baselines, largest deviation first'],
  } as Readonly<Record<string, readonly [title: string, about: string]>>,
  preview: {
    first: (shown: number) => `The first ${numberText(shown)} rows. The file contains all rows.`,
    all: (rows: number) => counted(rows, 'row'),
    label: 'Rows of the report',
    none: { title: 'The report is empty', body: 'Nothing matches the filters.' },
  },
  filters: {
    priority: 'Priority',
    priorities: { high: 'High', medium: 'Medium', low: 'Low' } as Readonly<Record<string, string>>,
    status: 'Status',
    statuses: {
      inprogress: 'Running',
      success: 'Succeeded',
      failure: 'Failed',
      canceled: 'Cancelled',
    } as Readonly<Record<string, string>>,
    category: 'Change',
    categories: {
      FILE_ADDED: 'File added',
      FILE_CHANGED: 'File changed',
      FILE_REMOVED: 'File removed',
    } as Readonly<Record<string, string>>,
    path: 'Path contains',
    days: 'Period',
    spans: { '1': 'Last 24 hours', '7': 'Last 7 days', '30': 'Last 30 days' } as Readonly<Record<string, string>>,
  },
} as const;
