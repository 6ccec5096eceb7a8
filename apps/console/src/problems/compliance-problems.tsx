import type { ReportRecord } from '@wardstone/dto/compliance';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { compliantText } from '../parts/score-text';
import { COMPLIANCE, allOf, quoted, silentSystemsOf, sortedPage } from '../api/compliance';
import { EmptyPart } from '../parts/empty-part';
import { List } from '../parts/list-page';
import { problemTexts } from '../texts/problems';

const texts = problemTexts.policies;
const REPORTS = `${COMPLIANCE}/reports`;
const NOT_COMPLIANT = 'percent_compliant < 100';

/** Policies that systems do not comply with, the lowest compliance first; the page of each lists its systems. */
export function ComplianceProblems(): ReactNode {
  return (
    <List<ReportRecord>
      label={texts.label}
      source={`${REPORTS} problems`}
      keyOf={({ id }) => id}
      filters={[{ kind: 'text', name: 'q', label: texts.name }]}
      fetchPage={({ filter, sort = 'percent_compliant', ...wanted }) => {
        const title = filter('q');
        const condition = allOf(NOT_COMPLIANT, title === undefined ? undefined : `title ~ ${quoted(title)}`);
        return sortedPage(REPORTS, { ...wanted, sort }, condition);
      }}
      columns={[
        {
          name: 'title',
          title: texts.name,
          isSortable: true,
          cell: ({ id, title }) => <Link to={`/compliance/policies/${id}`}>{title}</Link>,
        },
        {
          name: 'percent_compliant',
          title: texts.compliant,
          isSortable: true,
          isNumber: true,
          cell: compliantText,
        },
        {
          name: 'below',
          title: texts.below,
          isNumber: true,
          cell: (row) => row.reported_system_count - row.compliant_system_count,
        },
        { name: 'reported', title: texts.reported, isNumber: true, cell: (row) => row.reported_system_count },
        {
          name: 'silent',
          title: texts.silent,
          isNumber: true,
          cell: (row) => {
            const { never_reported_system_count: count } = row;
            return count === 0 ? 0 : <Link to={silentSystemsOf(row)}>{count}</Link>;
          },
        },
      ]}
      empty={<EmptyPart title={texts.empty.title}>{texts.empty.body}</EmptyPart>}
    />
  );
}
