import type { SystemRecord, TestResultRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { VerdictLabel } from '../parts/verdict-label';
import { Part } from '../parts/part';
import { COMPLIANCE, is, newestResultsOf } from '../api/compliance';
import { useFetched } from '../api/hooks';
import { compliancePage } from '../api/pages';
import { column, DataTable } from '../parts/paged-table';
import { scoreOf, scoreText } from '../parts/score-text';
import { Time } from '../parts/time';
import { useMay } from '../shell/caller';
import { complianceTexts } from '../texts/compliance';
import { inventoryTexts } from '../texts/inventory';
import type { OfResource } from './of-resource';

const texts = inventoryTexts.compliance;
const MOST_SYSTEMS = 3;
const MOST_POLICIES = 10;

interface PolicyOfSystem {
  system: SystemRecord;
  policy: { id: string; title: string };
  result: TestResultRecord | undefined;
}

/** The policies of the systems that have the name of the machine; nothing where there are none, or none may be seen. */
export function ResourceCompliance({ resource }: OfResource): ReactNode {
  const maySeeSystems = useMay('compliance:system:read');
  const maySeeReports = useMay('compliance:report:read');
  const mayRead = maySeeSystems && maySeeReports;
  const query = useFetched(
    [COMPLIANCE, 'systems', resource.resourceId, resource.resourceName, mayRead],
    async (signal) => (mayRead ? policiesOf(resource, signal).catch(() => []) : []),
  );
  const rows = query.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Part title={texts.title}>
      <DataTable<PolicyOfSystem>
        label={texts.title}
        rows={rows}
        keyOf={({ system, policy }) => `${system.id} ${policy.id}`}
        columns={[
          column('policy', complianceTexts.policy, ({ policy: { id, title } }) => (
            <Link to={`/compliance/policies/${id}`}>{title}</Link>
          )),
          column('system', complianceTexts.system, ({ system: { id, display_name: name } }) => (
            <Link to={`/compliance/systems/${id}`}>{name}</Link>
          )),
          column('verdict', complianceTexts.verdict, ({ result }) =>
            result ? <VerdictLabel value={result.verdict} /> : '–',
          ),
          column('score', complianceTexts.score, ({ result }) => (result ? scoreText(scoreOf(result)) : '–'), 'number'),
          column('failed', texts.failed, ({ result }) => result?.failed_rule_count ?? '–', 'number'),
          column('scanned', texts.scanned, ({ result }) => <Time at={result?.end_time} />),
        ]}
      />
    </Part>
  );
}

async function policiesOf(
  { resourceId: id, resourceName: name }: OfResource['resource'],
  signal: AbortSignal,
): Promise<readonly PolicyOfSystem[]> {
  const { rows: systems } = await compliancePage<SystemRecord>(`${COMPLIANCE}/systems`, {
    ...{ page: 0, size: MOST_SYSTEMS, signal },
    query: { filter: is('display_name', name) },
  });
  // Machines may have the same name; of one with an agent it is known which it is.
  const here = systems.filter(({ platform_id: of = id }) => of === id);
  const of = here.map(async (system) => {
    const policies = (system.policies ?? []).slice(0, MOST_POLICIES);
    const ids = policies.map(({ id }) => id);
    const results = await newestResultsOf(system.id, ids, signal);
    return policies.map((policy, at) => ({ system, policy, result: results[at] }));
  });
  return (await Promise.all(of)).flat();
}
