import Ajv from 'ajv';

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const strings = { type: 'object', additionalProperties: { type: 'string' } };
const closed = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** https://docs.slack.dev/legacy/legacy-messaging/legacy-secondary-message-attachments */
const ATTACHMENTS = {
  type: 'array',
  items: closed(
    {
      color: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
      fallback: text(3000),
      title: text(3000),
      title_link: { type: 'string', pattern: '^https?://' },
      text: { type: 'string', maxLength: 3000 },
      footer: text(300),
      ts: { type: 'integer' },
    },
    ['fallback', 'text'],
  ),
};

const OPSGENIE_ALERT = closed(
  {
    message: text(130),
    alias: text(512),
    description: { type: 'string', maxLength: 15_000 },
    entity: { type: 'string', maxLength: 512 },
    source: { type: 'string', maxLength: 100 },
    priority: { enum: ['P1', 'P2', 'P3', 'P4', 'P5'] },
    details: strings,
  },
  ['message'],
);

const SCHEMAS = {
  Slack: closed({ attachments: ATTACHMENTS }, ['attachments']),
  /** https://docs.slack.dev/reference/methods/chat.postMessage and chat.update */
  'Slack App': closed(
    {
      channel: { type: 'string', pattern: '^[A-Z0-9]+$' },
      ts: { type: 'string', pattern: '^[0-9]+[.][0-9]+$' },
      attachments: ATTACHMENTS,
    },
    ['channel', 'attachments'],
  ),
  /** https://adaptivecards.io/explorer and the workflow "Post to a channel when a webhook request is received" */
  'Microsoft Teams': closed(
    {
      type: { const: 'message' },
      attachments: {
        type: 'array',
        minItems: 1,
        maxItems: 1,
        items: closed(
          {
            contentType: { const: 'application/vnd.microsoft.card.adaptive' },
            contentUrl: { type: 'null' },
            content: closed(
              {
                $schema: { const: 'http://adaptivecards.io/schemas/adaptive-card.json' },
                type: { const: 'AdaptiveCard' },
                version: { const: '1.4' },
                msteams: closed({ width: { const: 'Full' } }, []),
                fallbackText: { type: 'string' },
                body: {
                  type: 'array',
                  items: closed(
                    {
                      type: { const: 'RichTextBlock' },
                      inlines: {
                        type: 'array',
                        items: closed(
                          {
                            type: { const: 'TextRun' },
                            text: { type: 'string' },
                            weight: { enum: ['Default', 'Lighter', 'Bolder'] },
                            size: { enum: ['Default', 'Small', 'Medium', 'Large', 'ExtraLarge'] },
                            color: { enum: ['Default', 'Dark', 'Light', 'Accent', 'Good', 'Warning', 'Attention'] },
                            isSubtle: { type: 'boolean' },
                          },
                          ['type', 'text'],
                        ),
                      },
                    },
                    ['type', 'inlines'],
                  ),
                },
                actions: {
                  type: 'array',
                  items: closed(
                    {
                      type: { const: 'Action.OpenUrl' },
                      title: text(100),
                      url: { type: 'string', pattern: '^https?://' },
                    },
                    ['type', 'url'],
                  ),
                },
              },
              ['type', 'version', 'body'],
            ),
          },
          ['contentType', 'content'],
        ),
      },
    },
    ['type', 'attachments'],
  ),
  /** https://developer.pagerduty.com/docs/send-alert-event */
  PagerDuty: closed(
    {
      routing_key: { type: 'string', minLength: 32, maxLength: 32 },
      event_action: { enum: ['trigger', 'acknowledge', 'resolve'] },
      dedup_key: text(255),
      client: text(100),
      client_url: { type: 'string', pattern: '^https?://' },
      payload: closed(
        {
          summary: text(1024),
          source: text(255),
          severity: { enum: ['critical', 'error', 'warning', 'info'] },
          timestamp: { type: 'string', pattern: '^[0-9]{4}-.*Z$' },
          component: { type: 'string' },
          group: { type: 'string' },
          class: { type: 'string' },
          custom_details: { type: 'object' },
        },
        ['summary', 'source', 'severity'],
      ),
    },
    ['routing_key', 'event_action', 'payload'],
  ),
  /** https://docs.opsgenie.com/docs/alert-api#create-alert */
  Opsgenie: OPSGENIE_ALERT,
  /** https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v1/api-group-integration-events */
  'Jira Service Management': OPSGENIE_ALERT,
  /** https://docs.ntfy.sh/publish/#publish-as-json */
  ntfy: closed(
    {
      topic: { type: 'string', pattern: '^[-_A-Za-z0-9]{1,64}$' },
      title: { type: 'string', maxLength: 250 },
      message: text(4096),
      priority: { enum: [1, 2, 3, 4, 5] },
      click: { type: 'string', pattern: '^https?://' },
      actions: {
        type: 'array',
        maxItems: 3,
        items: closed({ action: { const: 'view' }, label: text(100), url: { type: 'string', pattern: '^https?://' } }, [
          'action',
          'label',
          'url',
        ]),
      },
    },
    ['topic'],
  ),
  /** https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md */
  CloudEvents: {
    ...closed(
      {
        specversion: { const: '1.0' },
        id: text(255),
        source: { type: 'string', pattern: '^https?://' },
        type: text(255),
        subject: text(255),
        time: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$' },
        datacontenttype: { const: 'application/json' },
        data: { type: 'object' },
      },
      ['specversion', 'id', 'source', 'type'],
    ),
  },
};

export type Channel = keyof typeof SCHEMAS;

const ajv = new Ajv({ allErrors: true, strict: false });

/** Violations of a service's published schema; empty for a valid document. */
export function findProblems(channel: Channel, document: unknown): string[] {
  const validate = ajv.compile(SCHEMAS[channel]);
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}
