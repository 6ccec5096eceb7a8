import { Alert, Button, Checkbox, Form, FormFieldGroup, FormFieldGroupHeader, Switch } from '@patternfly/react-core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAction, useGet } from '../api/client';
import { ErrorState } from '../parts/states';
import { ChoiceField, TextField } from '../parts/forms';
import { fieldProblem, isMarked } from '../parts/refused-fields';
import { differs, useUnsaved } from '../parts/unsaved';
import { alertTexts } from '../texts/alerts';
import { partTexts } from '../texts/parts';
import { ConditionFields } from './condition-fields';
import { type DraftMetric, newCondition } from './domain/condition-draft';
import {
  canRecover,
  toDampening,
  dampeningFields,
  type DefinitionDraft,
  getFiring,
  hasExpression,
  NOTIFICATIONS,
  notificationPrefix,
  toDefinition,
} from './domain/definition-draft';
import type { Owner } from '../parts/monitoring/owner';
import { type InheritedPolicy, PolicyField, useTriedPolicy } from './definition-policy';
import { DryRunView } from './dry-run-view';
import { ExpressionFields } from './expression-fields';
import { NotificationFields } from './notification-fields';
import { PartlySaved } from './partly-saved';
import { isInstallation, type Sample } from './use-sample';

const texts = alertTexts.definition;

interface DefinitionFormProps {
  initial: DefinitionDraft;
  /** Resource of the dry run; null if there is none. */
  sample: Sample | null;
  /** Name and mode of a stored definition cannot be changed. */
  isStored?: boolean;
  wasSaved?: boolean;
  /** Possible owners of a new definition. */
  scopes?: readonly { owner: Owner; label: string }[];
  owner?: Owner;
  /** Escalation policy that a copy inherits from its template. */
  inherited?: InheritedPolicy;
  /** Whether all fields are disabled. */
  isReadOnly?: boolean;
  setOwner?: ((owner: Owner) => void) | undefined;
  /** Label of the button. */
  action: string;
  save: (draft: DefinitionDraft) => Promise<void>;
}

/** Form of a definition, beside a dry run over the last days. */
export function DefinitionForm(props: DefinitionFormProps): ReactNode {
  const {
    initial,
    sample,
    isStored = false,
    wasSaved = false,
    scopes = [],
    owner,
    setOwner,
    action,
    save,
    isReadOnly = false,
    inherited,
  } = props;
  const [draft, setDraft] = useState(initial);
  const change = (changes: Partial<DefinitionDraft>): void => setDraft({ ...draft, ...changes });
  const metrics = sample?.schedules ?? [];
  const [tried, setTried] = useState(initial);
  const saving = useAction(() => {
    setTried(draft);
    return save(draft);
  });
  const triedPolicy = useTriedPolicy(draft, inherited);
  useUnsaved(differs(draft, initial));
  const isComplete = draft.name.trim() !== '' && toDefinition(draft, metrics) !== undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isComplete) saving.run();
  };
  return (
    <div className="definition">
      <Form onSubmit={submit} aria-label={texts.about} className="definition-form">
        {isReadOnly && <Alert variant="info" isInline isPlain title={texts.readOnly} />}
        <fieldset disabled={isReadOnly} className="definition-fields">
          <Basics draft={draft} change={change} isStored={isStored} scopes={scopes} owner={owner} setOwner={setOwner} />
          <Conditions draft={draft} change={change} metrics={metrics} isStored={isStored} isReadOnly={isReadOnly} />
          <Firing draft={draft} change={change} sample={owner?.kind === 'resource' ? sample : null} />
          <h2>{texts.notifications}</h2>
          <NotificationFields
            notifications={draft.notifications}
            problemOf={(at, name) => {
              const isAsTried = tried.notifications[at]?.config[name] === draft.notifications[at]?.config[name];
              return isAsTried ? fieldProblem(toCause(saving.error), notificationPrefix(at) + name) : undefined;
            }}
            change={(notifications) => change({ notifications })}
            owner={owner}
            resourceId={sample?.resource.resourceId}
          />
          <PolicyField
            escalationId={draft.escalationId}
            change={(escalationId) => change({ escalationId })}
            inherited={inherited}
          />
        </fieldset>
        {!isReadOnly && (
          <>
            <SaveOutcome error={saving.error} wasSaved={wasSaved} />
            <div>
              <Button type="submit" isLoading={saving.isBusy} isDisabled={!isComplete || saving.isBusy}>
                {action}
              </Button>
            </div>
          </>
        )}
      </Form>
      <DryRunView draft={draft} sample={sample} owner={owner} escalationId={triedPolicy} />
    </div>
  );
}

