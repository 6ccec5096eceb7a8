import type { EscalationRest, RotationRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LIVE, useGet, wardstone } from '../api/client';
import { EmptyPart, Loaded } from '../parts/states';
import { LinkButton, Part } from '../parts/page';
import { column, DataTable } from '../parts/list';
import { RemoveButton } from '../parts/remove-button';
import { Time } from '../parts/values';
import { useMay } from '../shell/caller';
import { onCallTexts as texts } from '../texts/on-call';
import { AlertsFrame } from './frame';
import { RotationButton } from './rotation-form';

/** More than people read. */
const ALL = { query: { ps: 1_000 } };

/** Who is on call, and who is told when that one does not answer. */
export function OnCallPage(): ReactNode {
  const mayRead = useMay('MANAGE_ALERTS');
  return (
    <AlertsFrame>
      {mayRead ? (
        <div className="parts-of-page">
          <Rotations />
          <Policies />
        </div>
      ) : (
        <EmptyPart {...texts.forbidden} />
      )}
    </AlertsFrame>
  );
}

function Rotations(): ReactNode {
  const query = useGet('/rest/on-call/rotation', ALL, LIVE);
  return (
    <Part title={texts.rotations} actions={<RotationButton action={texts.addRotation} />}>
      <Loaded query={query}>
        {(rotations) => (
          <DataTable<RotationRest>
            label={texts.rotations}
            rows={rotations}
            keyOf={({ id }) => String(id)}
            columns={[
              column('name', texts.name, ({ id, name }) => <Link to={`/alerts/on-call/rotations/${id}`}>{name}</Link>),
              column('now', texts.now, ({ id }) => <OnCallNow id={id} />),
              column('turn', texts.turn, ({ turn, handOverTime, timeZone }) => (
                <>
                  {texts.turns[turn]}, {handOverTime}
                  <div className="text small">{timeZone}</div>
                </>
              )),
            ]}
            empty={<EmptyPart {...texts.noRotations} headingLevel="h3" />}
          />
        )}
      </Loaded>
    </Part>
  );
}

/** Who is on call in a rotation, and until when. */
export function OnCallNow({ id }: { id: number }): ReactNode {
  const { data } = useGet('/rest/on-call/rotation/{id}/now', { path: { id } }, LIVE);
  if (!data) return null;
  return (
    <>
      {data.login} <span className="text small">{texts.until}</span> <Time at={data.endTime} />
    </>
  );
}

function Policies(): ReactNode {
  const query = useGet('/rest/on-call/escalation', ALL, LIVE);
  const mayChange = useMay('MANAGE_INVENTORY');
  const add = mayChange && (
    <LinkButton to="/alerts/on-call/policies/new" variant="secondary" size="sm">
      {texts.addPolicy}
    </LinkButton>
  );
  return (
    <Part title={texts.policies} actions={add}>
      <Loaded query={query}>
        {(policies) => (
          <DataTable<EscalationRest>
            label={texts.policies}
            rows={policies}
            keyOf={({ id }) => String(id)}
            columns={[
              column('name', texts.name, ({ id, name }) => <Link to={`/alerts/on-call/policies/${id}`}>{name}</Link>),
              column('steps', texts.steps, ({ steps }) => <Steps steps={steps} />),
              column(
                'actions',
                texts.actions,
                ({ id, name }) =>
                  mayChange && (
                    <RemoveButton
                      action={texts.remove}
                      title={texts.removeTitle(name)}
                      remove={() => wardstone.delete('/rest/on-call/escalation/{id}', { path: { id } })}
                    >
                      {texts.removeBody}
                    </RemoveButton>
                  ),
              ),
            ]}
            empty={<EmptyPart {...texts.noPolicies} headingLevel="h3" />}
          />
        )}
      </Loaded>
    </Part>
  );
}

function Steps({ steps }: Pick<EscalationRest, 'steps'>): ReactNode {
  return steps.map(({ afterMinutes, receivers }) => (
    <div key={afterMinutes}>
      {texts.stepText(afterMinutes, receivers.map(({ senderName }) => senderName).join(', '))}
    </div>
  ));
}
