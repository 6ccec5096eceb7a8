import { type ComponentType, lazy } from 'react';
import { contactTexts } from '../texts/contacts';
import { shellTexts } from '../texts/shell';
import type { ServiceName } from '../api/caller';

/**
 * A part of the console: an entry of the navigation, with pages below one address that are loaded when first opened.
 */
export interface Area {
  /** First segment of its addresses. */
  path: string;
  title: string;
  /** Service that the area needs; it is hidden if the service is not installed. */
  service?: ServiceName;
  /** Its routes, relative to the path. */
  Pages: ComponentType;
}

const { areas } = shellTexts;

/** Pages about the user, in the account menu. */
export const ACCOUNT_AREAS: readonly Area[] = [
  {
    path: 'contact-methods',
    title: contactTexts.title,
    service: 'monitoring',
    Pages: lazy(() => import('../contacts')),
  },
];

/** Areas in the order of the navigation. */
export const AREAS: readonly Area[] = [
  { path: 'overview', title: areas.overview, Pages: lazy(() => import('../overview')) },
  { path: 'problems', title: areas.problems, Pages: lazy(() => import('../problems')) },
  { path: 'inventory', title: areas.inventory, service: 'monitoring', Pages: lazy(() => import('../inventory')) },
  { path: 'alerts', title: areas.alerts, service: 'monitoring', Pages: lazy(() => import('../alerts')) },
  { path: 'explore', title: areas.explore, service: 'monitoring', Pages: lazy(() => import('../explore')) },
  { path: 'groups', title: areas.groups, service: 'monitoring', Pages: lazy(() => import('../groups')) },
  { path: 'compliance', title: areas.compliance, service: 'compliance', Pages: lazy(() => import('../compliance')) },
  { path: 'reports', title: areas.reports, service: 'monitoring', Pages: lazy(() => import('../reports')) },
  { path: 'errors', title: areas.errors, service: 'error-registry', Pages: lazy(() => import('../errors')) },
  { path: 'administration', title: areas.administration, Pages: lazy(() => import('../administration')) },
];
