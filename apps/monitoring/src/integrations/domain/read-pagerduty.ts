import {
  digestOfKey,
  type ForeignAlert,
  foreignAlert,
  keyText,
  getMembers,
  plainText,
  UnreadablePayload,
} from './foreign-alert';

const STATES: Readonly<Record<string, ForeignAlert['state']>> = {
  trigger: 'FIRING',
  acknowledge: 'ACKNOWLEDGED',
  resolve: 'RESOLVED',
};

/**
 * An event of PagerDuty's Events API v2. The key of a trigger without one is derived from its content, so that a repeat
 * is the same alert. Source: https://developer.pagerduty.com/docs/events-api-v2-overview
 */
export function readPagerDutyEvent(body: unknown): ForeignAlert[] {
  const {
    event_action: action,
    dedup_key: sentKey,
    payload: sentPayload,
    links,
    client_url: clientUrl,
  } = getMembers(body);
  const state = typeof action === 'string' && Object.hasOwn(STATES, action) ? STATES[action] : undefined;
  if (!state) throw new UnreadablePayload('event_action must be trigger, acknowledge or resolve');
  const key = keyText(sentKey);
  const payload = getMembers(sentPayload);
  const { summary, source, severity, component, group, class: kind } = payload;
  if (state !== 'FIRING' && key === undefined)
    throw new UnreadablePayload(`dedup_key is required to ${String(action)}`);
  if (state === 'FIRING' && (plainText(summary) === undefined || plainText(source) === undefined)) {
    throw new UnreadablePayload('payload.summary and payload.source are required');
  }
  const parts = [summary, source, component, group, kind].map((part) => plainText(part) ?? '');
  const [link] = Array.isArray(links) ? (links as readonly unknown[]) : [];
  return [
    foreignAlert({
      key: key ?? digestOfKey(...parts),
      state,
      severity,
      title: summary,
      host: source,
      value: getMembers(payload['custom_details'])['value'],
      link: getMembers(link)['href'] ?? clientUrl,
    }),
  ];
}
