import type { ReactNode } from 'react';
import { useViewer } from '../api/caller';
import { useChanged, wardstone } from '../api/client';
import { FormDialog, TextField, useFields } from '../parts/forms';
import { shellTexts } from '../texts/shell';

const { ownName: texts } = shellTexts;

/** Changes the viewer's display name. */
export function OwnName({ close }: { close: () => void }): ReactNode {
  const { personName = '' } = useViewer();
  const [{ name }, field] = useFields({ name: personName });
  const changed = useChanged();
  return (
    <FormDialog
      title={texts.title}
      action={texts.save}
      submit={() => changed(wardstone.put('/auth/name', { body: { name: name.trim() || null } }))}
      close={close}
    >
      <TextField {...field('name')} label={texts.name} help={texts.help} autoComplete="name" />
    </FormDialog>
  );
}
