import type { ReportedResource } from '@wardstone/dto/monitoring';
import type { MachineFacts, NetworkAdapter, RunningProcess, Snapshot } from './snapshot';
import { ownFileSystems } from './file-systems';
import { findServers, type FoundServer, instanceId, getServerLabels, type WatchedProgram } from './watched-programs';

/** A resource in a discovery report. See rule agents-3. */
export interface DiscoveredResource extends ReportedResource {
  children: readonly DiscoveredResource[];
}

export const PLATFORMS = 'Platforms';
/** The plugin of servers that are known only by their processes. */
export const PROCESSES = 'Processes';
/** Types of the plugin; all other servers have its generic type. */
const SERVER_TYPES = new Set(['PostgreSQL', 'nginx', 'OpenSSH']);
export const OTHER_SERVER = 'Server Process';

/** Minimum age of a process, because programs also run briefly, e.g. to print their version. */
export const SETTLED_MS = 2_000;

interface Settings {
  programs: readonly WatchedProgram[];
  logFiles: readonly string[];
  /** Whether to report adapters that were never in use. */
  unusedAdapters: boolean;
}

/** Discovery report of the machine. See rule agents-3. */
export function discoveredTree(facts: MachineFacts, snapshot: Snapshot, settings: Settings): DiscoveredResource {
  const { hostname, osName, osVersion, distribution, distributionVersion } = facts;
  const service = (typeName: string, key: string, name: string): DiscoveredResource => ({
    key,
    typeName,
    pluginName: PLATFORMS,
    name,
    children: [],
  });
  const fileSystems = ownFileSystems(snapshot.fileSystems ?? []).map(({ mount, type, device }) => ({
    ...service('File System', mount, mount),
    description: `${type} on ${device}`,
  }));
  const description = `${distribution} ${distributionVersion}`.trim();
  return {
    key: hostname,
    typeName: facts.platformType,
    pluginName: PLATFORMS,
    name: hostname,
    version: `${osName} ${osVersion}`,
    ...(description === '' ? {} : { description }),
    pluginConfig: {
      logFiles: settings.logFiles.map((path) => ({ path, minimumSeverity: 'WARN' })),
    },
    children: [
      ...(snapshot.coreLoads ?? []).map((_load, index) => service('CPU', `CPU ${index}`, `CPU ${index}`)),
      ...fileSystems,
      ...(snapshot.adapters ?? [])
        .filter((adapter) => settings.unusedAdapters || !isUnused(adapter))
        .map(({ name }) => service('Network Adapter', name, name)),
      ...serverResources(findServers((snapshot.processes ?? []).filter(isSettled), settings.programs)),
    ],
  };
}

/** Systems have adapters that are never up. Once reported, an adapter stays known. */
function isUnused({ isUp, ip4, isVirtual, carrierChanges, receivedBytes, sentBytes }: NetworkAdapter): boolean {
  return isVirtual && !isUp && ip4 === undefined && carrierChanges === 0 && receivedBytes + sentBytes === 0;
}

function isSettled({ ageMs = Infinity }: RunningProcess): boolean {
  return ageMs >= SETTLED_MS;
}

/** Whether a watched program was started too recently to be included. */
export function hasStartingServers({ processes = [] }: Snapshot, programs: readonly WatchedProgram[]): boolean {
  return findServers(processes, programs).some(({ main }) => !main.every(isSettled));
}

function serverResources(servers: readonly FoundServer[]): DiscoveredResource[] {
  const typeNames = [...new Set(servers.map(({ typeName }) => typeName))];
  return typeNames.flatMap((typeName) => {
    const ofType = servers.filter((server) => server.typeName === typeName);
    const labels = getServerLabels(ofType);
    return ofType.map((server) => toResource(server, labels.get(server.instance) ?? ''));
  });
}

function toResource({ typeName, program, instance }: FoundServer, label: string): DiscoveredResource {
  const isKnown = SERVER_TYPES.has(typeName);
  return {
    // Keys are not displayed, and identify a resource permanently.
    key: instance === '' ? program : `${program}:${instance}`,
    typeName: isKnown ? typeName : OTHER_SERVER,
    pluginName: PROCESSES,
    name: `${typeName} ${label}`.trim(),
    pluginConfig: { program, instance: instanceId(instance) },
    children: [],
  };
}

/** The number of resources in each category, as a sentence. */
export function describeTree(platform: DiscoveredResource): string {
  const servers = platform.children.filter(({ pluginName }) => pluginName === PROCESSES).length;
  const services = platform.children.length - servers;
  return `1 platform, ${servers} servers and ${services} services`;
}
