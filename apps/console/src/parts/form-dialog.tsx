import { Alert, AlertActionLink, Button, Form } from '@patternfly/react-core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { partTexts } from '../texts/parts';
import { Dialog } from './dialog';
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
  /** Nothing but a question: its text is read with the title. */
  isQuestion?: boolean;
  isDanger?: boolean;
  /** What has failed when it is not stored, as a sentence. */
  refused?: string;
  children?: ReactNode;
}

/** A form above the page; Enter sends it. What was typed is not lost by Escape or by leaving the page. */
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
