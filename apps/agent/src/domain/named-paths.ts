import { type KnownResource } from './known-inventory';

type Connected = Pick<KnownResource, 'pluginConfig'>;

/** The folder that a resource of type Directory stands for. */
export function folderOf({ pluginConfig }: Connected): string {
  return toText(pluginConfig['path']);
}

/** The file that says which process a resource of type Process stands for; undefined when a query says it. */
export function pidFileOf({ pluginConfig }: Connected): string | undefined {
  return pluginConfig['type'] === 'piql' ? undefined : toText(pluginConfig['pidFile']);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The files and folders that connection properties name. */
export interface WatchedFiles {
  /** The process id in a file; undefined when there is none. */
  readPid(path: string): number | undefined;
  isFolder(path: string): boolean;
  /** Whether the agent does not look there, and so cannot say. */
  isRefused(path: string): boolean;
}
