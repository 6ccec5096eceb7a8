import { Button } from '@patternfly/react-core';
import type { HeartbeatRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useChanged, wardstone } from '../api/client';
import { ConfirmDialog } from '../parts/forms';
import { EmptyPart } from '../parts/states';
import type { Filter } from '../parts/filters';
import { AvailabilityLabel, Time } from '../parts/values';
import { LinkButton } from '../parts/page';
import { column, List } from '../parts/list';
import { HeartbeatMade, sourceText, spanText } from '../parts/monitoring/heartbeats';
import { pagesFrom } from '../api/monitoring';
import { RemoveButton } from '../parts/remove-button';
import { useMay } from '../api/caller';
import { heartbeatTexts as texts } from '../texts/heartbeats';
import { AlertsFrame } from './frame';

const SOURCE = '/rest/heartbeat';
const FILTERS: readonly Filter[] = [{ kind: 'text', name: 'q', label: texts.search }];

/** List of heartbeats with their last signal. */
export function HeartbeatsPage(): ReactNode {
  return (
    <AlertsFrame>
      <List<HeartbeatRest>
        label={texts.title}
        source={SOURCE}
        fetchPage={pagesFrom(SOURCE, ['q'])}
        toKey={({ id }) => String(id)}
        isLive
        filters={FILTERS}
        columns={[
          column('name', texts.name, 'sortable', ({ id, name }) => <Link to={`/inventory/${id}`}>{name}</Link>),
          column('of', texts.of, (row) => <Link to={`/inventory/${row.resourceId}`}>{row.resourceName}</Link>),
          column('state', texts.state, ({ availability }) => <AvailabilityLabel value={availability} />),
          column('heardTime', texts.last, 'sortable', ({ heardTime }) =>
            heardTime === 0 ? texts.never : <Time at={heardTime} />,
          ),
          column('within', texts.within, (row) => <Within heartbeat={row} />),
          column('actions', texts.actions, (row) => <Actions heartbeat={row} />),
        ]}
        empty={<EmptyPart {...texts.empty} action={<LinkButton to="/inventory">{texts.noEmpty}</LinkButton>} />}
      />
    </AlertsFrame>
  );
}

function Within({ heartbeat: { seconds, source } }: { heartbeat: HeartbeatRest }): ReactNode {
  return (
    <>
      {spanText(seconds)}
      <div className="text small">{sourceText(source)}</div>
    </>
  );
}

function Actions({ heartbeat }: { heartbeat: HeartbeatRest }): ReactNode {
  const { id, name, source } = heartbeat;
  const [isRenewing, setRenewing] = useState(false);
  const [renewed, setRenewed] = useState<HeartbeatRest>();
  const changed = useChanged();
  const mayChange = useMay('MODIFY_RESOURCE');
  const mayRemove = useMay('DELETE_RESOURCE');
  const renew = async (): Promise<void> => {
    setRenewed(await changed(wardstone.post('/rest/heartbeat/{id}/address', { path: { id } })));
  };
  return (
    <>
      {mayChange && source.kind === 'PING' && (
        <>
          <Button variant="link" isInline aria-label={texts.renewOf(name)} onClick={() => setRenewing(true)}>
            {texts.renew}
          </Button>{' '}
        </>
      )}
      {mayRemove && (
        <RemoveButton
          action={texts.remove}
          title={texts.removeTitle(name)}
          remove={() => wardstone.delete('/rest/heartbeat/{id}', { path: { id } })}
        >
          {texts.removeBody}
        </RemoveButton>
      )}
      {isRenewing && (
        <ConfirmDialog
          title={texts.renewTitle(name)}
          action={texts.renew}
          confirm={renew}
          close={() => setRenewing(false)}
        >
          {texts.renewBody}
        </ConfirmDialog>
      )}
      {renewed && <HeartbeatMade heartbeat={renewed} close={() => setRenewed(undefined)} />}
    </>
  );
}
