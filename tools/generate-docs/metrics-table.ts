/** A metric as exposed in the Prometheus text format. */
export interface MetricDescription {
  name: string;
  type: string;
  help: string;
}

/** Names, types and help texts of all metrics in an exposition, without values. */
export function readMetrics(text: string): MetricDescription[] {
  const help = new Map([...text.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name, words]) => [name!, words!]));
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({
    name: name!,
    type: type!,
    help: help.get(name!) ?? '',
  }));
}

/** One table of the metrics of all services: our own first, then those of the process and of Node.js. */
export function renderMetrics(texts: Readonly<Record<string, string>>): string {
  const found = new Map<string, MetricDescription & { services: string[] }>();
  for (const [service, text] of Object.entries(texts)) {
    for (const metric of readMetrics(text)) {
      const known = found.get(metric.name) ?? { ...metric, services: [] };
      known.services.push(service);
      found.set(metric.name, known);
    }
  }
  const isGeneral = ({ name }: MetricDescription): boolean => /^(nodejs|process)_/.test(name);
  const all = [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const row = ({ name, type, help, services }: (typeof all)[0]): string => {
    const where = services.length === Object.keys(texts).length ? 'all' : services.join(', ');
    return `| \`${name}\` | ${type} | ${where} | ${help.replaceAll('|', '\\|')} |`;
  };
  return [
    '# Metrics',
    '',
    'What the services export at `/metrics` in the Prometheus text format. Every metric has the label `service`. Reading',
    'them takes the permission `metrics:read`. Generated from the running services by `npm run docs:generate`.',
    '',
    '| Metric | Kind | Services | Meaning |',
    '|---|---|---|---|',
    ...all.filter((metric) => !isGeneral(metric)).map(row),
    '',
    '## Process and Node.js',
    '',
    '| Metric | Kind | Services | Meaning |',
    '|---|---|---|---|',
    ...all.filter(isGeneral).map(row),
    '',
  ].join('\n');
}
