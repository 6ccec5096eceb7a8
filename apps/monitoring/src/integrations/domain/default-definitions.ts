import type { ExternalSeverity, Severity } from '@wardstone/dto/monitoring';
import { cutText } from '@wardstone/units';
import type { ForeignAlert } from './foreign-alert';

/** Of the event that reports an alert of this severity. */
export const EVENT_SEVERITIES: Readonly<Record<ExternalSeverity, Severity>> = {
  CRITICAL: 'FATAL',
  ERROR: 'ERROR',
  WARNING: 'WARN',
  INFO: 'INFO',
};

/** Room for what an event keeps of it. */
const LONGEST_DETAIL = 3_900;

/** The text of the event, on whose first word the definitions tell severities apart. */
export function eventDetail({ severity, title, host, value, link }: ForeignAlert): string {
  const parts = [
    `[${severity.toLowerCase()}]`,
    ...(host === undefined ? [] : [`${host}:`]),
    title,
    ...(value === undefined ? [] : [`(${value})`]),
    ...(link === undefined ? [] : [link]),
  ];
  return cutText(parts.join(' '), LONGEST_DETAIL);
}

/** The alert definitions that a new integration has: one for each priority, so that each may notify others. */
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
