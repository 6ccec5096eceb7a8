import { type ReactNode, useState } from 'react';
import { wardstone } from '../api/client';
import { FormDialog, TextField } from '../parts/forms';
import { shellTexts } from '../texts/shell';

const { ownPassword: texts } = shellTexts;

/** A new password, for who signed in with one. */
export function OwnPassword({ close }: { close: () => void }): ReactNode {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  return (
    <FormDialog
      title={texts.title}
      action={texts.save}
      isReady={currentPassword !== '' && newPassword !== ''}
      submit={() => wardstone.put('/auth/password', { body: { currentPassword, newPassword } })}
      close={close}
    >
      <TextField
        label={texts.current}
        type="password"
        value={currentPassword}
        change={setCurrent}
        isRequired
        autoComplete="current-password"
      />
      <TextField
        label={texts.new}
        type="password"
        value={newPassword}
        change={setNew}
        help={texts.help}
        isRequired
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