const toCause = (error: Error | null): Error | null => (error instanceof PartlySaved ? error.cause : error);

function SaveOutcome({ error, wasSaved }: { error: Error | null; wasSaved: boolean }): ReactNode {
  if (!error) return wasSaved && <Alert variant="success" isInline isPlain title={texts.saved} />;
  // Errors of fields are shown at the fields.
  if (isMarked(error, (field) => field.startsWith(NOTIFICATIONS))) {
    return <Alert variant="danger" isInline isPlain title={texts.fieldsRefused} />;
  }
  if (!(error instanceof PartlySaved)) return <ErrorState error={error} title={texts.saveFailed} />;
  const { stored, open } = error;
  return (
    <ErrorState error={error.cause} title={texts.partlySaved(stored.length, stored.length + open.length)}>
      <p>{texts.stored(stored.join(', '))}</p>
      <p>{texts.notStored(open.join(', '))}</p>
      <p>{texts.saveAgain}</p>
    </ErrorState>
  );
}

interface DraftPartProps {
  draft: DefinitionDraft;
  change: (changes: Partial<DefinitionDraft>) => void;
}

type BasicsProps = DraftPartProps &
  Pick<DefinitionFormProps, 'setOwner'> & {
    isStored: boolean;
    scopes: NonNullable<DefinitionFormProps['scopes']>;
    owner: Owner | undefined;
  };

/** Name, owner and priority of the definition. */
function Basics({ draft, change, isStored, scopes, owner, setOwner }: BasicsProps): ReactNode {
  return (
    <>
      <TextField
        id="definition-name"
        label={texts.name}
        value={draft.name}
        maxLength={100}
        isRequired={!isStored}
        help={isStored ? texts.nameStays : undefined}
        change={isStored ? undefined : (name) => change({ name })}
        isFocused={!isStored}
      />
      {scopes.length > 0 && owner && (
        <ChoiceField
          id="definition-scope"
          label={texts.scope}
          value={owner.kind}
          options={scopes.map((scope) => [scope.owner.kind, scope.label])}
          change={(kind) => setOwner?.(scopes.find((scope) => scope.owner.kind === kind)!.owner)}
        />
      )}
      <ChoiceField
        id="definition-priority"
        label={alertTexts.priority}
        value={draft.priority}
        options={(['HIGH', 'MEDIUM', 'LOW'] as const).map((value) => [
          value,
          partTexts.priorities[value.toLowerCase()]!,
        ])}
        change={(priority) => change({ priority })}
      />
      <Switch
        id="definition-enabled"
        label={texts.enabled}
        isChecked={draft.enabled}
        onChange={(_event, enabled) => change({ enabled })}
      />
    </>
  );
}

type ConditionsProps = DraftPartProps & { metrics: readonly DraftMetric[]; isStored: boolean; isReadOnly: boolean };

function Conditions(props: ConditionsProps): ReactNode {
  const { draft, change, metrics, isStored, isReadOnly } = props;
  return (
    <>
      <h2>{texts.conditions}</h2>
      {draft.conditions.map((condition, at) => (
        <FormFieldGroup
          key={condition.id ?? `new ${at}`}
          header={
            <FormFieldGroupHeader
              titleText={{ text: texts.condition(at + 1), id: `condition-${at}` }}
              actions={
                draft.conditions.length > 1 && (
                  <Button
                    variant="link"
                    onClick={() => change({ conditions: draft.conditions.filter((_each, index) => index !== at) })}
                  >
                    {texts.removeCondition(at + 1)}
                  </Button>
                )
              }
            />
          }
        >
          <ConditionFields
            id={`condition-${at}`}
            draft={condition}
            metrics={metrics}
            isReadOnly={isReadOnly}
            change={(changed) =>
              change({ conditions: draft.conditions.map((each, index) => (index === at ? changed : each)) })
            }
          />
        </FormFieldGroup>
      ))}
      {!hasExpression(draft) && (
        <div>
          <Button
            variant="secondary"
            onClick={() => change({ conditions: [...draft.conditions, newCondition('THRESHOLD')] })}
          >
            {texts.addCondition}
          </Button>
        </div>
      )}
      {draft.conditions.length > 1 && !isStored && (
        <ChoiceField
          id="definition-mode"
          label={texts.mode}
          value={draft.conditionMode}
          options={Object.entries(texts.modes) as ['ANY' | 'ALL', string][]}
          change={(conditionMode) => change({ conditionMode })}
        />
      )}
    </>
  );
}

