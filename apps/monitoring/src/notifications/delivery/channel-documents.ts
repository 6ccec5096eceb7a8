import { replaceTokens } from '@wardstone/alerting';
import type { Priority } from '@wardstone/dto/monitoring';
import { cutText, inBytes, inJsonBytes } from '@wardstone/units';
import {
  conditionsText,
  getEndedState,
  getEventMs,
  getHost,
  incidentKey,
  isOfOne,
  getSeriesLabels,
  type LinkedNotice,
  type Notice,
  getDetailsUrl,
  isAboutAlert,
  timeText,
  getTokens,
} from './notice';
import { renderHeadline, renderLines, linkLabel } from './notice-text';

/** Names and colours of priorities in each service. */
const LEVELS: Readonly<
  Record<Priority, { pagerDuty: string; opsgenie: string; ntfy: number; colour: string; style: string }>
> = {
  HIGH: { pagerDuty: 'critical', opsgenie: 'P1', ntfy: 5, colour: '#c9190b', style: 'Attention' },
  MEDIUM: { pagerDuty: 'warning', opsgenie: 'P3', ntfy: 4, colour: '#f0ab00', style: 'Warning' },
  LOW: { pagerDuty: 'info', opsgenie: 'P5', ntfy: 3, colour: '#2b9af3', style: 'Accent' },
};

/** Recovered alerts are green. */
const OVER = { colour: '#3e8635', style: 'Good', ntfy: 3 } as const;

/** Colour and urgency of a message. */
export function getLevel({ definition, incident }: Notice): { colour: string; style: string; ntfy: number } {
  return incident?.hasEnded ? OVER : LEVELS[definition.priority];
}

/**
 * The text of a message: the user's template, or the conditions; for an incident of several alerts, its summary.
 * @param escape escapes values for the markup of the service; the user's own text may contain markup
 */
export function renderText(notice: Notice, template = '', escape = (text: string): string => text): string {
  const lines = renderLines(notice).map(escape);
  if (template.trim() !== '') {
    const tokens = Object.entries(getTokens(notice)).map(([name, value]) => [name, escape(value)] as const);
    return [replaceTokens(template, Object.fromEntries(tokens)), ...lines].join('\n');
  }
  if (!isAboutAlert(notice) || !isOfOne(notice)) return lines.join('\n');
  const own = [
    ...(getEndedState(notice) ? [] : [conditionsText(notice) || notice.description]),
    ...(notice.isTest ? [] : [`Since ${timeText(notice.sinceMs)}`]),
  ];
  return [...own.map(escape), ...lines].filter((line) => line !== '').join('\n');
}

/** Slack's incoming webhook, which Mattermost and Rocket.Chat support as well. */
export function slackMessage(notice: LinkedNotice, template?: string): object {
  const headline = cutSlack(escapeSlack(renderHeadline(notice)), MAX_SLACK_TITLE_LENGTH);
  const links = slackLinks(notice);
  return {
    attachments: [
      {
        color: getLevel(notice).colour,
        fallback: headline,
        title: headline,
        title_link: getDetailsUrl(notice),
        text: cutSlack(renderText(notice, template, escapeSlack), MAX_SLACK_TEXT_LENGTH - links.length) + links,
        footer: 'Wardstone',
        ts: Math.floor(getEventMs(notice) / 1000),
      },
    ],
  };
}

/** In characters, markup included. */
const MAX_SLACK_TEXT_LENGTH = 3000;
const MAX_SLACK_TITLE_LENGTH = 1000;

/** Cuts the text without breaking an entity or a link. */
function cutSlack(text: string, limit: number): string {
  const cut = cutText(text, limit);
  return cut === text ? text : cut.replace(/(?:&[a-z]*|<[^<>]*)…$/, '…');
}

function slackLinks(notice: LinkedNotice): string {
  const links = linkActions(notice).map(({ label, url }) => `<${url}|${escapeSlack(label)}>`);
  return links.length === 0 ? '' : `\n${links.join(' · ')}`;
}

