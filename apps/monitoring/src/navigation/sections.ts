import type { PageSection } from '@wardstone/media-types';

/** Relations of the root with their targets below the base path and their names for users. See rule http-18. */
export const ROOT_RELATIONS = [
  { rel: 'platforms', path: '/resource/platforms', label: 'Platforms' },
  { rel: 'groups', path: '/group', label: 'Groups' },
  { rel: 'dynaGroups', path: '/group/definitions', label: 'Dynagroups' },
  { rel: 'alerts', path: '/alert', label: 'Alerts' },
  { rel: 'status', path: '/status', label: 'Status' },
  { rel: 'favoriteResources', path: '/user/favorites/resource', label: 'Favorites' },
  { rel: 'operationHistory', path: '/operation/history', label: 'Operations' },
  { rel: 'reports', path: '/reports', label: 'Reports' },
] as const;

/** What the pages of the console lead to from everywhere: what the root lists. */
export const SECTIONS: readonly PageSection[] = [
  ...ROOT_RELATIONS.map(({ path, label }) => ({ path, label })),
  { path: '/resource', label: 'Resources', isCrumbOnly: true },
  { path: '/user', label: 'Users', isCrumbOnly: true },
  { path: '/metric', label: 'Metrics', isCrumbOnly: true },
  { path: '/metric/data', label: 'Data', isCrumbOnly: true, needsQuery: true },
];
