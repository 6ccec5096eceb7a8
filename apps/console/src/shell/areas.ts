import { type ComponentType, lazy } from 'react';
import { shellTexts } from '../texts/shell';

/** A part of the console: an entry of the navigation and the pages below one address, loaded when first opened. */
export interface Area {
  /** First segment of its addresses. */
  path: string;
  title: string;
  /** Its routes, relative to the path. */
  Pages: ComponentType;
}

const { areas } = shellTexts;

/** All of them, in the order of the navigation. */
export const AREAS: readonly Area[] = [
  { path: 'overview', title: areas.overview, Pages: lazy(() => import('../overview')) },
  { path: 'problems', title: areas.problems, Pages: lazy(() => import('../problems')) },
  { path: 'inventory', title: areas.inventory, Pages: lazy(() => import('../inventory')) },
  { path: 'alerts', title: areas.alerts, Pages: lazy(() => import('../alerts')) },
  { path: 'groups', title: areas.groups, Pages: lazy(() => import('../groups')) },
  { path: 'compliance', title: areas.compliance, Pages: lazy(() => import('../compliance')) },
  { path: 'reports', title: areas.reports, Pages: lazy(() => import('../reports')) },
  { path: 'errors', title: areas.errors, Pages: lazy(() => import('../errors')) },
  { path: 'administration', title: areas.administration, Pages: lazy(() => import('../administration')) },
];
