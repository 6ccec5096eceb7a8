import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { partTexts } from '../texts/parts';
import { ErrorState } from './error-state';

interface ConfirmDialogProps {
  title: string;
  /** Name of the button that does it. */
  action: string;
  isDanger?: boolean;
  /** Whether what the question names is known. */
  isReady?: boolean;
  /** Does it; the dialog closes when that succeeds, and otherwise shows why not. */
  confirm: () => Promise<unknown>;
  close: () => void;
  children?: ReactNode;
}

/** Asks before something that cannot be undone, or that takes many things at once. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, action, isDanger, isReady = true, confirm, close, children } = props;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await confirm();
      close();
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal variant="small" isOpen onClose={close} aria-labelledby="confirm-title" aria-describedby="confirm-body">
      <ModalHeader title={title} labelId="confirm-title" {...(isDanger ? { titleIconVariant: 'warning' } : {})} />
      <ModalBody id="confirm-body">
        {children}
        {failure && <ErrorState error={failure} title={title} />}
      </ModalBody>
      <ModalFooter>
        <Button
          variant={isDanger ? 'danger' : 'primary'}
          isLoading={isBusy}
          isDisabled={isBusy || !isReady}
          onClick={() => void run()}
        >
          {action}
        </Button>
        <Button variant="link" onClick={close}>
          {partTexts.cancel}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
