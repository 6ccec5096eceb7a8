import { ActionGroup, Alert, Button, Form, FormFieldGroup, FormFieldGroupHeader } from '@patternfly/react-core';
import type { EscalationChange, EscalationRest, RotationRest } from '@wardstone/client/monitoring';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useChanged, useGet, wardstone } from '../api/client';
import { ErrorState, Loaded } from '../parts/states';
import { TextField } from '../parts/forms';
import { ConsolePage } from '../parts/page';
import { fieldProblem, isMarked } from '../parts/refused-fields';
import { differs, SAVED, useUnsaved } from '../parts/unsaved';
import { useMay } from '../api/caller';
import { alertTexts } from '../texts/alerts';
import { partTexts } from '../texts/parts';
import { onCallTexts as texts } from '../texts/on-call';
import type { NotificationDraft } from './domain/definition-draft';
import { NotificationFields } from './notification-fields';
import { ReceiverProblems } from './reach';

const POLICY = '/rest/on-call/escalation/{id}';
const TRAIL = [
  { title: alertTexts.title, to: '/alerts' },
  { title: texts.title, to: '/alerts/on-call' },
];

interface StepDraft {
  readonly minutes: string;
  readonly receivers: readonly NotificationDraft[];
}

interface PolicyDraft {
  readonly name: string;
  readonly steps: readonly StepDraft[];
  readonly repeat: string;
  readonly times: string;
}

const NEW_POLICY: PolicyDraft = { name: '', steps: [{ minutes: '10', receivers: [] }], repeat: '60', times: '10' };

/** Form of a new policy. By default its first step notifies the newest rotation. */
export function NewPolicy(): ReactNode {
  const query = useGet('/rest/on-call/rotation', { query: { ps: 1_000 } });
  return (
    <ConsolePage title={texts.addPolicy} trail={TRAIL}>
      <Loaded query={query}>{(rotations) => <PolicyForm initial={proposalFor(rotations)} />}</Loaded>
    </ConsolePage>
  );
}

function proposalFor(rotations: readonly RotationRest[]): PolicyDraft {
  if (rotations.length === 0) return NEW_POLICY;
  const { id, name } = rotations.reduce((newest, rotation) => (rotation.id > newest.id ? rotation : newest));
  const receiver = { senderName: 'On-Call Rotation', config: { rotationId: id } };
  return { ...NEW_POLICY, name, steps: NEW_POLICY.steps.map((step) => ({ ...step, receivers: [receiver] })) };
}

/** Form of a stored policy. */
export function PolicyPage(): ReactNode {
  const { id = '' } = useParams();
  const query = useGet(POLICY, { path: { id } });
  return (
    <ConsolePage title={query.data?.name ?? texts.policy} trail={TRAIL}>
      <Loaded query={query}>{(policy) => <PolicyForm initial={toDraft(policy)} id={policy.id} />}</Loaded>
    </ConsolePage>
  );
}

function toDraft({ name, steps, repeatMinutes = 0, repeatTimes = 0 }: EscalationRest): PolicyDraft {
  return {
    name,
    steps: steps.map(({ afterMinutes, receivers }) => ({
      minutes: String(afterMinutes),
      receivers: receivers.map(({ senderName, config }) => ({
        senderName,
        config: config as NotificationDraft['config'],
      })),
    })),
    repeat: String(repeatMinutes),
    times: String(repeatTimes),
  };
}

function toChange({ name, steps, repeat, times }: PolicyDraft): EscalationChange {
  return {
    name: name.trim(),
    steps: steps.map(({ minutes, receivers }) => ({ afterMinutes: Number(minutes), receivers })),
    repeatMinutes: Number(repeat),
    repeatTimes: Number(times),
  };
}

function PolicyForm({ initial, id }: { initial: PolicyDraft; id?: number }): ReactNode {
  const [draft, setDraft] = useState(initial);
  const [failure, setFailure] = useState<Error>();
  const [tried, setTried] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const mayChange = useMay('MANAGE_INVENTORY');
  const release = useUnsaved(differs(draft, initial));
  const changed = useChanged();
  const navigate = useNavigate();
  const { name, steps, repeat, times } = draft;
  const change = (part: Partial<PolicyDraft>): void => setDraft({ ...draft, ...part });
  const changeStep = (at: number, part: Partial<StepDraft>): void =>
    change({ steps: steps.map((step, index) => (index === at ? { ...step, ...part } : step)) });
  const isReady = name.trim() !== '' && steps.length > 0 && steps.every(({ receivers }) => receivers.length > 0);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    setTried(draft);
    try {
      const body = toChange(draft);
      await changed(
        id === undefined
          ? wardstone.post('/rest/on-call/escalation', { body })
          : wardstone.put(POLICY, { path: { id }, body }),
      );
      release();
      await navigate('/alerts/on-call', SAVED);
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form onSubmit={(event) => void save(event)} className="policy-form">
      <TextField label={texts.name} value={name} change={(next) => change({ name: next })} maxLength={100} isRequired />
      {steps.map(({ minutes, receivers }, at) => (
        <FormFieldGroup
          key={at}
          header={
            <FormFieldGroupHeader
              titleText={{ text: texts.step(at + 1), id: `step-${at}` }}
              actions={
                steps.length > 1 && (
                  <Button variant="link" onClick={() => change({ steps: steps.toSpliced(at, 1) })}>
                    {texts.removeStep(at + 1)}
                  </Button>
                )
              }
            />
          }
        >
          <TextField
            label={texts.after}
            type="number"
            min={0}
            value={minutes}
            change={(next) => changeStep(at, { minutes: next })}
            isRequired
          />
          <NotificationFields
            name={`step-${at}`}
            notifications={receivers}
            problemOf={(index, property) => {
              const value = receivers[index]?.config[property];
              const isAsTried = tried.steps[at]?.receivers[index]?.config[property] === value;
              return isAsTried ? fieldProblem(failure, `${receiverPrefix(at, index)}${property}`) : undefined;
            }}
            change={(next) => changeStep(at, { receivers: next })}
            owner={undefined}
            resourceId={undefined}
          />
        </FormFieldGroup>
      ))}
      <ActionGroup>
        <Button
          variant="secondary"
          onClick={() => {
            const last = Number(steps.at(-1)?.minutes ?? 0);
            change({ steps: [...steps, { minutes: String(last + 10), receivers: [] }] });
          }}
        >
          {texts.addStep}
        </Button>
      </ActionGroup>
      <TextField
        label={texts.repeat}
        type="number"
        min={0}
        value={repeat}
        change={(next) => change({ repeat: next })}
        help={texts.repeatHelp}
      />
      <TextField label={texts.times} type="number" min={0} value={times} change={(next) => change({ times: next })} />
      <ReceiverProblems receivers={steps.flatMap(({ receivers }) => receivers)} />
      {failure && <Refusal error={failure} />}
      {mayChange && (
        <ActionGroup>
          <Button type="submit" isDisabled={!isReady || isBusy} isLoading={isBusy}>
            {id === undefined ? texts.create : texts.save}
          </Button>
        </ActionGroup>
      )}
    </Form>
  );
}

/** Prefix of a receiver's properties in the service's errors. */
const receiverPrefix = (step: number, index: number): string => `steps.${step}.receivers.${index}.`;

function Refusal({ error }: { error: Error }): ReactNode {
  return isMarked(error, (field) => /^steps\.\d+\.receivers\.\d+\./.test(field)) ? (
    <Alert variant="danger" isInline isPlain title={partTexts.fieldsRefused} />
  ) : (
    <ErrorState error={error} title={partTexts.refused} />
  );
}
