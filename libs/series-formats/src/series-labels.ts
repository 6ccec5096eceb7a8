import type { LabelPair } from './incoming-series';
import { RefusedSeries } from './refusals';

const METRIC_NAME = '__name__';
/** Label with the name of the sending agent; other accounts may not send it. */
const AGENT_LABEL = 'wardstone_agent';
/** Metric that shows whether a target can be scraped: `up` with only the labels of the target. */
export const UP = 'up';
const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
/** Prefix of received names and labels that would collide with the product's own series. */
const EXPORTED = 'exported_';
const OWN_NAMES: ReadonlySet<string> = new Set(['ALERTS']);
const OWN_LABELS: ReadonlySet<string> = new Set(['resource_id']);
/** Labels that identify the target instead of the series. */
const OF_TARGET: ReadonlySet<string> = new Set(['job', 'instance', AGENT_LABEL]);

export const MAX_LABELS = 64;
/** Maximum size of names and values in bytes, since they are indexed as the name of a metric. */
export const MAX_BYTES = 2_000;
/** Maximum length of `job` and `instance`, which become the name of a resource. */
const MAX_TARGET_CHARACTERS = 200;

/** Labels that a series may have. */
export interface SeriesLabels {
  /** Sorted by name, without empty values. */
  readonly pairs: readonly LabelPair[];
  readonly name: string;
  readonly job: string;
  readonly instance: string;
  readonly agent: string;
  /** Name of the metric within the resource type: the labels without those of the target. */
  readonly metric: string;
}

/**
 * Converts the labels of a series for storage, or returns why it is refused.
 * @param agent name of the sending agent, which becomes a label
 */
export function readLabels(
  sent: readonly LabelPair[] | RefusedSeries,
  agent: string | undefined,
): SeriesLabels | RefusedSeries {
  if (sent instanceof RefusedSeries) return sent;
  const given = withoutOwn(sent.filter(([, value]) => value !== ''));
  const pairs =
    agent === undefined || given.some(([name]) => name === AGENT_LABEL)
      ? given
      : [...given, [AGENT_LABEL, agent] as const];
  if (pairs.length > MAX_LABELS) {
    const last = pairs.at(-1)![0];
    return new RefusedSeries(
      'too_many_labels',
      cut(last),
      `more than ${MAX_LABELS} labels, the last is ${shown(last)}`,
    );
  }
  const known = collectLabels(pairs);
  if (known instanceof RefusedSeries) return known;
  const name = known.get(METRIC_NAME);
  if (name === undefined) return new RefusedSeries('no_name', METRIC_NAME, 'a series has no label "__name__"');
  if (name.includes('\0'))
    return new RefusedSeries('invalid_label', METRIC_NAME, `${shown(name)} is no name of a metric`);
  const [job, instance] = [known.get('job') ?? '', known.get('instance') ?? ''];
  const long = ['job', 'instance'].find((label) => [...(known.get(label) ?? '')].length > MAX_TARGET_CHARACTERS);
  if (long !== undefined) {
    return new RefusedSeries(
      'labels_too_long',
      long,
      `label "${long}" has more than ${MAX_TARGET_CHARACTERS} characters`,
    );
  }
  if (known.get(AGENT_LABEL) !== agent) {
    return new RefusedSeries('forbidden', AGENT_LABEL, `label "${AGENT_LABEL}" is that of another agent`);
  }
  const sorted = [...known].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    pairs: sorted,
    name,
    job,
    instance,
    agent: agent ?? '',
    metric: toMetric(
      name,
      sorted.filter(([label]) => label !== METRIC_NAME && !OF_TARGET.has(label)),
    ),
  };
}

/** Renames foreign labels, as Prometheus does, so that they cannot imitate the product's series. */
function withoutOwn(sent: readonly LabelPair[]): readonly LabelPair[] {
  const isOwn = ([name, value]: LabelPair): boolean =>
    OWN_LABELS.has(name) || (name === METRIC_NAME && OWN_NAMES.has(value));
  if (!sent.some(isOwn)) return sent;
  const taken = new Set(sent.map(([name]) => name));
  return sent.map((pair): LabelPair => {
    if (!isOwn(pair)) return pair;
    const [name, value] = pair;
    if (name === METRIC_NAME) return [name, EXPORTED + value];
    let exported = EXPORTED + name;
    while (taken.has(exported)) exported = EXPORTED + exported;
    return [exported, value];
  });
}

/** The labels by name. */
function collectLabels(pairs: readonly LabelPair[]): Map<string, string> | RefusedSeries {
  const known = new Map<string, string>();
  let bytes = 0;
  let longest: LabelPair = ['', ''];
  for (const pair of pairs) {
    const [name, value] = pair;
    if (name === '' || name.includes('\0'))
      return new RefusedSeries('invalid_label', cut(name), `${shown(name)} is no name of a label`);
    if (known.has(name)) return new RefusedSeries('duplicate_label', cut(name), `label ${shown(name)} is given twice`);
    if (value.includes('\0')) return new RefusedSeries('invalid_label', cut(name), `label ${shown(name)} holds a zero`);
    known.set(name, value);
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (name.length + value.length > longest[0].length + longest[1].length) longest = pair;
  }
  if (bytes > MAX_BYTES) {
    const [label] = longest;
    return new RefusedSeries(
      'labels_too_long',
      cut(label),
      `labels of ${bytes} bytes, at most ${MAX_BYTES}; the longest is ${shown(label)}`,
    );
  }
  return known;
}

function toMetric(name: string, rest: readonly LabelPair[]): string {
  const labels = rest.map(
    ([label, value]) => `${LABEL.test(label) ? label : JSON.stringify(label)}=${JSON.stringify(value)}`,
  );
  // Quoted as in PromQL, so that no two series have the same text.
  if (!NAME.test(name)) return `{${[JSON.stringify(name), ...labels].join(',')}}`;
  return labels.length === 0 ? name : `${name}{${labels.join(',')}}`;
}

/** The label with the most values, which probably causes the number of series. */
export function findCulprit(series: readonly SeriesLabels[]): string {
  const values = new Map<string, Set<string>>();
  for (const { pairs } of series) {
    for (const [name, value] of pairs) {
      const known = values.get(name);
      if (known) known.add(value);
      else values.set(name, new Set([value]));
    }
  }
  const [first] = [...values].sort(([a, one], [b, other]) => other.size - one.size || (a < b ? -1 : 1));
  return first?.[0] ?? METRIC_NAME;
}

export function cut(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function shown(text: string): string {
  return JSON.stringify(cut(text));
}
