import { Modal, ModalBody, ModalFooter, ModalHeader, type ModalProps } from '@patternfly/react-core';
import { type ReactNode, useId } from 'react';

interface DialogProps {
  title: string;
  description?: ReactNode;
  isDanger?: boolean;
  /** Whether its content is read with the title: that of a question, not of a form. */
  isRead?: boolean;
  variant?: ModalProps['variant'];
  close: () => void;
  /** In place of closing it. */
  escape?: () => void;
  /** Buttons below. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A dialog above the page. */
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
