import { type KnownResource } from './known-inventory';

type Connected = Pick<KnownResource, 'pluginConfig'>;

/** Folder of a resource of type Directory. */
export function getFolder({ pluginConfig }: Connected): string {
  return toText(pluginConfig['path']);
}

/** File with the process id of a resource of type Process; undefined if a query selects it. */
export function getPidFile({ pluginConfig }: Connected): string | undefined {
  return pluginConfig['type'] === 'piql' ? undefined : toText(pluginConfig['pidFile']);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Files and folders named by connection properties. */
export interface WatchedFiles {
  /** The process id in a file; undefined if there is none. */
  readPid(path: string): number | undefined;
  isFolder(path: string): boolean;
  /** Whether the agent does not read there, so that nothing is known. */
  isRefused(path: string): boolean;
}
