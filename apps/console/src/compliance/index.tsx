import type { ReportRecord } from '@wardstone/dto/compliance';
import type { ReactNode } from 'react';
import { compliancePage } from '../api/pages';
import { EmptyPart } from '../parts/empty-part';
import { ListPage } from '../parts/list-page';
import { complianceTexts as texts } from '../texts/compliance';

/** Policies with their reports. */
export default function Compliance(): ReactNode {
  return (
    <ListPage<ReportRecord>
      title={texts.title}
      source="/api/compliance/v2/reports"
      keyOf={({ id }) => id}
      fetchPage={({ page, size, signal }) => compliancePage('/api/compliance/v2/reports', { page, size, signal })}
      columns={[
        { name: 'policy', title: texts.policy, cell: (row) => row.title },
        { name: 'profile', title: texts.profile, cell: (row) => row.profile_title },
        { name: 'systems', title: texts.systems, cell: (row) => row.assigned_system_count, isNumber: true },
        { name: 'compliant', title: texts.compliant, cell: (row) => `${row.percent_compliant} %`, isNumber: true },
      ]}
      empty={<EmptyPart title={texts.empty.title}>{texts.empty.body}</EmptyPart>}
    />
  );
}
