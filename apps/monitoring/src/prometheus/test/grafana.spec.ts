import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseQuery } from '@wardstone/promql';
import { COMPLIANCE_DESCRIPTOR } from '../../plugins/platforms/built-in-plugins';
import { PLATFORMS_DESCRIPTOR } from '../../plugins/platforms/platforms-descriptor';
import { toMetricName } from '../domain/metric-name';

const FOLDER = path.resolve(__dirname, '../../../../../docs/grafana/dashboards');

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

/** Metrics collected with default schedules; counters have a second metric. */
const KNOWN = new Set([
  'ALERTS',
  ...[...`${PLATFORMS_DESCRIPTOR}${COMPLIANCE_DESCRIPTOR}`.matchAll(/<metric property="([^"]+)"([^>]*)>/g)]
    .filter(([, , attributes]) => /displayType="summary"|defaultOn="true"/.test(attributes!))
    .flatMap(([, name]) => [false, true].map((isPerMinute) => toMetricName({ name: name!, isPerMinute }))),
]);

describe.each(readdirSync(FOLDER))('the dashboard %s', (file) => {
  const { panels } = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Dashboard;
  const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const));

  it.each(queries)('requests collected metrics: %s', (_title, template) => {
    // Grafana writes the range of the page here.
    const query = template.replaceAll('$__range', '21600s');
    expect(() => parseQuery(query)).not.toThrow();
    const names = [...query.matchAll(/([A-Za-z_]+)\{/g)].map(([, name]) => name!);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !KNOWN.has(name))).toEqual([]);
  });
});
