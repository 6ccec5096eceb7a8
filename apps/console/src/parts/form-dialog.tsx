import {
  Alert,
  AlertActionLink,
  Button,
  Form,
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  TextInput,
} from '@patternfly/react-core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { partTexts } from '../texts/parts';
import { ErrorState } from './error-state';
import { useUnsaved } from './unsaved';

interface FormDialogProps<T> {
  title: string;
  /** Name of the button that sends the form. */
  action: string;
  description?: ReactNode;
  isReady?: boolean;
  /** Sends the form; the dialog stays open when that fails, and shows why. */
  submit: () => Promise<T>;
  /** Called with the result; by default it closes the dialog. */
  submitted?: (result: T) => void;
  close: () => void;
  /** Of a form that holds nothing worth a question when it is left. */
  isFleeting?: boolean;
  children: ReactNode;
}

/** A form above the page; Enter sends it. What was typed is not lost by Escape or by leaving the page. */
export function FormDialog<T>(props: FormDialogProps<T>): ReactNode {
  const {
    title,
    action,
    description,
    isReady = true,
    submit,
    close,
    submitted = close,
    isFleeting = false,
    children,
  } = props;
  const form = useId();
  const label = useId();
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
    <Modal
      variant="small"
      isOpen
      onClose={close}
      onEscapePress={() => (isUnsaved ? setLeaving(true) : close())}
      aria-labelledby={label}
    >
      <ModalHeader title={title} labelId={label} description={description} />
      <ModalBody>
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
          {failure && <ErrorState error={failure} title={partTexts.refused} />}
        </Form>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form={form} isLoading={isBusy} isDisabled={!isReady || isBusy}>
          {action}
        </Button>
        <Button variant="link" onClick={close}>
          {partTexts.cancel}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

interface TextRowProps {
  label: string;
  value: string;
  /** Absent where the text is only shown. */
  change?: (value: string) => void;
  help?: string | undefined;
  /** What is wrong with the value, in place of the help. */
  problem?: string | undefined;
  type?: 'text' | 'password' | 'number';
  isRequired?: boolean;
  autoComplete?: string;
}

/** A line of a form with one text. */
export function TextRow(props: TextRowProps): ReactNode {
  const { label, value, change, help, problem, type = 'text', isRequired, autoComplete } = props;
  const id = useId();
  const isProblem = problem !== undefined;
  const below = problem ?? help;
  return (
    <FormGroup label={label} fieldId={id} {...(isRequired ? { isRequired } : {})}>
      <TextInput
        id={id}
        type={type}
        value={value}
        validated={isProblem ? 'error' : 'default'}
        {...(change ? { onChange: (_event, next) => change(next) } : { readOnlyVariant: 'default' as const })}
        {...(below === undefined ? {} : { 'aria-describedby': `${id}-help` })}
        {...(isRequired ? { isRequired } : {})}
        {...(autoComplete === undefined ? {} : { autoComplete })}
      />
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
