import type { ReportedAvailability } from '@wardstone/dto/monitoring';
import type { Snapshot } from '../machine/snapshot';
import type { KnownResource } from './known-inventory';
import { folderOf, pidFileOf, type WatchedFiles } from './named-paths';
import { selectedProcesses } from './selected-processes';

export type Availability = ReportedAvailability['type'];

/** Whether the resource is there and works. Its type says whether it can be missing (rule plugins-4). */
export function availabilityOf(resource: KnownResource, snapshot: Snapshot, files: WatchedFiles): Availability {
  if (resource.parentId === null) return 'UP';
  if (resource.pluginName !== 'Platforms')
    return upIf(selectedProcesses(resource, snapshot.processes, files).length > 0);
  const { key } = resource;
  switch (resource.typeName) {
    case 'CPU':
      return upIf(key.startsWith('CPU ') && Number(key.slice(4)) < snapshot.coreLoads.length);
    case 'File System':
      return snapshot.fileSystems.some(({ mount }) => mount === key) ? 'UP' : 'MISSING';
    case 'Network Adapter':
      return upIf(snapshot.adapters.some(({ name, isUp }) => name === key && isUp));
    case 'Process':
      if (files.isRefused(pidFileOf(resource) ?? '')) return 'UNKNOWN';
      return upIf(selectedProcesses(resource, snapshot.processes, files).length > 0);
    case 'Directory':
      if (files.isRefused(folderOf(resource))) return 'UNKNOWN';
      return upIf(files.isFolder(folderOf(resource)));
    default:
      return 'UNKNOWN';
  }
}

function upIf(works: boolean): Availability {
  return works ? 'UP' : 'DOWN';
}
