import {
  Alert,
  Button,
  FormFieldGroup,
  FormFieldGroupHeader,
  FormSelect,
  FormSelectOption,
} from '@patternfly/react-core';
import type { AlertSender } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { useAction, useGet, wardstone } from '../api/client';
import { ErrorState } from '../parts/states';
import type { Owner } from '../parts/monitoring/owner';
import { alertTexts } from '../texts/alerts';
import type { NotificationDraft } from './domain/definition-draft';
import { SenderFields } from '../parts/monitoring/sender-fields';
import type { Result } from '@wardstone/client';

const texts = alertTexts.definition;

interface NotificationFieldsProps {
  /** Prefix of the fields' ids, if a page has several such forms. */
  name?: string;
  /** Error of a property, as reported by the service. */
  problemOf: (at: number, property: string) => string | undefined;
  notifications: readonly NotificationDraft[];
  change: (notifications: readonly NotificationDraft[]) => void;
  /** Owner of the definition; callers who may create a definition for it may also send tests. */
  owner: Owner | undefined;
  /** A resource of the definition. */
  resourceId: number | undefined;
}

/** Form fields for the notifications of a definition. */
export function NotificationFields(props: NotificationFieldsProps): ReactNode {
  const { name = 'notification', notifications, problemOf, change, owner, resourceId } = props;
  const { data: senders = [], error } = useGet(
    '/rest/alert/senders',
    { query: { include: 'label,problem,testable' } },
    { staleTime: 300_000 },
  );
  return (
    <>
      {notifications.map((notification, at) => (
        <OneNotification
          key={notification.id ?? `new ${at}`}
          id={`${name}-${at}`}
          sender={senders.find(({ senderName }) => senderName === notification.senderName)}
          notification={notification}
          problemOf={(property) => problemOf(at, property)}
          owner={owner}
          resourceId={resourceId}
          change={(changed) => change(notifications.map((each, index) => (index === at ? changed : each)))}
          remove={() => change(notifications.filter((_each, index) => index !== at))}
        />
      ))}
      {error && <ErrorState error={error} />}
      <FormSelect
        className="add-notification"
        aria-label={texts.addNotification}
        value=""
        onChange={(_event, senderName) => change([...notifications, { senderName, config: {} }])}
      >
        <FormSelectOption value="" label={texts.addNotification} isPlaceholder />
        {senders.map(({ senderName, label, description }) => (
          <FormSelectOption key={senderName} value={senderName} label={`${label}: ${description}`} />
        ))}
      </FormSelect>
    </>
  );
}

interface OneNotificationProps {
  problemOf: (property: string) => string | undefined;
  id: string;
  sender: AlertSender | undefined;
  notification: NotificationDraft;
  owner: Owner | undefined;
  resourceId: number | undefined;
  change: (notification: NotificationDraft) => void;
  remove: () => void;
}

function OneNotification(props: OneNotificationProps): ReactNode {
  const { id, sender, notification, problemOf, owner, resourceId, change, remove } = props;
  const label = sender?.label ?? notification.senderName;
  return (
    <FormFieldGroup
      header={
        <FormFieldGroupHeader
          titleText={{ text: label, id }}
          titleDescription={sender?.description}
          actions={
            <Button variant="link" onClick={remove}>
              {texts.removeNotification(label)}
            </Button>
          }
        />
      }
    >
      {sender?.problem !== undefined && (
        <Alert variant="warning" isInline title={texts.delivers(label, sender.problem)} />
      )}
      <SenderFields
        id={id}
        senderName={notification.senderName}
        config={notification.config}
        problemOf={problemOf}
        resourceId={resourceId}
        change={(config) => change({ ...notification, config })}
      />
      {sender?.testable && owner && <SenderTest notification={notification} owner={owner} />}
    </FormFieldGroup>
  );
}

const { test: testTexts } = alertTexts.definition;

const TEST = '/rest/alert/sender/{name}/test';

interface SenderTestProps {
  notification: NotificationDraft;
  owner: Owner;
}

/** Sends a test with the configuration in the form, and shows the response. */
function SenderTest({ notification, owner }: SenderTestProps): ReactNode {
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
        {testTexts.send}
      </Button>
      {testing.error && <ErrorState error={testing.error} title={testTexts.failed} />}
      {result && (
        <Alert
          variant={result.state === 'SUCCESS' ? 'success' : 'danger'}
          isInline
          title={result.state === 'SUCCESS' ? testTexts.sent : testTexts.failed}
        >
          <p className="error-detail">{result.message}</p>
          {result.responses.map((response) => (
            <p key={response}>{testTexts.response(response)}</p>
          ))}
        </Alert>
      )}
    </div>
  );
}
