import { Alert, Button } from '@patternfly/react-core';
import type { ContactMethodRest, SenderPropertyRest } from '@wardstone/client/monitoring';
import type { ObjectMap } from '@wardstone/dto';
import { type ReactNode, useState } from 'react';
import { useAction, useChanged, wardstone } from '../api/client';
import { ChoiceField, FormDialog, TextField, Tick, useFields } from '../parts/forms';
import { firstHours, type Hours, QuietHoursFields } from '../parts/quiet-hours-fields';
import { fieldProblem, isMarked } from '../parts/refused-fields';
import { ErrorState } from '../parts/states';
import { contactTexts as texts } from '../texts/contacts';
import { partTexts } from '../texts/parts';
import type { ContactKind, Owner } from './contact-kind';
import { subscribe } from './subscribe';

const METHODS = '/rest/user/{login}/contact-methods';
type Kind = ContactMethodRest['kind'];

interface MethodFormProps {
  owner: Owner;
  kinds: readonly ContactKind[];
  /** The method to change; undefined for a new one. */
  stored: ContactMethodRest | undefined;
  saved: (method: ContactMethodRest) => void;
  close: () => void;
}

interface Draft {
  kind: Kind;
  label: string;
  config: ObjectMap;
  delay: string;
  quietHours: Hours | undefined;
}

function toDraft(stored: ContactMethodRest | undefined): Draft {
  const { kind = 'EMAIL', label = '', config = {}, delayMinutes = 0, quietHours } = stored ?? {};
  return {
    kind,
    label,
    config: config as ObjectMap,
    delay: String(delayMinutes),
    quietHours: quietHours && { ...firstHours(), ...quietHours },
  };
}

/** Form of a contact method, with the properties of its kind. */
export function MethodForm({ owner, kinds, stored, saved, close }: MethodFormProps): ReactNode {
  const [draft, field] = useFields<Draft>(() => toDraft(stored));
  const { kind, label, config, delay, quietHours } = draft;
  const [refused, setRefused] = useState<{ error: Error; config: ObjectMap }>();
  const { login, isOwn } = owner;
  const described = kinds.find((each) => each.kind === kind)!;
  const changed = useChanged();
  const minutes = Number(delay);
  const isComplete = described.properties.every(({ name, required }) => !required || toText(config[name]) !== '');
  const submit = async (): Promise<ContactMethodRest> => {
    const body = {
      kind,
      config,
      delayMinutes: minutes,
      ...(label.trim() === '' ? {} : { label: label.trim() }),
      ...(quietHours ? { quietHours } : {}),
    };
    try {
      return await changed(
        stored
          ? wardstone.put(`${METHODS}/{id}`, { path: { login, id: stored.id }, body })
          : wardstone.post(METHODS, { path: { login }, body }),
      );
    } catch (error) {
      setRefused({ error: error as Error, config });
      const isShown = isMarked(error as Error, (name) => described.properties.some((each) => each.name === name));
      throw isShown ? new Error(partTexts.fieldsRefused) : error;
    }
  };
  return (
    <FormDialog
      title={stored ? texts.changeTitle(stored.label ?? '') : texts.add}
      action={stored ? texts.save : texts.add}
      isReady={isComplete && delay.trim() !== '' && Number.isInteger(minutes) && minutes >= 0}
      submit={submit}
      submitted={saved}
      close={close}
    >
      {!stored && (
        <ChoiceField<Kind>
          label={texts.kind}
          value={kind}
          change={(next) => {
            field('kind').change(next);
            field('config').change({});
          }}
          options={kinds
            .filter((each) => isOwn || each.kind !== 'WEB_PUSH')
            .map((each) => [each.kind, each.label] as const)}
        />
      )}
      {described.problem !== undefined && <Alert variant="warning" isInline isPlain title={described.problem} />}
      {kind === 'WEB_PUSH' ? (
        !stored && <Subscription kind={described} config={config} change={field('config').change} />
      ) : (
        <Properties
          properties={described.properties}
          config={config}
          problemOf={(name) =>
            refused?.config[name] === config[name] ? fieldProblem(refused?.error, name) : undefined
          }
          change={field('config').change}
        />
      )}
      <TextField {...field('label')} label={texts.label} help={texts.labelHelp} maxLength={100} />
      <TextField {...field('delay')} label={texts.delay} help={texts.delayHelp} type="number" min={0} isRequired />
      <Tick
        label={texts.quietOn}
        description={texts.quietHelp}
        isOn={quietHours !== undefined}
        change={(isOn) => field('quietHours').change(isOn ? firstHours() : undefined)}
      />
      {quietHours && <QuietHoursFields hours={quietHours} change={field('quietHours').change} />}
    </FormDialog>
  );
}

interface PropertiesProps {
  properties: readonly SenderPropertyRest[];
  config: ObjectMap;
  /** Problem of a property, as reported by the service. */
  problemOf: (name: string) => string | undefined;
  change: (config: ObjectMap) => void;
}

function Properties({ properties, config, problemOf, change }: PropertiesProps): ReactNode {
  return properties.map(({ name, label, help, required: isRequired, choices, type }) => {
    const own = {
      label,
      help,
      problem: problemOf(name),
      isRequired,
      value: toText(config[name]),
      change: (text: string) => change({ ...config, [name]: text }),
    };
    if (choices.length > 0) {
      const options = choices.map((choice) => [choice.value, choice.label] as const);
      return <ChoiceField key={name} {...own} options={[['', ''], ...options]} />;
    }
    const secret = type === 'PASSWORD' ? { type: 'password' as const, autoComplete: 'new-password' } : {};
    return <TextField key={name} {...own} {...secret} />;
  });
}

/** Browsers show their permission prompt only after a click. */
function Subscription({
  kind,
  config,
  change,
}: {
  kind: ContactKind;
  config: ObjectMap;
  change: (config: ObjectMap) => void;
}): ReactNode {
  const [isDone, setDone] = useState(toText(config['endpoint']) !== '');
  const { run, isBusy, error } = useAction(async () => {
    change(await subscribe(kind.applicationServerKey ?? ''));
    setDone(true);
  });
  return (
    <>
      {isDone ? (
        <Alert variant="success" isInline isPlain title={texts.push.subscribed} />
      ) : (
        <div>
          <Button variant="secondary" isLoading={isBusy} isDisabled={isBusy} onClick={() => run()}>
            {texts.push.subscribe}
          </Button>
        </div>
      )}
      {error && <ErrorState error={error} />}
    </>
  );
}

function toText(value: ObjectMap[string] | undefined): string {
  return typeof value === 'string' ? value : '';
}
