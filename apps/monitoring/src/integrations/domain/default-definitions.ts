import type { ExternalSeverity, Severity } from '@wardstone/dto/monitoring';
import { cutText } from '@wardstone/units';
import type { ForeignAlert } from './foreign-alert';

/** Severity of the event that reports an alert, by the severity of the alert. */
export const EVENT_SEVERITIES: Readonly<Record<ExternalSeverity, Severity>> = {
  CRITICAL: 'FATAL',
  ERROR: 'ERROR',
  WARNING: 'WARN',
  INFO: 'INFO',
};

/** Maximum length of an event's text. */
const MAX_DETAIL_LENGTH = 3_900;

/** Text of the event; its first word is the severity, which the definitions match. */
export function eventDetail({ severity, title, host, value, link }: ForeignAlert): string {
  const parts = [
    `[${severity.toLowerCase()}]`,
    ...(host === undefined ? [] : [`${host}:`]),
    title,
    ...(value === undefined ? [] : [`(${value})`]),
    ...(link === undefined ? [] : [link]),
  ];
  return cutText(parts.join(' '), MAX_DETAIL_LENGTH);
}

/** The alert definitions of a new integration: one for each priority, so that each can notify other recipients. */
export function defaultDefinitions(name: string) {
  const definition = (word: string, priority: string, severity: Severity, option?: string) => ({
    name: `${name}: ${word}`,
    enabled: true,
    priority,
    conditions: [{ category: 'EVENT' as const, name: severity, ...(option !== undefined && { option }) }],
  });
  return [
    definition('critical', 'HIGH', 'ERROR'),
    definition('warning', 'MEDIUM', 'WARN', '^\\[warning\\]'),
    definition('info', 'LOW', 'INFO', '^\\[info\\]'),
  ];
}
