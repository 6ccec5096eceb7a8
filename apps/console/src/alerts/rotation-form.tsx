import { Button, FormGroup } from '@patternfly/react-core';
import type { RotationChange, RotationRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { useChanged, wardstone } from '../api/client';
import { ChoiceField, FormDialog, TextField, useFields } from '../parts/forms';
import { zoneName } from '../parts/time-text';
import { useMay } from '../shell/caller';
import { useSender } from './sender-fields';
import { onCallTexts as texts } from '../texts/on-call';

type Turn = RotationRest['turn'];

/** People whom alerts may tell, by their ids. */
export function usePeople(): readonly (readonly [id: string, login: string])[] {
  const sender = useSender('System Users').data;
  const property = sender?.properties?.find(({ kind }) => kind === 'user');
  return (property?.choices ?? []).map(({ value, label }) => [value, label]);
}

/** A button that makes or changes a rotation, for those who may. */
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

function RotationDialog({ rotation, close }: { rotation: RotationRest | undefined; close: () => void }): ReactNode {
  const [{ members, ...draft }, field] = useFields(() => ({
    name: rotation?.name ?? '',
    turn: rotation?.turn ?? 'WEEKLY',
    handOverTime: rotation?.handOverTime ?? '09:00',
    timeZone: rotation?.timeZone ?? zoneName('local'),
    firstDay: rotation?.firstDay ?? new Intl.DateTimeFormat('en-CA').format(Date.now()),
    members: rotation?.members.map(({ userId }) => userId) ?? [],
  }));
  const name = draft.name.trim();
  const changed = useChanged();
  const submit = (): Promise<unknown> => {
    const body: RotationChange = {
      ...draft,
      name,
      members: members.map((userId) => ({ userId })),
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
      <TextField {...field('name')} label={texts.name} maxLength={100} isRequired />
      <ChoiceField
        {...field('turn')}
        label={texts.turn}
        options={Object.entries(texts.turns) as [Turn, string][]}
        isRequired
      />
      <TextField {...field('handOverTime')} label={texts.handOver} help={texts.handOverHelp} maxLength={5} isRequired />
      <TextField {...field('timeZone')} label={texts.zone} help={texts.zoneHelp} isRequired />
      <TextField {...field('firstDay')} label={texts.firstDay} type="date" isRequired />
      <Members members={members} change={field('members').change} />
    </FormDialog>
  );
}

interface MembersProps {
  members: readonly number[];
  change: (members: number[]) => void;
}

function Members({ members, change }: MembersProps): ReactNode {
  const people = usePeople();
  const nameOf = (id: number): string => people.find(([each]) => each === String(id))?.[1] ?? String(id);
  return (
    <FormGroup label={texts.members} role="group" isRequired>
      <ol className="members">
        {members.map((id, at) => (
          <li key={at}>
            {nameOf(id)}{' '}
            {at > 0 && (
              <Button
                variant="link"
                isInline
                aria-label={texts.earlier(nameOf(id))}
                onClick={() => change(members.toSpliced(at - 1, 2, id, members[at - 1]!))}
              >
                ↑
              </Button>
            )}{' '}
            <Button
              variant="link"
              isInline
              aria-label={texts.removeMember(nameOf(id))}
              onClick={() => change(members.toSpliced(at, 1))}
            >
              ×
            </Button>
          </li>
        ))}
      </ol>
      <ChoiceField
        label={texts.addMember}
        value=""
        change={(id) => id !== '' && change([...members, Number(id)])}
        options={[['', '–'], ...people]}
      />
    </FormGroup>
  );
}
