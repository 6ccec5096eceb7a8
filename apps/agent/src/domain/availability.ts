import type { ReportedAvailability } from '@wardstone/dto/monitoring';
import type { Snapshot } from './snapshot';
import { isTemporaryPlace } from './file-systems';
import type { KnownResource } from './known-inventory';
import { getFolder, getPidFile, type WatchedFiles } from './named-paths';
import { selectedProcesses } from './selected-processes';

export type Availability = ReportedAvailability['type'];

/** Whether the resource exists and works. Its type decides whether it can be missing (rule plugins-4). */
export function judgeAvailability(resource: KnownResource, snapshot: Snapshot, files: WatchedFiles): Availability {
  if (resource.parentId === null) return 'UP';
  const { coreLoads, fileSystems, adapters, processes } = snapshot;
  const hasProcesses = (): Availability => upIf(processes && selectedProcesses(resource, processes, files).length > 0);
  if (resource.pluginName !== 'Platforms') return hasProcesses();
  const { key } = resource;
  switch (resource.typeName) {
    case 'CPU':
      return upIf(coreLoads && key.startsWith('CPU ') && Number(key.slice(4)) < coreLoads.length);
    case 'File System':
      return fileSystemAvailability(key, fileSystems);
    case 'Network Adapter':
      return upIf(adapters?.some(({ name, isUp }) => name === key && isUp));
    case 'Process':
      if (files.isRefused(getPidFile(resource) ?? '')) return 'UNKNOWN';
      return hasProcesses();
    case 'Directory':
      if (files.isRefused(getFolder(resource))) return 'UNKNOWN';
      return upIf(files.isFolder(getFolder(resource)));
    default:
      return 'UNKNOWN';
  }
}

function fileSystemAvailability(place: string, fileSystems: Snapshot['fileSystems']): Availability {
  if (!fileSystems) return 'UNKNOWN';
  if (fileSystems.some(({ mount }) => mount === place)) return 'UP';
  // Its container has ended, which is no failure.
  return isTemporaryPlace(place) ? 'UNKNOWN' : 'MISSING';
}

/** Unknown if it could not be read. */
function upIf(works: boolean | undefined): Availability {
  if (works === undefined) return 'UNKNOWN';
  return works ? 'UP' : 'DOWN';
}
