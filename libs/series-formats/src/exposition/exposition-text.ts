import { compareLabels, type Labels, legacyName, METRIC_NAME, type Text, valueText } from '@wardstone/promql';

const SERIES_PER_BLOCK = 500;

export interface LatestValue {
  readonly labels: Labels;
  /** In ms. */
  readonly time: number;
  readonly value: number;
}

/** Sorts the series of a metric next to each other. */
export function compareLatest(a: LatestValue, b: LatestValue): number {
  return Number(toName(a) > toName(b)) - Number(toName(a) < toName(b)) || compareLabels(a.labels, b.labels);
}

/**
 * Writes Prometheus' text format.
 * @param ordered sorted by `compareLatest`
 */
export function* expositionText(ordered: readonly LatestValue[]): Text {
  let before = '';
  for (let at = 0; at < ordered.length; at += SERIES_PER_BLOCK) {
    let block = '';
    for (const one of ordered.slice(at, at + SERIES_PER_BLOCK)) {
      const name = toName(one);
      if (name !== before) block += `# TYPE ${name} untyped\n`;
      before = name;
      block += toLine(one);
    }
    yield block;
  }
}

function toName({ labels }: LatestValue): string {
  return legacyName(labels.get(METRIC_NAME));
}

function toLine({ labels, time, value }: LatestValue): string {
  const others = labels.withoutName();
  const pairs = others.entries.map(([name, text]) => `${legacyName(name).replaceAll(':', '_')}="${escaped(text)}"`);
  // Otherwise the scraping server would add its own `instance` to all of them.
  if (others.get('instance') === '') pairs.push('instance=""');
  return `${legacyName(labels.get(METRIC_NAME))}{${pairs.join(',')}} ${valueText(value)} ${time}\n`;
}

function escaped(text: string): string {
  return text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}
