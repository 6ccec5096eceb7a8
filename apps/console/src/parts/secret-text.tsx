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

/** A secret, which cannot be shown again, to be copied. */
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
