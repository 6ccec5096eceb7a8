import { Button } from '@patternfly/react-core';
import type { ExternalAlertRest, IntegrationRequestRest, IntegrationRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { LIVE, useChanged, useGet, wardstone } from '../api/client';
import { ConfirmDialog, FormDialog, useFields } from '../parts/forms';
import { column, DataTable } from '../parts/list';
import { DefinitionTable } from '../parts/monitoring/definition-table';
import { ConsolePage, Part } from '../parts/page';
import { RemoveButton } from '../parts/remove-button';
import { Loaded } from '../parts/states';
import { Facts, LevelLabel, Status, Time } from '../parts/values';
import { useMay } from '../api/caller';
import { integrationTexts as texts } from '../texts/integrations';
import { Configuration, IntegrationMade } from './integrations-page';
import { MappingFields, toMapping, mappingText } from './mapping-fields';

const INTEGRATION = '/rest/integration/{id}';
/** Maximum number of alerts, open ones first; the list of alerts has all. */
const MAX_ALERTS = 20;
const MAX_REQUESTS = 10;
const LEVELS = { CRITICAL: 'high', ERROR: 'high', WARNING: 'medium', INFO: 'low' } as const;
/** Placeholder for the token in the address, which is shown only once. */
const TOKEN = 'wsi_…';

/** One external system that reports alerts: its last alerts and its configuration. */
export function IntegrationPage(): ReactNode {
  const { id = '' } = useParams();
  const query = useGet(INTEGRATION, { path: { id } }, LIVE);
  return (
    <ConsolePage
      title={query.data?.name ?? texts.title}
      trail={[{ title: texts.title, to: '/alerts/integrations' }]}
      actions={query.data && <Actions integration={query.data} />}
    >
      <Loaded query={query}>
        {(integration) => (
          <div className="parts-of-page">
            <About integration={integration} />
            <ReportedAlerts id={id} />
            <Requests id={id} />
            <Part title={texts.definitions}>
              <DefinitionTable resourceId={integration.id} empty={null} />
            </Part>
            <Part title={texts.configure}>
              <Configuration
                integration={integration}
                address={`${window.location.origin}/rest/integration/receive/${TOKEN}`}
              />
            </Part>
          </div>
        )}
      </Loaded>
    </ConsolePage>
  );
}

function About({ integration }: { integration: IntegrationRest }): ReactNode {
  const { id, name, kind, open, heardTime, problem } = integration;
  return (
    <Facts
      facts={[
        [texts.kind, texts.kinds[kind]],
        [texts.open, open],
        [texts.last, heardTime === 0 ? texts.never : <Time at={heardTime} />],
        [texts.problem, problem],
        [
          texts.resource,
          <Link key="resource" to={`/inventory/${id}`}>
            {name}
          </Link>,
        ],
      ]}
    />
  );
}

function ReportedAlerts({ id }: { id: string }): ReactNode {
  const query = useGet(`${INTEGRATION}/alerts`, { path: { id }, query: { ps: MAX_ALERTS } }, LIVE);
  const { alerts } = texts;
  return (
    <Part title={alerts.title}>
      <Loaded query={query}>
        {(rows) => (
          <DataTable<ExternalAlertRest>
            label={alerts.title}
            rows={rows}
            toKey={(row) => String(row.id)}
            columns={[
              column('title', alerts.name, (row) => <Reported alert={row} />),
              column('severity', alerts.severity, ({ severity }) => (
                <LevelLabel level={LEVELS[severity]}>{alerts.severities[severity]}</LevelLabel>
              )),
              column('state', alerts.state, ({ resolvedTime }) => (resolvedTime === 0 ? alerts.firing : alerts.over)),
              column('host', alerts.host, ({ host }) => host ?? '–'),
              column('value', alerts.value, ({ value }) => value ?? '–'),
              column('since', alerts.since, ({ firstTime }) => <Time at={firstTime} />),
              column('heard', alerts.heard, ({ heardTime }) => <Time at={heardTime} />),
            ]}
            empty={<p>{alerts.empty}</p>}
          />
        )}
      </Loaded>
    </Part>
  );
}

/** Title of an alert, with a link to its page in the external system. */
export function Reported({ alert: { title, link } }: { alert: ExternalAlertRest }): ReactNode {
  if (link === undefined) return title;
  return (
    <a href={link} target="_blank" rel="noreferrer noopener" title={texts.alerts.link}>
      {title}
    </a>
  );
}

function Requests({ id }: { id: string }): ReactNode {
  const query = useGet(`${INTEGRATION}/requests`, { path: { id }, query: { ps: MAX_REQUESTS } }, LIVE);
  const { requests } = texts;
  return (
    <Part title={requests.title}>
      <Loaded query={query}>
        {(rows) => (
          <DataTable<IntegrationRequestRest>
            label={requests.title}
            rows={rows}
            toKey={(row) => String(row.id)}
            columns={[
              column('time', requests.time, ({ time }) => <Time at={time} />),
              column('result', requests.result, ({ problem, fired, updated, resolved, ignored }) =>
                problem === undefined ? (
                  requests.counts(fired, updated, resolved, ignored)
                ) : (
                  <>
                    <Status kind="danger">{requests.refused}</Status> {problem}
                  </>
                ),
              ),
            ]}
            empty={<p>{requests.empty}</p>}
          />
        )}
      </Loaded>
    </Part>
  );
}

function Actions({ integration }: { integration: IntegrationRest }): ReactNode {
  const { id, name, kind } = integration;
  const [dialog, setDialog] = useState<'renew' | 'map' | IntegrationRest>();
  const close = (): void => setDialog(undefined);
  const changed = useChanged();
  const mayChange = useMay('MODIFY_RESOURCE');
  const mayRemove = useMay('DELETE_RESOURCE');
  const renew = async (): Promise<void> => {
    setDialog(await changed(wardstone.post(`${INTEGRATION}/address`, { path: { id } })));
  };
  return (
    <>
      {mayChange && (kind === 'JSON' || kind === 'MAIL') && (
        <>
          <Button variant="secondary" onClick={() => setDialog('map')}>
            {texts.mapping.change}
          </Button>{' '}
        </>
      )}
      {mayChange && (
        <>
          <Button variant="secondary" onClick={() => setDialog('renew')}>
            {texts.renew}
          </Button>{' '}
        </>
      )}
      {mayRemove && (
        <RemoveButton
          action={texts.remove}
          title={texts.removeTitle(name)}
          remove={() => wardstone.delete(INTEGRATION, { path: { id } })}
          to="/alerts/integrations"
        >
          {texts.removeBody}
        </RemoveButton>
      )}
      {dialog === 'map' && <MappingDialog integration={integration} close={close} />}
      {dialog === 'renew' && (
        <ConfirmDialog title={texts.renewTitle(name)} action={texts.renew} confirm={renew} close={close}>
          {texts.renewBody}
        </ConfirmDialog>
      )}
      {typeof dialog === 'object' && <IntegrationMade integration={dialog} close={close} />}
    </>
  );
}

function MappingDialog({ integration, close }: { integration: IntegrationRest; close: () => void }): ReactNode {
  const { id, kind, mapping } = integration;
  const [values, field] = useFields(mappingText(mapping));
  const changed = useChanged();
  const sent = toMapping(values);
  const isNone = kind === 'MAIL' && Object.keys(sent).length === 0;
  return (
    <FormDialog
      title={texts.mapping.title}
      action={texts.mapping.save}
      description={texts.mapping.help}
      isReady={kind === 'MAIL' || values.key !== ''}
      submit={() => changed(wardstone.put(INTEGRATION, { path: { id }, body: isNone ? {} : { mapping: sent } }))}
      close={close}
    >
      <MappingFields field={field} kind={kind} />
    </FormDialog>
  );
}
