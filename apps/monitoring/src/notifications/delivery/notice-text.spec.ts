import { givenNotice, givenProblems, givenNotices, makeSummary } from '../../test/alerts/notice-fixture';
import { type Channel, findProblems } from '../../test/alerts/channel-schemas';
import {
  ntfyMessage,
  opsgenieAlert,
  pagerDutyEvent,
  slackMessage,
  teamsMessage,
  renderText,
} from './channel-documents';
import { composeMail } from './mail-document';
import { getDetailsUrl, incidentKey, isOfOne, type LinkedNotice, isAboutAlert } from './notice';
import { describeNotice, renderHeadline, renderLines } from './notice-text';
import { webhookDocument } from './webhook-body';

const COUNTS = [1, 20, 1_000];
const all = COUNTS.flatMap((count) =>
  Object.entries(givenNotices(count)).map(([kind, notice]) => [kind, count, notice] as const),
);
const DISK = /\/(?:var|home|srv|tmp)\b|Disk almost full/;
const HOST = /node-\d{3}|switch-rack3/;
const htmlText = (html: string): string[] =>
  html
    .replace(/<head>[^]*<\/head>/, '')
    .replace(/<(?:li|p|h1|tr)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, ' ')
    .split('\n');

describe.each(all)('a message: %s, of %i', (_kind, _count, notice) => {
  const mail = composeMail(notice);

  it('names the host in its headline, and in each line that names a disk', () => {
    const { headline, list } = describeNotice(notice);
    expect(headline).toMatch(HOST);
    expect(headline.length).toBeLessThan(160);
    for (const { place } of list) expect(place).toMatch(HOST);
    const lines = [mail.subject, ...mail.text.split('\n'), ...htmlText(mail.html), ...renderLines(notice)];
    // The body of a mail repeats the definition's name, beside the host.
    const named = lines.filter((line) => DISK.test(line) && !/^\s*Alert:? +Disk almost full/.test(line));
    if (notice.incident?.kind !== 'HELD') expect(named.length).toBeGreaterThan(0);
    expect(named.filter((line) => !HOST.test(line))).toEqual([]);
  });

  it('has priority, time and a link in mails, and is not too long for people', () => {
    expect(getDetailsUrl(notice)).toBe(isOfOne(notice) && isAboutAlert(notice) ? notice.url : notice.incidentUrl);
    expect(mail.subject).toContain('[MEDIUM]');
    expect(mail.text).toMatch(/^Since: +2026-11-28 [0-9:]{8} UTC$/m);
    expect(mail.text).toContain(getDetailsUrl(notice));
    expect(mail.text.split('\n').length).toBeLessThan(50);
    if (notice.links) expect(mail.html).toContain(notice.links.acknowledge);
  });

  it('is valid for its receiver', () => {
    const documents: readonly (readonly [Channel, object])[] = [
      ['Slack', slackMessage(notice)],
      ['Microsoft Teams', teamsMessage(notice)],
      ['PagerDuty', pagerDutyEvent(notice, 'k'.repeat(32))],
      ['Opsgenie', opsgenieAlert(notice)],
      ['ntfy', ntfyMessage(notice, 'ops')],
      ['CloudEvents', JSON.parse(webhookDocument('cloudevents', notice).body) as object],
    ];
    for (const [channel, document] of documents) {
      expect([channel, findProblems(channel, JSON.parse(JSON.stringify(document)) as object)]).toEqual([channel, []]);
      expect(JSON.stringify(document)).toMatch(HOST);
    }
  });
});

