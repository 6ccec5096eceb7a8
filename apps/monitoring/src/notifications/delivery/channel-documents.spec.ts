import {
  ntfyMessage,
  opsgenieAlert,
  opsgenieClosing,
  pagerDutyEvent,
  slackMessage,
  teamsMessage,
} from './channel-documents';
import { Ajv } from 'ajv';
import { makeSummary } from '../../test/alerts/notice-fixture';
import type { DueIncident } from './delivery.queries';
import { durationText, type LinkedNotice } from './notice';
import { webhookDocument } from './webhook-body';
import { WEBHOOK_SCHEMA } from './webhook.openapi';

const notice = (incident: Partial<DueIncident> = {}, over: Partial<LinkedNotice> = {}): LinkedNotice => ({
  id: 'n',
  alertId: 1,
  firedMs: 1_700_000_000_000,
  sinceMs: 1_700_000_000_000,
  state: 'FIRING',
  isTest: false,
  notifiedMs: 1_700_000_000_000,
  url: 'https://ops.example.test/console/alerts/1',
  definition: { id: 2, name: 'Host is down', priority: 'HIGH' },
  resource: { id: 3, name: 'shop-1', lineage: ['shop-1'] },
  description: 'Condition 1: availability goes DOWN at 2023-11-14T22:13:20.000Z, value DOWN',
  conditions: [
    { text: 'availability goes DOWN', value: 'DOWN', valueText: 'DOWN', isNumber: false, atMs: 1_700_000_000_000 },
  ],
  incident: {
    id: 7,
    kind: 'ALERT',
    channel: 'c',
    step: null,
    alerts: 1,
    isOfSeveral: false,
    suppressed: 0,
    cause: null,
    elsewhere: { count: 0, first: [] },
    isFlapping: false,
    isUpdate: false,
    hasEnded: false,
    openedMs: 1_700_000_000_000,
    endedMs: null,
    ending: null,
    ...incident,
  },
  ...over,
});
const cause = { id: 4, name: 'core-switch' };
const HANDOVER = notice(
  {},
  {
    alertId: 0,
    message: { type: 'on-call.handover', subject: 'You are on call for Nights', lines: ['ann takes over then.'] },
    conditions: [],
    incident: undefined,
  },
);

/** Title, text and colour in Slack, style in Teams, priority in ntfy. */
function shown(of: LinkedNotice): unknown[] {
  const [slack] = (slackMessage(of) as { attachments: [{ title: string; text: string; color: string }] }).attachments;
  const teams = JSON.stringify(teamsMessage(of));
  const { priority } = ntfyMessage(of, 't') as { priority: number };
  return [slack.title, slack.text, slack.color, /"color":"(\w+)"/.exec(teams)![1], priority];
}

/** A schema without further fields, so that every sent field is documented. */
function closed(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (_key, value: { properties?: object } | null) =>
    value?.properties ? { ...value, additionalProperties: false } : value,
  ) as object;
}

