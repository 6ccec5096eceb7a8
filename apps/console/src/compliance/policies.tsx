import type { ReportRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { compliantText, toShares } from '../parts/verdict';
import { column, List } from '../parts/list';
import { COMPLIANCE, sortedPages, titleCondition, fetchTotal } from '../api/compliance';
import { useFetched } from '../api/client';
import { EmptyPart } from '../parts/states';
import { LinkButton } from '../parts/page';
import { useMay } from '../api/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { POLICY_COLUMNS } from './columns';
import { CompliancePage } from './list-frame';
import { SamplePolicy } from './sample-policy';
import { ShareBar } from './share-bar';
import { choice } from '../parts/filters';

const REPORTS = `${COMPLIANCE}/reports`;

const STALE_FILTER = choice('stale', texts.results, [['with_stale_systems = true', texts.freshness.stale]]);

/** Policies with the figures of their reports. */
export function Policies(): ReactNode {
  const mayCreate = useMay('compliance:policy:create');
  const add = mayCreate && <LinkButton to="/compliance/policies/new">{texts.policies.add}</LinkButton>;
  return (
    <CompliancePage actions={add}>
      <List<ReportRecord>
        label={texts.sections.policies}
        source={REPORTS}
        toKey={({ id }) => id}
        isLive
        filters={[
          { kind: 'text', name: 'q', label: texts.search },
          STALE_FILTER,
          { kind: 'expression', name: 'filter', label: texts.filter, example: texts.policies.example },
        ]}
        fetchPage={sortedPages(REPORTS, 'title', (filter) => [
          filter('filter'),
          filter('stale'),
          titleCondition(filter('q')),
        ])}
        columns={[
          POLICY_COLUMNS.title,
          POLICY_COLUMNS.profile,
          column('os_major_version', texts.osMajor, 'sortable', 'number', (row) => row.os_major_version),
          POLICY_COLUMNS.threshold,
          column('systems', texts.systems, 'number', (row) => row.assigned_system_count),
          column('percent_compliant', texts.compliant, 'sortable', 'number', compliantText),
          column('shares', texts.verdict, (row) => <ShareBar shares={toShares(row)} />),
        ]}
        empty={<NoPolicies action={add} />}
      />
    </CompliancePage>
  );
}

/** A policy needs a guide, so guides come first. */
function NoPolicies({ action }: { action: ReactNode }): ReactNode {
  const { title, body, noGuides } = texts.policies.empty;
  const guides = useFetched([COMPLIANCE, 'guides', 'total'], (signal) =>
    fetchTotal(`${COMPLIANCE}/security_guides`, undefined, signal),
  );
  const hasNone = guides.data === 0;
  return (
    <EmptyPart
      title={title}
      body={hasNone ? noGuides : body}
      action={
        <>
          {hasNone ? <LinkButton to="/compliance/guides">{texts.sections.guides}</LinkButton> : action}
          {action && <SamplePolicy />}
        </>
      }
    />
  );
}
