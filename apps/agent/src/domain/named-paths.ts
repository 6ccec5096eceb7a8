import type { KnownResource } from './known-inventory';

type Connected = Pick<KnownResource, 'pluginConfig'>;

/** The folder that a resource of type Directory stands for. */
export function folderOf({ pluginConfig }: Connected): string {
  return textOf(pluginConfig['path']);
}

/** The file that says which process a resource of type Process stands for; undefined when a query says it. */
export function pidFileOf({ pluginConfig }: Connected): string | undefined {
  return pluginConfig['type'] === 'piql' ? undefined : textOf(pluginConfig['pidFile']);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
