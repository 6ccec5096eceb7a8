import { Button, Form } from '@patternfly/react-core';
import type { OperationDefinitionRest, OperationRest } from '@wardstone/client/monitoring';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Dialog } from '../parts/forms';
import { ParameterFields, showParameter } from '../parts/monitoring/operation-parameters';
import { getDefaults, validateValue, toTypedValues } from '../parts/monitoring/parameter-values';
import { ApiError } from '@wardstone/client';
import { useAction, wardstone } from '../api/client';
import { ErrorState } from '../parts/states';
import { inventoryTexts } from '../texts/inventory';
import { partTexts } from '../texts/parts';

const texts = inventoryTexts.operations;
const NONE: ReadonlyMap<string, readonly string[]> = new Map();

interface OperationFormProps {
  definition: OperationDefinitionRest;
  resourceId: number;
  /** Called with the id of the execution. */
  started: (job: string) => void;
  close: () => void;
}

/** Form with the parameters of an operation, by its definition. */
export function OperationForm({ definition, resourceId, started, close }: OperationFormProps): ReactNode {
  const { name, displayName = name, description, params } = definition;
  const [entered, setEntered] = useState(() => getDefaults(params));
  const [isTried, setTried] = useState(false);
  const run = useAction(async () => {
    const path = { id: definition.id };
    const draft = await wardstone.post('/rest/operation/definition/{id}', { path, query: { resourceId } });
    const body = { ...draft, params: toTypedValues(params, entered), readyToSubmit: true };
    started(getJob(await wardstone.put('/rest/operation/{id}', { path: { id: draft.id }, body })));
  });
  const refused = run.error instanceof ApiError ? run.error.fields : NONE;
  const [firstRefused] = refused.keys();
  useEffect(() => {
    if (firstRefused !== undefined) showParameter(firstRefused);
  }, [firstRefused, run.error]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    const wrong = params.find((param) => validateValue(param, entered[param.name] ?? '') !== undefined);
    if (wrong) showParameter(wrong.name);
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
        <ParameterFields
          params={params}
          entered={entered}
          isTried={isTried}
          refused={run.isBusy ? NONE : refused}
          set={setEntered}
        />
      </Form>
    </Dialog>
  );
}

function getJob({ links }: OperationRest): string {
  const href = links?.find((link) => link['history'])?.['history']?.href ?? '';
  return decodeURIComponent(href.slice(href.lastIndexOf('/') + 1));
}
