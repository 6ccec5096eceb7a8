import { type ForeignAlert, foreignAlert, getMembers, plainText, UnreadablePayload } from './foreign-alert';

/** States of a monitor; a pending one, or one in maintenance, is neither resolved nor a problem. */
const STATES: Readonly<Record<number, ForeignAlert['state']>> = { 0: 'FIRING', 1: 'RESOLVED' };

/**
 * Webhook of Uptime Kuma; its test message has neither monitor nor heartbeat. Source:
 * https://github.com/louislam/uptime-kuma/blob/master/server/notification-providers/webhook.js
 */
export function readUptimeKuma(payload: unknown): ForeignAlert[] {
  const members = getMembers(payload);
  const { heartbeat, monitor, msg } = members;
  if (heartbeat === undefined && monitor === undefined && msg === undefined) {
    throw new UnreadablePayload('it has neither heartbeat, monitor nor msg');
  }
  const beat = getMembers(heartbeat);
  const of = getMembers(monitor);
  const state = typeof beat['status'] === 'number' ? STATES[beat['status']] : undefined;
  const key = plainText(of['id'] ?? beat['monitorID']);
  if (!state || key === undefined) return [];
  const name = plainText(of['name']) ?? `Monitor ${key}`;
  const reason = plainText(beat['msg']);
  return [
    foreignAlert({
      key,
      state,
      severity: 'critical',
      title: `${name} is down${reason === undefined ? '' : `: ${reason}`}`,
      host: plainText(of['hostname']) ?? getHost(of['url']),
      link: of['url'],
    }),
  ];
}

function getHost(url: unknown): string | undefined {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname || undefined : undefined;
}
