import type { SimplePropDef } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { ChoiceField, LongTextField, TextField } from '../forms';
import { inventoryTexts } from '../../texts/inventory';
import { type Entered, validateValue } from './parameter-values';

const texts = inventoryTexts.operations;

interface ParameterFieldsProps {
  params: readonly SimplePropDef[];
  entered: Entered;
  /** Whether the form was submitted; errors are shown from then on. */
  isTried: boolean;
  /** Errors of the service, by parameter. */
  refused: ReadonlyMap<string, readonly string[]>;
  set: (entered: Entered) => void;
}

/** Form fields for the parameters of an operation, by its definition. */
export function ParameterFields({ params, entered, isTried, refused, set }: ParameterFieldsProps): ReactNode {
  return params.map((param) => (
    <Parameter
      key={param.name}
      param={param}
      value={entered[param.name] ?? ''}
      isTried={isTried}
      refused={refused.get(param.name)?.join('\n')}
      set={(value) => set({ ...entered, [param.name]: value })}
    />
  ));
}

const toId = (parameter: string): string => `parameter-${parameter}`;

/** Focuses a rejected field, with its error. */
export function showParameter(parameter: string): void {
  const field = document.getElementById(toId(parameter));
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}

interface ParameterProps {
  param: SimplePropDef;
  value: string;
  isTried: boolean;
  refused: string | undefined;
  set: (value: string) => void;
}

function Parameter({ param, value, isTried, refused, set }: ParameterProps): ReactNode {
  const { name, required, type, defaultValue } = param;
  const id = toId(name);
  const found = isTried ? validateValue(param, value) : undefined;
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
