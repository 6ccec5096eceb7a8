import { Checkbox, FormGroup, FormSelect, FormSelectOption, SearchInput, TextInput } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { Help } from '../parts/form-dialog';
import { alertTexts } from '../texts/alerts';
import { idsIn, withId } from './domain/sender-draft';

interface FieldProps<T> {
  id: string;
  label: string;
  value: T;
  /** Below the field. */
  hint?: string | undefined;
  isRequired?: boolean;
  /** What is wrong with it. */
  problem?: string | undefined;
  change: (value: T) => void;
}

/** A label above a field, and below it what it wants or what is wrong with it. */
function Field(
  props: Pick<FieldProps<string>, 'id' | 'label' | 'hint' | 'isRequired' | 'problem'> & { children: ReactNode },
): ReactNode {
  const { id, label, hint, isRequired, problem, children } = props;
  const below = problem ?? hint;
  return (
    <FormGroup label={label} fieldId={id} {...(isRequired ? { isRequired } : {})}>
      {children}
      {below !== undefined && (
        <Help id={`${id}-help`} isProblem={problem !== undefined}>
          {below}
        </Help>
      )}
    </FormGroup>
  );
}

interface ChoiceFieldProps<T extends string> extends FieldProps<T> {
  options: readonly (readonly [T, string])[];
}

/** One of several. */
export function ChoiceField<T extends string>({ options, value, change, ...field }: ChoiceFieldProps<T>): ReactNode {
  return (
    <Field {...field}>
      <FormSelect
        id={field.id}
        value={value}
        validated={field.problem === undefined ? 'default' : 'error'}
        onChange={(_event, next) => change(next as T)}
      >
        {options.map(([each, text]) => (
          <FormSelectOption key={each} value={each} label={text} />
        ))}
      </FormSelect>
    </Field>
  );
}

/** More are searched. */
const MOST_AT_ONCE = 8;

interface ManyFieldProps extends FieldProps<string> {
  options: readonly { value: string; label: string }[];
}

/** Several of many, as a list of ids. */
export function ManyField({ options, value, change, ...field }: ManyFieldProps): ReactNode {
  const [search, setSearch] = useState('');
  const chosen = idsIn(value);
  const found = options.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
  return (
    <Field {...field}>
      {options.length > MOST_AT_ONCE && (
        <SearchInput
          aria-label={alertTexts.definition.searchIn(field.label)}
          value={search}
          onChange={(_event, text) => setSearch(text)}
          onClear={() => setSearch('')}
        />
      )}
      <div role="group" aria-label={field.label} className="many">
        {found.map(({ value: id, label }) => (
          <Checkbox
            key={id}
            id={`${field.id}-${id}`}
            label={label}
            isChecked={chosen.includes(id)}
            onChange={(_event, isOn) => change(withId(value, id, isOn))}
          />
        ))}
      </div>
    </Field>
  );
}

interface TextFieldProps extends FieldProps<string> {
  isNumber?: boolean;
  isSecret?: boolean;
}

/** A text or number; what is no number says so. */
export function TextField(props: TextFieldProps): ReactNode {
  const { value, isNumber = false, isSecret = false, change, ...field } = props;
  const isNoNumber = isNumber && value !== '' && !Number.isFinite(Number(value));
  const problem = isNoNumber ? alertTexts.definition.noNumber : field.problem;
  const isWrong = problem !== undefined;
  return (
    <Field {...field} problem={problem}>
      <TextInput
        id={field.id}
        value={value}
        type={isSecret ? 'password' : 'text'}
        validated={isWrong ? 'error' : 'default'}
        {...(isSecret ? { autoComplete: 'new-password' } : {})}
        {...(isNumber ? { inputMode: 'decimal' as const } : {})}
        {...(field.isRequired ? { isRequired: true } : {})}
        {...(field.hint === undefined && !isWrong ? {} : { 'aria-describedby': `${field.id}-help` })}
        onChange={(_event, next) => change(next)}
      />
    </Field>
  );
}
