import { aWebAddress, type SenderProperty } from './sender-properties';

/** Default addresses of services, for notifications without one. */
export const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue';
export const OPSGENIE_URL = 'https://api.opsgenie.com/v2/alerts';
export const JIRA_URL = 'https://api.atlassian.com/jsm/ops/integration/v2/alerts';
export const SLACK_API_URL = 'https://slack.com/api';
export const NTFY_URL = 'https://ntfy.sh';

const MESSAGE: SenderProperty = {
  name: 'message',
  type: 'LONG_STRING',
  label: 'Text',
  help: 'Replaces description and conditions. Placeholders such as <% alert.name %> and <% resource.name %> are filled in',
};

/** Whoever knows the address can send to the channel. */
const SECRET_ADDRESS: SenderProperty = {
  name: 'url',
  type: 'PASSWORD',
  label: 'Address of the webhook',
  help: 'As the service shows it, e.g. https://hooks.example.com/services/…',
  isRequired: true,
  check: aWebAddress,
};

const toAddress = (standard: string, help: string): SenderProperty => ({
  name: 'url',
  type: 'STRING',
  label: 'Address',
  help: `${standard} when empty; ${help}`,
  isDestination: true,
  check: aWebAddress,
});

export const WEBHOOK_CHANNEL_PROPERTIES: readonly SenderProperty[] = [SECRET_ADDRESS, MESSAGE];

export const PAGERDUTY_PROPERTIES: readonly SenderProperty[] = [
  {
    name: 'routingKey',
    type: 'PASSWORD',
    label: 'Integration key',
    help: 'From an integration of type Events API v2; 32 characters',
    isRequired: true,
    check: (text) => (/^[0-9A-Za-z]{32}$/.test(text) ? undefined : 'must be 32 letters and digits'),
  },
  toAddress(PAGERDUTY_URL, 'accounts in the EU: https://events.eu.pagerduty.com/v2/enqueue'),
  MESSAGE,
];

export const OPSGENIE_PROPERTIES: readonly SenderProperty[] = [
  {
    name: 'apiKey',
    type: 'PASSWORD',
    label: 'API key',
    help: 'From an integration of type API',
    isRequired: true,
    check: aHeaderValue,
  },
  toAddress(OPSGENIE_URL, 'accounts in the EU: https://api.eu.opsgenie.com/v2/alerts'),
  MESSAGE,
];

export const JIRA_PROPERTIES: readonly SenderProperty[] = [
  {
    name: 'apiKey',
    type: 'PASSWORD',
    label: 'API key',
    help: 'From an integration of type API, under Operations of a team',
    isRequired: true,
    check: aHeaderValue,
  },
  toAddress(JIRA_URL, 'the same for all regions'),
  MESSAGE,
];

export const SLACK_APP_PROPERTIES: readonly SenderProperty[] = [
  {
    name: 'token',
    type: 'PASSWORD',
    label: 'Bot token',
    help: 'From a Slack app with the scope chat:write; starts with xoxb-',
    isRequired: true,
    check: aHeaderValue,
  },
  {
    name: 'channel',
    type: 'STRING',
    label: 'Channel',
    help: 'Channel ID, e.g. C0123456789, at the end of the channel details in Slack. Invite the app to the channel',
    isRequired: true,
    check: (text) => (/^[A-Z0-9]{9,20}$/.test(text) ? undefined : 'must be the ID of a channel, e.g. C0123456789'),
  },
  toAddress(SLACK_API_URL, 'GovSlack: https://slack-gov.com/api'),
  MESSAGE,
];

export const NTFY_PROPERTIES: readonly SenderProperty[] = [
  {
    name: 'topic',
    type: 'STRING',
    label: 'Topic',
    isRequired: true,
    check: (text) => (/^[-_A-Za-z0-9]{1,64}$/.test(text) ? undefined : 'must be 1 to 64 letters, digits, - and _'),
  },
  toAddress(NTFY_URL, 'the root of the server, without the topic'),
  { name: 'token', type: 'PASSWORD', label: 'Access token', check: aHeaderValue },
  MESSAGE,
];

function aHeaderValue(text: string): string | undefined {
  return /^[!-~]+$/.test(text) ? undefined : 'must be printable ASCII without spaces';
}
