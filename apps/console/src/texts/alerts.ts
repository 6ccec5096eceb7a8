/** Words of the alerts. */
export const alertTexts = {
  title: 'Alerts',
  fired: 'Fired',
  priority: 'Priority',
  name: 'Alert',
  resource: 'Resource',
  why: 'Why',
  empty: { title: 'No alert has fired', body: 'Alerts fire where a definition watches a resource.' },
} as const;
