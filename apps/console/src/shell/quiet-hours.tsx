import { Button } from '@patternfly/react-core';
import type { QuietHoursRest } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { ApiError } from '@wardstone/client';
import { useChanged, useGet, wardstone } from '../api/client';
import { FormDialog } from '../parts/forms';
import { firstHours, type Hours, QuietHoursFields } from '../parts/quiet-hours-fields';
import { onCallTexts } from '../texts/on-call';

const { quiet: texts } = onCallTexts;
const QUIET = '/rest/on-call/quiet-hours';

/** Quiet hours of the caller. */
export function QuietHours({ close }: { close: () => void }): ReactNode {
  const { data, error } = useGet(QUIET);
  const hasNone = error instanceof ApiError && error.status === 404;
  if (!data && !hasNone) return null;
  return <QuietHoursDialog stored={data} close={close} />;
}

function QuietHoursDialog({ stored, close }: { stored: QuietHoursRest | undefined; close: () => void }): ReactNode {
  const [hours, setHours] = useState<Hours>(() => ({ ...firstHours(), ...stored }));
  const changed = useChanged();
  return (
    <FormDialog
      title={texts.title}
      action={onCallTexts.save}
      description={texts.help}
      isReady={hours.days.length > 0}
      submit={() => changed(wardstone.put(QUIET, { body: hours }))}
      close={close}
    >
      <QuietHoursFields hours={hours} change={setHours} />
      {stored && (
        <Button variant="link" isInline onClick={() => void changed(wardstone.delete(QUIET)).then(close)}>
          {texts.off}
        </Button>
      )}
    </FormDialog>
  );
}
