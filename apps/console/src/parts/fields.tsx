import {
  Checkbox,
  FormGroup,
  FormHelperText,
  FormSelect,
  FormSelectOption,
  HelperText,
  HelperTextItem,
  SearchInput,
  TextArea,
  TextInput,
  type TextInputProps,
} from '@patternfly/react-core';
import { type ReactNode, useId } from 'react';
import { partTexts } from '../texts/parts';

interface FieldProps {
  id?: string;
  label: string;
  /** Below the field. */
  help?: string | undefined;
  /** What is wrong with the value, in place of the help. */
  problem?: string | undefined;
  isRequired?: boolean;
}

interface FieldIds {
  id: string;
  validated: 'default' | 'error';
  isRequired: boolean;
  'aria-describedby'?: string;
}

/** A label above a field, and below it what it wants or what is wrong with it. */
export function Field({ children, ...field }: FieldProps & { children: (ids: FieldIds) => ReactNode }): ReactNode {
  const own = useId();
  const { id = own, label, help, problem, isRequired = false } = field;
  const below = problem ?? help;
  const isProblem = problem !== undefined;
  return (
    <FormGroup label={label} fieldId={id} isRequired={isRequired}>
      {children({
        ...{ id, isRequired, validated: isProblem ? 'error' : 'default' },
        ...(below === undefined ? {} : { 'aria-describedby': `${id}-help` }),
      })}
      {below !== undefined && (
        <Help id={`${id}-help`} isProblem={isProblem}>
          {below}
        </Help>
      )}
    </FormGroup>
  );
}

interface HelpProps {
  id?: string;
  isProblem?: boolean;
  children: ReactNode;
}

/** What a field of a form wants, or what is wrong with it. */
export function Help({ id, isProblem = false, children }: HelpProps): ReactNode {
  return (
    <FormHelperText>
      <HelperText {...(id === undefined ? {} : { id })} {...(isProblem ? { 'aria-live': 'polite' as const } : {})}>
        <HelperTextItem variant={isProblem ? 'error' : 'default'}>{children}</HelperTextItem>
      </HelperText>
    </FormHelperText>
  );
}

interface TextFieldProps extends FieldProps {
  value: string;
  /** Absent where the text is only shown. */
  change?: ((value: string) => void) | undefined;
  /** `decimal` is any number; what is none says so. */
  type?: 'text' | 'password' | 'number' | 'decimal' | 'date' | 'datetime-local';
  autoComplete?: string;
  maxLength?: number;
  min?: number | string;
  max?: string;
}

/** One text or number. */
export function TextField(props: TextFieldProps): ReactNode {
  const { value, change, type = 'text', autoComplete, maxLength, min, max, ...field } = props;
  const isDecimal = type === 'decimal';
  const isNoNumber = isDecimal && value !== '' && !Number.isFinite(Number(value));
  const input: Partial<TextInputProps> = {
    ...(change ? { onChange: (_event, next) => change(next) } : { readOnlyVariant: 'default' }),
    ...(isDecimal ? { inputMode: 'decimal' } : { type }),
    ...(autoComplete === undefined ? {} : { autoComplete }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(type === 'datetime-local' ? { step: 1 } : {}),
  };
  return (
    <Field {...field} problem={isNoNumber ? partTexts.noNumber : field.problem}>
      {(ids) => <TextInput {...ids} {...input} value={value} />}
    </Field>
  );
}

interface ChangedProps<T> extends FieldProps {
  value: T;
  change: (value: T) => void;
}

/** A text of several lines. */
export function LongTextField({ value, change, ...field }: ChangedProps<string> & { maxLength?: number }): ReactNode {
  const { maxLength } = field;
  return (
    <Field {...field}>
      {(ids) => (
        <TextArea
          {...ids}
          value={value}
          {...(maxLength === undefined ? {} : { maxLength })}
          resizeOrientation="vertical"
          onChange={(_event, next) => change(next)}
        />
      )}
    </Field>
  );
}

interface ChoiceFieldProps<T extends string> extends ChangedProps<T> {
  options: readonly (readonly [T, string])[];
}

/** One of several. */
export function ChoiceField<T extends string>({ options, value, change, ...field }: ChoiceFieldProps<T>): ReactNode {
  return (
    <Field {...field}>
      {(ids) => (
        <FormSelect {...ids} value={value} onChange={(_event, next) => change(next as T)}>
          {options.map(([each, text]) => (
            <FormSelectOption key={each} value={each} label={text} />
          ))}
        </FormSelect>
      )}
    </Field>
  );
}

interface TickProps {
  id?: string;
  label: string;
  description?: string;
  isOn: boolean;
  change: (isOn: boolean) => void;
}

/** A box to tick. */
export function Tick({ isOn, change, ...box }: TickProps): ReactNode {
  const id = useId();
  return <Checkbox id={id} {...box} isChecked={isOn} onChange={(_event, next) => change(next)} />;
}

interface SearchFieldProps {
  label: string;
  value: string;
  change: (text: string) => void;
}

/** A text that a list is narrowed by. */
export function SearchField({ label, value, change }: SearchFieldProps): ReactNode {
  return (
    <SearchInput
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(_event, text) => change(text)}
      onClear={() => change('')}
      resetButtonLabel={partTexts.clearText(label)}
    />
  );
}
