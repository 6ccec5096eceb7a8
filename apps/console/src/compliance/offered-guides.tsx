import { Button } from '@patternfly/react-core';
import type { OfferedGuideRecord, OfferedGuidesRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/caller';
import { LIVE, request, useApi, useChanged } from '../api/client';
import { COMPLIANCE, type Single } from '../api/compliance';
import { ConfirmDialog } from '../parts/forms';
import { column, DataTable } from '../parts/list';
import { Part } from '../parts/page';
import { Status } from '../parts/values';
import { offeredGuideTexts as texts } from '../texts/offered-guides';

const PATH = `${COMPLIANCE}/offered_guides`;

/** Guides that agents found on their hosts; nothing if there are none. */
export function OfferedGuides(): ReactNode {
  const guides = useApi<Single<OfferedGuidesRecord>>(PATH, LIVE).data?.data.guides ?? [];
  const [chosen, choose] = useState<OfferedGuideRecord>();
  const mayImport = useMay('compliance:content:write');
  const changed = useChanged();
  if (guides.length === 0) return null;
  return (
    <Part title={texts.title}>
      <p>{texts.help}</p>
      <DataTable<OfferedGuideRecord>
        label={texts.title}
        rows={guides}
        toKey={({ sha256 }) => sha256}
        columns={[
          column('file_name', texts.file, (row) => (
            <span className="decision wide">
              {row.file_name}
              <small className="text small">{texts.digest(row.sha256)}</small>
            </span>
          )),
          column('system_count', texts.hosts, (row) => texts.onHosts(row.system_names, row.system_count)),
          column('state', texts.state, (row) => <State guide={row} />),
          column('import', texts.actions, (row) =>
            mayImport && row.state !== 'requested' ? (
              <Button variant="secondary" size="sm" onClick={() => choose(row)}>
                {texts.import}
              </Button>
            ) : null,
          ),
        ]}
      />
      {chosen && (
        <ConfirmDialog
          title={texts.question(chosen.file_name)}
          action={texts.import}
          confirm={() => changed(request(`${PATH}/${chosen.sha256}`, { method: 'PATCH' }))}
          close={() => choose(undefined)}
        >
          {texts.questionBody}
          <br />
          {texts.digest(chosen.sha256)}
        </ConfirmDialog>
      )}
    </Part>
  );
}

function State({ guide: { state, problem } }: { guide: OfferedGuideRecord }): ReactNode {
  if (state === 'failed') {
    return (
      <span className="decision">
        <Status kind="danger">{texts.states.failed}</Status>
        <small className="text small">{problem}</small>
      </span>
    );
  }
  return <Status kind={state === 'requested' ? 'info' : undefined}>{texts.states[state]}</Status>;
}
