import { Button, Form } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { type QueryValue, withQuery } from '../api/client';
import { COMPLIANCE } from '../api/compliance';
import { Dialog, TextField, Tick } from '../parts/forms';
import { Part } from '../parts/page';
import { useMay } from '../api/caller';
import { downloadTexts as texts } from '../texts/downloads';
import { waiverTexts } from '../texts/waivers';
import { type NamedGroup, useGroup } from './groups';

interface DownloadsProps {
  /** Id of the policy. */
  reportId: string;
  /** All systems of the policy if absent; evidence covers all systems or one. */
  systemIds?: readonly string[];
  /** Initial time of the evidence; now if absent. */
  at?: string;
  /** Label of the button. */
  label?: string;
}

/** Button that opens a menu of files. */
export function Downloads(props: DownloadsProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" isDisabled={props.systemIds?.length === 0} onClick={() => setOpen(true)}>
        {props.label ?? texts.action}
      </Button>
      {isOpen && <DownloadsDialog {...props} close={() => setOpen(false)} />}
    </>
  );
}

/** Files about all or some systems of the policy, or about those of an inventory group if one is named. */
function DownloadsDialog({ close, ...props }: DownloadsProps & { close: () => void }): ReactNode {
  const { reportId, systemIds } = props;
  const [groupName, setGroupName] = useState('');
  const group = useGroup(groupName.trim());
  return (
    <Dialog title={texts.title} close={close}>
      <div className="parts-of-page">
        {systemIds === undefined && (
          <Form onSubmit={(event) => event.preventDefault()}>
            <TextField
              label={texts.group}
              help={texts.groupHelp}
              problem={group.isUnknown ? waiverTexts.noGroup(groupName.trim()) : undefined}
              value={groupName}
              change={setGroupName}
            />
          </Form>
        )}
        {(systemIds?.length ?? 0) < 2 && <EvidenceFiles {...props} group={group} />}
        {systemIds?.length === 1 && <Checklist reportId={reportId} systemId={systemIds[0]!} />}
        <Remediation {...props} group={group} />
      </div>
    </Dialog>
  );
}

type OfGroup = DownloadsProps & { group: NamedGroup };

/** Evidence, and the plan of action and milestones. */
function EvidenceFiles({ reportId, systemIds, at = '', group }: OfGroup): ReactNode {
  const [moment, setMoment] = useState(() => (at === '' ? '' : toLocal(new Date(at))));
  const query = { system_id: systemIds, group_id: group.id };
  const time = moment === '' ? undefined : new Date(moment).toISOString();
  return (
    <>
      <Part title={texts.evidence}>
        <p>{texts.evidenceHelp}</p>
        <Form onSubmit={(event) => event.preventDefault()}>
          <TextField label={texts.at} help={texts.atHelp} value={moment} change={setMoment} type="datetime-local" />
        </Form>
        {group.isReady && <Files reportId={reportId} query={{ ...query, at: time }} files={texts.formats} />}
      </Part>
      {group.isReady && (
        <Part title={texts.plan}>
          <p>{texts.planHelp}</p>
          <Files reportId={reportId} query={query} files={texts.plans} />
        </Part>
      )}
    </>
  );
}

function Checklist({ reportId, systemId }: { reportId: string; systemId: string }): ReactNode {
  return (
    <Part title={texts.checklist}>
      <p>{texts.checklistHelp}</p>
      <Files reportId={`${reportId}/systems/${systemId}`} query={{}} files={texts.checklists} />
    </Part>
  );
}

/** Fixes of the guide; downloading them runs nothing. */
function Remediation({ reportId, systemIds, group }: OfGroup): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const mayRead = useMay('compliance:policy:read');
  if (!mayRead) return null;
  const query = { system_id: systemIds, group_id: group.id, with_exceptions: isWhole ? true : undefined };
  return (
    <Part title={texts.remediation}>
      <p>{texts.remediationHelp(systemIds?.length)}</p>
      <Tick label={texts.withExceptions} isOn={isWhole} change={setWhole} />
      {group.isReady && <Files reportId={reportId} query={query} files={texts.scripts} />}
    </Part>
  );
}

interface FilesProps {
  reportId: string;
  query: Readonly<Record<string, QueryValue>>;
  files: readonly (readonly [path: string, name: string, help: string])[];
}

function Files({ reportId, query, files }: FilesProps): ReactNode {
  return (
    <ul className="downloads">
      {files.map(([file, name, help]) => (
        <li key={file}>
          <a href={withQuery(`${COMPLIANCE}/reports/${reportId}/${file}`, query)} download>
            {name}
          </a>{' '}
          <small>{help}</small>
        </li>
      ))}
    </ul>
  );
}

/** Value of the time field: the next second of the viewer's clock, so that events of this moment are included. */
function toLocal(moment: Date): string {
  const local = new Date(Math.ceil(moment.getTime() / 1000) * 1000 - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}
