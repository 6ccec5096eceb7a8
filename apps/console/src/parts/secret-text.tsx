import { Alert, ClipboardCopy } from '@patternfly/react-core';
import type { ReactNode } from 'react';

interface SecretTextProps {
  label: string;
  /** Note that it is not shown again. */
  once: string;
  copy: string;
  copied: string;
  children: string;
}

/** Copyable text of a secret, which is not shown again. */
export function SecretText({ label, once, copy, copied, children }: SecretTextProps): ReactNode {
  return (
    <>
      <Alert variant="warning" isInline title={once} />
      <ClipboardCopy
        className="secret"
        isReadOnly
        isCode
        textAriaLabel={label}
        copyAriaLabel={copy}
        hoverTip={copy}
        clickTip={copied}
      >
        {children}
      </ClipboardCopy>
    </>
  );
}
