import type { OperationDefinitionRest, OperationScheduleRest } from '@wardstone/client/monitoring';
import { ApiError } from '@wardstone/client';
import { type ReactNode, useState } from 'react';
import { useChanged, wardstone } from '../../api/client';
import { operationTexts as texts } from '../../texts/operations';
import { ChoiceField, FormDialog, TextField, Tick, useFields } from '../forms';
import { useNow } from '../values';
import { ParameterFields, showParameter } from './operation-parameters';
import { getDefaults, validateValue, toTypedValues } from './parameter-values';
import { firstDraft, isReady, toSchedule, type StartChoice } from './schedule-draft';

/** Target of an operation. */
export type ScheduleTarget = { resourceId: number } | { groupId: number };

interface ScheduleFormProps {
  title: string;
  target: ScheduleTarget;
  /** Definitions offered for selection. */
  definitions: readonly OperationDefinitionRest[];
  when: StartChoice;
  scheduled: (schedule: OperationScheduleRest) => void;
  close: () => void;
}

const NONE: ReadonlyMap<string, readonly string[]> = new Map();

/** Form of a scheduled operation: operation, parameters, time, and for a group the number of concurrent members. */
export function ScheduleForm({ title, target, definitions, when, scheduled, close }: ScheduleFormProps): ReactNode {
  const now = useNow();
  const isGroup = 'groupId' in target;
  const [draft, field] = useFields(() => firstDraft(when, now));
  const [chosen, choose] = useState(String(definitions[0]?.id ?? ''));
  const definition = definitions.find(({ id }) => String(id) === chosen) ?? definitions[0]!;
  const { id: definitionId, params } = definition;
  const [entered, setEntered] = useState(() => getDefaults(params));
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState(NONE);
  const changed = useChanged();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const submit = async (): Promise<OperationScheduleRest> => {
    setTried(true);
    setRefused(NONE);
    const body = {
      definitionId,
      ...target,
      params: toTypedValues(params, entered),
      ...toSchedule(draft, { isGroup, timeZone }),
    };
    try {
      return await changed(wardstone.post('/rest/operation/schedules', { body }));
    } catch (error) {
      if (error instanceof ApiError) {
        setRefused(error.fields);
        const [first] = error.fields.keys();
        if (first !== undefined) showParameter(first);
      }
      throw error;
    }
  };
  const recurs = !['now', 'once'].includes(draft.when);
  const isComplete = params.every((param) => validateValue(param, entered[param.name] ?? '') === undefined);
  return (
    <FormDialog
      title={title}
      action={draft.when === 'now' ? texts.run : texts.schedule}
      isReady={isReady(draft) && isComplete}
      submit={submit}
      submitted={scheduled}
      refused={texts.failed}
      close={close}
    >
      {definitions.length > 1 && (
        <ChoiceField
          label={texts.operation}
          value={String(definitionId)}
          options={definitions.map(({ id, name, displayName = name }) => [String(id), displayName] as const)}
          change={(next) => {
            choose(next);
            setEntered(getDefaults(definitions.find(({ id }) => String(id) === next)?.params ?? []));
          }}
          help={definition.description ?? undefined}
          isRequired
        />
      )}
      <ParameterFields params={params} entered={entered} isTried={isTried} refused={refused} set={setEntered} />
      <ChoiceField
        {...field('when')}
        label={texts.when}
        options={Object.entries(texts.whens) as [StartChoice, string][]}
        isRequired
      />
      {draft.when !== 'now' && (
        <TextField
          {...field('start')}
          label={recurs ? texts.firstStart : texts.start}
          type="datetime-local"
          help={recurs ? texts.zone(timeZone) : undefined}
          isRequired
        />
      )}
      {isGroup && (
        <>
          <TextField {...field('atOnce')} label={texts.atOnce} help={texts.atOnceHelp} type="number" min={1} />
          <Tick label={texts.stop} description={texts.stopHelp} isOn={draft.stops} change={field('stops').change} />
        </>
      )}
    </FormDialog>
  );
}
