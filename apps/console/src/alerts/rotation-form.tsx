import { Button, FormGroup } from '@patternfly/react-core';
import type { RotationChange, RotationRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { useChanged, useGet, wardstone } from '../api/client';
import { ChoiceField, FormDialog, TextField, Tick, useFields } from '../parts/forms';
import { zoneName } from '../parts/time-text';
import { useMay } from '../api/caller';
import { onCallTexts as texts } from '../texts/on-call';
import { personText } from './reach';

type Turn = RotationRest['turn'];
type Day = NonNullable<RotationRest['testDay']>;

/** People who can be on call, by id; unreachable ones are marked. */
export function usePeople(): readonly (readonly [id: string, name: string])[] {
  const { data = [] } = useGet('/rest/on-call/person');
  return data.map((person) => [
    String(person.userId),
    person.reachable ? personText(person) : texts.unreachableChoice(personText(person)),
  ]);
}

/** Button that creates or changes a rotation; shown only with the permission. */
export function RotationButton({ action, rotation }: { action: string; rotation?: RotationRest }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (!useMay('MANAGE_INVENTORY')) return null;
  return (
    <>
      <Button variant="secondary" {...(rotation ? {} : { size: 'sm' as const })} onClick={() => setOpen(true)}>
        {action}
      </Button>
      {isOpen && <RotationDialog rotation={rotation} close={() => setOpen(false)} />}
    </>
  );
}

const NEW_ROTATION = {
  name: '',
  turn: 'WEEKLY' as Turn,
  handOverTime: '09:00',
  handoverMessage: true,
  testDay: '' as Day | '',
  testTime: '10:00',
};

/** Converts a rotation to the form; undefined for a new one. */
function toDraft(rotation: RotationRest | undefined) {
  if (!rotation) {
    const firstDay = new Intl.DateTimeFormat('en-CA').format(Date.now());
    return { ...NEW_ROTATION, timeZone: zoneName('local'), firstDay, members: [] as number[] };
  }
  const { overrides: _overrides, id: _id, links: _links, members, ...settings } = rotation;
  return { ...NEW_ROTATION, ...settings, members: members.map(({ userId }) => userId) };
}

function RotationDialog({ rotation, close }: { rotation: RotationRest | undefined; close: () => void }): ReactNode {
  const [{ members, testDay, testTime, ...draft }, field] = useFields(() => toDraft(rotation));
  const name = draft.name.trim();
  const changed = useChanged();
  const submit = (): Promise<unknown> => {
    const body: RotationChange = {
      ...draft,
      name,
      members: members.map((userId) => ({ userId })),
      ...(testDay === '' ? {} : { testDay, testTime }),
      ...(rotation?.overrides ? { overrides: rotation.overrides } : {}),
    };
    return changed(
      rotation
        ? wardstone.put('/rest/on-call/rotation/{id}', { path: { id: rotation.id }, body })
        : wardstone.post('/rest/on-call/rotation', { body }),
    );
  };
  return (
    <FormDialog
      title={rotation ? texts.editRotation(rotation.name) : texts.addRotation}
      action={rotation ? texts.save : texts.create}
      isReady={name !== '' && members.length > 0}
      submit={submit}
      close={close}
    >
      <TextField {...field('name')} label={texts.name} maxLength={100} isRequired isFocused={!rotation} />
      <ChoiceField
        {...field('turn')}
        label={texts.turn}
        options={Object.entries(texts.turns) as [Turn, string][]}
        isRequired
      />
      <TextField {...field('handOverTime')} label={texts.handOver} help={texts.handOverHelp} maxLength={5} isRequired />
      <TextField {...field('timeZone')} label={texts.zone} help={texts.zoneHelp} isRequired />
      <TextField {...field('firstDay')} label={texts.firstDay} help={texts.firstDayHelp} type="date" isRequired />
      <Members
        members={members}
        change={field('members').change}
        known={new Map(rotation?.members.map(({ userId, login }) => [userId, login]))}
      />
      <Tick
        label={texts.handoverMessage}
        isOn={draft.handoverMessage}
        change={(isOn) => field('handoverMessage').change(isOn)}
      />
      <ChoiceField
        {...field('testDay')}
        value={testDay}
        label={texts.testDay}
        help={texts.testDayHelp}
        options={[['', texts.noTest], ...(Object.entries(texts.quiet.dayNames) as [Day, string][])]}
      />
      {testDay !== '' && (
        <TextField {...field('testTime')} value={testTime} label={texts.testTime} maxLength={5} isRequired />
      )}
    </FormDialog>
  );
}

interface MembersProps {
  members: readonly number[];
  change: (members: number[]) => void;
  /** Logins of present members, which cannot be chosen again. */
  known: ReadonlyMap<number, string | undefined>;
}

/** Maximum number of buttons; with more people, a list is shown. */
const MAX_BUTTONS = 8;

function Members({ members, change, known }: MembersProps): ReactNode {
  const people = usePeople();
  const add = (id: string): void => {
    if (id !== '') change([...members, Number(id)]);
  };
  const toName = (id: number): string =>
    people.find(([each]) => each === String(id))?.[1] ?? known.get(id) ?? String(id);
  return (
    <FormGroup label={texts.members} role="group" isRequired>
      <ol className="members">
        {members.map((id, at) => (
          <li key={at}>
            {toName(id)}{' '}
            {at > 0 && (
              <Button
                variant="link"
                isInline
                aria-label={texts.earlier(toName(id))}
                onClick={() => change(members.toSpliced(at - 1, 2, id, members[at - 1]!))}
              >
                ↑
              </Button>
            )}{' '}
            <Button
              variant="link"
              isInline
              aria-label={texts.removeMember(toName(id))}
              onClick={() => change(members.toSpliced(at, 1))}
            >
              ×
            </Button>
          </li>
        ))}
      </ol>
      {people.length > MAX_BUTTONS ? (
        <ChoiceField label={texts.addMember} value="" change={add} options={[['', '–'], ...people]} />
      ) : (
        people.map(([id, person]) => (
          <Button key={id} variant="secondary" size="sm" className="add-member" onClick={() => add(id)}>
            {texts.addPerson(person)}
          </Button>
        ))
      )}
    </FormGroup>
  );
}
