import type { EscalationRest, OnCallRest, RotationRest } from '@wardstone/client/monitoring';
import type { ObjectMap } from '@wardstone/dto';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LIVE, useGet, wardstone } from '../api/client';
import { EmptyPart, Loaded } from '../parts/states';
import { usePersonText } from '../parts/person';
import { LinkButton, Part } from '../parts/page';
import { column, DataTable } from '../parts/list';
import { RemoveButton } from '../parts/remove-button';
import { Time } from '../parts/values';
import { useMay } from '../api/caller';
import { onCallTexts as texts } from '../texts/on-call';
import { AlertsFrame } from './frame';
import { OwnFeeds } from './calendar-feeds';
import { configText } from '../parts/monitoring/sender-draft';
import { People } from './on-call-people';
import { personText, ReachMark } from './reach';
import { RotationButton } from './rotation-form';

/** Large enough to load all entries at once. */
const ALL = { query: { ps: 1_000 } };

/** Rotations and escalation policies. */
export function OnCallPage(): ReactNode {
  const mayRead = useMay('MANAGE_ALERTS');
  return (
    <AlertsFrame>
      {mayRead ? (
        <div className="parts-of-page">
          <Now />
          <Rotations />
          <Policies />
          <People />
          <OwnFeeds />
        </div>
      ) : (
        <EmptyPart {...texts.forbidden} />
      )}
    </AlertsFrame>
  );
}

/** Each rotation with the person on call, the next one, and whether notifications reach them. */
function Now(): ReactNode {
  const query = useGet('/rest/on-call/now', ALL, LIVE);
  if (query.data?.length === 0) return null;
  return (
    <Part title={texts.now}>
      <Loaded query={query}>
        {(rows) => (
          <DataTable<OnCallRest>
            label={texts.now}
            rows={rows}
            toKey={({ rotationId }) => String(rotationId)}
            columns={[
              column('rotation', texts.rotation, ({ rotationId, rotationName }) => (
                <Link to={`/alerts/on-call/rotations/${rotationId}`}>{rotationName}</Link>
              )),
              column('who', texts.now, ({ current }) => <strong>{personText(current)}</strong>),
              column('until', texts.to, ({ current }) => <Time at={current.endTime} />),
              column('reached', texts.reachedBy, ({ current }) => <ReachMark person={current} />),
              column('next', texts.next, ({ next }) => (next ? <Next shift={next} /> : texts.nobodyElse)),
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function Next({ shift }: { shift: NonNullable<OnCallRest['next']> }): ReactNode {
  return (
    <>
      {personText(shift)} <span className="text small">{texts.from.toLowerCase()}</span> <Time at={shift.startTime} />
      {!shift.reachable && (
        <div>
          <ReachMark person={shift} />
        </div>
      )}
    </>
  );
}

function Rotations(): ReactNode {
  const personText = usePersonText();
  const query = useGet('/rest/on-call/rotation', ALL, LIVE);
  return (
    <Part title={texts.rotations} actions={<RotationButton action={texts.addRotation} />}>
      <Loaded query={query}>
        {(rotations) => (
          <DataTable<RotationRest>
            label={texts.rotations}
            rows={rotations}
            toKey={({ id }) => String(id)}
            columns={[
              column('name', texts.name, ({ id, name }) => <Link to={`/alerts/on-call/rotations/${id}`}>{name}</Link>),
              column('members', texts.members, ({ members }) =>
                members.map(({ login, userId }) => (login === undefined ? userId : personText(login))).join(', '),
              ),
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

function Policies(): ReactNode {
  const query = useGet('/rest/on-call/escalation', ALL, LIVE);
  const rotations = useGet('/rest/on-call/rotation', ALL, LIVE).data ?? [];
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
            toKey={({ id }) => String(id)}
            columns={[
              column('name', texts.name, ({ id, name }) => <Link to={`/alerts/on-call/policies/${id}`}>{name}</Link>),
              column('steps', texts.steps, ({ steps }) => <Steps steps={steps} rotations={rotations} />),
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

interface StepsProps extends Pick<EscalationRest, 'steps'> {
  rotations: readonly RotationRest[];
}

function Steps({ steps, rotations }: StepsProps): ReactNode {
  return steps.map(({ afterMinutes, receivers }) => (
    <div key={afterMinutes}>
      {texts.stepText(afterMinutes, receivers.map((receiver) => receiverText(receiver, rotations)).join(', '))}
    </div>
  ));
}

/** The sender, with the notified rotation or addresses. */
function receiverText(
  { senderName, config }: EscalationRest['steps'][number]['receivers'][number],
  rotations: readonly RotationRest[],
): string {
  const { rotationId, emailAddress } = config as ObjectMap;
  const rotation = rotations.find(({ id }) => String(id) === configText(rotationId));
  return texts.receiver(senderName, rotation?.name ?? configText(emailAddress));
}