describe('a headline', () => {
  it.each([
    ['fired', 1, '[MEDIUM] node-001 / /var: Disk almost full, 96.9 %'],
    ['fired', 20, '[MEDIUM] Disk almost full: 20 alerts on node-001, node-002 and 2 more hosts'],
    ['fired', 1_000, '[MEDIUM] Disk almost full: 1,000 alerts on node-001, node-002 and 198 more hosts'],
    ['update', 1_000, 'Update: [MEDIUM] Disk almost full: 3 firing on node-001, 2 acknowledged, 995 recovered'],
    ['update after recovery', 1, 'Update: [MEDIUM] node-001 / /var: Disk almost full, recovered'],
    [
      'update after recovery',
      20,
      'Update: [MEDIUM] Disk almost full: 20 recovered on node-001, node-002 and 2 more hosts',
    ],
    ['recovered', 1, 'Recovered: [MEDIUM] node-001 / /var: Disk almost full'],
    ['recovered', 20, 'Recovered: [MEDIUM] Disk almost full: 20 alerts on node-001, node-002 and 2 more hosts'],
    ['definition removed', 1, 'Closed: [MEDIUM] node-001 / /var: Disk almost full'],
    ['escalation step', 1, 'Escalated: [MEDIUM] node-001 / /var: Disk almost full, 96.9 %'],
    ['held back', 20, '[MEDIUM] switch-rack3 is DOWN: 20 alerts suppressed'],
    ['test', 1, 'Test: [MEDIUM] node-001 / /var: Disk almost full'],
  ])('of the kind "%s" with %i alerts is complete', (kind, count, headline) =>
    expect(renderHeadline(givenNotices(count)[kind]!)).toBe(headline),
  );

  it.each([
    [Date.UTC(2026, 10, 28, 21), 'last signal 2026-11-28 21:00:00 UTC'],
    [null, 'no signal yet'],
  ])('and lines show when a silent heartbeat sent its last signal: %s', (heardMs, text) => {
    const conditions = [
      { text: 'availability goes DOWN', value: 'DOWN', valueText: 'DOWN', isNumber: false, atMs: 1_000_000_000_000 },
    ];
    const values = { conditions, heartbeat: { heardMs } };
    const notice = givenNotice({}, undefined, values);
    expect(renderHeadline(notice)).toBe(`[MEDIUM] node-001 / /var: Disk almost full, ${text}`);
    expect(renderText(notice)).toContain(`availability goes DOWN, value DOWN; ${text}`);
    const summary = makeSummary(givenProblems(2));
    const many = givenNotice(
      {},
      { ...summary, listed: summary.listed.map((problem) => ({ ...problem, ...values })) },
      values,
    );
    expect(renderLines(many)).toContain(`node-001 / /: Disk almost full, ${text}, since 2026-11-28 21:06:40 UTC`);
    const over = givenNotice({ kind: 'END', hasEnded: true }, undefined, { ...values, state: 'RECOVERED' });
    expect([renderHeadline(over), ...renderLines(over)].join()).not.toContain('signal');
  });

  it.each([
    [2, 'Disk almost full: 2 alerts on node-001'],
    [10, 'Disk almost full: 10 alerts on node-001 and node-002'],
    [15, 'Disk almost full: 15 alerts on node-001, node-002 and node-003'],
  ])('names all hosts of few: %i', (count, text) =>
    expect(renderHeadline(givenNotice({}, makeSummary(givenProblems(count))))).toBe(`[MEDIUM] ${text}`),
  );

  it('counts several definitions as problems, and alerts of other incidents separately', () => {
    const summary = makeSummary(givenProblems(10), { definitions: 3, definition: 'Host down' });
    const elsewhere = {
      count: 2,
      first: [{ kind: 'END', definition: 'x', resource: '/', host: 'db-1', place: 'db-1 / /' } as const],
    };
    expect(renderHeadline(givenNotice({ elsewhere }, summary))).toBe(
      '[MEDIUM] Host down and 2 other problems: 10 alerts on node-001 and node-002 (and 2 alerts of other incidents)',
    );
    expect(renderLines(givenNotice({ elsewhere }, summary)).slice(-2)).toEqual([
      'db-1 / /: x, over',
      '… and 1 more alert of other incidents',
    ]);
  });

  it('and lines of a digest name its own alert, and those of other incidents', () => {
    const elsewhere = {
      count: 1,
      first: [{ kind: 'ALERT', definition: 'Host down', resource: 'db-1', host: 'db-1', place: 'db-1' } as const],
    };
    const digest = givenNotice({ elsewhere });
    expect(renderHeadline(digest)).toBe(
      '[MEDIUM] node-001 / /var: Disk almost full, 96.9 % (and 1 alert of other incidents)',
    );
    expect(renderLines(digest)).toEqual([
      'node-001 / /var: Disk almost full, 96.9 %, since 2026-11-28 21:06:40 UTC',
      'db-1: Host down',
    ]);
    const end = givenNotice({ kind: 'END', hasEnded: true, elsewhere });
    expect(renderHeadline(end)).toBe(
      'Recovered: [MEDIUM] node-001 / /var: Disk almost full (and 1 alert of other incidents)',
    );
    expect(renderLines(end).join()).not.toContain('96.9');
  });

  it.each([
    ['Resolved', ['RESOLVED', 'RESOLVED']],
    ['Closed', ['CLOSED', 'CLOSED']],
    ['Ended', ['RECOVERED', 'RESOLVED']],
  ] as const)('begins with "%s" where the alerts of an incident ended as %j', (word, states) => {
    const summary = makeSummary(givenProblems(2, (at) => states[at]!));
    const end = givenNotice({ kind: 'END', hasEnded: true, ending: { reason: 'RESOLVED', by: 'ben' } }, summary);
    expect(renderHeadline(end)).toBe(`${word}: [MEDIUM] Disk almost full: 2 alerts on node-001`);
    if (word === 'Ended') {
      expect(renderLines(end)).toEqual(
        expect.arrayContaining([
          '1 recovered on node-001',
          '1 resolved on node-001',
          'node-001 / /var: Disk almost full, resolved by ben',
        ]),
      );
    }
  });

  it('names the one that fires beside what it suppresses', () => {
    const problems = givenProblems(4, (at) => (at === 0 ? 'FIRING' : 'SUPPRESSED'));
    expect(renderHeadline(givenNotice({ suppressed: 3 }, makeSummary(problems, { told: 1 })))).toBe(
      '[MEDIUM] node-001 / /var: Disk almost full, 96.9 % (3 alerts suppressed)',
    );
  });
});

