import { Button, CodeBlock, CodeBlockCode } from '@patternfly/react-core';
import type { AlertMapping, IntegrationRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useChanged, wardstone } from '../api/client';
import { pagesFrom } from '../api/monitoring';
import { ChoiceField, Dialog, FormDialog, TextField, useFields } from '../parts/forms';
import type { Filter } from '../parts/filters';
import { column, List } from '../parts/list';
import { SecretText } from '../parts/secret-text';
import { EmptyPart } from '../parts/states';
import { Time } from '../parts/values';
import { useMay } from '../api/caller';
import { integrationTexts as texts } from '../texts/integrations';
import { partTexts } from '../texts/parts';
import { snippetFor } from './domain/snippet';
import { AlertsFrame } from './frame';
import { EMPTY_MAPPING, MappingFields, toMapping } from './mapping-fields';

const SOURCE = '/rest/integration';
const FILTERS: readonly Filter[] = [{ kind: 'text', name: 'q', label: texts.search }];
type Kind = IntegrationRest['kind'];

/** External systems that report alerts. */
export function IntegrationsPage(): ReactNode {
  return (
    <AlertsFrame actions={<NewIntegrationButton />}>
      <List<IntegrationRest>
        label={texts.title}
        source={SOURCE}
        fetchPage={pagesFrom(SOURCE, ['q'])}
        toKey={({ id }) => String(id)}
        isLive
        filters={FILTERS}
        columns={[
          column('name', texts.name, 'sortable', ({ id, name }) => (
            <Link to={`/alerts/integrations/${id}`}>{name}</Link>
          )),
          column('kind', texts.kind, 'sortable', ({ kind }) => texts.kinds[kind]),
          column('open', texts.open, ({ open }) => open),
          column('heardTime', texts.last, 'sortable', ({ heardTime }) =>
            heardTime === 0 ? texts.never : <Time at={heardTime} />,
          ),
          column('problem', texts.problem, ({ problem = '–' }) => problem),
        ]}
        empty={<EmptyPart {...texts.empty} action={<NewIntegrationButton />} />}
      />
    </AlertsFrame>
  );
}

function NewIntegrationButton(): ReactNode {
  const [dialog, setDialog] = useState<'add' | IntegrationRest>();
  const navigate = useNavigate();
  if (!useMay('MANAGE_INVENTORY')) return null;
  return (
    <>
      <Button onClick={() => setDialog('add')}>{texts.add}</Button>
      {dialog === 'add' && <NewIntegrationDialog made={setDialog} close={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && (
        <IntegrationMade
          integration={dialog}
          close={() => {
            setDialog(undefined);
            void navigate(`/alerts/integrations/${dialog.id}`);
          }}
        />
      )}
    </>
  );
}

interface NewIntegrationDialogProps {
  made: (integration: IntegrationRest) => void;
  close: () => void;
}

function NewIntegrationDialog({ made, close }: NewIntegrationDialogProps): ReactNode {
  const [{ name, kind }, field] = useFields({ name: '', kind: 'ALERTMANAGER' as Kind });
  const [paths, path] = useFields(EMPTY_MAPPING);
  const changed = useChanged();
  const mapping: AlertMapping | undefined = kind === 'JSON' ? toMapping(paths) : undefined;
  return (
    <FormDialog
      title={texts.add}
      action={texts.create}
      description={texts.addHelp}
      isReady={name.trim() !== '' && (kind !== 'JSON' || paths.key !== '')}
      submit={() => changed(wardstone.post(SOURCE, { body: { name: name.trim(), kind, ...(mapping && { mapping }) } }))}
      submitted={made}
      close={close}
    >
      <TextField {...field('name')} label={texts.name} help={texts.nameHelp} maxLength={80} isRequired />
      <ChoiceField
        {...field('kind')}
        label={texts.kind}
        help={texts.kindHelp[kind]}
        options={Object.entries(texts.kinds) as [Kind, string][]}
        isRequired
      />
      {kind === 'JSON' && <MappingFields field={path} kind={kind} />}
    </FormDialog>
  );
}

/** The URL of a new integration, and how to configure the sender. */
export function IntegrationMade({
  integration,
  close,
}: {
  integration: IntegrationRest;
  close: () => void;
}): ReactNode {
  const { id, name, address = '' } = integration;
  return (
    <Dialog
      title={texts.made(name)}
      variant="medium"
      close={close}
      footer={
        <Button variant="link" onClick={close}>
          {partTexts.close}
        </Button>
      }
    >
      <SecretText label={texts.address} once={texts.addressOnce} copy={texts.copy} copied={texts.copied}>
        {address}
      </SecretText>
      <Configuration integration={integration} address={address} />
      <p className="secret">
        {texts.next} <Link to={`/alerts/integrations/${id}`}>{name}</Link>
      </p>
    </Dialog>
  );
}

export function Configuration({ integration, address }: { integration: IntegrationRest; address: string }): ReactNode {
  const { text, code } = snippetFor(integration, address);
  return (
    <>
      <p className="secret">{text}</p>
      <CodeBlock>
        <CodeBlockCode>{code}</CodeBlockCode>
      </CodeBlock>
    </>
  );
}
