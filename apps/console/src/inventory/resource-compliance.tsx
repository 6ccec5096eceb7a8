import { Label } from '@patternfly/react-core';
import type { SystemRecord, TestResultRecord } from '@wardstone/dto/compliance';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { COMPLIANCE, quoted } from '../api/compliance';
import { useFetched } from '../api/hooks';
import { compliancePage } from '../api/pages';
import { DataTable } from '../parts/paged-table';
import { scoreText } from '../parts/score-text';
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
export function ResourceCompliance({ resource: { resourceName } }: OfResource): ReactNode {
  const maySeeSystems = useMay('compliance:system:read');
  const maySeeReports = useMay('compliance:report:read');
  const mayRead = maySeeSystems && maySeeReports;
  const query = useFetched([COMPLIANCE, 'systems', resourceName, mayRead], async (signal) =>
    mayRead ? policiesOf(resourceName, signal).catch(() => []) : [],
  );
  const rows = query.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="compliance-title">
      <h2 id="compliance-title">{texts.title}</h2>
      <DataTable
        label={texts.title}
        rows={rows}
        keyOf={({ system, policy }) => `${system.id} ${policy.id}`}
        columns={[
          {
            name: 'policy',
            title: complianceTexts.policy,
            cell: ({ policy: { id, title } }) => <Link to={`/compliance/policies/${id}`}>{title}</Link>,
          },
          {
            name: 'system',
            title: complianceTexts.system,
            cell: ({ system: { id, display_name: name } }) => <Link to={`/compliance/systems/${id}`}>{name}</Link>,
          },
          { name: 'verdict', title: complianceTexts.verdict, cell: ({ result }) => <Verdict result={result} /> },
          {
            name: 'score',
            title: complianceTexts.score,
            isNumber: true,
            cell: ({ result }) => (typeof result?.score === 'number' ? scoreText(result.score) : '–'),
          },
          {
            name: 'failed',
            title: texts.failed,
            isNumber: true,
            cell: ({ result }) => result?.failed_rule_count ?? '–',
          },
          { name: 'scanned', title: texts.scanned, cell: ({ result }) => <Time at={result?.end_time} /> },
        ]}
      />
    </section>
  );
}

function Verdict({ result }: { result: TestResultRecord | undefined }): ReactNode {
  if (!result) return '–';
  const [status, text] = !result.supported
    ? (['warning', complianceTexts.verdicts.unsupported] as const)
    : result.compliant
      ? (['success', complianceTexts.verdicts.compliant] as const)
      : (['danger', complianceTexts.verdicts.notCompliant] as const);
  return (
    <Label isCompact variant="outline" status={status}>
      {text}
    </Label>
  );
}

async function policiesOf(name: string, signal: AbortSignal): Promise<readonly PolicyOfSystem[]> {
  const { rows: systems } = await compliancePage<SystemRecord>(`${COMPLIANCE}/systems`, {
    ...{ page: 0, size: MOST_SYSTEMS, signal },
    query: { filter: `display_name = ${quoted(name)}` },
  });
  const pairs = systems.flatMap((system) => (system.policies ?? []).map((policy) => ({ system, policy })));
  return Promise.all(
    pairs.slice(0, MOST_POLICIES).map(async (pair) => {
      const { rows } = await compliancePage<TestResultRecord>(`${COMPLIANCE}/reports/${pair.policy.id}/test_results`, {
        ...{ page: 0, size: 1, signal },
        query: { filter: `system_id = ${quoted(pair.system.id)}` },
      });
      return { ...pair, result: rows[0] };
    }),
  );
}
