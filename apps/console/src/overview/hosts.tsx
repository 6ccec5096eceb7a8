import type { SickHost } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSummary } from '../api/monitoring';
import { withQuery } from '../api/client';
import { Loaded } from '../parts/loaded';
import { type Column, column, DataTable } from '../parts/paged-table';
import { overviewTexts } from '../texts/overview';
import { partTexts } from '../texts/parts';
import { Panel } from './panel';

const { hosts: texts } = overviewTexts;

const countOf = (severity: 'high' | 'medium' | 'low'): Column<SickHost> =>
  column(
    severity,
    partTexts.priorities[severity]!,
    ({ hostName, [severity]: count }) =>
      count === 0 ? 0 : <Link to={withQuery('/problems', { q: hostName, severity })}>{count}</Link>,
    'number',
  );

const COLUMNS: readonly Column<SickHost>[] = [
  column('host', texts.host, ({ hostId, hostName }) => <Link to={`/inventory/${hostId}`}>{hostName}</Link>),
  column('worst', texts.worst, ({ worst }) => worst),
  ...(['high', 'medium', 'low'] as const).map(countOf),
];

/** The hosts with the most severe problems. */
export function Hosts(): ReactNode {
  const query = useSummary();
  return (
    <Panel title={texts.title} more={{ to: '/problems', label: texts.more }}>
      <Loaded query={query}>
        {({ hosts }) =>
          hosts.length === 0 ? (
            <p>{texts.none}</p>
          ) : (
            <DataTable label={texts.title} rows={hosts} keyOf={({ hostId }) => String(hostId)} columns={COLUMNS} />
          )
        }
      </Loaded>
    </Panel>
  );
}
