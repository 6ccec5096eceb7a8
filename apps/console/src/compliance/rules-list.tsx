import type { RuleRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { column, List } from '../parts/list';
import { joinByAnd, equalsCondition, sortedPages, titleCondition } from '../api/compliance';
import { EmptyPart } from '../parts/states';
import { complianceTexts as texts } from '../texts/compliance';
import { SeverityLabel } from './labels';
import { choice, useQueryString } from '../parts/filters';
import { frameworkTexts } from '../texts/frameworks';

export const SEVERITY_FILTER = choice('severity', texts.severity, Object.entries(texts.severities));

/** Filter expression for the filters of a list of rules. */
export function ruleFilter(filter: (name: string) => string | undefined): string | undefined {
  const [title, severity] = [filter('q'), filter('severity')];
  return joinByAnd(titleCondition(title), equalsCondition('severity', severity));
}

/** Rules of a guide, or of a profile in it. */
export function RulesList({ source, guideId }: { source: string; guideId: string }): ReactNode {
  const control = useQueryString()[0].get('control') ?? '';
  return (
    <List<RuleRecord>
      label={texts.rules}
      source={source}
      toKey={({ id }) => id}
      filters={[
        { kind: 'text', name: 'q', label: texts.searchRules },
        SEVERITY_FILTER,
        { kind: 'given', name: 'control', label: frameworkTexts.ofControl(control) },
      ]}
      fetchPage={sortedPages(source, 'title', (filter) => [
        ruleFilter(filter),
        equalsCondition('control', filter('control')),
      ])}
      columns={[
        column('title', texts.rule, 'sortable', (row) => (
          <Link to={`/compliance/guides/${guideId}/rules/${row.id}`}>{row.title}</Link>
        )),
        column('severity', texts.severity, 'sortable', (row) => <SeverityLabel value={row.severity} />),
        column('identifier', texts.identifier, (row) => row.identifier?.label ?? '–'),
      ]}
      empty={<EmptyPart {...texts.guides.noRules} />}
    />
  );
}
