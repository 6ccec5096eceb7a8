/** A plugin and the plugins it names. Dependencies on itself do not count. */
export interface PluginNode {
  readonly name: string;
  readonly dependencies: readonly { readonly plugin: string; readonly isRequired: boolean }[];
}

export interface DeploymentPlan {
  /** Every plugin that is stored or may be registered, after those it depends on; plugins free of each other by name. */
  readonly order: readonly string[];
  /** Why a waiting plugin cannot be registered now, by its name. */
  readonly pending: ReadonlyMap<string, string>;
}

/**
 * In what order waiting plugins are registered, and which have to wait on. A waiting plugin takes the place of the
 * stored one of its name; if it has to wait, the stored one keeps its place. See rule plugins-1, steps 3 and 4.
 *
 * Edges: required and optional dependencies count alike for the order and for cycles; a missing optional one does not
 * matter, a missing required one makes the plugin wait, and so those that require it.
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

/** The names that depend on `name`, directly or through others, required or not; the name itself is not among them. */
export function dependentsOf(name: string, plugins: readonly PluginNode[]): Set<string> {
  return reach(name, (current) => plugins.filter((plugin) => getTargets(plugin).includes(current)).map(toName));
}

/** The names that `name` depends on, directly or through others, required or not, whether they exist or not. */
export function dependenciesOf(name: string, plugins: readonly PluginNode[]): Set<string> {
  const graph = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  return reach(name, (current) => getTargets(graph.get(current)));
}

type Graph = ReadonlyMap<string, PluginNode>;

function toName({ name }: PluginNode): string {
  return name;
}

function getTargets(node: PluginNode | undefined): string[] {
  return (node?.dependencies ?? []).map(({ plugin }) => plugin).filter((plugin) => plugin !== node?.name);
}

function reach(start: string, next: (name: string) => readonly string[]): Set<string> {
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

/** A shortest way from a plugin back to itself, beginning with it. */
function cycleThrough(start: string, graph: Graph): string[] | undefined {
  const cameFrom = new Map<string, string>();
  let level = [start];
  while (level.length > 0) {
    const next: string[] = [];
    for (const name of level) {
      for (const target of getTargets(graph.get(name))) {
        if (target === start) return wayTo(name, start, cameFrom);
        if (cameFrom.has(target)) continue;
        cameFrom.set(target, name);
        next.push(target);
      }
    }
    level = next;
  }
  return undefined;
}

function wayTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end];
  for (let name = end; name !== start;) way.unshift((name = cameFrom.get(name)!));
  return way;
}

/** Always the alphabetically first plugin without unmet dependencies. */
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
