/** Payloads as the documentation of each sender has them, of an alert that fires or is over. */

const LABELS = { alertname: 'DiskFull', instance: 'db-1:9100', job: 'node', severity: 'critical' };
const ANNOTATIONS = { summary: '/var is full on db-1', value: '97 %' };
const GRAPH = 'http://prometheus.example:9090/graph?g0.expr=up';

type State = 'firing' | 'resolved';

interface ReportedAlert {
  readonly severity?: string;
  readonly title?: string;
  /** Number of the alert where a test sends many. */
  readonly number?: number;
}

const toLabels = ({ severity = 'critical', number }: ReportedAlert): Record<string, string> => ({
  ...LABELS,
  severity,
  ...(number !== undefined && { device: `sd${number}` }),
});
const getAnnotations = ({ title }: ReportedAlert) => ({
  ...ANNOTATIONS,
  ...(title !== undefined && { summary: title }),
});

/** https://prometheus.io/docs/alerting/latest/configuration/#webhook_config */
export function alertmanagerGroup(state: State, ...reported: readonly ReportedAlert[]): object {
  const alerts = (reported.length === 0 ? [{}] : reported).map((one) => ({
    status: state,
    labels: toLabels(one),
    annotations: getAnnotations(one),
    startsAt: '2026-11-29T08:00:00.000Z',
    endsAt: state === 'firing' ? '0001-01-01T00:00:00Z' : '2026-11-29T08:10:00.000Z',
    generatorURL: GRAPH,
    fingerprint: `b1946ac92492d234${one.number ?? ''}`,
  }));
  return {
    version: '4',
    groupKey: '{}:{alertname="DiskFull"}',
    truncatedAlerts: 0,
    status: state,
    receiver: 'wardstone',
    groupLabels: { alertname: 'DiskFull' },
    commonLabels: LABELS,
    commonAnnotations: ANNOTATIONS,
    externalURL: 'http://alertmanager.example:9093',
    alerts,
  };
}

/** https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml */
export function prometheusAlerts(endsMs: number, ...alerts: readonly ReportedAlert[]): object[] {
  return (alerts.length === 0 ? [{}] : alerts).map((one) => ({
    labels: toLabels(one),
    annotations: getAnnotations(one),
    startsAt: '2026-11-29T08:00:00.000Z',
    endsAt: new Date(endsMs).toISOString(),
    generatorURL: GRAPH,
  }));
}

/** https://developer.pagerduty.com/docs/events-api-v2-overview */
export function pagerDutyEvent(action: 'trigger' | 'acknowledge' | 'resolve', over: object = {}): object {
  return {
    routing_key: '0123456789abcdef0123456789abcdef',
    event_action: action,
    dedup_key: 'db-1/disk',
    ...(action === 'trigger' && {
      payload: {
        summary: 'DiskFull: /var is full on db-1',
        source: 'db-1',
        severity: 'critical',
        timestamp: '2026-11-29T08:00:00.000+0000',
        component: 'disk',
        group: 'prod',
        class: 'full',
        custom_details: { value: '97 %' },
      },
      links: [{ href: GRAPH, text: 'Graph' }],
      client: 'Monitor',
    }),
    ...over,
  };
}

/** https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/ */
export function grafanaGroup(state: State, alert: ReportedAlert = {}): object {
  return {
    receiver: 'wardstone',
    status: state,
    orgId: 1,
    alerts: [
      {
        status: state,
        labels: toLabels(alert),
        annotations: { summary: alert.title ?? ANNOTATIONS.summary },
        startsAt: '2026-11-29T09:00:00+01:00',
        endsAt: '0001-01-01T00:00:00Z',
        values: { B: 97.5, C: 1 },
        valueString: "[ var='B' labels={} value=97.5 ]",
        generatorURL: 'https://grafana.example/alerting/grafana/abc/view',
        fingerprint: 'c6eadffa33fcdf37',
        silenceURL: 'https://grafana.example/alerting/silence/new',
        dashboardURL: '',
        panelURL: '',
        imageURL: '',
      },
    ],
    groupLabels: {},
    commonLabels: LABELS,
    commonAnnotations: {},
    externalURL: 'https://grafana.example/',
    version: '1',
    groupKey: '{}:{}',
    truncatedAlerts: 0,
    title: '[FIRING:1] DiskFull',
    state: 'alerting',
    message: '**Firing**',
  };
}

/** https://github.com/louislam/uptime-kuma/blob/master/server/notification-providers/webhook.js */
export function uptimeKuma(status: 0 | 1 | 2 | 3, reason = 'connect ECONNREFUSED 192.0.2.7:443'): object {
  return {
    heartbeat: {
      monitorID: 7,
      status,
      time: '2026-11-29 08:00:00.000',
      msg: status === 1 ? '200 - OK' : reason,
      important: true,
      duration: 60,
      timezone: 'UTC',
      localDateTime: '2026-11-29 08:00:00',
    },
    monitor: { id: 7, name: 'Shop', type: 'http', hostname: null, url: 'https://shop.example/', active: true },
    msg: `[Shop] [${status === 1 ? '✅ Up' : '🔴 Down'}] ${reason}`,
  };
}

/** Mapping for the JSON of a home-made probe. */
export const PROBE_MAPPING = {
  alerts: '/items',
  key: '/id',
  status: '/state',
  severity: '/level',
  title: '/text',
  host: '/at/host',
  value: '/at/readings/0',
  link: '/page',
};

export function probeReport(state: string, over: object = {}): object {
  const item = { id: 42, state, level: 'crit', text: '/var is full on db-1', at: { host: 'db-1', readings: ['97 %'] } };
  return { items: [{ ...item, page: GRAPH, ...over }] };
}

/** https://www.twilio.com/docs/sendgrid/for-developers/parsing-email/setting-up-the-inbound-parse-webhook */
export function mail(subject: string, text = 'value 97 %'): FormData {
  const form = new FormData();
  form.set('headers', 'Received: by mx.example');
  form.set('from', 'Nagios <nagios@mon.example>');
  form.set('to', 'alerts@in.example');
  form.set('subject', subject);
  form.set('text', text);
  form.set('html', '<p>value 97 %</p>');
  form.set('attachment1', new Blob(['x'.repeat(100)]), 'log.txt');
  return form;
}
