import { rounds } from '@wardstone/testing';
import fc from 'fast-check';
import type { IntegrationKind } from '@wardstone/dto/monitoring';
import {
  alertmanagerGroup,
  grafanaGroup,
  pagerDutyEvent,
  PROBE_MAPPING,
  probeReport,
  prometheusAlerts,
  uptimeKuma,
} from '../../test/payloads';
import { decideReport } from '../decide-report';
import { type ForeignAlert, MAX_ALERTS, plainLink, plainText, UnreadablePayload } from '../foreign-alert';
import { readMail } from '../read-mail';
import { mappingProblem, valueAt } from '../read-mapped';
import { readPayload } from '../read-payload';

const NOW = Date.parse('2026-11-29T08:05:00Z');
const GRAPH = 'http://prometheus.example:9090/graph?g0.expr=up';
const KINDS: readonly IntegrationKind[] = [
  'ALERTMANAGER',
  'PROMETHEUS',
  'PAGERDUTY',
  'GRAFANA',
  'UPTIME_KUMA',
  'JSON',
  'MAIL',
];
const getFormat = (kind: IntegrationKind) => ({ kind, mapping: kind === 'JSON' ? PROBE_MAPPING : null });
const read = (kind: IntegrationKind, payload: unknown): ForeignAlert[] => readPayload(getFormat(kind), payload, NOW);

