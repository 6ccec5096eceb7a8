import { Alert, Button, ToolbarItem } from '@patternfly/react-core';
import type { ReportRecord, SystemRecord } from '@wardstone/dto/compliance';
import { type ReactNode, useState } from 'react';
import { request } from '../api/client';
import { COMPLIANCE, allOf, named, sortedPage, wholeList } from '../api/compliance';
import { useFetched, useRefresh } from '../api/hooks';
import { EmptyPart } from '../parts/empty-part';
import { FormDialog } from '../parts/form-dialog';
import { List } from '../parts/list-page';
import { Loaded } from '../parts/loaded';
import { useMay } from '../shell/caller';
import { complianceTexts as texts } from '../texts/compliance';
import { SYSTEM_COLUMNS } from './columns';
import { SystemChooser } from './system-chooser';

const { report: words } = texts;

const REPORTED_FILTERS = [['never_reported = true', words.parts.never]] as const;

/** The systems that a policy judges. */
export function PolicySystems({ report }: { report: ReportRecord }): ReactNode {
  const [isAssigning, setAssigning] = useState(false);
  const [dropped, setDropped] = useState(0);
  const mayAssign = useMay('compliance:policy:write');
  const source = `${COMPLIANCE}/reports/${report.id}/systems`;
  const assign = mayAssign && <Button onClick={() => setAssigning(true)}>{words.assign}</Button>;
  return (
    <>
      {dropped > 0 && <Alert variant="warning" isInline title={words.dropped(dropped)} />}
      <List<SystemRecord>
        label={words.tabs.systems}
        source={source}
        keyOf={({ id }) => id}
        isLive
        filters={[
          { kind: 'text', name: 'q', label: texts.system },
          { kind: 'choice', name: 'reported', label: texts.results, options: REPORTED_FILTERS },
          { kind: 'expression', name: 'filter', label: texts.filter, example: 'display_name ~ web' },
        ]}
        tools={assign && <ToolbarItem>{assign}</ToolbarItem>}
        fetchPage={({ filter, sort = 'display_name', ...wanted }) =>
          sortedPage(source, { ...wanted, sort }, allOf(filter('filter'), filter('reported'), named(filter('q'))))
        }
        columns={[SYSTEM_COLUMNS.name, SYSTEM_COLUMNS.osVersion, SYSTEM_COLUMNS.lastSeen]}
        empty={<EmptyPart {...words.noSystems} />}
      />
      {isAssigning && <AssignSystems report={report} onDropped={setDropped} close={() => setAssigning(false)} />}
    </>
  );
}

interface AssignProps {
  report: ReportRecord;
  onDropped: (count: number) => void;
  close: () => void;
}

function AssignSystems({ report, onDropped, close }: AssignProps): ReactNode {
  const path = `${COMPLIANCE}/policies/${report.id}/systems`;
  const assigned = useFetched([path, 'ids'], async (signal) =>
    (await wholeList<{ id: string }>(path, { ids_only: 'true' }, signal)).map(({ id }) => id),
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const refresh = useRefresh();
  const submit = async (): Promise<void> => {
    const ids = [...(chosen ?? assigned.data ?? [])];
    const { meta } = await request<{ meta: { total: number } }>(path, { method: 'POST', body: { ids } });
    onDropped(ids.length - meta.total);
    await refresh();
  };
  return (
    <FormDialog
      title={words.assignTitle}
      action={words.save}
      description={words.assignHelp}
      isReady={assigned.data !== undefined}
      submit={submit}
      close={close}
    >
      <Loaded query={assigned}>
        {(ids) => (
          <SystemChooser osMajor={report.os_major_version} chosen={chosen ?? new Set(ids)} choose={setChosen} />
        )}
      </Loaded>
    </FormDialog>
  );
}
