import { numberText } from '@wardstone/units';

/** Texts of the error catalogue. */
export const errorTexts = {
  title: 'Errors',
  search: 'Search errors',
  type: 'Type',
  status: 'Status',
  service: 'Service',
  description: 'Description',
  causes: 'Causes',
  resolution: 'Resolution',
  example: 'Example',
  related: 'Related errors',
  since: 'Since version',
  custom: 'Custom',
  deprecated: 'No longer returned',
  services: {
    common: 'All services',
    compliance: 'Compliance',
    'error-registry': 'Error registry',
    gateway: 'Gateway',
    monitoring: 'Monitoring',
  } as Readonly<Record<string, string>>,
  empty: { title: 'No error types' },
  occurrences: {
    title: 'Occurrences',
    count: (count: number) => `${numberText(count)} in the last 24 hours`,
    none: { title: 'No occurrences', body: 'This error was not returned recently.' },
    time: 'Time',
    route: 'Operation',
    request: 'Request ID',
  },
} as const;