describe('a payload', () => {
  it('of Alertmanager, Prometheus, PagerDuty, Grafana and a probe has title, host, value and link', () => {
    const same = { state: 'FIRING', severity: 'CRITICAL', host: 'db-1:9100', value: '97 %', link: GRAPH };
    const title = 'DiskFull: /var is full on db-1';
    expect(read('ALERTMANAGER', alertmanagerGroup('firing'))).toMatchObject([
      { ...same, title, key: 'b1946ac92492d234' },
    ]);
    expect(read('PROMETHEUS', prometheusAlerts(NOW + 1))).toMatchObject([{ ...same, title, expiresMs: NOW + 1 }]);
    expect(read('PAGERDUTY', pagerDutyEvent('trigger'))).toMatchObject([
      { ...same, title, host: 'db-1', key: 'db-1/disk' },
    ]);
    expect(read('GRAFANA', grafanaGroup('firing'))).toMatchObject([
      { ...same, title, value: 'B = 97.5, C = 1', link: 'https://grafana.example/alerting/grafana/abc/view' },
    ]);
    expect(read('JSON', probeReport('alarm'))).toMatchObject([
      { ...same, title: '/var is full on db-1', host: 'db-1', key: '42' },
    ]);
    expect(read('UPTIME_KUMA', uptimeKuma(0))).toEqual([
      {
        key: '7',
        state: 'FIRING',
        severity: 'CRITICAL',
        title: 'Shop is down: connect ECONNREFUSED 192.0.2.7:443',
        host: 'shop.example',
        value: undefined,
        link: 'https://shop.example/',
      },
    ]);
  });

  it('ends an alert by words of its own format, under the same key', () => {
    const pairs: [IntegrationKind, unknown, unknown][] = [
      ['ALERTMANAGER', alertmanagerGroup('firing'), alertmanagerGroup('resolved')],
      ['PROMETHEUS', prometheusAlerts(NOW + 1), prometheusAlerts(NOW)],
      ['PAGERDUTY', pagerDutyEvent('trigger'), pagerDutyEvent('resolve')],
      ['GRAFANA', grafanaGroup('firing'), grafanaGroup('resolved')],
      ['UPTIME_KUMA', uptimeKuma(0), uptimeKuma(1)],
      ['JSON', probeReport('alarm'), probeReport('Resolved')],
      [
        'MAIL',
        { subject: 'PROBLEM: db-1/disk is CRITICAL', from: 'a' },
        { subject: 'Re: RECOVERY: db-1/disk is OK', from: 'a' },
      ],
    ];
    for (const [kind, firing, over] of pairs) {
      const [[began], [ended]] = [read(kind, firing), read(kind, over)];
      expect([kind, began!.state, ended!.state]).toEqual([kind, 'FIRING', 'RESOLVED']);
      expect(ended!.key).toBe(began!.key);
    }
    expect(read('PAGERDUTY', pagerDutyEvent('acknowledge'))[0]!.state).toBe('ACKNOWLEDGED');
    expect(read('UPTIME_KUMA', uptimeKuma(2))).toEqual([]);
    expect(read('UPTIME_KUMA', { heartbeat: null, monitor: null, msg: 'Webhook Testing' })).toEqual([]);
  });

  it('has one key for the same labels in any order, and other keys for other labels', () => {
    const one = (labels: object) => read('PROMETHEUS', [{ labels, endsAt: '2026-11-29T09:00:00Z' }])[0]!.key;
    expect(one({ alertname: 'A', b: '1' })).toBe(one({ b: '1', alertname: 'A' }));
    const keys = [{ a: '1', b: '2' }, { a: '1', b: '3' }, { a: '1","b":"2' }, { a: '1' }, { ab: '1' }].map(one);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('gives a trigger without a key one from its contents, so that a repeat is the same alert', () => {
    const trigger = (over: object) =>
      read('PAGERDUTY', { event_action: 'trigger', payload: { summary: 's', source: 'h', ...over } })[0]!.key;
    expect(trigger({})).toBe(trigger({ severity: 'info' }));
    expect(trigger({})).not.toBe(trigger({ component: 'c' }));
  });

  it('has subjects, senders and texts of mails by the names of gateways, or by a mapping', () => {
    const [mailgun] = readMail({ subject: 'Disk critical on db-1', sender: 'a@b', 'body-plain': 'value 97 %' });
    expect(mailgun).toMatchObject({
      severity: 'CRITICAL',
      state: 'FIRING',
      value: 'value 97 %',
      key: 'a@b disk on db 1',
    });
    const mapping = { key: '/headers/x-id', title: '/headers/subject', status: '/state', resolvedWords: ['done'] };
    const sent = { headers: { 'x-id': 'k', subject: 'Backup' }, state: 'DONE' };
    expect(readMail(sent, mapping)).toMatchObject([{ key: 'k', title: 'Backup', state: 'RESOLVED' }]);
  });

  it('is refused in another format, with a readable reason', () => {
    const refused: [IntegrationKind, unknown, string][] = [
      ['ALERTMANAGER', [], 'alerts must be a list'],
      ['ALERTMANAGER', { alerts: [{ status: 'open', labels: { a: '1' } }] }, 'must be firing or resolved'],
      ['ALERTMANAGER', { alerts: [{ status: 'firing' }] }, 'no labels'],
      ['PROMETHEUS', { alerts: [] }, 'the body must be a list'],
      ['PROMETHEUS', Array.from({ length: MAX_ALERTS + 1 }, () => ({})), 'more than 500'],
      ['PAGERDUTY', { event_action: 'constructor' }, 'event_action must be'],
      ['PAGERDUTY', { event_action: 'resolve' }, 'dedup_key is required'],
      ['PAGERDUTY', { event_action: 'trigger', payload: {} }, 'payload.summary'],
      ['UPTIME_KUMA', {}, 'neither heartbeat'],
      ['JSON', 5, 'an object or a list'],
      ['JSON', { items: [{}] }, 'no text at /id'],
      ['JSON', { items: [{ id: {} }] }, 'no text at /id'],
      ['MAIL', { from: 'a' }, 'no subject'],
    ];
    for (const [kind, payload, text] of refused) expect(() => read(kind, payload)).toThrow(text);
  });

  it('may have labels that are not text', () => {
    const alerts = [{ status: 'firing', labels: { '': { toString: 0 } }, annotations: null }];
    expect(read('ALERTMANAGER', { alerts })).toHaveLength(1);
  });

  it('of any content gives alerts within their limits or is refused as unreadable', () => {
    const json = fc.jsonValue({ maxDepth: 6 });
    const near = fc.oneof(
      json,
      fc.record({
        alerts: fc.array(
          fc.record({
            status: fc.constant('firing'),
            labels: fc.dictionary(fc.string({ unit: 'binary' }), json, { minKeys: 1 }),
            annotations: json,
          }),
        ),
      }),
      fc.record({ event_action: fc.constant('trigger'), dedup_key: json, payload: json, links: json }),
      fc.record({ heartbeat: json, monitor: json, msg: json }),
      fc.record({
        items: fc.array(fc.record({ id: fc.string({ unit: 'binary' }), text: json, page: json, at: json })),
      }),
      fc.record({ subject: fc.string({ unit: 'binary' }), from: json, text: fc.string({ unit: 'binary' }) }),
    );
    let found = 0;
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), near, (kind, payload) => {
        let alerts: ForeignAlert[] = [];
        try {
          alerts = read(kind, payload);
        } catch (error) {
          if (!(error instanceof UnreadablePayload)) throw error;
        }
        found += alerts.length;
        for (const { key, title, host = '', value = '', link = 'http://a/' } of alerts) {
          for (const text of [key, title, host, value, link]) {
            expect(text.isWellFormed()).toBe(true);
            expect(text).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
          }
          expect(title.length).toBeLessThanOrEqual(500);
          expect(key.length).toBeLessThanOrEqual(1_000);
          expect(link).toMatch(/^https?:\/\//);
        }
      }),
      { numRuns: rounds(5_000) },
    );
    expect(found).toBeGreaterThan(50);
  });
});

