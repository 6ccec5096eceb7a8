import type { IntegrationRest } from '@wardstone/client/monitoring';
import { integrationTexts } from '../../texts/integrations';

const { steps } = integrationTexts;

/** Instructions for configuring a sender: a sentence, and text to copy. Pure. */
export interface Snippet {
  readonly text: string;
  readonly code: string;
}

/** @param address URL of the integration, including its token */
export function snippetFor({ kind, mapping }: Pick<IntegrationRest, 'kind' | 'mapping'>, address: string): Snippet {
  switch (kind) {
    case 'ALERTMANAGER':
      return {
        text: steps.alertmanager,
        code: lines(
          'route:',
          '  receiver: wardstone',
          'receivers:',
          '  - name: wardstone',
          '    webhook_configs:',
          `      - url: ${address}`,
          '        send_resolved: true',
        ),
      };
    case 'PROMETHEUS': {
      const { protocol, host, pathname } = new URL(address);
      return {
        text: steps.prometheus,
        code: lines(
          'alerting:',
          '  alertmanagers:',
          `    - scheme: ${protocol.slice(0, -1)}`,
          `      path_prefix: ${pathname}`,
          '      static_configs:',
          `        - targets: ['${host}']`,
        ),
      };
    }
    case 'PAGERDUTY':
      return {
        text: steps.pagerDuty,
        code: curl(`${address}/v2/enqueue`, {
          routing_key: '-',
          event_action: 'trigger',
          dedup_key: 'db-1/disk',
          payload: { summary: '/var is full', source: 'db-1', severity: 'critical' },
        }),
      };
    case 'GRAFANA':
      return {
        text: steps.grafana,
        code: lines(
          'apiVersion: 1',
          'contactPoints:',
          '  - orgId: 1',
          '    name: Wardstone',
          '    receivers:',
          '      - uid: wardstone',
          '        type: webhook',
          '        settings:',
          `          url: ${address}`,
          '          httpMethod: POST',
        ),
      };
    case 'UPTIME_KUMA':
      return { text: steps.uptimeKuma, code: address };
    case 'JSON':
      return { text: steps.json, code: curl(address, toExample(mapping ?? {})) };
    case 'MAIL':
      return {
        text: steps.mail,
        code: curl(address, {
          from: 'nagios@example.com',
          subject: 'PROBLEM: db-1 disk is CRITICAL',
          text: '/var 97 %',
        }),
      };
  }
}

function lines(...all: string[]): string {
  return all.join('\n');
}

function curl(address: string, body: object): string {
  // A quote would end the argument in the shell.
  const json = JSON.stringify(body).replaceAll("'", String.raw`'\''`);
  return lines(`curl -fsS ${address} \\`, `  -H 'Content-Type: application/json' \\`, `  -d '${json}'`);
}

/** A document with a value at each path of the mapping. */
function toExample(mapping: NonNullable<IntegrationRest['mapping']>): object {
  const values: Record<string, string> = {
    key: 'db-1/disk',
    status: 'firing',
    severity: 'critical',
    title: '/var is full',
    host: 'db-1',
    value: '97 %',
    link: 'https://example.com/',
  };
  const alert: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const path = mapping[name as 'key'];
    if (path) put(alert, path, value);
  }
  if (!mapping.alerts) return alert;
  const document: Record<string, unknown> = {};
  put(document, mapping.alerts, [alert]);
  return document;
}

function put(document: Record<string, unknown>, path: string, value: unknown): void {
  const names = path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop();
  if (last === undefined) return;
  let at: Record<string, unknown> = document;
  for (const name of names) {
    const known = Object.hasOwn(at, name) ? at[name] : undefined;
    const next = typeof known === 'object' && known !== null ? (known as Record<string, unknown>) : {};
    Object.defineProperty(at, name, { value: next, enumerable: true, configurable: true, writable: true });
    at = next;
  }
  Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true });
}
