import { Alert, Button, ToolbarItem } from '@patternfly/react-core';
import type { NumberedPage } from '@wardstone/client';
import type {
  ReportRecord,
  ScanRecord,
  ScanRequestRecord,
  SystemRecord,
  TestResultRecord,
} from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { request, useFetched, useRefresh } from '../api/client';
import {
  joinByAnd,
  anyValueFilter,
  COMPLIANCE,
  compliancePage,
  equalsCondition,
  nameCondition,
  sortedPages,
  wholeList,
} from '../api/compliance';
import { EmptyPart, Loaded } from '../parts/states';
import { choice, type Filter, FilterBar, useQueryString } from '../parts/filters';
import { FormDialog } from '../parts/forms';
import { column, type ListWanted, PagedTable, useList } from '../parts/list';
import { SelectionBar, useSelection } from '../parts/selection';
import { useMay } from '../api/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { SYSTEM_COLUMNS } from './columns';
import { downloadTexts } from '../texts/downloads';
import { Downloads } from './downloads';
import { LastResult } from './labels';
import { findNewMinors } from './new-minors';
import { registerMinors, useSupportedMinors } from './profile';
import { isOpen, SCANS, ScanNow, ScanState, type ScanStateProps, useStopColumn } from './scans';
import { type ChosenSystems, SystemChooser } from './system-chooser';

const { report: words } = texts;

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'q', label: texts.system },
  choice('reported', texts.results, Object.entries(texts.freshness)),
  { kind: 'expression', name: 'filter', label: texts.filter, example: 'display_name ~ web' },
];

/** A system of a policy with its scan. */
type PolicySystem = SystemRecord & ScanStateProps;

interface PolicySystemsProps {
  report: ReportRecord;
  /** Called with the outcome of a request for scans. */
  showOutcome: (outcome: ScanRequestRecord) => void;
}

/** Systems of a policy. */
export function PolicySystems({ report, showOutcome: showScans }: PolicySystemsProps): ReactNode {
  const [isAssigning, setAssigning] = useState(false);
  const [dropped, setDropped] = useState(0);
  const [search] = useQueryString();
  const mayAssign = useMay('compliance:policy:write');
  const mayScan = useMay('compliance:scan:write');
  const source = `${COMPLIANCE}/reports/${report.id}/systems`;
  const query = useList<PolicySystem>({
    source,
    isLive: true,
    isBusy: ({ scan }) => scan !== undefined && isOpen(scan),
    fetchPage: (wanted) => getSystems(report.id, source, wanted),
  });
  const keys = (query.data?.rows ?? []).map(({ id }) => id);
  const selection = useSelection({ keys, total: keys.length, scope: search.toString() });
  const chosen = keys.filter((key) => selection.selected.has(key));
  const stop = useStopColumn<PolicySystem>(({ scan }) => scan);
  const assign = mayAssign && <Button onClick={() => setAssigning(true)}>{words.assign}</Button>;
  return (
    <>
      {dropped > 0 && <Alert variant="warning" isInline title={words.dropped(dropped)} />}
      <FilterBar filters={FILTERS}>{assign && <ToolbarItem>{assign}</ToolbarItem>}</FilterBar>
      {mayScan && keys.length > 0 && (
        <SelectionBar selection={selection}>
          <ScanNow policyId={report.id} systemIds={chosen} done={showScans}>
            {texts.scans.nowSelected(chosen.length)}
          </ScanNow>{' '}
          <Downloads reportId={report.id} systemIds={chosen} label={downloadTexts.selected} />
        </SelectionBar>
      )}
      <PagedTable<PolicySystem>
        query={query}
        label={words.tabs.systems}
        toKey={({ id }) => id}
        filters={FILTERS.map(({ name }) => name)}
        {...(mayScan ? { selection } : {})}
        columns={[
          SYSTEM_COLUMNS.name,
          SYSTEM_COLUMNS.osVersion,
          column('result', texts.result, ({ result }) => <LastResult policyId={report.id} result={result} />),
          column('scan', texts.scans.state, ({ scan, result }) => <ScanState scan={scan} result={result} />),
          ...stop,
        ]}
        empty={<EmptyPart {...words.noSystems} action={assign} />}
      />
      {isAssigning && <AssignSystems report={report} onDropped={setDropped} close={() => setAssigning(false)} />}
    </>
  );
}

