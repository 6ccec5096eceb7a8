/** A plugin with its dependencies, except one on itself. */
export interface PluginNode {
  readonly name: string;
  readonly dependencies: readonly { readonly plugin: string; readonly isRequired: boolean }[];
}

export interface DeploymentPlan {
  /** Every stored plugin and every one that can be registered, after its dependencies; independent ones by name. */
  readonly order: readonly string[];
  /** Reasons for plugins that cannot be registered yet, by name. */
  readonly pending: ReadonlyMap<string, string>;
}

/**
 * Computes the order of registration, and which plugins have to wait. A waiting plugin replaces the stored one with its
 * name; if it has to wait, the stored one stays. See rule plugins-1, steps 3 and 4. Required and optional dependencies
 * count alike for order and cycles; a missing optional one is ignored, a missing required one makes the plugin and its
 * dependents wait.
 */
export function planDeployment(stored: readonly PluginNode[], waiting: readonly PluginNode[]): DeploymentPlan {
  const pending = new Map<string, string>();
  for (;;) {
    const graph = new Map(stored.map((node) => [node.name, node]));
    const candidates = waiting.filter(({ name }) => !pending.has(name));
    for (const node of candidates) graph.set(node.name, node);
    const found = [...waitingForMissing(candidates, graph), ...waitingInCycles(candidates, graph)];
    if (found.length === 0) return { order: sortByDependency(graph), pending };
    for (const [name, reason] of found) if (!pending.has(name)) pending.set(name, reason);
  }
}

/** Names that depend on `name`, directly or indirectly, required or not, without `name` itself. */
export function findDependents(name: string, plugins: readonly PluginNode[]): Set<string> {
  return collectReachable(name, (current) =>
    plugins.filter((plugin) => getTargets(plugin).includes(current)).map(toName),
  );
}

/** Names that `name` depends on, directly or indirectly, required or not, whether they exist or not. */
export function findDependencies(name: string, plugins: readonly PluginNode[]): Set<string> {
  const graph = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  return collectReachable(name, (current) => getTargets(graph.get(current)));
}

type Graph = ReadonlyMap<string, PluginNode>;

function toName({ name }: PluginNode): string {
  return name;
}

function getTargets(node: PluginNode | undefined): string[] {
  return (node?.dependencies ?? []).map(({ plugin }) => plugin).filter((plugin) => plugin !== node?.name);
}

function collectReachable(start: string, next: (name: string) => readonly string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...next(start)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === start || seen.has(name)) continue;
    seen.add(name);
    open.push(...next(name));
  }
  return seen;
}

function waitingForMissing(candidates: readonly PluginNode[], graph: Graph): [string, string][] {
  return candidates.flatMap(({ name, dependencies }) => {
    const missing = dependencies
      .filter(({ plugin, isRequired }) => isRequired && plugin !== name && !graph.has(plugin))
      .map(({ plugin }) => plugin);
    return missing.length > 0 ? [[name, `Requires plugins that are not registered: ${missing.join(', ')}`]] : [];
  });
}

function waitingInCycles(candidates: readonly PluginNode[], graph: Graph): [string, string][] {
  return candidates.flatMap(({ name }) => {
    const cycle = cycleThrough(name, graph);
    return cycle ? [[name, `Circular dependency: ${[...cycle, name].join(' > ')}`]] : [];
  });
}

/** A shortest cycle through a plugin, starting with it. */
function cycleThrough(start: string, graph: Graph): string[] | undefined {
  const cameFrom = new Map<string, string>();
  let level = [start];
  while (level.length > 0) {
    const next: string[] = [];
    for (const name of level) {
      for (const target of getTargets(graph.get(name))) {
        if (target === start) return toPath(name, start, cameFrom);
        if (cameFrom.has(target)) continue;
        cameFrom.set(target, name);
        next.push(target);
      }
    }
    level = next;
  }
  return undefined;
}

function toPath(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end];
  for (let name = end; name !== start;) way.unshift((name = cameFrom.get(name)!));
  return way;
}

/** Always picks the alphabetically first plugin without unmet dependencies. */
function sortByDependency(graph: Graph): string[] {
  const open = new Set([...graph.keys()].sort());
  const order: string[] = [];
  while (open.size > 0) {
    const names = [...open];
    const free = names.find((name) => !getTargets(graph.get(name)).some((target) => open.has(target)));
    const next = free ?? names[0]!;
    open.delete(next);
    order.push(next);
  }
  return order;
}
