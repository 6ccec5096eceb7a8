import { LARGEST_ORG, type Scale } from './compliance-data';
import type { BareStatement } from './sample';

/** One request, with the statement of a minimal program for it. */
export interface Scenario {
  name: string;
  /** Path and query, relative to the base path. */
  path: string;
  kind: 'page' | 'sort' | 'filter' | 'deep';
  /** Best hand-written SQL; absent where only growth is judged. */
  bare?: BareStatement;
}

const COLUMNS = `p.id, p.title, p.description, p.business_objective, p.compliance_threshold, p.total_system_count,
  'policy' AS type, p.os_major_version, pr.title AS profile_title, pr.ref_id`;
const COUNTER = 'SELECT a.policy_count FROM account a WHERE a.org_id = $1';

/** The ids of the page by index, then their details; the total from its counter. */
function bareList(order: string, limit: number): BareStatement {
  const sql = `
    SELECT (${COUNTER}) AS total, ${COLUMNS}
      FROM (SELECT p.id FROM policy p WHERE p.org_id = $1 ORDER BY ${order} LIMIT $2) cut
      JOIN policy p ON p.id = cut.id
      JOIN profile pr ON pr.id = p.profile_id
     ORDER BY ${order}`;
  return { sql, params: [LARGEST_ORG, limit] };
}

const SORTS = ['title', 'os_major_version', 'total_system_count', 'business_objective', 'compliance_threshold'];

/** The lists of policies at one scale; the requested title and system exist at every scale. */
export function scenarios({ policies }: Scale, { title, systemId, guideId, filteredCount }: Subjects): Scenario[] {
  const filtered = (filter: string, more = ''): string => `/policies?filter=${encodeURIComponent(filter)}${more}`;
  const last = policies / 2 - 10;
  const bareSorts: Record<string, string> = {
    title: 'p.title_prefix, p.title, p.id',
    compliance_threshold: 'p.compliance_threshold, p.id',
  };
  return [
    { name: 'page 1', path: '/policies', kind: 'page', bare: bareList('p.id', 10) },
    { name: 'page 1 of 100 rows', path: '/policies?limit=100', kind: 'page', bare: bareList('p.id', 100) },
    ...SORTS.flatMap((column): Scenario[] => [
      {
        name: `sort by ${column}`,
        path: `/policies?sort_by=${column}`,
        kind: 'sort',
        ...(bareSorts[column] ? { bare: bareList(bareSorts[column], 10) } : {}),
      },
      { name: `sort by ${column}, descending`, path: `/policies?sort_by=${column}:desc`, kind: 'sort' },
    ]),
    { name: 'filter title =', path: filtered(`title = "${title}"`), kind: 'filter' },
    { name: 'filter title !=', path: filtered(`title != "${title}"`), kind: 'filter' },
    { name: 'filter os_major_version =', path: filtered('os_major_version = 9'), kind: 'filter' },
    { name: 'filter os_major_version !=', path: filtered('os_major_version != 9'), kind: 'filter' },
    { name: 'filter os_minor_version =', path: filtered('os_minor_version = 8'), kind: 'filter' },
    { name: 'filter os_minor_version !=', path: filtered('os_minor_version != 8'), kind: 'filter' },
    {
      name: 'filter of all three, sort by title',
      path: filtered(`os_major_version = 9 AND os_minor_version = 8 AND title != "${title}"`, '&sort_by=title'),
      kind: 'filter',
    },
    {
      name: 'filter os_major_version =, sort by it',
      path: filtered('os_major_version = 10', '&sort_by=os_major_version'),
      kind: 'filter',
    },
    { name: 'filter that nothing matches', path: filtered('os_major_version = 6', '&sort_by=title'), kind: 'filter' },
    { name: 'policies of a system', path: `/systems/${systemId}/policies`, kind: 'filter' },
    {
      name: 'policies of a system, filter and sort',
      path: `/systems/${systemId}/policies?sort_by=title&filter=${encodeURIComponent('os_minor_version = 8')}`,
      kind: 'filter',
    },
    { name: 'profiles of a guide', path: `/security_guides/${guideId}/profiles?sort_by=title`, kind: 'filter' },
    { name: 'last page', path: `/policies?offset=${last}`, kind: 'deep' },
    { name: 'last page, sort by title', path: `/policies?offset=${last}&sort_by=title`, kind: 'deep' },
    {
      name: 'last page, sort by compliance_threshold',
      path: `/policies?offset=${last}&sort_by=compliance_threshold:desc`,
      kind: 'deep',
    },
    { name: 'page in the middle', path: `/policies?offset=${last / 2}`, kind: 'deep' },
    { name: 'page in the middle, sort by title', path: `/policies?offset=${last / 2}&sort_by=title`, kind: 'deep' },
    {
      name: 'last page, filter os_major_version',
      path: filtered('os_major_version != 9', `&offset=${filteredCount - 10}`),
      kind: 'deep',
    },
  ];
}

/** Rows that the scenarios request. */
export interface Subjects {
  title: string;
  systemId: string;
  guideId: string;
  /** Number of the policies that are not for version 9. */
  filteredCount: number;
}
