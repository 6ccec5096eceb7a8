import {
  FormGroup,
  FormHelperText,
  FormSelect,
  FormSelectOption,
  HelperText,
  HelperTextItem,
  TextInput,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';

interface ChoiceFieldProps<T extends string> {
  id: string;
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  change: (value: T) => void;
}

/** One of several. */
export function ChoiceField<T extends string>({ id, label, value, options, change }: ChoiceFieldProps<T>): ReactNode {
  return (
    <FormGroup label={label} fieldId={id}>
      <FormSelect id={id} value={value} onChange={(_event, next) => change(next as T)}>
        {options.map(([each, text]) => (
          <FormSelectOption key={each} value={each} label={text} />
        ))}
      </FormSelect>
    </FormGroup>
  );
}

interface TextFieldProps {
  id: string;
  label: string;
  value: string;
  isNumber?: boolean;
  /** Below the field. */
  hint?: string | undefined;
  change: (value: string) => void;
}

/** A text or number. */
export function TextField({ id, label, value, isNumber = false, hint, change }: TextFieldProps): ReactNode {
  return (
    <FormGroup label={label} fieldId={id}>
      <TextInput
        id={id}
        value={value}
        {...(isNumber ? { inputMode: 'decimal' as const } : {})}
        onChange={(_event, next) => change(next)}
      />
      {hint !== undefined && (
        <FormHelperText>
          <HelperText>
            <HelperTextItem>{hint}</HelperTextItem>
          </HelperText>
        </FormHelperText>
      )}
    </FormGroup>
  );
}
