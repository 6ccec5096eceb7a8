import { Button, FormFieldGroup, FormFieldGroupHeader, FormSelect, FormSelectOption } from '@patternfly/react-core';
import type { AlertSender } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { useApi } from '../api/hooks';
import { ErrorState } from '../parts/error-state';
import { alertTexts } from '../texts/alerts';
import type { NotificationDraft } from './domain/definition-draft';
import { TextField } from './fields';

const texts = alertTexts.definition;

interface NotificationFieldsProps {
  notifications: readonly NotificationDraft[];
  change: (notifications: readonly NotificationDraft[]) => void;
}

/** Who is notified, and how. */
export function NotificationFields({ notifications, change }: NotificationFieldsProps): ReactNode {
  const { data: senders = [], error } = useApi<AlertSender[]>('/rest/alert/senders', { staleTime: 300_000 });
  return (
    <>
      {notifications.map((notification, at) => (
        <FormFieldGroup
          key={notification.id ?? `new ${at}`}
          header={
            <FormFieldGroupHeader
              titleText={{ text: notification.senderName, id: `notification-${at}` }}
              titleDescription={senders.find(({ senderName }) => senderName === notification.senderName)?.description}
              actions={
                <Button variant="link" onClick={() => change(notifications.filter((_each, index) => index !== at))}>
                  {texts.removeNotification(notification.senderName)}
                </Button>
              }
            />
          }
        >
          <SenderFields
            id={`notification-${at}`}
            notification={notification}
            change={(changed) => change(notifications.map((each, index) => (index === at ? changed : each)))}
          />
        </FormFieldGroup>
      ))}
      {error && <ErrorState error={error} />}
      <FormSelect
        className="add-notification"
        aria-label={texts.addNotification}
        value=""
        onChange={(_event, senderName) => change([...notifications, { senderName, config: {} }])}
      >
        <FormSelectOption value="" label={texts.addNotification} isPlaceholder />
        {senders.map(({ senderName, description }) => (
          <FormSelectOption key={senderName} value={senderName} label={`${senderName}: ${description}`} />
        ))}
      </FormSelect>
    </>
  );
}

interface SenderFieldsProps {
  id: string;
  notification: NotificationDraft;
  change: (notification: NotificationDraft) => void;
}

function SenderFields({ id, notification, change }: SenderFieldsProps): ReactNode {
  const { senderName, config } = notification;
  const { data, error } = useApi<AlertSender>(`/rest/alert/sender/${encodeURIComponent(senderName)}`, {
    staleTime: 300_000,
  });
  if (error) return <ErrorState error={error} />;
  return Object.keys(data?.configDefinition ?? {}).map((name) => {
    const value = config[name];
    return (
      <TextField
        key={name}
        id={`${id}-${name}`}
        label={name}
        value={
          typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
        }
        change={(text) => change({ ...notification, config: { ...config, [name]: text } })}
      />
    );
  });
}
