import { markup } from '@wardstone/markup';
import { getLevel } from './channel-documents';
import {
  getEndedState,
  getIncidentEnd,
  getHost,
  isOfOne,
  type LinkedNotice,
  type Notice,
  getDetailsUrl,
  isAboutAlert,
  timeText,
} from './notice';
import type { NoticeLinks } from '../action-links/action-links';
import { describeNotice, linkLabel } from './notice-text';

/** A mail about a notice, as plain text and as HTML with the same content. */
export interface MailDocument {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Content {
  readonly headline: string;
  readonly paragraphs: readonly string[];
  readonly list: readonly { readonly place: string; readonly text: string }[];
  readonly more: string;
  readonly facts: readonly (readonly [string, string])[];
}

export function composeMail(notice: LinkedNotice): MailDocument {
  const content = toContent(notice);
  return { subject: content.headline, text: toText(content, notice), html: toHtml(content, notice) };
}

function toContent(notice: Notice): Content {
  const { isTest, definition, resource, firedMs, sinceMs, incident, conditions, heartbeat } = notice;
  const { headline, summary, list, more } = describeNotice(notice);
  if (notice.message) return { headline, paragraphs: summary, list, more, facts: [] };
  const [isOne, end] = [isOfOne(notice), getIncidentEnd(incident)];
  return {
    headline,
    paragraphs: [
      ...(isTest ? ['This is a test notification; no alert has fired.'] : []),
      ...summary,
      // A notification of the end omits the values that fired the alert.
      ...(isOne && isAboutAlert(notice) && !getEndedState(notice)
        ? conditions.map(({ text, valueText, atMs }) => `${text}: ${valueText} at ${timeText(atMs)}`)
        : []),
    ],
    list,
    more,
    facts: [
      ['Alert', isOne ? definition.name : ''],
      ['Host', isOne ? getHost(notice) : ''],
      ['Resource', isOne ? resource.lineage.join(' > ') : ''],
      ['Priority', definition.priority],
      ['Since', timeText(isOne ? sinceMs : (incident?.openedMs ?? sinceMs))],
      ['Last signal', isOne ? lastSignal(heartbeat) : ''],
      ['Fired', isOne ? timeText(firedMs) : ''],
      ['Ended', end ? timeText(end.endedMs) : ''],
    ].filter((fact): fact is [string, string] => fact[1] !== ''),
  };
}

function lastSignal(heartbeat: Notice['heartbeat']): string {
  if (!heartbeat) return '';
  return heartbeat.heardMs === null ? 'none yet' : timeText(heartbeat.heardMs);
}

function toText({ headline, paragraphs, list, more, facts }: Content, { links, ...notice }: LinkedNotice): string {
  const lines = [
    headline,
    '',
    ...withBlank(paragraphs),
    ...withBlank([...list.map(({ place, text }) => `  ${place}: ${text}`), ...(more === '' ? [] : [`  ${more}`])]),
    ...withBlank(facts.map(([name, value]) => `${`${name}:`.padEnd(13)}${value}`)),
    getDetailsUrl(notice),
    ...(links ? ['', ...linkLines(notice, links), ONCE] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function linkLines(notice: Notice, { acknowledge, resolve }: NoticeLinks): string[] {
  const labels = [linkLabel(notice, 'Acknowledge'), linkLabel(notice, 'Resolve')];
  const width = Math.max(...labels.map(({ length }) => length)) + 2;
  return [acknowledge, resolve].map((link, at) => `${`${labels[at]!}:`.padEnd(width)}${link}`);
}

const ONCE = 'Each link works once, without a login.';

function withBlank(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [...lines, ''];
}

/** Inline, because mail programs remove style sheets. */
const STYLES = {
  body: 'margin:0;padding:16px;background:#ffffff;color:#151515;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere',
  page: 'max-width:640px;margin:0 auto',
  headline: 'font-size:20px;line-height:1.3;margin:0 0 16px;padding:4px 0 4px 12px',
  paragraph: 'margin:0 0 8px',
  list: 'list-style:none;margin:16px 0;padding:0',
  item: 'margin:0;padding:8px 0;border-top:1px solid #d2d2d2',
  facts: 'border-collapse:collapse;margin:16px 0;font-size:14px',
  name: 'padding:2px 16px 2px 0;text-align:left;vertical-align:top;font-weight:normal;color:#6a6e73',
  value: 'padding:2px 0;vertical-align:top',
  button:
    'display:inline-block;margin:0 8px 8px 0;padding:8px 16px;border:1px solid #0066cc;border-radius:4px;color:#0066cc;text-decoration:none',
  main: 'display:inline-block;margin:0 8px 8px 0;padding:8px 16px;border:1px solid #0066cc;border-radius:4px;background:#0066cc;color:#ffffff;text-decoration:none',
  note: 'margin:0;font-size:13px;color:#6a6e73',
} as const;

function toHtml({ headline, paragraphs, list, more, facts }: Content, { links, ...notice }: LinkedNotice): string {
  const { colour } = getLevel(notice);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${headline}</title>
</head>
<body style="${STYLES.body}">
<div style="${STYLES.page}">
<h1 style="${`${STYLES.headline};border-left:6px solid ${colour}`}">${headline}</h1>
${paragraphs.map((text) => markup`<p style="${STYLES.paragraph}">${text}</p>\n`)}
${
  list.length > 0 &&
  markup`<ul style="${STYLES.list}">
${list.map(({ place, text }) => markup`<li style="${STYLES.item}"><strong>${place}</strong><br>${text}</li>\n`)}
${more !== '' && markup`<li style="${STYLES.item}">${more}</li>\n`}</ul>`
}
<table style="${STYLES.facts}" role="presentation">
${facts.map(([name, value]) => markup`<tr><th style="${STYLES.name}" scope="row">${name}</th><td style="${STYLES.value}">${value}</td></tr>\n`)}</table>
<p style="${STYLES.paragraph}"><a style="${STYLES.main}" href="${getDetailsUrl(notice)}">Open in the console</a>${
    links &&
    markup` <a style="${STYLES.button}" href="${links.acknowledge}">${linkLabel(notice, 'Acknowledge')}</a> <a style="${STYLES.button}" href="${links.resolve}">${linkLabel(notice, 'Resolve')}</a>`
  }</p>
${links && markup`<p style="${STYLES.note}">${ONCE}</p>`}
</div>
</body>
</html>
`.html;
}
