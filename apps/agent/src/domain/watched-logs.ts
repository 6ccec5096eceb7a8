import type { KnownInventory, KnownResource } from './known-inventory';
import type { Severity } from '@wardstone/dto/monitoring';
import { parseSeverity } from './log-line';

/** A log file of a resource. */
export interface WatchedLog {
  resourceId: number;
  path: string;
  least: Severity;
}

/** A resource with more log files than the agent reads. */
export interface TooManyLogs {
  resourceId: number;
  requested: number;
  followed: number;
}

export const MAX_LOGS_PER_RESOURCE = 20;
export const MAX_LOGS = 200;
/** Minimum severity for logs that the host's owner lists. */
export const OWN_LEAST: Severity = 'WARN';

/** Log files of settings, of the platform, and of committed resources within the limits. */
export function watchedLogs(
  { resources }: KnownInventory,
  ownFiles: readonly string[],
): { logs: WatchedLog[]; tooMany: TooManyLogs[] } {
  const logs: WatchedLog[] = [];
  const tooMany: TooManyLogs[] = [];
  const committed = resources.filter(({ status }) => status === 'COMMITTED');
  let room = MAX_LOGS;
  for (const resource of [...committed].sort((a, b) => a.resourceId - b.resourceId)) {
    const requested = requestedLogs(resource);
    const followed = requested.slice(0, Math.min(room, MAX_LOGS_PER_RESOURCE));
    room -= followed.length;
    const { resourceId } = resource;
    if (followed.length < requested.length)
      tooMany.push({ resourceId, requested: requested.length, followed: followed.length });
    const own = resource.parentId === null ? ownFiles.filter((path) => !followed.some((log) => log.path === path)) : [];
    logs.push(...followed, ...own.map((path) => ({ resourceId, path, least: OWN_LEAST })));
  }
  return { logs, tooMany };
}

/** Without duplicate paths; the first counts. */
function requestedLogs({ resourceId, pluginConfig }: KnownResource): WatchedLog[] {
  const entries = Array.isArray(pluginConfig['logFiles']) ? (pluginConfig['logFiles'] as unknown[]) : [];
  const byPath = new Map<string, WatchedLog>();
  for (const entry of entries) {
    const { path, minimumSeverity } = (entry ?? {}) as { path?: unknown; minimumSeverity?: unknown };
    if (typeof path !== 'string' || path === '' || byPath.has(path)) continue;
    byPath.set(path, { resourceId, path, least: parseSeverity(minimumSeverity) ?? 'WARN' });
  }
  return [...byPath.values()];
}
