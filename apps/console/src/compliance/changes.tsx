import { type LabelProps } from '@patternfly/react-core';
import type { ReportRecord, SystemChangeRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { COMPLIANCE, compliancePage, historyAddress, type Single } from '../api/compliance';
import { useApi } from '../api/client';
import { DAY } from '../charts/chart-time';
import { EmptyPart } from '../parts/states';
import { Status, useNow } from '../parts/values';
import { ConsolePage, LinkButton } from '../parts/page';
import { column, List } from '../parts/list';
import { useQueryString } from '../parts/filters';
import { getScore, scoreText, VerdictLabel } from '../parts/verdict';
import { complianceTexts } from '../texts/compliance';
import { historyTexts as texts } from '../texts/history';
import { type ChangeKind, getChangeKind } from './change-kind';

/** Equal to the default of the operation. */
const USUAL_DAYS = 90;
const STATUS_OF_KIND: Readonly<Partial<Record<ChangeKind, LabelProps['status']>>> = {
  compliant: 'success',
  rose: 'success',
  not_compliant: 'danger',
  fell: 'danger',
  unsupported: 'warning',
};

/** Systems of a policy whose result changed between the ends of two days. */
export function PolicyChanges(): ReactNode {
  const { policyId = '' } = useParams();
  const report = `${COMPLIANCE}/reports/${encodeURIComponent(policyId)}`;
  const title = useApi<Single<ReportRecord>>(report).data?.data.title ?? complianceTexts.policy;
  const now = useNow();
  const [search] = useQueryString();
  const [first, today] = [toDay(now - USUAL_DAYS * DAY), toDay(now)];
  const page = `/compliance/policies/${policyId}`;
  const source = `${report}/changes`;
  const { noChanges } = texts;
  return (
    <ConsolePage
      title={texts.between(title)}
      trail={[
        { title: complianceTexts.title, to: '/compliance' },
        { title, to: page },
      ]}
      below={<p className="text small">{texts.endsOf(search.get('from') ?? first, search.get('to') ?? today)}</p>}
    >
      <List<SystemChangeRecord>
        label={texts.changes}
        source={source}
        toKey={({ id }) => id}
        filters={[
          { kind: 'day', name: 'from', label: texts.from, usual: first, max: today },
          { kind: 'day', name: 'to', label: texts.to, usual: today, max: today },
        ]}
        fetchPage={({ filter, page: at, size, signal }) =>
          compliancePage(source, {
            page: at,
            size,
            query: { from: filter('from') ?? first, to: filter('to') ?? today },
            signal,
          })
        }
        columns={[
          column('display_name', complianceTexts.system, (row) => (
            <Link to={historyAddress(policyId, row.id)}>{row.display_name}</Link>
          )),
          column('change', texts.change, (row) => {
            const kind = getChangeKind(row);
            return <Status kind={STATUS_OF_KIND[kind]}>{texts.kinds[kind]}</Status>;
          }),
          column('before', texts.before, ({ before }) => <SystemState state={before} />),
          column('after', texts.after, ({ after }) => <SystemState state={after} />),
        ]}
        empty={
          <EmptyPart
            title={noChanges.title}
            body={noChanges.body}
            action={<LinkButton to={`${page}?tab=trend`}>{noChanges.action}</LinkButton>}
          />
        }
      />
    </ConsolePage>
  );
}

function SystemState({ state }: { state: SystemChangeRecord['after'] }): ReactNode {
  if (state === null) return '–';
  const score = getScore(state);
  return (
    <>
      <VerdictLabel value={state.verdict} /> {score !== null && scoreText(score)}
    </>
  );
}

const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
