import { Button, Form } from '@patternfly/react-core';
import type { OperationDefinitionRest, OperationRest, SimplePropDef } from '@wardstone/client/monitoring';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { ChoiceField, Dialog, LongTextField, TextField } from '../parts/forms';
import { ApiError } from '@wardstone/client';
import { useAction, wardstone } from '../api/client';
import { ErrorState } from '../parts/states';
import { inventoryTexts } from '../texts/inventory';
import { partTexts } from '../texts/parts';
import { defaultsOf, problemOf, valuesOf } from './domain/operation-form';

const texts = inventoryTexts.operations;

interface OperationFormProps {
  definition: OperationDefinitionRest;
  resourceId: number;
  /** Told the id of the execution. */
  started: (job: string) => void;
  close: () => void;
}

/** The parameters of an operation, as its definition declares them. */
export function OperationForm({ definition, resourceId, started, close }: OperationFormProps): ReactNode {
  const { name, displayName = name, description, params } = definition;
  const [entered, setEntered] = useState(() => defaultsOf(params));
  const [isTried, setTried] = useState(false);
  const run = useAction(async () => {
    const path = { id: definition.id };
    const draft = await wardstone.post('/rest/operation/definition/{id}', { path, query: { resourceId } });
    const body = { ...draft, params: valuesOf(params, entered), readyToSubmit: true };
    started(jobOf(await wardstone.put('/rest/operation/{id}', { path: { id: draft.id }, body })));
  });
  const refused = run.error instanceof ApiError ? run.error.fields : new Map<string, readonly string[]>();
  const [firstRefused] = refused.keys();
  useEffect(() => {
    if (firstRefused !== undefined) showField(firstRefused);
  }, [firstRefused, run.error]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    const wrong = params.find((param) => problemOf(param, entered[param.name] ?? '') !== undefined);
    if (wrong) showField(wrong.name);
    else run.run();
  };
  return (
    <Dialog
      title={texts.runOf(displayName)}
      close={close}
      footer={
        <>
          <Button type="submit" form="operation" isLoading={run.isBusy} isDisabled={run.isBusy}>
            {texts.run}
          </Button>
          <Button variant="link" onClick={close}>
            {partTexts.cancel}
          </Button>
        </>
      }
    >
      {run.error && <ErrorState error={run.error} title={texts.failed} />}
      <Form id="operation" onSubmit={submit} noValidate>
        {description}
        {params.length === 0 && texts.parameters(0)}
        {params.map((param) => (
          <Parameter
            key={param.name}
            param={param}
            value={entered[param.name] ?? ''}
            isTried={isTried}
            refused={run.isBusy ? undefined : refused.get(param.name)?.join('\n')}
            set={(value) => setEntered({ ...entered, [param.name]: value })}
          />
        ))}
      </Form>
    </Dialog>
  );
}

const idOf = (parameter: string): string => `parameter-${parameter}`;

/** Moves to a field whose value is refused, and to what is said below it. */
function showField(parameter: string): void {
  const field = document.getElementById(idOf(parameter));
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}

function jobOf({ links }: OperationRest): string {
  const href = links?.find((link) => link['history'])?.['history']?.href ?? '';
  return decodeURIComponent(href.slice(href.lastIndexOf('/') + 1));
}

interface ParameterProps {
  param: SimplePropDef;
  value: string;
  isTried: boolean;
  /** Why the service refused the value. */
  refused: string | undefined;
  set: (value: string) => void;
}

function Parameter({ param, value, isTried, refused, set }: ParameterProps): ReactNode {
  const { name, required, type, defaultValue } = param;
  const id = idOf(name);
  const found = isTried ? problemOf(param, value) : undefined;
  const problem = found === undefined ? refused : texts[found];
  const help = defaultValue ? texts.default(defaultValue) : undefined;
  const field = { id, label: name, value, problem, help, isRequired: required, change: set };
  if (type === 'BOOLEAN') {
    const unset = !required || value === '' ? [['', texts.unset] as const] : [];
    return <ChoiceField {...field} options={[...unset, ['true', texts.yes], ['false', texts.no]]} />;
  }
  if (type === 'LONG_STRING') return <LongTextField {...field} />;
  return <TextField {...field} type={type === 'PASSWORD' ? 'password' : 'text'} />;
}
