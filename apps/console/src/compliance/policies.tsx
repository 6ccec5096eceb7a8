import { PageSection } from '@patternfly/react-core';
import type { ReportRecord } from '@wardstone/dto/compliance';
import type { ReactNode } from 'react';
import { compliantText } from '../parts/score-text';
import { COMPLIANCE, allOf, quoted, sortedPage, totalOf } from '../api/compliance';
import { useFetched } from '../api/hooks';
import { EmptyPart } from '../parts/empty-part';
import { LinkButton } from '../parts/link-button';
import { List } from '../parts/list-page';
import { useMay } from '../shell/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { POLICY_COLUMNS } from './columns';
import { ComplianceHead } from './head';
import { ShareBar } from './share-bar';
import { sharesOf } from './verdict';

const REPORTS = `${COMPLIANCE}/reports`;

/** The policies with what their reports say. */
export function Policies(): ReactNode {
  const mayCreate = useMay('compliance:policy:create');
  const add = mayCreate && <LinkButton to="/compliance/policies/new">{texts.policies.add}</LinkButton>;
  return (
    <>
      <ComplianceHead actions={add} />
      <PageSection hasBodyWrapper={false}>
        <List<ReportRecord>
          label={texts.sections.policies}
          source={REPORTS}
          keyOf={({ id }) => id}
          isLive
          filters={[
            { kind: 'text', name: 'q', label: texts.search },
            { kind: 'expression', name: 'filter', label: texts.filter, example: texts.policies.example },
          ]}
          fetchPage={({ filter, sort = 'title', ...wanted }) => {
            const title = filter('q');
            const condition = allOf(filter('filter'), title === undefined ? undefined : `title ~ ${quoted(title)}`);
            return sortedPage(REPORTS, { ...wanted, sort }, condition);
          }}
          columns={[
            POLICY_COLUMNS.title,
            POLICY_COLUMNS.profile,
            {
              name: 'os_major_version',
              title: texts.osMajor,
              isSortable: true,
              isNumber: true,
              cell: (row) => row.os_major_version,
            },
            POLICY_COLUMNS.threshold,
            { name: 'systems', title: texts.systems, isNumber: true, cell: (row) => row.assigned_system_count },
            {
              name: 'percent_compliant',
              title: texts.compliant,
              isSortable: true,
              isNumber: true,
              cell: compliantText,
            },
            { name: 'shares', title: texts.verdict, cell: (row) => <ShareBar shares={sharesOf(row)} /> },
          ]}
          empty={<NoPolicies action={add} />}
        />
      </PageSection>
    </>
  );
}

/** Policies are made of guides, so those come first. */
function NoPolicies({ action }: { action: ReactNode }): ReactNode {
  const { title, body, noGuides } = texts.policies.empty;
  const guides = useFetched([COMPLIANCE, 'guides', 'total'], (signal) =>
    totalOf(`${COMPLIANCE}/security_guides`, undefined, signal),
  );
  const hasNone = guides.data === 0;
  return (
    <EmptyPart
      title={title}
      action={hasNone ? <LinkButton to="/compliance/guides">{texts.sections.guides}</LinkButton> : action}
    >
      {hasNone ? noGuides : body}
    </EmptyPart>
  );
}
