import type { ReportRecord } from '@wardstone/client/compliance';
import { numberText } from '@wardstone/units';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countNonCompliant } from '../parts/compliant-systems';
import { compliantText } from '../parts/verdict';
import { column, List } from '../parts/list';
import { silentSystemsAddress, sortedPages, titleCondition, WORST_FIRST } from '../api/compliance';
import { EmptyPart } from '../parts/states';
import { problemTexts } from '../texts/problems';

const texts = problemTexts.policies;
const REPORTS = '/api/compliance/v2/reports';
const NOT_COMPLIANT = 'percent_compliant < 100';

/** Policies with systems that are not compliant, lowest compliance first. */
export function ComplianceProblems(): ReactNode {
  return (
    <List<ReportRecord>
      label={texts.label}
      source={`${REPORTS} problems`}
      toKey={({ id }) => id}
      filters={[{ kind: 'text', name: 'q', label: texts.name }]}
      fetchPage={sortedPages(REPORTS, WORST_FIRST, (filter) => [NOT_COMPLIANT, titleCondition(filter('q'))])}
      columns={[
        column('title', texts.name, 'sortable', ({ id, title }) => (
          <Link to={`/compliance/policies/${id}`}>{title}</Link>
        )),
        column('percent_compliant', texts.compliant, 'sortable', 'number', compliantText),
        column('below', texts.below, 'number', countNonCompliant),
        column('reported', texts.reported, 'number', (row) => row.reported_system_count),
        column('silent', texts.silent, 'number', (row) => {
          const { never_reported_system_count: count } = row;
          return count === 0 ? 0 : <Link to={silentSystemsAddress(row)}>{numberText(count)}</Link>;
        }),
      ]}
      empty={<EmptyPart {...texts.empty} />}
    />
  );
}
