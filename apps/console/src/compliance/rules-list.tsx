import type { RuleRecord } from '@wardstone/dto/compliance';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { allOf, quoted, sortedPage } from '../api/compliance';
import { EmptyPart } from '../parts/empty-part';
import { List } from '../parts/list-page';
import { complianceTexts as texts } from '../texts/compliance';
import { SeverityLabel } from './labels';

export const SEVERITY_FILTER = {
  kind: 'choice',
  name: 'severity',
  label: texts.severity,
  options: Object.entries(texts.severities).map(([value, label]) => ({ value, label })),
} as const;

/** The condition that the filters of a list of rules make. */
export function ruleFilter(filter: (name: string) => string | undefined): string | undefined {
  const [title, severity] = [filter('q'), filter('severity')];
  return allOf(
    title === undefined ? undefined : `title ~ ${quoted(title)}`,
    severity === undefined ? undefined : `severity = ${quoted(severity)}`,
  );
}

/** Rules of a guide, or of a profile in it. */
export function RulesList({ source, guideId }: { source: string; guideId: string }): ReactNode {
  return (
    <List<RuleRecord>
      label={texts.rules}
      source={source}
      keyOf={({ id }) => id}
      filters={[{ kind: 'text', name: 'q', label: texts.searchRules }, SEVERITY_FILTER]}
      fetchPage={({ filter, sort = 'title', ...wanted }) => sortedPage(source, { ...wanted, sort }, ruleFilter(filter))}
      columns={[
        {
          name: 'title',
          title: texts.rule,
          isSortable: true,
          cell: (row) => <Link to={`/compliance/guides/${guideId}/rules/${row.id}`}>{row.title}</Link>,
        },
        {
          name: 'severity',
          title: texts.severity,
          isSortable: true,
          cell: (row) => <SeverityLabel value={row.severity} />,
        },
        { name: 'identifier', title: texts.identifier, cell: (row) => row.identifier?.label ?? '–' },
      ]}
      empty={<EmptyPart title={texts.guides.noRules.title}>{texts.guides.noRules.body}</EmptyPart>}
    />
  );
}
