/** A process that called with the identity of an agent. */
export interface AgentRun {
  /** Made by the process at its start. */
  id: string;
  hostname: string | null;
  /** Its first and last call, in ms since the epoch. */
  firstMs: number;
  lastMs: number;
}

/** Agents call every five minutes: one that has not called three times has ended. */
const KEPT_MS = 15 * 60_000;
const MAX_RUNS = 10;

/** Adds the call to the runs, and removes those that ended long ago. */
export function noteRun(
  runs: readonly AgentRun[],
  { id, hostname }: Pick<AgentRun, 'id' | 'hostname'>,
  nowMs: number,
): AgentRun[] {
  const firstMs = runs.find((run) => run.id === id)?.firstMs ?? nowMs;
  const others = runs.filter((run) => run.id !== id && nowMs - run.lastMs < KEPT_MS);
  return [...others, { id, hostname, firstMs, lastMs: nowMs }].slice(-MAX_RUNS);
}

/**
 * Problem when several processes use one identity at the same time, as copies of a machine do: one called again after
 * another began. A restarted agent has another id, and its predecessor is silent.
 */
export function identityProblem(runs: readonly AgentRun[]): string | undefined {
  const together = runs.filter((run) =>
    runs.some((other) => other.id !== run.id && other.firstMs < run.lastMs && run.firstMs < other.lastMs),
  );
  if (together.length === 0) return undefined;
  const hosts = [...new Set(together.map(({ hostname }) => hostname ?? 'unknown'))].sort();
  const where = hosts.length === 1 ? `twice on ${hosts[0]}` : `on the hosts ${hosts.join(', ')}`;
  return `the identity of this agent is used ${where}: their values overwrite each other; invite each machine as an agent of its own`;
}
