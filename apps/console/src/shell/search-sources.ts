import { wardstone } from '../api/client';
import { quote } from '../api/compliance';
import { parseAncestry, BY_NAME } from '../api/monitoring';
import { shellTexts } from '../texts/shell';
import type { ServiceName } from '../api/caller';

const { kinds } = shellTexts.search;
/** Number of results of each kind; the complete list is linked. */
const SHOWN = 5;
/** Rules belong to guides, so each of these is queried. */
const GUIDES = 4;

/** A search result. */
export interface Hit {
  /** Address in the console. */
  to: string;
  label: string;
  /** Place or owner of the result. */
  detail?: string | undefined;
}

export interface SearchSource {
  name: string;
  title: string;
  service: ServiceName;
  /** Permission needed to see any. */
  permission?: string;
  find: (text: string, signal: AbortSignal) => Promise<readonly Hit[]>;
}

const FIRST = { page: 0, size: SHOWN };

/** Kinds of search results, each with the operation that lists it. */
export const SEARCH_SOURCES: readonly SearchSource[] = [
  {
    name: 'resources',
    title: kinds.resources,
    service: 'monitoring',
    find: async (q, signal) => {
      const { rows } = await wardstone.page('/rest/resource', { ...FIRST, query: { q, sort: BY_NAME }, signal });
      return rows.map((row) => ({
        to: `/inventory/${row.resourceId}`,
        label: row.resourceName,
        detail: parseAncestry(row)[0]?.name ?? row.typeName,
      }));
    },
  },
  {
    name: 'groups',
    title: kinds.groups,
    service: 'monitoring',
    find: async (q, signal) => {
      const { rows } = await wardstone.page('/rest/group', { ...FIRST, query: { q }, signal });
      return rows.slice(0, SHOWN).map(({ id, name }) => ({ to: `/groups/${id}`, label: name }));
    },
  },
  {
    name: 'definitions',
    title: kinds.definitions,
    service: 'monitoring',
    find: async (q, signal) => {
      const { rows } = await wardstone.page('/rest/alert/definitions', {
        ...FIRST,
        query: { q, include: 'owner', children: false },
        signal,
      });
      return rows.map(({ id, name, owner }) => ({
        to: `/alerts/definitions/${id}`,
        label: name,
        detail: owner?.name,
      }));
    },
  },
  {
    name: 'policies',
    title: kinds.policies,
    service: 'compliance',
    permission: 'compliance:report:read',
    find: async (q, signal) => {
      // The list of policies finds whole titles only, unless a setting extends its operators.
      const wanted = { ...FIRST, query: { filter: `title ~ ${quote(q)}` }, signal };
      const { rows } = await wardstone.page('/api/compliance/v2/reports', wanted);
      return rows.map(({ id, title, profile_title: detail }) => ({
        to: `/compliance/policies/${id}`,
        label: title,
        detail,
      }));
    },
  },
  { name: 'rules', title: kinds.rules, service: 'compliance', permission: 'compliance:policy:read', find: findRules },
  {
    name: 'errors',
    title: kinds.errors,
    service: 'error-registry',
    permission: 'errors:read',
    find: async (q, signal) => {
      const { data } = await wardstone.get('/api/v1/error', { query: { q, limit: SHOWN }, signal });
      return data.map(({ title }) => ({ to: `/errors/${title}`, label: title }));
    },
  },
];

async function findRules(q: string, signal: AbortSignal): Promise<readonly Hit[]> {
  const newest = { page: 0, size: GUIDES, query: { sort_by: 'version:desc' }, signal };
  const guides = (await wardstone.page('/api/compliance/v2/security_guides', newest)).rows;
  const filter = `title ~ ${quote(q)}`;
  const found = await Promise.all(
    guides.map(async ({ id, title }) => {
      const { rows } = await wardstone.page('/api/compliance/v2/security_guides/{security_guide_id}/rules', {
        ...FIRST,
        path: { security_guide_id: id },
        query: { filter },
        signal,
      });
      return rows.map((rule) => ({
        to: `/compliance/guides/${id}/rules/${rule.ref_id}`,
        label: rule.title,
        detail: title,
      }));
    }),
  );
  return found.flat().slice(0, SHOWN);
}
