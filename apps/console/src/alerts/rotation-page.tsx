import { Button } from '@patternfly/react-core';
import type { OnCallMessageRest, RotationRest, ShiftRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { LIVE, useChanged, useGet, wardstone } from '../api/client';
import { endProblem } from '../parts/end-problem';
import { ChoiceField, FormDialog, TextField, useFields } from '../parts/forms';
import { Person } from '../parts/person';
import { TextWithTimes } from '../parts/text-with-times';
import { Status, Time } from '../parts/values';
import { Loaded } from '../parts/states';
import { ConsolePage, Part } from '../parts/page';
import { column, DataTable } from '../parts/list';
import { RemoveButton } from '../parts/remove-button';
import { useMay } from '../api/caller';
import { alertTexts } from '../texts/alerts';
import { onCallTexts as texts } from '../texts/on-call';
import { FeedButton } from './calendar-feeds';
import { UnreachablePeople } from './reach';
import { RotationButton, usePeople } from './rotation-form';

const ROTATION = '/rest/on-call/rotation/{id}';
const DAYS = 28;

/** One rotation: who is on call now and in the next weeks, and overrides. */
export function RotationPage(): ReactNode {
  const { id = '' } = useParams();
  const query = useGet(ROTATION, { path: { id } }, LIVE);
  const mayChange = useMay('MANAGE_INVENTORY');
  const { data } = query;
  return (
    <ConsolePage
      title={data?.name ?? texts.rotation}
      trail={[
        { title: alertTexts.title, to: '/alerts' },
        { title: texts.title, to: '/alerts/on-call' },
      ]}
      beside={data && <OnCallNow id={data.id} />}
      actions={
        data && (
          <>
            <FeedButton rotation={data} />{' '}
            {mayChange && (
              <>
                <RotationButton action={texts.edit} rotation={data} />{' '}
                <RemoveButton
                  action={texts.remove}
                  title={texts.removeTitle(data.name)}
                  remove={() => wardstone.delete(ROTATION, { path: { id } })}
                  to="/alerts/on-call"
                >
                  {texts.removeBody}
                </RemoveButton>
              </>
            )}
          </>
        )
      }
    >
      <Loaded query={query}>
        {(rotation) => (
          <div className="parts-of-page">
            <UnreachablePeople ids={listPeople(rotation)} />
            <Calendar id={rotation.id} />
            <Overrides rotation={rotation} mayChange={mayChange} />
            <Messages id={rotation.id} />
          </div>
        )}
      </Loaded>
    </ConsolePage>
  );
}

function listPeople({ members, overrides = [] }: RotationRest): number[] {
  return [...members, ...overrides].map(({ userId }) => userId);
}

/** The person on call in a rotation, and the end of the shift. */
function OnCallNow({ id }: { id: number }): ReactNode {
  const { data } = useGet(`${ROTATION}/now`, { path: { id } }, LIVE);
  if (!data) return null;
  return (
    <>
      <span className="text small">{texts.now}:</span> <Person login={data.login} />{' '}
      <span className="text small">{texts.until}</span> <Time at={data.endTime} />
    </>
  );
}

/** Handover and test messages, with the outcome of their delivery. */
function Messages({ id }: { id: number }): ReactNode {
  const query = useGet(`${ROTATION}/messages`, { path: { id } }, LIVE);
  return (
    <Part title={texts.messages}>
      <Loaded query={query}>
        {(messages) => (
          <DataTable<OnCallMessageRest>
            label={texts.messages}
            rows={messages}
            toKey={(message) => String(message.id)}
            columns={[
              column('time', texts.time, ({ time }) => <Time at={time} />),
              column('kind', texts.kind, ({ kind }) => texts.kinds[kind]),
              column('who', texts.who, ({ login }) => <Person login={login} />),
              column('outcome', texts.outcome, ({ state, message, settled }) => (
                <>
                  <Status kind={settled && state === 'FAILURE' ? 'danger' : 'info'}>
                    {state === undefined ? texts.waiting : texts.states[state]}
                  </Status>{' '}
                  <span className="text small">{message !== undefined && <TextWithTimes text={message} />}</span>
                </>
              )),
            ]}
            empty={<p>{texts.noMessages}</p>}
          />
        )}
      </Loaded>
    </Part>
  );
}

function Calendar({ id }: { id: number }): ReactNode {
  const query = useGet(`${ROTATION}/calendar`, { path: { id }, query: { days: DAYS } }, LIVE);
  return (
    <Part title={texts.calendar}>
      <Loaded query={query}>
        {(shifts) => (
          <DataTable<ShiftRest>
            label={texts.calendar}
            rows={shifts}
            toKey={({ startTime }) => String(startTime)}
            columns={[
              column('who', texts.who, ({ login, override }) => (
                <>
                  <Person login={login} /> {override && <Status kind="info">{texts.overridden}</Status>}
                </>
              )),
              column('from', texts.from, ({ startTime }) => <Time at={startTime} />),
              column('to', texts.to, ({ endTime }) => <Time at={endTime} />),
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function Overrides({ rotation, mayChange }: { rotation: RotationRest; mayChange: boolean }): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const changed = useChanged();
  const { overrides = [] } = rotation;
  type Override = (typeof overrides)[number];
  const store = (next: readonly Override[]): Promise<unknown> => {
    const { id, links: _links, ...rest } = rotation;
    return changed(wardstone.put(ROTATION, { path: { id }, body: { ...rest, overrides: next } }));
  };
  const add = mayChange && (
    <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
      {texts.addOverride}
    </Button>
  );
  return (
    <Part title={texts.overrides} actions={add}>
      <DataTable<Override>
        label={texts.overrides}
        rows={overrides}
        toKey={({ startTime }) => String(startTime)}
        columns={[
          column('who', texts.who, ({ login, userId }) => (login === undefined ? userId : <Person login={login} />)),
          column('from', texts.from, ({ startTime }) => <Time at={startTime} />),
          column('to', texts.to, ({ endTime }) => <Time at={endTime} />),
          column(
            'actions',
            texts.actions,
            (override) =>
              mayChange && (
                <RemoveButton
                  action={texts.remove}
                  title={texts.removeOverride(override.login ?? '')}
                  remove={() => store(overrides.filter((each) => each !== override))}
                >
                  {texts.removeOverrideBody}
                </RemoveButton>
              ),
          ),
        ]}
        empty={<p>{texts.noOverrides}</p>}
      />
      {isAdding && (
        <OverrideDialog
          add={(override) => store([...overrides, override].sort((a, b) => a.startTime - b.startTime))}
          close={() => setAdding(false)}
        />
      )}
    </Part>
  );
}

interface OverrideDialogProps {
  add: (override: { userId: number; startTime: number; endTime: number }) => Promise<unknown>;
  close: () => void;
}

function OverrideDialog({ add, close }: OverrideDialogProps): ReactNode {
  const people = usePeople();
  const [{ chosen, start, end }, field] = useFields({ chosen: '', start: '', end: '' });
  const user = chosen || people[0]?.[0];
  const [startTime, endTime] = [Date.parse(start), Date.parse(end)];
  return (
    <FormDialog
      title={texts.addOverride}
      action={texts.create}
      description={texts.overrideHelp}
      isReady={user !== undefined && endTime > startTime}
      submit={() => add({ userId: Number(user), startTime, endTime })}
      close={close}
    >
      <ChoiceField {...field('chosen')} label={texts.who} value={user ?? ''} options={people} isRequired />
      <TextField {...field('start')} label={texts.from} type="datetime-local" isRequired />
      <TextField {...field('end')} label={texts.to} type="datetime-local" problem={endProblem(start, end)} isRequired />
    </FormDialog>
  );
}
