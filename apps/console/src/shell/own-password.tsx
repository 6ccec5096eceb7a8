import type { ReactNode } from 'react';
import { wardstone } from '../api/client';
import { FormDialog, TextField, useFields } from '../parts/forms';
import { shellTexts } from '../texts/shell';

const { ownPassword: texts } = shellTexts;

/** Changes the viewer's password; only for accounts with one. */
export function OwnPassword({ close }: { close: () => void }): ReactNode {
  const [body, field] = useFields({ currentPassword: '', newPassword: '' });
  return (
    <FormDialog
      title={texts.title}
      action={texts.save}
      isReady={body.currentPassword !== '' && body.newPassword !== ''}
      submit={() => wardstone.put('/auth/password', { body })}
      close={close}
    >
      <TextField
        {...field('currentPassword')}
        label={texts.current}
        type="password"
        isRequired
        autoComplete="current-password"
      />
      <TextField
        {...field('newPassword')}
        label={texts.new}
        type="password"
        help={texts.help}
        isRequired
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