/** A page of systems, each with its newest result and its last scan. */
async function getSystems(policyId: string, source: string, wanted: ListWanted): Promise<NumberedPage<PolicySystem>> {
  const page = await sortedPages<SystemRecord>(source, 'display_name', (filter) => [
    filter('filter'),
    equalsCondition('freshness', filter('reported')),
    nameCondition(filter('q')),
  ])(wanted);
  const ids = page.rows.map(({ id }) => id);
  if (ids.length === 0) return { ...page, rows: [] };
  const ofSystems = anyValueFilter('system_id', ids);
  const { signal } = wanted;
  const all = <T,>(path: string, condition: string | undefined): Promise<NumberedPage<T>> =>
    compliancePage<T>(path, { page: 0, size: ids.length, query: { filter: condition }, signal });
  const [scans, results] = await Promise.all([
    all<ScanRecord>(SCANS, joinByAnd(equalsCondition('policy_id', policyId), 'newest = true', ofSystems)),
    all<TestResultRecord>(`${COMPLIANCE}/reports/${policyId}/test_results`, ofSystems),
  ]);
  const of = <T extends { system_id: string }>({ rows }: NumberedPage<T>, id: string): T | undefined =>
    rows.find((row) => row.system_id === id);
  return { ...page, rows: page.rows.map((row) => ({ ...row, scan: of(scans, row.id), result: of(results, row.id) })) };
}

interface AssignProps {
  report: ReportRecord;
  onDropped: (count: number) => void;
  close: () => void;
}

function AssignSystems({ report, onDropped, close }: AssignProps): ReactNode {
  const path = `${COMPLIANCE}/policies/${report.id}/systems`;
  const assigned = useFetched(
    [path, 'ids'],
    async (signal) =>
      new Map((await wholeList<{ id: string }>(path, { ids_only: 'true' }, signal)).map(({ id }) => [id, undefined])),
  );
  const [chosen, setChosen] = useState<ChosenSystems>();
  const refresh = useRefresh();
  const { security_guide_id: guide, profile_id: profile, ref_id: ref } = report;
  const mayRegister = useMay('compliance:content:write');
  const supported = useSupportedMinors(guide, ref);
  const added = mayRegister && chosen && supported ? findNewMinors(chosen, supported) : [];
  const submit = async (): Promise<void> => {
    if (added.length > 0 && supported) {
      await registerMinors(
        `${COMPLIANCE}/security_guides/${guide}/profiles/${profile}`,
        [...supported, ...added].toSorted((a, b) => a - b),
      );
    }
    const ids = [...(chosen ?? assigned.data ?? new Map()).keys()];
    const { meta } = await request<{ meta: { total: number } }>(path, { method: 'POST', body: { ids } });
    onDropped(ids.length - meta.total);
    await refresh();
  };
  return (
    <FormDialog
      title={words.assignTitle}
      action={words.save}
      description={words.assignHelp(mayRegister)}
      isReady={assigned.data !== undefined && supported !== undefined}
      submit={submit}
      close={close}
    >
      <Loaded query={assigned}>
        {(before) => (
          <SystemChooser
            osMajor={report.os_major_version}
            osMinors={mayRegister || !supported?.length ? undefined : supported}
            chosen={chosen ?? before}
            choose={setChosen}
          />
        )}
      </Loaded>
      {added.length > 0 && (
        <Alert variant="info" component="p" isInline title={texts.wizard.registers(added)}>
          {texts.wizard.registersBody}
        </Alert>
      )}
    </FormDialog>
  );
}
