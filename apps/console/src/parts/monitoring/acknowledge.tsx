import { Button } from '@patternfly/react-core';
import type { Body } from '@wardstone/client';
import { type ReactNode, useState } from 'react';
import { useRefresh, wardstone } from '../../api/client';
import { FormDialog, LongTextField, useFields } from '../forms';
import { alertTexts } from '../../texts/alerts';

const texts = alertTexts.acknowledging;
const ACKNOWLEDGE = '/rest/alert/acknowledge';
const MAX_LENGTH = 1_000;

/** Selection of alerts to acknowledge. */
interface AlertSelection {
  /** Label of the button. */
  action: string;
  /** Selected alerts, or all that match the filters. */
  chosen: Omit<NonNullable<Body<'post', typeof ACKNOWLEDGE>>, 'comment'>;
  filters?: Readonly<Record<string, string | number | boolean | undefined>>;
}

interface AcknowledgeProps extends AlertSelection {
  isDisabled?: boolean;
  /** Called after the acknowledgement. */
  ended?: () => void;
}

/** Button that prompts for a comment and acknowledges alerts by one request. */
export function Acknowledge({ isDisabled = false, ended, ...request }: AcknowledgeProps): ReactNode {
  // The selection when the button was pressed: the list may be refetched meanwhile.
  const [open, setOpen] = useState<AlertSelection>();
  const [{ comment }, field] = useFields({ comment: '' });
  const refresh = useRefresh();
  const close = (): void => setOpen(undefined);
  const submit = async ({ chosen, filters = {} }: AlertSelection): Promise<void> => {
    const body = { ...chosen, ...(comment.trim() === '' ? {} : { comment: comment.trim() }) };
    // One request acknowledges a limited number and returns how many are left.
    for (let remaining = 1; remaining > 0;) {
      remaining = (await wardstone.post(ACKNOWLEDGE, { query: filters, body })).remaining;
    }
    field('comment').change('');
    ended?.();
    await refresh();
  };
  return (
    <>
      <Button isDisabled={isDisabled} onClick={() => setOpen(request)}>
        {request.action}
      </Button>
      {open && (
        <FormDialog title={open.action} action={texts.action} submit={() => submit(open)} close={close}>
          <LongTextField
            {...field('comment')}
            label={texts.comment}
            maxLength={MAX_LENGTH}
            help={texts.help}
            isFocused
          />
        </FormDialog>
      )}
    </>
  );
}
