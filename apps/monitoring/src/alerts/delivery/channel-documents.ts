import type { Priority } from '@wardstone/dto/monitoring';
import { replaceTokens } from '../domain/tokens';
import {
  conditionsText,
  headlineOf,
  incidentKey,
  incidentLines,
  type LinkedNotice,
  type Notice,
  pageOf,
  platformOf,
  tellsAlert,
  timeText,
  tokensOf,
} from './notice';

/** What each service calls a priority, and how it is coloured. */
const LEVELS: Readonly<
  Record<Priority, { pagerDuty: string; opsgenie: string; ntfy: number; colour: string; style: string }>
> = {
  HIGH: { pagerDuty: 'critical', opsgenie: 'P1', ntfy: 5, colour: '#c9190b', style: 'Attention' },
  MEDIUM: { pagerDuty: 'warning', opsgenie: 'P3', ntfy: 4, colour: '#f0ab00', style: 'Warning' },
  LOW: { pagerDuty: 'info', opsgenie: 'P5', ntfy: 3, colour: '#2b9af3', style: 'Accent' },
};

/** What is over is not red. */
const OVER = { colour: '#3e8635', style: 'Good', ntfy: 3 } as const;

function levelOf({ definition, incident }: Notice): { colour: string; style: string; ntfy: number } {
  return incident?.hasEnded ? OVER : LEVELS[definition.priority];
}

/**
 * The text of a message: that of the user, or the conditions; of the incident alone, where that is what it tells.
 *
 * @param escape makes values harmless where the service reads a markup language; the text of the user may use it.
 */
function textOf(notice: Notice, template = '', escape = (text: string): string => text): string {
  const lines = incidentLines(notice).map(escape);
  if (template.trim() !== '') {
    const tokens = Object.entries(tokensOf(notice)).map(([name, value]) => [name, escape(value)] as const);
    return [replaceTokens(template, Object.fromEntries(tokens)), ...lines].join('\n');
  }
  if (!tellsAlert(notice)) return lines.join('\n');
  return [escape(conditionsText(notice) || notice.description), ...lines].filter((line) => line !== '').join('\n');
}

/** Slack's incoming webhook, which Mattermost and Rocket.Chat understand too. */
export function slackMessage(notice: LinkedNotice, template?: string): object {
  const headline = escapeSlack(headlineOf(notice));
  const links = slackLinks(notice);
  return {
    attachments: [
      {
        color: levelOf(notice).colour,
        fallback: headline,
        title: headline,
        title_link: pageOf(notice),
        text: textOf(notice, template, escapeSlack).slice(0, LONGEST_SLACK_TEXT - links.length) + links,
        footer: 'Wardstone',
        ts: Math.floor(notice.firedMs / 1000),
      },
    ],
  };
}

const LONGEST_SLACK_TEXT = 3000;

function slackLinks({ links }: LinkedNotice): string {
  return links ? `\n<${links.acknowledge}|Acknowledge> · <${links.resolve}|Resolve>` : '';
}

/** Names of others mention no channel, and hide no link. */
function escapeSlack(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** A card of a Teams workflow. Runs of text, as other elements read Markdown. */
export function teamsMessage(notice: LinkedNotice, template?: string): object {
  const run = (text: string, more: object = {}): object => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...more }],
  });
  const color = levelOf(notice).style;
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    fallbackText: headlineOf(notice),
    body: [
      run(headlineOf(notice), { weight: 'Bolder', size: 'Medium', color }),
      run(textOf(notice, template).slice(0, 10_000)),
      run(timeText(notice.firedMs), { isSubtle: true }),
    ],
    actions: [
      { type: 'Action.OpenUrl', title: 'Open in the console', url: pageOf(notice) },
      ...linkActions(notice).map(({ label: title, url }) => ({ type: 'Action.OpenUrl', title, url })),
    ],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

/** An event that opens an incident, joins the one that is open, or resolves it. */
export function pagerDutyEvent(notice: Notice, routingKey: string, template?: string): object {
  const { definition, resource, incident } = notice;
  return {
    routing_key: routingKey,
    event_action: incident?.hasEnded ? 'resolve' : 'trigger',
    dedup_key: incidentKey(notice),
    client: 'Wardstone',
    client_url: pageOf(notice),
    payload: {
      summary: headlineOf(notice).slice(0, 1024),
      source: platformOf(notice),
      severity: LEVELS[definition.priority].pagerDuty,
      timestamp: new Date(notice.firedMs).toISOString(),
      component: resource.name,
      class: definition.name,
      custom_details: { text: textOf(notice, template), path: resource.lineage.join(' > ') },
    },
  };
}

export function opsgenieAlert(notice: Notice, template?: string): object {
  const { definition, resource } = notice;
  return {
    message: headlineOf(notice).slice(0, 130),
    alias: incidentKey(notice),
    description: textOf(notice, template).slice(0, 15_000),
    entity: resource.name.slice(0, 512),
    source: 'Wardstone',
    priority: LEVELS[definition.priority].opsgenie,
    details: { url: pageOf(notice), host: platformOf(notice), path: resource.lineage.join(' > ') },
  };
}

/** Closes the alert of Opsgenie; named by its alias in the address. */
export function opsgenieClosing(notice: Notice): object {
  return { source: 'Wardstone', note: headlineOf(notice) };
}

function linkActions({ links }: LinkedNotice): { label: string; url: string }[] {
  if (!links) return [];
  return [
    { label: 'Acknowledge', url: links.acknowledge },
    { label: 'Resolve', url: links.resolve },
  ];
}

export function ntfyMessage(notice: LinkedNotice, topic: string, template?: string): object {
  return {
    topic,
    title: headlineOf(notice).slice(0, 250),
    message: textOf(notice, template).slice(0, 4000) || headlineOf(notice),
    priority: levelOf(notice).ntfy,
    click: pageOf(notice),
    ...(notice.links && { actions: linkActions(notice).map((action) => ({ action: 'view', ...action })) }),
  };
}