describe('an untrusted text', () => {
  it('has one line, no control characters and no half characters, and is cut', () => {
    expect(plainText('a\u0000b\r\nc\u202ed\t e')).toBe('a b c d e');
    expect(plainText('\ud800x')).toBe('\ufffdx');
    expect(plainText(' \n ')).toBeUndefined();
    expect(plainText({})).toBeUndefined();
    expect(plainText('x'.repeat(9_000_000), 10)).toHaveLength(10);
    expect(plainText('<b>&</b>')).toBe('<b>&</b>');
  });

  it('is a link only if it is a web address', () => {
    expect(plainLink('https://a.example/?q=<b>"')).toBe('https://a.example/?q=%3Cb%3E%22');
    for (const link of [
      'javascript:alert(1)',
      ' jAvAsCrIpT:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//a.example',
      '/x',
      'http://user:secret@a.example/',
      `http://a/${'x'.repeat(2_000)}`,
      5,
    ]) {
      expect(plainLink(link)).toBeUndefined();
    }
  });
});

describe('a mapping', () => {
  it('reads existing members and entries, as in RFC 6901', () => {
    const document = { a: [{ 'b/c': 1, 'd~e': 2 }], '': 3 };
    expect(valueAt(document, '/a/0/b~1c')).toBe(1);
    expect(valueAt(document, '/a/0/d~0e')).toBe(2);
    expect(valueAt(document, '/')).toBe(3);
    expect(valueAt(document, '')).toBe(document);
    for (const path of ['/a/01', '/a/-', '/a/1', '/a/length', '/a/0/x/y', '/b']) {
      expect(valueAt(document, path)).toBeUndefined();
    }
  });

  it('never leaves the document', () => {
    const document = JSON.parse('{"__proto__": {"x": 1}, "a": {}}') as object;
    expect(valueAt(document, '/__proto__/x')).toBe(1);
    for (const path of [
      '/constructor',
      '/a/__proto__',
      '/a/constructor/prototype',
      '/a/toString',
      '/__proto__/__proto__',
    ]) {
      expect(valueAt(document, path)).toBeUndefined();
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('is refused when it is too deep, not a pointer or without a key', () => {
    expect(mappingProblem({ key: '/a'.repeat(10) }, 'JSON')).toBeUndefined();
    expect(mappingProblem({ key: '/a'.repeat(11) }, 'JSON')).toMatch('at most 10 steps');
    expect(mappingProblem({ key: 'a' }, 'JSON')).toMatch('must begin with /');
    expect(mappingProblem({ key: '/a~2' }, 'JSON')).toMatch('~0');
    expect(mappingProblem({ title: '/a' }, 'JSON')).toMatch('key is required');
    expect(mappingProblem({ title: '/a' }, 'MAIL')).toBeUndefined();
  });
});

describe('a report', () => {
  const alert = (state: ForeignAlert['state'], severity: ForeignAlert['severity'] = 'WARNING') =>
    ({
      key: 'k',
      title: 't',
      host: undefined,
      value: undefined,
      link: undefined,
      state,
      severity,
    }) satisfies ForeignAlert;
  const known = { id: 1, severity: 'WARNING', isOpen: true, hasLapsed: false } as const;

  it('fires once, again when it has become more severe or was closed by age, and ends once', () => {
    expect(decideReport(undefined, alert('FIRING'))).toBe('FIRE');
    expect(decideReport(known, alert('FIRING'))).toBe('UPDATE');
    expect(decideReport(known, alert('FIRING', 'INFO'))).toBe('UPDATE');
    expect(decideReport(known, alert('FIRING', 'ERROR'))).toBe('RAISE');
    expect(decideReport({ ...known, hasLapsed: true }, alert('FIRING'))).toBe('FIRE');
    expect(decideReport({ ...known, isOpen: false }, alert('FIRING'))).toBe('FIRE');
    expect(decideReport(known, alert('RESOLVED'))).toBe('RESOLVE');
    expect(decideReport({ ...known, isOpen: false }, alert('RESOLVED'))).toBe('IGNORE');
    expect(decideReport(undefined, alert('RESOLVED'))).toBe('IGNORE');
    expect(decideReport(undefined, alert('ACKNOWLEDGED'))).toBe('IGNORE');
    expect(decideReport(known, alert('ACKNOWLEDGED'))).toBe('ACKNOWLEDGE');
  });
});
