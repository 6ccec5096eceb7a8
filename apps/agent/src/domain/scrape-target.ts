/** An exporter listed by the administrator of the host. */
export interface ScrapeTarget {
  readonly url: string;
  /** The label `job`. */
  readonly job: string;
  /** The label `instance`. */
  readonly instance: string;
}

const NAMED = /^([A-Za-z_][\w.-]*)=(https?:\/\/.*)$/;
const DEFAULT_JOB = 'exporter';
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Parses `URL` or `JOB=URL`. The instance of a local exporter is the name of the agent, because its address is the same
 * on every machine.
 * @throws Error if the text is no such address
 */
export function parseScrapeTarget(text: string, agent: string): ScrapeTarget {
  const [, job = DEFAULT_JOB, address = text] = NAMED.exec(text) ?? [];
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const port = url && (url.port || DEFAULT_PORTS[url.protocol]);
  if (!url || port === undefined)
    throw new Error(`AGENT_SCRAPE: "${text}" is neither URL nor JOB=URL of http or https`);
  if (url.username || url.password) throw new Error(`AGENT_SCRAPE: the address of ${job} must not hold credentials`);
  url.hash = '';
  const host = LOOPBACK.test(url.hostname) ? agent : url.hostname;
  return { url: url.href, job, instance: `${host}:${port}` };
}

/** @throws Error when two of them would be indistinguishable */
export function parseScrapeTargets(texts: readonly string[], agent: string): ScrapeTarget[] {
  const targets = texts.map((text) => parseScrapeTarget(text, agent));
  const seen = new Set<string>();
  for (const { job, instance } of targets) {
    if (seen.has(`${job} ${instance}`)) {
      throw new Error(`AGENT_SCRAPE: two exporters "${job}" at ${instance}; name their jobs as JOB=URL`);
    }
    seen.add(`${job} ${instance}`);
  }
  return targets;
}
