import type { SystemFailedRuleRecord, SystemRecord } from '@wardstone/client/compliance';
import { useInstalled, useMay } from '../api/caller';
import { COMPLIANCE, compliancePage, equalsCondition, anyValueFilter } from '../api/compliance';
import { type OfResource, parseAncestry } from '../api/monitoring';

const MAX_SYSTEMS = 3;
const MAX_FAILED_RULES = 100;
/** Below the maximum length of a filter. */
const MAX_FILTER = 6_000;

/** A host in monitoring. */
interface Host {
  id: number;
  name: string;
}

/** Whether the viewer may read what scans found; without it no request is sent to compliance. */
export function useMayReadFindings(): boolean {
  const maySeeSystems = useMay('compliance:system:read');
  const maySeeReports = useMay('compliance:report:read');
  return useInstalled()('compliance') && maySeeSystems && maySeeReports;
}

/** The host of a resource. Pure. */
export function toHost(resource: OfResource['resource']): Host {
  const { resourceId: id, resourceName: name } = resource;
  return parseAncestry(resource)[0] ?? { id, name };
}

/** Systems in compliance that are this host. */
export async function fetchSystems({ id, name }: Host, signal: AbortSignal): Promise<readonly SystemRecord[]> {
  const query = { filter: equalsCondition('display_name', name) };
  const { rows } = await compliancePage<SystemRecord>(`${COMPLIANCE}/systems`, {
    page: 0,
    size: MAX_SYSTEMS,
    signal,
    query,
  });
  // Hosts may share a name; systems with an agent are matched by platform id.
  return rows.filter(({ platform_id: of = id }) => of === id);
}

/** Failed rules of the host that name one of the files. */
export async function fetchFailedRules(
  host: Host,
  files: Iterable<string | null>,
  signal: AbortSignal,
): Promise<readonly SystemFailedRuleRecord[]> {
  const filters = toFilters(files);
  if (filters.length === 0) return [];
  const systems = await fetchSystems(host, signal);
  const found = await Promise.all(
    systems.flatMap(({ id }) =>
      filters.map((filter) =>
        compliancePage<SystemFailedRuleRecord>(`${COMPLIANCE}/systems/${id}/failed_rules`, {
          page: 0,
          size: MAX_FAILED_RULES,
          signal,
          query: { filter, sort_by: ['severity:desc', 'title'] },
        }),
      ),
    ),
  );
  const byId = new Map(found.flatMap(({ rows }) => rows).map((rule) => [rule.id, rule]));
  return [...byId.values()];
}

/** Conditions on the files, each within the maximum length. Rules name no paths with other characters. Pure. */
export function toFilters(files: Iterable<string | null>): string[] {
  const filters: string[][] = [];
  let length = MAX_FILTER;
  for (const file of new Set(files)) {
    if (file === null || !/^[\w./@+-]{1,1000}$/.test(file)) continue;
    const added = anyValueFilter('file', [file]).length + ' or '.length;
    if (length + added > MAX_FILTER) {
      filters.push([]);
      length = 0;
    }
    filters.at(-1)!.push(file);
    length += added;
  }
  return filters.map((each) => anyValueFilter('file', each));
}
