import { Alert, Button } from '@patternfly/react-core';
import type { Result } from '@wardstone/client';
import { type ReactNode, useState } from 'react';
import { wardstone } from '../api/client';
import { useAction } from '../parts/action';
import { ErrorState } from '../parts/error-state';
import type { Owner } from '../parts/monitoring/owner';
import { alertTexts } from '../texts/alerts';
import type { NotificationDraft } from './domain/definition-draft';

const { test: texts } = alertTexts.definition;

const TEST = '/rest/alert/sender/{name}/test';

interface SenderTestProps {
  notification: NotificationDraft;
  owner: Owner;
}

/** Sends a test as the notification stands in the form, and shows what the other side said. */
export function SenderTest({ notification, owner }: SenderTestProps): ReactNode {
  const [result, setResult] = useState<Result<'post', typeof TEST>>();
  const testing = useAction(async () => {
    setResult(undefined);
    const { id, senderName, config } = notification;
    const body = { ...(id === undefined ? {} : { id }), senderName, config };
    const query = { [`${owner.kind}Id`]: owner.id };
    setResult(await wardstone.post(TEST, { path: { name: senderName }, query, body }));
  });
  return (
    <div className="sender-test">
      <Button variant="secondary" size="sm" isLoading={testing.isBusy} onClick={() => testing.run()}>
        {texts.send}
      </Button>
      {testing.error && <ErrorState error={testing.error} title={texts.failed} />}
      {result && (
        <Alert
          variant={result.state === 'SUCCESS' ? 'success' : 'danger'}
          isInline
          title={result.state === 'SUCCESS' ? texts.sent : texts.failed}
        >
          <p className="error-detail">{result.message}</p>
          {result.responses.map((response) => (
            <p key={response}>{texts.response(response)}</p>
          ))}
        </Alert>
      )}
    </div>
  );
}
