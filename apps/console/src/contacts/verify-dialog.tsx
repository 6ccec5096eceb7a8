import { Alert, Button } from '@patternfly/react-core';
import type { ContactMethodRest } from '@wardstone/client/monitoring';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAction, useRefresh, wardstone } from '../api/client';
import { FormDialog, TextField } from '../parts/forms';
import { ErrorState } from '../parts/states';
import { contactTexts as texts } from '../texts/contacts';
import { onPushedCode } from './subscribe';

const VERIFICATION = '/rest/user/{login}/contact-methods/{id}/verification';

interface VerifyDialogProps {
  login: string;
  method: ContactMethodRest;
  close: () => void;
}

/** Sends a code when opened and verifies it; a code pushed to this browser is entered automatically. */
export function VerifyDialog({ login, method, close }: VerifyDialogProps): ReactNode {
  const [code, setCode] = useState('');
  const path = { login, id: method.id };
  const refresh = useRefresh();
  const [failure, setFailure] = useState<string>();
  const sending = useAction(async () => {
    setFailure(undefined);
    const { state, message } = await wardstone.post(VERIFICATION, { path });
    if (state !== 'SUCCESS') setFailure(message);
  });
  const isBegun = useRef(false);
  const { run } = sending;
  useEffect(() => {
    if (!isBegun.current) run();
    isBegun.current = true;
  }, [run]);
  useEffect(() => onPushedCode(setCode), []);
  const submit = async (): Promise<void> => {
    await wardstone.put(VERIFICATION, { path, body: { code } });
    await refresh();
  };
  return (
    <FormDialog
      title={texts.verifyTitle(method.label ?? '')}
      action={texts.confirm}
      isReady={code.trim() !== ''}
      submit={submit}
      close={close}
      isFleeting
    >
      {sending.error && <ErrorState error={sending.error} />}
      {failure !== undefined && <Alert variant="danger" isInline title={texts.notSent(failure)} />}
      {!sending.error && failure === undefined && !sending.isBusy && (
        <Alert variant="info" isInline isPlain title={texts.verifyHelp} />
      )}
      <TextField
        label={texts.code}
        help={texts.codeHelp}
        value={code}
        change={setCode}
        autoComplete="one-time-code"
        isRequired
      />
      <div>
        <Button variant="link" isInline isDisabled={sending.isBusy} onClick={() => run()}>
          {texts.sendAgain}
        </Button>
      </div>
    </FormDialog>
  );
}
