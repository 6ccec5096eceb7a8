import { Alert, Button, ClipboardCopy, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { type ReactNode, useId } from 'react';
import { administrationTexts } from '../texts/administration';
import { partTexts } from '../texts/parts';

const { tokens: texts } = administrationTexts;

/** Shows a secret, which cannot be shown again. */
export function SecretDialog({ secret, close }: { secret: string; close: () => void }): ReactNode {
  const label = useId();
  return (
    <Modal variant="small" isOpen onClose={close} aria-labelledby={label}>
      <ModalHeader title={texts.made} labelId={label} />
      <ModalBody>
        <Alert variant="warning" isInline title={texts.once} />
        <ClipboardCopy
          className="secret"
          isReadOnly
          isCode
          textAriaLabel={texts.token}
          copyAriaLabel={texts.copy}
          hoverTip={texts.copy}
          clickTip={texts.copied}
        >
          {secret}
        </ClipboardCopy>
      </ModalBody>
      <ModalFooter>
        <Button onClick={close}>{partTexts.close}</Button>
      </ModalFooter>
    </Modal>
  );
}
