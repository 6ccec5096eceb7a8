import { Progress, ProgressMeasureLocation, ProgressVariant } from '@patternfly/react-core';
import type { ReportRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { silentSystemsAddress } from '../api/compliance';
import { EmptyPart, Loaded } from '../parts/states';
import { LinkButton } from '../parts/page';
import { type Column, column, DataTable } from '../parts/list';
import { countNonCompliant } from '../parts/compliant-systems';
import { compliantText, hasVerdicts, percentCompliant } from '../parts/verdict';
import { overviewTexts } from '../texts/overview';
import { Panel } from './panels';
import { usePolicies } from './use-overview';

const { policies: texts } = overviewTexts;
const SHOWN = 10;

const COLUMNS: readonly Column<ReportRecord>[] = [
  column('title', texts.name, ({ id, title }) => <Link to={`/compliance/policies/${id}`}>{title}</Link>),
  column('compliant', texts.compliant, (row) =>
    !hasVerdicts(row) ? (
      compliantText(row)
    ) : (
      <Progress
        value={percentCompliant(row)}
        label={compliantText(row)}
        aria-label={texts.percent(row.title, percentCompliant(row))}
        measureLocation={ProgressMeasureLocation.outside}
        size="sm"
        {...(percentCompliant(row) === 100 ? { variant: ProgressVariant.success } : {})}
      />
    ),
  ),
  column('systems', texts.systems, 'number', (row) => row.assigned_system_count),
  column('below', texts.below, 'number', countNonCompliant),
  column('silent', texts.silent, 'number', (row) =>
    row.never_reported_system_count === 0 ? (
      0
    ) : (
      <Link to={silentSystemsAddress(row)}>{row.never_reported_system_count}</Link>
    ),
  ),
];

/** Policies in order of compliance, lowest first. */
export function Policies(): ReactNode {
  const query = usePolicies();
  const total = query.data?.total ?? 0;
  return (
    <Panel title={texts.title} {...(total > SHOWN ? { more: { to: '/compliance', label: texts.more(total) } } : {})}>
      <Loaded query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyPart
              {...texts.empty}
              headingLevel="h3"
              action={<LinkButton to="/compliance/policies/new">{texts.empty.next}</LinkButton>}
            />
          ) : (
            <DataTable label={texts.title} rows={rows.slice(0, SHOWN)} toKey={({ id }) => id} columns={COLUMNS} />
          )
        }
      </Loaded>
    </Panel>
  );
}
