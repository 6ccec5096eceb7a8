import type { RunningProcess } from './snapshot';
import type { KnownResource } from './known-inventory';
import { getPidFile, type WatchedFiles } from './named-paths';
import { findServers, instanceId, findProcesses, withDescendants } from './watched-programs';

/** Processes of a server, or of a resource of type Process, by its connection properties. */
export function selectedProcesses(
  { pluginName, pluginConfig }: Pick<KnownResource, 'pluginName' | 'pluginConfig'>,
  processes: readonly RunningProcess[],
  files: Pick<WatchedFiles, 'readPid'>,
): RunningProcess[] {
  const property = (name: string): string => String((pluginConfig[name] as string | boolean | null | undefined) ?? '');
  if (pluginName !== 'Platforms') {
    const program = property('program');
    const servers = findServers(processes, [{ typeName: '', program }]);
    const wanted = property('instance');
    // People use the instance itself.
    const server = servers.find(({ instance }) => instance === wanted || instanceId(instance) === wanted);
    return server ? findProcesses(server, processes) : [];
  }
  const pidFile = getPidFile({ pluginConfig });
  const found = pidFile === undefined ? byQuery(property('piql'), processes) : byPid(files.readPid(pidFile), processes);
  return property('fullProcessTree') === 'true' ? withDescendants(found, processes) : found;
}

function byPid(pid: number | undefined, processes: readonly RunningProcess[]): RunningProcess[] {
  return processes.filter((process) => process.pid === pid);
}

/**
 * Parses `process|ATTRIBUTE|match=TEXT`, where TEXT is literal except for `^` before and `$` after it. All criteria
 * must match.
 */
function byQuery(query: string, processes: readonly RunningProcess[]): RunningProcess[] {
  const criteria = query.split(',').map((criterion) => {
    const [, attribute = '', , text = ''] = /^process\|([a-z]+)\|(match)=(.*)$/.exec(criterion.trim()) ?? [];
    return { attribute, text };
  });
  return processes.filter((process) =>
    criteria.every(
      ({ attribute, text }) => attribute !== '' && toValues(process, attribute).some((value) => matches(value, text)),
    ),
  );
}

function toValues({ pid, name, kernelName = name, command }: RunningProcess, attribute: string): string[] {
  if (attribute === 'pid') return [String(pid)];
  return attribute === 'basename' || attribute === 'name' ? [name, kernelName] : [command];
}

function matches(value: string, text: string): boolean {
  const literal = text.replace(/^\^/, '').replace(/\$$/, '');
  if (text.startsWith('^') && text.endsWith('$')) return value === literal;
  if (text.startsWith('^')) return value.startsWith(literal);
  return text.endsWith('$') ? value.endsWith(literal) : value.includes(literal);
}
