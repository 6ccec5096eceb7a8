import { Button, CodeBlock, CodeBlockCode } from '@patternfly/react-core';
import type { HeartbeatRest, NewHeartbeat, ResourceWithType } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useChanged, useGet, wardstone } from '../../api/client';
import { useMay } from '../../shell/caller';
import { heartbeatTexts as texts } from '../../texts/heartbeats';
import { partTexts } from '../../texts/parts';
import { ChoiceField, Dialog, FormDialog, TextField } from '../forms';
import { LinkButton } from '../page';
import { SecretText } from '../secret-text';

const UNITS = ['86400', '3600', '60'] as const;
type Unit = (typeof UNITS)[number];
type Source = NonNullable<NewHeartbeat['source']>;
type Kind = NonNullable<Source['kind']>;
const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
type Severity = (typeof SEVERITIES)[number];

/** In the largest unit that fits, e.g. `25 hours`. Pure. */
export function spanText(seconds: number): string {
  const unit = UNITS.find((each) => seconds % Number(each) === 0) ?? '60';
  return texts.spans[unit](Math.round((seconds / Number(unit)) * 10) / 10);
}

/** What a heartbeat listens to. Pure. */
export function heardText({ kind, severity = 'DEBUG', text }: HeartbeatRest['source']): string {
  return kind === 'EVENT' ? texts.heard.EVENT(severity, text) : texts.heard[kind];
}

/** A button that makes something of a resource a heartbeat, for those who may create parts of it. */
export function HeartbeatButton({ resource }: { resource: ResourceWithType }): ReactNode {
  const [dialog, setDialog] = useState<'add' | HeartbeatRest>();
  const close = (): void => setDialog(undefined);
  if (!useMay('CREATE_CHILD_RESOURCES')) return null;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setDialog('add')}>
        {texts.add}
      </Button>
      {dialog === 'add' && <NewHeartbeatDialog resource={resource} made={setDialog} close={close} />}
      {typeof dialog === 'object' && <HeartbeatMade heartbeat={dialog} close={close} />}
    </>
  );
}

interface NewHeartbeatDialogProps {
  resource: ResourceWithType;
  made: (heartbeat: HeartbeatRest) => void;
  close: () => void;
}

function NewHeartbeatDialog({
  resource: { resourceId, resourceName },
  made,
  close,
}: NewHeartbeatDialogProps): ReactNode {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('PING');
  const [scheduleId, setScheduleId] = useState<string>();
  const [severity, setSeverity] = useState<Severity>('DEBUG');
  const [text, setText] = useState('');
  const [count, setCount] = useState('15');
  const [unit, setUnit] = useState<Unit>('60');
  const changed = useChanged();
  const schedules = useGet(
    '/rest/resource/{id}/schedules',
    kind === 'METRIC' && { path: { id: resourceId }, query: { type: 'measurement', enabledOnly: false } },
  ).data;
  const metric = scheduleId ?? (schedules?.[0] && String(schedules[0].scheduleId));
  const sourceOf: Record<Kind, () => Source> = {
    PING: () => ({ kind }),
    METRIC: () => ({ kind, scheduleId: Number(metric) }),
    EVENT: () => ({ kind, severity, ...(text.trim() === '' ? {} : { text: text.trim() }) }),
  };
  const submit = (): Promise<HeartbeatRest> => {
    const seconds = Number(count) * Number(unit);
    return changed(
      wardstone.post('/rest/heartbeat', { body: { resourceId, name: name.trim(), seconds, source: sourceOf[kind]() } }),
    );
  };
  return (
    <FormDialog
      title={texts.addTo(resourceName)}
      action={texts.create}
      description={texts.help}
      isReady={name.trim() !== '' && Number(count) > 0 && (kind !== 'METRIC' || metric !== undefined)}
      submit={submit}
      submitted={made}
      close={close}
    >
      <TextField label={texts.name} value={name} change={setName} help={texts.nameHelp} maxLength={200} isRequired />
      <ChoiceField
        label={texts.source}
        value={kind}
        change={setKind}
        options={Object.entries(texts.sources) as [Kind, string][]}
        isRequired
      />
      {kind === 'METRIC' && schedules?.length === 0 && <p>{texts.noMetrics}</p>}
      {kind === 'METRIC' && metric !== undefined && (
        <ChoiceField
          label={texts.metric}
          value={metric}
          change={setScheduleId}
          options={(schedules ?? []).map((schedule) => [String(schedule.scheduleId), schedule.displayName])}
          isRequired
        />
      )}
      {kind === 'EVENT' && (
        <>
          <ChoiceField
            label={texts.severity}
            value={severity}
            change={setSeverity}
            options={SEVERITIES.map((each) => [each, each])}
            isRequired
          />
          <TextField label={texts.text} value={text} change={setText} help={texts.textHelp} maxLength={200} />
        </>
      )}
      <TextField label={texts.silentAfter} type="number" min={1} value={count} change={setCount} isRequired />
      <ChoiceField
        label={texts.unit}
        value={unit}
        change={setUnit}
        options={[...UNITS].reverse().map((each) => [each, texts.units[each]])}
        isRequired
      />
    </FormDialog>
  );
}

/** What comes next: the address of one that is pinged, and an alert. */
export function HeartbeatMade({ heartbeat, close }: { heartbeat: HeartbeatRest; close: () => void }): ReactNode {
  const { id, name, address } = heartbeat;
  return (
    <Dialog
      title={texts.made(name)}
      variant="medium"
      close={close}
      footer={
        <>
          <LinkButton to={`/alerts/definitions/new?resource=${id}`}>{texts.watch}</LinkButton>
          <Button variant="link" onClick={close}>
            {partTexts.close}
          </Button>
        </>
      }
    >
      {address !== undefined && (
        <>
          <SecretText label={texts.address} once={texts.addressOnce} copy={texts.copy} copied={texts.copied}>
            {address}
          </SecretText>
          <p className="secret">{texts.example}:</p>
          <CodeBlock>
            <CodeBlockCode>{`curl -fsS -m 10 --retry 3 -X POST ${address}`}</CodeBlockCode>
          </CodeBlock>
        </>
      )}
      <p className="secret">
        {texts.next} <Link to={`/inventory/${id}`}>{name}</Link>
      </p>
    </Dialog>
  );
}
