import {
  addressProblem,
  MAIL_SENDER,
  NTFY_PROPERTIES,
  type SenderDescription,
  type SenderProperty,
  WEBHOOK_CHANNEL_PROPERTIES,
  WEBHOOK_PROPERTIES,
} from '@wardstone/alerting';
import { type ContactKind } from '@wardstone/dto/monitoring';

/** A kind of contact method. `name` is that of its sender, if it has one. */
export interface ContactKindDescription extends SenderDescription {
  readonly kind: ContactKind;
  readonly label: string;
}

/** Marks all properties as the destination, so that changing any of them requires the secret again. */
function asDestination(properties: readonly SenderProperty[]): readonly SenderProperty[] {
  return properties
    .filter(({ name }) => name !== 'message')
    .map((property) => (property.type === 'PASSWORD' ? property : { ...property, isDestination: true }));
}

const NUMBER: SenderProperty = {
  name: 'number',
  type: 'STRING',
  label: 'Telephone number',
  help: 'With the country code, e.g. +49 151 23456789',
  isRequired: true,
  check: (text) =>
    /^\+?[0-9]{3,20}$/.test(text.replace(/[ ()/.-]/g, ''))
      ? undefined
      : 'must be a telephone number such as +4915123456789',
};

const MAX_ENDPOINT_LENGTH = 2048;

function anEndpoint(text: string): string | undefined {
  if (text.length > MAX_ENDPOINT_LENGTH) return `has more than ${MAX_ENDPOINT_LENGTH} characters`;
  const isSecure = URL.canParse(text) && new URL(text).protocol === 'https:';
  return isSecure ? undefined : 'must be an address that begins with https://';
}

const toBytes =
  (length: number) =>
  (text: string): string | undefined =>
    /^[A-Za-z0-9_-]+={0,2}$/.test(text) && Buffer.from(text, 'base64url').length === length
      ? undefined
      : `must be ${length} bytes in base64url`;

/** Properties of a browser's push subscription, as `PushSubscription.toJSON()` returns them. */
const PUSH_PROPERTIES: readonly SenderProperty[] = [
  { name: 'endpoint', type: 'PASSWORD', label: 'Endpoint', isRequired: true, check: anEndpoint },
  { name: 'p256dh', type: 'STRING', label: 'Key of the browser', isRequired: true, check: toBytes(65) },
  { name: 'auth', type: 'PASSWORD', label: 'Secret of the browser', isRequired: true, check: toBytes(16) },
];

const MAIL: SenderProperty = {
  name: 'address',
  type: 'STRING',
  label: 'E-mail address',
  isRequired: true,
  check: (text) => {
    const problem = addressProblem(text);
    return problem && `is wrong: ${problem}`;
  },
};

const MAX_ADDRESS_LENGTH = 2048;
const bounded = (properties: readonly SenderProperty[]): readonly SenderProperty[] =>
  asDestination(properties).map((property) => ({
    ...property,
    check: (text) =>
      text.length > MAX_ADDRESS_LENGTH ? `has more than ${MAX_ADDRESS_LENGTH} characters` : property.check?.(text),
  }));

/** All kinds in the order of forms. See rule alerts-55. */
export const CONTACT_KIND_LIST: readonly ContactKindDescription[] = [
  {
    kind: 'EMAIL',
    name: MAIL_SENDER,
    label: 'E-mail',
    description: 'mails an address',
    properties: bounded([MAIL]),
    mails: true,
  },
  {
    kind: 'WEB_PUSH',
    name: 'Web Push',
    label: 'Browser',
    description: 'shows a notification in this browser, also while it is closed on a phone',
    properties: bounded(PUSH_PROPERTIES),
  },
  {
    kind: 'NTFY',
    name: 'ntfy',
    label: 'ntfy',
    description: 'pushes to phones and desktops that follow a topic',
    properties: bounded(NTFY_PROPERTIES),
  },
  {
    kind: 'SMS',
    name: 'SMS',
    label: 'SMS',
    description: 'sends a text message',
    properties: bounded([NUMBER]),
  },
  {
    kind: 'VOICE',
    name: 'Voice',
    label: 'Voice call',
    description: 'calls a telephone and reads the alert aloud',
    properties: bounded([NUMBER]),
  },
  {
    kind: 'SLACK',
    name: 'Slack',
    label: 'Slack or Mattermost',
    description: 'posts to a conversation of Slack or Mattermost, by an incoming webhook',
    properties: bounded(WEBHOOK_CHANNEL_PROPERTIES),
  },
  {
    kind: 'TEAMS',
    name: 'Microsoft Teams',
    label: 'Microsoft Teams',
    description: 'posts a card to a chat of Teams, by a workflow with a webhook',
    properties: bounded(WEBHOOK_CHANNEL_PROPERTIES),
  },
  {
    kind: 'WEBHOOK',
    name: 'Webhook',
    label: 'Webhook',
    description: 'posts a signed JSON document to a URL',
    properties: bounded(WEBHOOK_PROPERTIES),
  },
];

export function contactKind(kind: ContactKind): ContactKindDescription {
  return CONTACT_KIND_LIST.find((description) => description.kind === kind)!;
}
