import type { ReactNode } from 'react';
import { FormDialog } from './form-dialog';

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
export function ConfirmDialog({ confirm, ...question }: ConfirmDialogProps): ReactNode {
  return <FormDialog {...question} submit={confirm} refused={question.title} isFleeting isQuestion />;
}