describe('the lines of a message', () => {
  const linesFor = (kind: string, count: number): string[] => renderLines(givenNotices(count)[kind]!);
  const SINCE = 'since 2026-11-28 21:06:40 UTC';

  it('of one alert need no summary', () => expect(linesFor('fired', 1)).toEqual([]));

  it('of twenty alerts are complete', () => {
    const lines = linesFor('fired', 20);
    expect(lines[0]).toBe('20 firing on 4 hosts: node-001 (5), node-002 (5), node-003 (5), node-004 (5)');
    expect(lines[1]).toBe(`node-001 / /: Disk almost full, 96.9 %, ${SINCE}`);
    expect(lines).toHaveLength(21);
  });

  it('of a thousand alerts name ten hosts and ten alerts, and count the rest', () => {
    const lines = linesFor('fired', 1_000);
    expect(lines[0]).toMatch(/^1,000 firing on 200 hosts: node-001 \(5\), .*node-010 \(5\), … and 190 more$/);
    expect(lines.at(-1)).toBe('… and 990 more alerts');
    expect(lines).toHaveLength(12);
  });

  it('of an update state the counts, and what has changed', () => {
    const lines = linesFor('update', 1_000);
    expect(lines.slice(0, 4)).toEqual([
      '3 firing on node-001',
      '2 acknowledged on node-001',
      expect.stringMatching(/^995 recovered on 199 hosts: node-002 \(5\), .*, … and 189 more$/) as string,
      'Since the last message: 3 fired, 995 recovered.',
    ]);
    // No recovery is counted as an alert.
    expect(lines.join('\n')).not.toContain('more alert');
  });

  it('never show the value of an ended alert', () => {
    for (const kind of ['update after recovery', 'recovered', 'definition removed']) {
      for (const count of COUNTS) {
        const lines = linesFor(kind, count).join('\n');
        expect(lines).not.toMatch(/96\.9|firing/);
        const notice = givenNotices(count)[kind]!;
        expect(composeMail(notice).text + renderText(notice)).not.toMatch(/96\.9|firing/);
      }
    }
    expect(linesFor('update after recovery', 1)).toEqual(['Recovered before this message was sent.']);
    expect(linesFor('recovered', 20)).toContain('node-001 / /: Disk almost full, recovered');
    // The last line says "more", not "more alerts": these have recovered.
    expect(linesFor('recovered', 1_000).at(-1)).toBe('… and 990 more');
    expect(linesFor('recovered', 20)[0]).toBe('Recovered after 1 h.');
  });

  it('of a step name the step, and state that nobody has acknowledged the alert', () =>
    expect(linesFor('escalation step', 1)).toEqual(['Escalation step 2: nobody has acknowledged it.']));

  it('of held alerts name the cause and the hosts behind it', () =>
    expect(linesFor('held back', 20)).toEqual([
      'switch-rack3 is DOWN. 20 alerts on dependent resources suppressed.',
      '20 suppressed on 4 hosts: node-001 (5), node-002 (5), node-003 (5), node-004 (5)',
    ]));
});

