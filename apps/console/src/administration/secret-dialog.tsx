import { Alert, Button, ClipboardCopy, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { administrationTexts } from '../texts/administration';
import { partTexts } from '../texts/parts';

const { tokens: texts } = administrationTexts;

/** Shows a secret the once that there is for it. */
export function SecretDialog(props: { secret: string; close: () => void; children?: ReactNode }): ReactNode {
  const { secret, close, children } = props;
  const label = useId();
  return (
    <Modal variant="small" isOpen onClose={close} aria-labelledby={label}>
      <ModalHeader title={texts.made} labelId={label} />
      <ModalBody>
        <Alert variant="warning" isInline title={texts.once} />
        <ClipboardCopy
          isReadOnly
          isCode
          textAriaLabel={texts.token}
          copyAriaLabel={texts.copy}
          hoverTip={texts.copy}
          clickTip={texts.copied}
        >
          {secret}
        </ClipboardCopy>
        {children}
      </ModalBody>
      <ModalFooter>
        <Button onClick={close}>{partTexts.close}</Button>
      </ModalFooter>
    </Modal>
  );
}
