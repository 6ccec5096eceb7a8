import { ntfyMessage, slackMessage, teamsMessage } from './channel-documents';
import type { DueIncident } from './delivery.queries';
import type { LinkedNotice } from './notice';

const notice = (incident: Partial<DueIncident> = {}, over: Partial<LinkedNotice> = {}): LinkedNotice => ({
  ...{ id: 'n', alertId: 1, firedMs: 1_700_000_000_000, sinceMs: 1_700_000_000_000, isTest: false },
  url: 'https://ops.example.test/console/alerts/1',
  definition: { id: 2, name: 'Host is down', priority: 'HIGH' },
  resource: { id: 3, name: 'shop-1', lineage: ['shop-1'] },
  description: 'Condition 1: availability goes DOWN at 2023-11-14T22:13:20.000Z, value DOWN',
  conditions: [{ text: 'availability goes DOWN', value: 'DOWN', valueText: 'DOWN', atMs: 1_700_000_000_000 }],
  incident: {
    ...{ id: 7, kind: 'ALERT', channel: 'c', alerts: 1, others: [], suppressed: 0, total: 1, cause: null },
    ...{ isFlapping: false, isUpdate: false, hasEnded: false },
    ...incident,
  },
  ...over,
});
const cause = { id: 4, name: 'core-switch' };

/** Title, text and colour in Slack, style in Teams, priority in ntfy. */
function shown(of: LinkedNotice): unknown[] {
  const [slack] = (slackMessage(of) as { attachments: [{ title: string; text: string; color: string }] }).attachments;
  const teams = JSON.stringify(teamsMessage(of));
  const { priority } = ntfyMessage(of, 't') as { priority: number };
  return [slack.title, slack.text, slack.color, /"color":"(\w+)"/.exec(teams)![1], priority];
}

describe('messages to channels', () => {
  it('say what fired, once, then what else has in the incident', () => {
    const others: DueIncident['others'] = [{ kind: 'ALERT', definition: 'Host is down', resource: 'shop-2' }];
    expect(shown(notice({ alerts: 2, total: 2, isUpdate: true, others }))).toEqual([
      'Update: [HIGH] shop-1: Host is down (and 1 more alert)',
      'availability goes DOWN, value DOWN\nshop-2: Host is down',
      ...['#c9190b', 'Attention', 5],
    ]);
  });

  it('name a cause and how many alerts it suppresses, without those of one of them', () => {
    expect(shown(notice({ kind: 'HELD', alerts: 0, suppressed: 40, total: 40, cause }))).toEqual([
      '[HIGH] core-switch is DOWN: 40 alerts suppressed',
      'core-switch is DOWN. 40 alerts of what depends on it are suppressed.',
      ...['#c9190b', 'Attention', 5],
    ]);
  });

  it('are not red about what is over', () => {
    expect(shown(notice({ kind: 'END', alerts: 0, total: 41, hasEnded: true, cause }))).toEqual([
      'Over: [HIGH] core-switch (41 alerts)',
      'The problem is over.',
      ...['#3e8635', 'Good', 3],
    ]);
  });

  it('lead to the incident where they are about more than an alert', () => {
    const incidentUrl = 'https://ops.example.test/console/alerts/incidents/7';
    const pages = [
      notice({}, { incidentUrl }),
      notice({ alerts: 2 }, { incidentUrl }),
      notice({ kind: 'END' }, { incidentUrl }),
    ];
    expect(pages.map((each) => (ntfyMessage(each, 't') as { click: string }).click)).toEqual([
      'https://ops.example.test/console/alerts/1',
      ...[incidentUrl, incidentUrl],
    ]);
  });

  it('keep their links however long the text is', () => {
    const links = { acknowledge: 'https://ops.example.test/a', resolve: 'https://ops.example.test/r' };
    const conditions = [{ text: 'x'.repeat(5_000), value: '', valueText: '', atMs: 0 }];
    const [, text] = shown(notice({}, { links, conditions })) as [string, string];
    expect(text).toHaveLength(3_000);
    expect(text.endsWith('<https://ops.example.test/a|Acknowledge> · <https://ops.example.test/r|Resolve>')).toBe(true);
  });
});