/** Escapes foreign names, so that they cannot mention a channel or hide a link. */
function escapeSlack(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Teams accepts 28 KB, including what a workflow adds. */
const MAX_TEAMS_MESSAGE_LENGTH = 24 * 1024;
const MAX_TEAMS_TITLE_LENGTH = 1000;

/** An Adaptive Card for a Teams workflow. */
export function teamsMessage(notice: LinkedNotice, template?: string): object {
  return withTextWithin(MAX_TEAMS_MESSAGE_LENGTH, renderText(notice, template), (text) => teamsCard(notice, text));
}

/** A document whose text is cut to fit into a number of bytes. */
function withTextWithin(bytes: number, text: string, documentOf: (text: string) => object): object {
  const rest = inBytes(JSON.stringify(documentOf('')));
  return documentOf(cutText(text, bytes - rest, inJsonBytes));
}

/** Uses runs of text, because other elements interpret Markdown. */
function teamsCard(notice: LinkedNotice, text: string): object {
  const headline = cutText(renderHeadline(notice), MAX_TEAMS_TITLE_LENGTH);
  const run = (of: string, more: object = {}): object => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: of, ...more }],
  });
  const color = getLevel(notice).style;
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    fallbackText: headline,
    body: [
      run(headline, { weight: 'Bolder', size: 'Medium', color }),
      run(text),
      run(timeText(getEventMs(notice)), { isSubtle: true }),
    ],
    actions: [
      { type: 'Action.OpenUrl', title: 'Open in the console', url: getDetailsUrl(notice) },
      ...linkActions(notice).map(({ label: title, url }) => ({ type: 'Action.OpenUrl', title, url })),
    ],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

/** PagerDuty accepts 512 KB, and shows less. */
const MAX_PAGERDUTY_EVENT_LENGTH = 256 * 1024;

/** An event that triggers, updates or resolves an incident. */
export function pagerDutyEvent(notice: Notice, routingKey: string, template?: string): object {
  const { definition, resource, incident } = notice;
  return withTextWithin(MAX_PAGERDUTY_EVENT_LENGTH, renderText(notice, template), (text) => ({
    routing_key: routingKey,
    event_action: incident?.hasEnded ? 'resolve' : 'trigger',
    dedup_key: incidentKey(notice),
    client: 'Wardstone',
    client_url: getDetailsUrl(notice),
    payload: {
      summary: cutText(renderHeadline(notice), 1024),
      source: getHost(notice),
      severity: LEVELS[definition.priority].pagerDuty,
      timestamp: new Date(getEventMs(notice)).toISOString(),
      component: resource.name,
      class: definition.name,
      custom_details: {
        text,
        path: resource.lineage.join(' > '),
        ...(notice.series && { labels: notice.series.labels }),
      },
    },
  }));
}

/** Limits are in characters; Opsgenie truncates or refuses longer texts. */
export function opsgenieAlert(notice: Notice, template?: string): object {
  const { definition, resource } = notice;
  return {
    message: cutText(renderHeadline(notice), 130),
    alias: incidentKey(notice),
    description: cutText(renderText(notice, template), 15_000),
    entity: cutText(resource.name, 512),
    source: 'Wardstone',
    priority: LEVELS[definition.priority].opsgenie,
    // At most 8,000 characters in total, keys included; labels take up to 2,000 bytes.
    details: {
      ...Object.fromEntries(Object.entries(getSeriesLabels(notice)).map(([name, value]) => [`label.${name}`, value])),
      url: getDetailsUrl(notice),
      host: getHost(notice),
      path: cutText(resource.lineage.join(' > '), 4_000),
    },
  };
}

/** Closes the Opsgenie alert whose alias is in the URL. */
export function opsgenieClosing(notice: Notice): object {
  return { source: 'Wardstone', note: cutText([renderHeadline(notice), ...renderLines(notice)].join('\n'), 15_000) };
}

function linkActions({ links, ...notice }: LinkedNotice): { label: string; url: string }[] {
  if (!links) return [];
  return [
    { label: cutText(linkLabel(notice, 'Acknowledge'), MAX_LABEL_LENGTH), url: links.acknowledge },
    { label: cutText(linkLabel(notice, 'Resolve'), MAX_LABEL_LENGTH), url: links.resolve },
  ];
}

const MAX_LABEL_LENGTH = 80;

/** Limits in bytes: of the message, beyond which ntfy makes it a file or refuses it, and of the whole document. */
const MAX_NTFY_MESSAGE_LENGTH = 4096;
const MAX_NTFY_DOCUMENT_LENGTH = 2 * MAX_NTFY_MESSAGE_LENGTH;
const MAX_NTFY_TITLE_LENGTH = 250;

export function ntfyMessage(notice: LinkedNotice, topic: string, template?: string): object {
  const title = cutText(renderHeadline(notice), MAX_NTFY_TITLE_LENGTH);
  const whole = cutText(renderText(notice, template) || title, MAX_NTFY_MESSAGE_LENGTH, inBytes);
  return withTextWithin(MAX_NTFY_DOCUMENT_LENGTH, whole, (message) => ({
    topic,
    title,
    message,
    priority: getLevel(notice).ntfy,
    click: getDetailsUrl(notice),
    ...(notice.links && { actions: linkActions(notice).map((action) => ({ action: 'view', ...action })) }),
  }));
}