describe('messages to channels', () => {
  const two = (state: 'FIRING' | 'RECOVERED' | 'SUPPRESSED') =>
    makeSummary([
      { host: 'shop-1', resource: 'Shop', state },
      { host: 'shop-2', resource: 'Shop', state },
    ]);

  it('name what fired, on which hosts, and since when', () => {
    const since = '2026-11-28 21:06:40 UTC';
    expect(shown(notice())).toEqual([
      '[HIGH] shop-1: Host is down',
      'availability goes DOWN, value DOWN\nSince 2023-11-14 22:13:20 UTC',
      '#c9190b',
      'Attention',
      5,
    ]);
    expect(shown(notice({ alerts: 2, isUpdate: true }, { summary: two('FIRING') }))).toEqual([
      'Update: [HIGH] Disk almost full: 2 alerts on shop-1 and shop-2',
      [
        '2 firing on 2 hosts: shop-1, shop-2',
        'Since the last message: 2 fired.',
        `shop-1 / Shop: Disk almost full, 96.9 %, since ${since}`,
        `shop-2 / Shop: Disk almost full, 96.9 %, since ${since}`,
      ].join('\n'),
      '#c9190b',
      'Attention',
      5,
    ]);
  });

  it('name a cause and how many alerts it suppresses, without details of the alerts', () => {
    const summary = { ...two('SUPPRESSED'), told: 0, listed: [] };
    expect(shown(notice({ kind: 'HELD', alerts: 0, suppressed: 2, cause }, { summary }))).toEqual([
      '[HIGH] core-switch is DOWN: 2 alerts suppressed',
      'core-switch is DOWN. 2 alerts on dependent resources suppressed.\n2 suppressed on 2 hosts: shop-1, shop-2',
      '#c9190b',
      'Attention',
      5,
    ]);
  });

  it('are not red for an ended alert', () => {
    const summary = { ...two('RECOVERED'), listed: [] };
    expect(shown(notice({ kind: 'END', alerts: 0, hasEnded: true, cause }, { summary }))).toEqual([
      'Recovered: [HIGH] core-switch: 2 alerts on shop-1 and shop-2',
      'Recovered.\n2 recovered on 2 hosts: shop-1, shop-2',
      '#3e8635',
      'Good',
      3,
    ]);
  });

  describe('about an end', () => {
    const end = (over: Partial<DueIncident> = {}, values: readonly string[] = []): LinkedNotice => {
      const ended = { kind: 'END', alerts: 0, hasEnded: true, endedMs: 1_700_000_081_000, ...over } as const;
      const conditions = values.map((value, index) => ({
        text: `load ${index} is high`,
        value: '500',
        valueText: '500',
        isNumber: true,
        atMs: 1_700_000_000_000,
        latest: { value, valueText: value },
      }));
      return notice(ended, { conditions });
    };

    it.each([
      [end(), 'Recovered after 1 min 21 s.'],
      [end({}, ['5']), 'Recovered after 1 min 21 s, now 5.'],
      [end({}, ['5', '7']), 'Recovered after 1 min 21 s.\nload 0 is high: now 5\nload 1 is high: now 7'],
      [
        end({ ending: { reason: 'DEFINITION_REMOVED', by: null } }, ['500']),
        'The alert definition was removed after 1 min 21 s. The problem may persist.',
      ],
      [
        end({ ending: { reason: 'DEFINITION_CHANGED', by: null } }, ['93']),
        'The alert definition was changed after 1 min 21 s. Its condition is no longer met.',
      ],
      [end({ ending: { reason: 'RESOLVED', by: 'ben' } }), 'Resolved by ben after 1 min 21 s.'],
      [end({ ending: { reason: 'RESOLVED', by: 'ben' } }, ['500']), 'Resolved by ben after 1 min 21 s, now 500.'],
      [
        end({ ending: { reason: 'RESOURCE_REMOVED', by: null } }),
        'The resource was removed after 1 min 21 s. The problem may persist.',
      ],
    ])('state how it ended', (of, text) => {
      expect(shown(of)[1]).toBe(text);
      expect(opsgenieClosing(of)).toMatchObject({ note: expect.stringContaining(text) as string });
    });

    it('name who resolved it to webhooks', () => {
      const { body } = webhookDocument('', end({ ending: { reason: 'RESOLVED', by: 'ben' } }));
      expect(JSON.parse(body)).toMatchObject({ incident: { endedBy: 'person', resolvedBy: 'ben' } });
    });

    it('have the time of the end', () => {
      const [of, at] = [end({}, ['5']), '2023-11-14T22:14:41.000Z'];
      expect(slackMessage(of)).toMatchObject({ attachments: [{ ts: 1_700_000_081 }] });
      expect(JSON.stringify(teamsMessage(of))).toContain('2023-11-14 22:14:41 UTC');
      expect(pagerDutyEvent(of, 'k')).toMatchObject({ event_action: 'resolve', payload: { timestamp: at } });
      const toBody = (format: string): unknown => JSON.parse(webhookDocument(format, of).body);
      expect(toBody('cloudevents')).toMatchObject({ type: 'wardstone.incident.ended', time: at });
      expect(toBody('alertmanager')).toMatchObject({ status: 'resolved', alerts: [{ endsAt: at }] });
      expect(toBody('')).toMatchObject({
        firedAt: '2023-11-14T22:13:20.000Z',
        conditions: [{ value: '500', latest: { value: '5', valueText: '5' } }],
        incident: { endedAt: at, durationSeconds: 81, endedBy: 'recovery' },
      });
    });

    it.each([
      [400, '0 s'],
      [59_600, '1 min'],
      [7_500_000, '2 h 5 min'],
      [2 * 86_400_000 + 5_000, '2 d'],
    ])('write %d ms as %s', (ms, text) => expect(durationText(ms)).toBe(text));
  });

  it('have the instance of a target without a platform as its host, and the labels of its series', () => {
    const name = 'shop web-7.example.com:24312';
    const labels = { instance: 'web-7.example.com:24312', job: 'shop', queue: 'orders' };
    const target = notice({}, { resource: { id: 3, name, lineage: ['prometheus', name] } });
    const ofSource = { ...target, series: { labels, isBelowSource: true } };
    expect(shown(ofSource)[0]).toBe('[HIGH] shop web-7.example.com:24312: Host is down');
    expect(pagerDutyEvent(ofSource, 'k')).toMatchObject({
      payload: { source: 'web-7.example.com:24312', custom_details: { labels } },
    });
    expect(opsgenieAlert(ofSource)).toMatchObject({
      details: { host: 'web-7.example.com:24312', 'label.job': 'shop', 'label.queue': 'orders' },
    });
    const toBody = (of: LinkedNotice, format: string): unknown => JSON.parse(webhookDocument(format, of).body);
    expect(toBody(ofSource, '')).toMatchObject({ resource: { host: 'web-7.example.com:24312' }, labels });
    expect(toBody(ofSource, 'alertmanager')).toMatchObject({
      commonLabels: { ...labels, alertname: 'Host is down', severity: 'high', resource: name },
    });
    const ofPlatform = { ...target, series: { labels, isBelowSource: false } };
    expect(shown(ofPlatform)[0]).toBe(`[HIGH] prometheus / ${name}: Host is down`);
    expect(toBody(ofPlatform, '')).toMatchObject({ resource: { host: 'prometheus' }, labels });
  });

  it.each([
    notice({}, { links: { acknowledge: 'https://ops.example.test/a', resolve: 'https://ops.example.test/r' } }),
    notice({}, { isTest: true, incident: undefined }),
    notice({ kind: 'HELD', alerts: 0, suppressed: 2, cause }, { summary: two('SUPPRESSED') }),
    notice({
      elsewhere: { count: 1, first: [{ kind: 'END', definition: 'd', resource: '/', host: 'h', place: 'h / /' }] },
    }),
    notice(
      { kind: 'END', hasEnded: true, endedMs: 1_700_000_081_000 },
      { series: { labels: {}, isBelowSource: false } },
    ),
    HANDOVER,
  ])('fit the webhooks of the OpenAPI document', (of) => {
    const isValid = new Ajv({ strict: true, formats: { 'date-time': true, uri: true } }).compile(
      closed(WEBHOOK_SCHEMA),
    );
    const body = JSON.parse(webhookDocument('', of).body) as object;
    expect([isValid(body), isValid.errors]).toEqual([true, null]);
  });

  it('about a handover are no alerts for webhooks, and are resolved for Alertmanager', () => {
    const toBody = (format: string): unknown => JSON.parse(webhookDocument(format, HANDOVER).body);
    expect(toBody('')).toMatchObject({ type: 'on-call.handover', alertId: 0, summary: 'You are on call for Nights' });
    expect(toBody('cloudevents')).toMatchObject({ type: 'wardstone.on-call.handover' });
    const at = '2023-11-14T22:13:20.000Z';
    expect(toBody('alertmanager')).toMatchObject({ status: 'resolved', alerts: [{ startsAt: at, endsAt: at }] });
  });

  it('keep what names the alert from labels of the same name', () => {
    const labels = { alertname: 'theirs', severity: 'page', resource_id: '99', test: 'true' };
    const { body } = webhookDocument('alertmanager', notice({}, { series: { labels, isBelowSource: true } }));
    expect(JSON.parse(body)).toMatchObject({
      commonLabels: { alertname: 'Host is down', severity: 'high', instance: 'shop-1', resource_id: '3' },
    });
  });

  it('link to the incident where they are about more than one alert', () => {
    const incidentUrl = 'https://ops.example.test/console/alerts/incidents/7';
    const pages = [
      notice({}, { incidentUrl }),
      notice({ alerts: 2 }, { incidentUrl, summary: two('FIRING') }),
      notice({ kind: 'END', hasEnded: true }, { incidentUrl }),
    ];
    expect(pages.map((each) => (ntfyMessage(each, 't') as { click: string }).click)).toEqual([
      'https://ops.example.test/console/alerts/1',
      incidentUrl,
      incidentUrl,
    ]);
  });

  it('keep their links however long the text is', () => {
    const links = { acknowledge: 'https://ops.example.test/a', resolve: 'https://ops.example.test/r' };
    const conditions = [{ text: 'x'.repeat(5_000), value: '', valueText: '', isNumber: false, atMs: 0 }];
    const [, text] = shown(notice({}, { links, conditions })) as [string, string];
    expect(text).toHaveLength(3_000);
    expect(text.endsWith('<https://ops.example.test/a|Acknowledge> · <https://ops.example.test/r|Resolve>')).toBe(true);
  });

  describe('within the limits of their receivers', () => {
    const links = { acknowledge: 'https://ops.example.test/a', resolve: 'https://ops.example.test/r' };
    const long = (part: string, pad = ''): LinkedNotice => {
      const name = pad + part.repeat(500 / part.length);
      const text = pad + part.repeat(400_000 / part.length);
      const conditions = [{ text, value: '', valueText: '', isNumber: false, atMs: 0 }];
      const resource = { id: 3, name, lineage: Array.from({ length: 10 }, () => name) };
      return notice({}, { links, conditions, resource, definition: { id: 2, name, priority: 'HIGH' } });
    };
    /** Documents as receivers read them. */
    const documents = (of: LinkedNotice) =>
      JSON.parse(
        JSON.stringify({
          slack: slackMessage(of),
          teams: teamsMessage(of),
          pagerDuty: pagerDutyEvent(of, 'k'.repeat(32)),
          opsgenie: opsgenieAlert(of),
          opsgenieClosing: opsgenieClosing(of),
          ntfy: ntfyMessage(of, 't'.repeat(64)),
        }),
      );
    const toBytes = (document: object): number => Buffer.byteLength(JSON.stringify(document));
    const PARTS = ['x', '障', '🔥', 'e\u0301', '&', '<', '"', '\n', '\u0001'];

    it.each(PARTS)('are valid when made of %j', (part) => {
      const { slack, teams, pagerDuty, opsgenie, ntfy } = documents(long(part));

      expect(slack.attachments[0].text.length).toBeLessThanOrEqual(3_000);
      expect(slack.attachments[0].title.length).toBeLessThanOrEqual(1_000);
      expect(toBytes(teams)).toBeLessThanOrEqual(24 * 1024);
      expect(toBytes(pagerDuty)).toBeLessThanOrEqual(512 * 1024);
      expect(pagerDuty.payload.summary.length).toBeLessThanOrEqual(1_024);
      expect(opsgenie.message.length).toBeLessThanOrEqual(130);
      expect(opsgenie.description.length).toBeLessThanOrEqual(15_000);
      expect(opsgenie.entity.length).toBeLessThanOrEqual(512);
      expect(Object.entries<string>(opsgenie.details).flat().join('').length).toBeLessThanOrEqual(8_000);
      expect(Buffer.byteLength(ntfy.message)).toBeLessThanOrEqual(4_096);
      expect(ntfy.title.length).toBeLessThanOrEqual(250);
      expect(toBytes(ntfy)).toBeLessThanOrEqual(8_192);
    });

    it.each(['', 'x', 'xx'])('are never cut within a character, after any prefix: %j', (pad) => {
      for (const part of ['🔥', 'e\u0301', '👩‍👧']) {
        for (const document of Object.values<object>(documents(long(part, pad)))) {
          const text = JSON.stringify(document);
          expect(text.isWellFormed() && !/\\ud[89a-f]/.test(text)).toBe(true);
          expect(text).not.toMatch(/[^👩]\u200d|\u200d…|e…/u);
        }
      }
    });

    it('have no unfinished entity or link in Slack', () => {
      for (let pad = 0; pad < 6; pad++) {
        for (const part of ['&', '<']) {
          const { slack } = documents(long(part, 'x'.repeat(pad)));
          const { title, text } = slack.attachments[0];
          expect(`${title} ${text.replace(/\n<https.*$/, '')}`).not.toMatch(/&(?!(?:amp|lt);)/);
        }
        const [, text] = shown(notice({}, { links })) as [string, string];
        const template = `${'x'.repeat(2_990 - text.length + pad)}<https://ops.example.test/runbook|Runbook>`;
        const [cut] = (slackMessage(notice(), template.repeat(3)) as { attachments: [{ text: string }] }).attachments;
        expect(cut.text.replace(/<[^<>]*>/g, '')).not.toContain('<');
      }
    });

    it('state that they were cut, and only then', () => {
      expect(ntfyMessage(long('障'), 't')).toMatchObject({ message: expect.stringMatching(/障…$/) as string });
      expect(JSON.stringify(documents(notice()))).not.toContain('…');
    });
  });
});
