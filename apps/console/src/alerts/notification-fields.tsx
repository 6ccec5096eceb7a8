import {
  Alert,
  Button,
  FormFieldGroup,
  FormFieldGroupHeader,
  FormSelect,
  FormSelectOption,
} from '@patternfly/react-core';
import type { AlertSender } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { useGet } from '../api/hooks';
import { ErrorState } from '../parts/error-state';
import type { Owner } from '../parts/monitoring/owner';
import { alertTexts } from '../texts/alerts';
import type { NotificationDraft } from './domain/definition-draft';
import { SenderFields } from './sender-fields';
import { SenderTest } from './sender-test';

const texts = alertTexts.definition;

interface NotificationFieldsProps {
  /** What the service refused of a property. */
  problemOf: (at: number, property: string) => string | undefined;
  notifications: readonly NotificationDraft[];
  change: (notifications: readonly NotificationDraft[]) => void;
  /** What the definition is for: who may create it may send tests. */
  owner: Owner | undefined;
  /** A resource that it watches. */
  resourceId: number | undefined;
}

/** Who is notified, and how. */
export function NotificationFields(props: NotificationFieldsProps): ReactNode {
  const { notifications, problemOf, change, owner, resourceId } = props;
  const { data: senders = [], error } = useGet('/rest/alert/senders', {}, { staleTime: 300_000 });
  return (
    <>
      {notifications.map((notification, at) => (
        <OneNotification
          key={notification.id ?? `new ${at}`}
          id={`notification-${at}`}
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
      <SenderFields id={id} notification={notification} problemOf={problemOf} resourceId={resourceId} change={change} />
      {sender?.testable && owner && <SenderTest notification={notification} owner={owner} />}
    </FormFieldGroup>
  );
}
