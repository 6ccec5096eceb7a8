import {
  Alert,
  AlertActionLink,
  Button,
  Checkbox,
  Form,
  FormGroup,
  FormHelperText,
  FormSelect,
  FormSelectOption,
  HelperText,
  HelperTextItem,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  type ModalProps,
  SearchInput,
  TextArea,
  TextInput,
  type TextInputProps,
} from '@patternfly/react-core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { partTexts } from '../texts/parts';
import { ErrorState } from './states';
import { useUnsaved } from './unsaved';

interface FieldProps {
  id?: string;
  label: string;
  /** Help below the field. */
  help?: string | undefined;
  /** Error of the value; replaces the help. */
  problem?: string | undefined;
  isRequired?: boolean;
}

interface FieldIds {
  id: string;
  validated: 'default' | 'error';
  isRequired: boolean;
  'aria-describedby'?: string;
}

/** A field with its label above, and help or an error below. */
export function Field({ children, ...field }: FieldProps & { children: (ids: FieldIds) => ReactNode }): ReactNode {
  const own = useId();
  const { id = own, label, help, problem, isRequired = false } = field;
  const below = problem ?? help;
  const isProblem = problem !== undefined;
  return (
    <FormGroup label={label} fieldId={id} isRequired={isRequired}>
      {children({
        id,
        isRequired,
        validated: isProblem ? 'error' : 'default',
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

/** Help of a form field, or its error. */
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
  /** Absent if the text is read-only. */
  change?: ((value: string) => void) | undefined;
  /** `decimal` permits any number; the field reports other texts. */
  type?: 'text' | 'password' | 'number' | 'decimal' | 'date' | 'time' | 'datetime-local';
  autoComplete?: string;
  maxLength?: number;
  min?: number | string;
  max?: string;
  /** Whether the field gets the initial focus of a dialog or form. */
  isFocused?: boolean;
  /** Offered texts; others are allowed. */
  offers?: readonly string[];
}

/** Field for a text or a number. */
export function TextField(props: TextFieldProps): ReactNode {
  const {
    value,
    change,
    type = 'text',
    autoComplete,
    maxLength,
    min,
    max,
    isFocused = false,
    offers,
    ...field
  } = props;
  const listId = useId();
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
    ...(offers ? { list: listId } : {}),
  };
  return (
    <Field {...field} problem={isNoNumber ? partTexts.noNumber : field.problem}>
      {(ids) => (
        <>
          <TextInput {...ids} {...input} value={value} autoFocus={isFocused} />
          {offers && (
            <datalist id={listId}>
              {offers.map((offer) => (
                <option key={offer} value={offer} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

type BindField<T> = <N extends keyof T>(name: N) => { value: T[N]; change: (value: T[N]) => void };

/** State of a form's fields, and the props of each field by name. */
export function useFields<T extends object>(initial: T | (() => T)): [values: T, field: BindField<T>] {
  const [values, setValues] = useState(initial);
  const field: BindField<T> = (name) => ({
    value: values[name],
    change: (value) => setValues((before) => ({ ...before, [name]: value })),
  });
  return [values, field];
}

interface ChangedProps<T> extends FieldProps {
  value: T;
  change: (value: T) => void;
}

/** Field for several lines of text. */
export function LongTextField({
  value,
  change,
  isFocused = false,
  ...field
}: ChangedProps<string> & Pick<TextFieldProps, 'maxLength' | 'isFocused'>): ReactNode {
  const { maxLength } = field;
  return (
    <Field {...field}>
      {(ids) => (
        <TextArea
          {...ids}
          value={value}
          {...(maxLength === undefined ? {} : { maxLength })}
          resizeOrientation="vertical"
          autoFocus={isFocused}
          onChange={(_event, next) => change(next)}
        />
      )}
    </Field>
  );
}

interface ChoiceFieldProps<T extends string> extends ChangedProps<T> {
  options: readonly (readonly [T, string])[];
}

/** Field for one of several options. */
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

/** Checkbox. */
export function Tick({ isOn, change, ...box }: TickProps): ReactNode {
  const id = useId();
  return <Checkbox id={id} {...box} isChecked={isOn} onChange={(_event, next) => change(next)} />;
}

interface SearchFieldProps {
  label: string;
  value: string;
  change: (text: string) => void;
}

/** Field for a search text. */
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

interface DialogProps {
  title: string;
  description?: ReactNode;
  isDanger?: boolean;
  /** Whether screen readers read the content with the title, as for a question. */
  isRead?: boolean;
  variant?: ModalProps['variant'];
  close: () => void;
  /** Called on Escape; by default the dialog closes. */
  escape?: () => void;
  /** Buttons at the bottom. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Modal dialog. */
export function Dialog(props: DialogProps): ReactNode {
  const { title, description, isDanger, isRead, variant = 'small', close, escape = close, footer, children } = props;
  const id = useId();
  return (
    <Modal
      variant={variant}
      isOpen
      onClose={close}
      onEscapePress={escape}
      aria-labelledby={`${id}-title`}
      {...(isRead ? { 'aria-describedby': `${id}-body` } : {})}
    >
      <ModalHeader
        title={title}
        labelId={`${id}-title`}
        description={description}
        {...(isDanger ? { titleIconVariant: 'warning' } : {})}
      />
      <ModalBody id={`${id}-body`}>{children}</ModalBody>
      {footer && <ModalFooter>{footer}</ModalFooter>}
    </Modal>
  );
}

interface FormDialogProps<T> {
  title: string;
  /** Label of the submit button. */
  action: string;
  description?: ReactNode;
  isReady?: boolean;
  /** Submits the form; on failure the dialog stays open with the error. */
  submit: () => Promise<T>;
  /** Called with the result; by default it closes the dialog. */
  submitted?: (result: T) => void;
  close: () => void;
  /** Whether leaving needs no confirmation, because nothing of value would be lost. */
  isFleeting?: boolean;
  /** Whether it is only a question, whose text is read with the title. */
  isQuestion?: boolean;
  isDanger?: boolean;
  /** Title of the error if storing fails. */
  refused?: string;
  children?: ReactNode;
}

/** Modal form; Enter submits it. Escape and leaving the page ask before input is lost. */
export function FormDialog<T>(props: FormDialogProps<T>): ReactNode {
  const { title, action, description, isReady = true, submit, close, submitted = close, children } = props;
  const { isFleeting = false, isQuestion = false, isDanger = false, refused = partTexts.refused } = props;
  const form = useId();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const [isTouched, setTouched] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const isUnsaved = isTouched && !isFleeting;
  const release = useUnsaved(isUnsaved);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const result = await submit();
      release();
      submitted(result);
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={title}
      description={description}
      isDanger={isDanger}
      isRead={isQuestion}
      close={close}
      escape={() => (isUnsaved ? setLeaving(true) : close())}
      footer={
        <>
          <Button
            type="submit"
            form={form}
            variant={isDanger ? 'danger' : 'primary'}
            isLoading={isBusy}
            isDisabled={!isReady || isBusy}
          >
            {action}
          </Button>
          <Button variant="link" onClick={close}>
            {partTexts.cancel}
          </Button>
        </>
      }
    >
      {isLeaving && (
        <Alert
          variant="warning"
          isInline
          title={partTexts.unsaved.title}
          actionLinks={
            <>
              <AlertActionLink onClick={close}>{partTexts.unsaved.leave}</AlertActionLink>
              <AlertActionLink onClick={() => setLeaving(false)}>{partTexts.unsaved.stay}</AlertActionLink>
            </>
          }
        />
      )}
      <Form id={form} onSubmit={(event) => void send(event)} onChange={() => setTouched(true)}>
        {children}
        {failure && <ErrorState error={failure} title={refused} />}
      </Form>
    </Dialog>
  );
}

interface ConfirmDialogProps {
  title: string;
  /** Label of the confirm button. */
  action: string;
  isDanger?: boolean;
  /** Whether the question can be answered, because its subject is loaded. */
  isReady?: boolean;
  /** Performs the action; the dialog closes on success, and otherwise shows the error. */
  confirm: () => Promise<unknown>;
  close: () => void;
  children?: ReactNode;
}

/** Confirmation of an action that cannot be undone or affects many records. */
export function ConfirmDialog({ confirm, ...question }: ConfirmDialogProps): ReactNode {
  return <FormDialog {...question} submit={confirm} refused={question.title} isFleeting isQuestion />;
}
