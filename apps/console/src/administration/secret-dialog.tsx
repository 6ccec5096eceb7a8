import { Alert, Button, ClipboardCopy } from '@patternfly/react-core';
import { type ReactNode } from 'react';
import { Dialog } from '../parts/dialog';
import { administrationTexts } from '../texts/administration';
import { partTexts } from '../texts/parts';

const { tokens: texts } = administrationTexts;

/** Shows a secret, which cannot be shown again. */
export function SecretDialog({ secret, close }: { secret: string; close: () => void }): ReactNode {
  return (
    <Dialog title={texts.made} close={close} footer={<Button onClick={close}>{partTexts.close}</Button>}>
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
    </Dialog>
  );
}
