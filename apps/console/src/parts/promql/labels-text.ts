type Labels = Readonly<Record<string, string>>;

const NAME = '__name__';

/** Labels of a series as PromQL writes them. Pure. */
export function labelsText({ [NAME]: name = '', ...labels }: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return pairs.length > 0 || name === '' ? `${name}{${pairs.join(', ')}}` : name;
}

/** The same for the lines of a chart: of several, labels that all have in common are left out. Pure. */
export function legendTexts(all: readonly Labels[]): string[] {
  const [first = {}, ...others] = all;
  if (others.length === 0) return all.map(labelsText);
  const common = new Set(Object.keys(first).filter((name) => others.every((labels) => labels[name] === first[name])));
  return all.map((labels) =>
    labelsText(Object.fromEntries(Object.entries(labels).filter(([name]) => !common.has(name)))),
  );
}
