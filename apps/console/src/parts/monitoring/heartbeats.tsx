import { Button, CodeBlock, CodeBlockCode } from '@patternfly/react-core';
import type { HeartbeatRest, NewHeartbeat, ResourceWithType } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useChanged, useGet, wardstone } from '../../api/client';
import { useMay } from '../../api/caller';
import { heartbeatTexts as texts } from '../../texts/heartbeats';
import { partTexts } from '../../texts/parts';
import { ChoiceField, Dialog, FormDialog, TextField, useFields } from '../forms';
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

/** Description of a heartbeat's signal. Pure. */
export function sourceText({ kind, severity = 'DEBUG', text }: HeartbeatRest['source']): string {
  return kind === 'EVENT' ? texts.heard.EVENT(severity, text) : texts.heard[kind];
}

/** Button that turns a resource into a heartbeat; shown only with the permission to create children. */
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

const NEW = {
  name: '',
  kind: 'PING' as Kind,
  scheduleId: '',
  severity: 'DEBUG' as Severity,
  text: '',
  count: '15',
  unit: '60' as Unit,
};

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
  const [{ name, kind, scheduleId, severity, text, count, unit }, field] = useFields(NEW);
  const changed = useChanged();
  const schedules = useGet(
    '/rest/resource/{id}/schedules',
    kind === 'METRIC' && { path: { id: resourceId }, query: { type: 'measurement', enabledOnly: false } },
  ).data;
  const metric = scheduleId || (schedules?.[0] && String(schedules[0].scheduleId));
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
      <TextField {...field('name')} label={texts.name} help={texts.nameHelp} maxLength={200} isRequired />
      <ChoiceField
        {...field('kind')}
        label={texts.source}
        options={Object.entries(texts.sources) as [Kind, string][]}
        isRequired
      />
      {kind === 'METRIC' && schedules?.length === 0 && <p>{texts.noMetrics}</p>}
      {kind === 'METRIC' && metric !== undefined && (
        <ChoiceField
          {...field('scheduleId')}
          label={texts.metric}
          value={metric}
          options={(schedules ?? []).map((schedule) => [String(schedule.scheduleId), schedule.displayName])}
          isRequired
        />
      )}
      {kind === 'EVENT' && (
        <>
          <ChoiceField
            {...field('severity')}
            label={texts.severity}
            options={SEVERITIES.map((each) => [each, each])}
            isRequired
          />
          <TextField {...field('text')} label={texts.text} help={texts.textHelp} maxLength={200} />
        </>
      )}
      <TextField {...field('count')} label={texts.silentAfter} type="number" min={1} isRequired />
      <ChoiceField
        {...field('unit')}
        label={texts.unit}
        options={[...UNITS].reverse().map((each) => [each, texts.units[each]])}
        isRequired
      />
    </FormDialog>
  );
}

/** Next steps for a new heartbeat: its ping URL, and an alert definition. */
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
