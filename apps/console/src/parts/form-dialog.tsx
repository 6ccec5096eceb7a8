import { Button, Form, FormGroup, FormHelperText, HelperText, HelperTextItem } from '@patternfly/react-core';
import { Modal, ModalBody, ModalFooter, ModalHeader, TextInput } from '@patternfly/react-core';
import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { partTexts } from '../texts/parts';
import { ErrorState } from './error-state';

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
  children: ReactNode;
}

/** A form above the page; Enter sends it. */
export function FormDialog<T>(props: FormDialogProps<T>): ReactNode {
  const { title, action, description, isReady = true, submit, close, submitted = close, children } = props;
  const form = useId();
  const label = useId();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      submitted(await submit());
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal variant="small" isOpen onClose={close} aria-labelledby={label}>
      <ModalHeader title={title} labelId={label} description={description} />
      <ModalBody>
        <Form id={form} onSubmit={(event) => void send(event)}>
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
  change: (value: string) => void;
  help?: string | undefined;
  type?: 'text' | 'password' | 'number';
  isRequired?: boolean;
  autoComplete?: string;
}

/** A line of a form with one text. */
export function TextRow({
  label,
  value,
  change,
  help,
  type = 'text',
  isRequired,
  autoComplete,
}: TextRowProps): ReactNode {
  const id = useId();
  return (
    <FormGroup label={label} fieldId={id} {...(isRequired ? { isRequired } : {})}>
      <TextInput
        id={id}
        type={type}
        value={value}
        onChange={(_event, next) => change(next)}
        {...(isRequired ? { isRequired } : {})}
        {...(autoComplete === undefined ? {} : { autoComplete })}
      />
      {help !== undefined && <Help>{help}</Help>}
    </FormGroup>
  );
}

/** What a field of a form wants. */
export function Help({ children }: { children: ReactNode }): ReactNode {
  return (
    <FormHelperText>
      <HelperText>
        <HelperTextItem>{children}</HelperTextItem>
      </HelperText>
    </FormHelperText>
  );
}