/** When it fires: by its expression, or by dampening and recovery. */
function Firing({ draft, change, sample }: DraftPartProps & Pick<DefinitionFormProps, 'sample'>): ReactNode {
  if (hasExpression(draft))
    return (
      <ExpressionFields
        draft={draft.expression}
        change={(expression) => change({ expression })}
        installationId={sample !== null && isInstallation(sample.resource) ? sample.resource.resourceId : undefined}
      />
    );
  return (
    <>
      <Dampening draft={draft} change={change} />
      {sample && <Recovery draft={draft} change={change} resourceId={sample.resource.resourceId} />}
    </>
  );
}

function Dampening({ draft, change }: DraftPartProps): ReactNode {
  const { dampeningCount, dampeningPeriod, dampeningUnit } = draft;
  const { RECOVERING, ...others } = texts.dampenings;
  const mayRecover = canRecover(draft);
  const category = getFiring(draft);
  const fields = dampeningFields(draft.dampeningCategory);
  return (
    <div className="field-row">
      <ChoiceField
        id="dampening"
        label={texts.dampening}
        value={category}
        options={Object.entries({ ...(mayRecover ? { RECOVERING } : {}), ...others }) as [typeof category, string][]}
        help={category === 'RECOVERING' ? texts.recoveringHelp : undefined}
        change={(next) => change(toDampening(next))}
      />
      {fields.count && (
        <TextField
          id="dampening-count"
          label={texts.dampeningCount}
          type="number"
          min={1}
          value={String(dampeningCount)}
          change={(count) => change({ dampeningCount: Number(count) })}
        />
      )}
      {(category === 'PARTIAL_COUNT' || category === 'DURATION_COUNT') && (
        <TextField
          id="dampening-period"
          label={texts.dampeningPeriod[category]}
          type="number"
          min={1}
          value={String(dampeningPeriod)}
          change={(period) => change({ dampeningPeriod: Number(period) })}
        />
      )}
      {fields.unit && (
        <ChoiceField
          id="dampening-unit"
          label={texts.dampeningUnit}
          value={dampeningUnit}
          options={Object.entries(texts.units) as [typeof dampeningUnit, string][]}
          change={(unit) => change({ dampeningUnit: unit })}
        />
      )}
      {fields.count && mayRecover && (
        <Checkbox
          id="once-until-recovered"
          label={RECOVERING}
          isChecked={draft.onceUntilRecovered}
          onChange={(_event, onceUntilRecovered) => change({ onceUntilRecovered })}
        />
      )}
    </div>
  );
}

/** Selects the definition that is enabled again when the problem ends. */
function Recovery({ draft, change, resourceId }: DraftPartProps & { resourceId: number }): ReactNode {
  const others = useGet('/rest/alert/definitions', { query: { resourceId, ps: 100 } }).data?.filter(
    ({ name, id }) => name !== draft.name || id === draft.recoveryId,
  );
  const isChosen = draft.recoveryId !== 0;
  if (!others?.length || draft.dampeningCategory === 'ONCE' || (draft.onceUntilRecovered && !isChosen)) return null;
  return (
    <ChoiceField
      id="recovery"
      label={texts.recovery}
      value={String(draft.recoveryId)}
      options={[['0', texts.noRecovery], ...others.map(({ id, name }) => [String(id), name] as const)]}
      change={(recoveryId) => change({ recoveryId: Number(recoveryId) })}
    />
  );
}