describe('the links of a message', () => {
  it.each([
    [1, 'Acknowledge: ', '|Acknowledge>'],
    [1_000, 'Acknowledge only node-001 / /var: ', '|Acknowledge only node-001 / /var>'],
  ])('name what they act on: of %i', (count, inMail, inSlack) => {
    const notice = givenNotices(count)['fired']!;
    expect(composeMail(notice).text).toContain(`\n${inMail}https://`);
    expect(JSON.stringify(slackMessage(notice))).toContain(inSlack);
  });
});

describe('a message that is not about an alert', () => {
  const message = {
    type: 'on-call.handover' as const,
    subject: 'You are on call for Platform',
    lines: ['Open problems: 2 high.'],
    list: [{ place: 'node-001', text: 'DOWN, high' }],
    more: '… and 1 more problem',
  };
  const notice = givenNotice({}, undefined, { id: 'on-call-message-5', incident: undefined, message });

  it('has its lines, its list and the rest on every channel', () => {
    const lines = ['Open problems: 2 high.', 'node-001: DOWN, high', '… and 1 more problem'];
    expect(renderLines(notice)).toEqual(lines);
    expect(renderText(notice)).toBe(lines.join('\n'));
    const { subject, text, html } = composeMail(notice);
    expect(subject).toBe(message.subject);
    expect(text.split('\n').map((line) => line.trim())).toEqual(
      expect.arrayContaining([...lines, getDetailsUrl(notice)]),
    );
    expect(html).toContain('<strong>node-001</strong><br>DOWN, high');
    expect(html).toContain(message.more);
  });

  it('does not replace another one', () =>
    expect(incidentKey(notice)).not.toBe(incidentKey({ ...notice, id: 'on-call-message-6' })));
});

describe('a mail', () => {
  it('has the same content in HTML and plain text, without scripts', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const notice: LinkedNotice = givenNotice({}, undefined, {
      resource: { id: 3, name: hostile, lineage: ['node-001', hostile] },
    });
    const { html, text } = composeMail(notice);
    expect(text).toContain(hostile);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x');
    for (const fact of ['node-001', 'Used Percentage &gt; 90 %', '96.9 %', 'Open in the console']) {
      expect(html).toContain(fact);
    }
  });
});

describe('an alert of another system without a value', () => {
  it('is listed by its title once', () => {
    const title = 'DiskFull: disk is full';
    const summary = makeSummary(givenProblems(2));
    const [listed] = summary.listed;
    const reported = [title, `${title}, http://alertmanager.example.test/`].map((valueText) => ({
      ...listed!,
      definition: title,
      conditions: [{ ...listed!.conditions[0]!, valueText }],
    }));
    const { list } = describeNotice(givenNotice({ alerts: 2 }, { ...summary, listed: reported }));
    expect(list.map(({ text }) => text)).toEqual([
      `${title}, since 2026-11-28 21:06:40 UTC`,
      `${title}, http://alertmanager.example.test/, since 2026-11-28 21:06:40 UTC`,
    ]);
  });
});

describe('the end of an incident that all alerts have left', () => {
  it('states that the cause suppresses nothing any more, and omits the alert that fires by itself', () => {
    const end = givenNotice({
      kind: 'END',
      hasEnded: true,
      isEmpty: true,
      endedMs: 1_795_900_081_000,
      cause: { id: 4, name: 'switch-rack3' },
    });
    expect(renderHeadline(end)).toBe('Ended: [MEDIUM] switch-rack3 no longer suppresses alerts');
    expect(renderLines(end)).toEqual([
      'switch-rack3 no longer suppresses alerts after 1 min 21 s. Alerts that still fire are notified separately.',
    ]);
    expect(composeMail(end).text).not.toMatch(/Recovered|\/var|96\.9/);
  });
});
