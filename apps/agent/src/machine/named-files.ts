import type { ConnectionProblem, ConnectionProblems } from '../events/connection-problems';
import type { KnownResource } from '../domain/known-inventory';
import { getFolder, getPidFile, type WatchedFiles } from '../domain/named-paths';
import { NotRead } from './not-read';
import type { PermittedFiles } from './permitted-files';
import type { ReadGuard } from './read-guard';

/** A pid file holds a number and a line break. */
const MAX_PID_BYTES = 32;

/** Reads pid files and folders named by resources, as far as permitted. */
export class NamedFiles {
  constructor(
    private readonly files: PermittedFiles,
    private readonly problems: ConnectionProblems,
    private readonly guard: ReadGuard,
  ) {}

  async lookAt(resources: readonly KnownResource[]): Promise<WatchedFiles> {
    const pids = new Map<string, number | undefined>();
    const folders = new Set<string>();
    const refused = new Set<string>();
    const found: ConnectionProblem[] = [];
    const look = async (resource: KnownResource, path: string, take: () => Promise<unknown>): Promise<void> => {
      try {
        await this.guard.read(path, take);
      } catch (error) {
        if (!(error instanceof NotRead)) throw error;
        refused.add(path);
        found.push({ resourceId: resource.resourceId, location: path, reason: error.message });
      }
    };
    for (const resource of resources.filter(({ pluginName }) => pluginName === 'Platforms')) {
      const pidFile = resource.typeName === 'Process' ? getPidFile(resource) : undefined;
      if (pidFile) await look(resource, pidFile, async () => pids.set(pidFile, await this.readPid(pidFile)));
      const folder = resource.typeName === 'Directory' ? getFolder(resource) : '';
      if (folder !== '') {
        await look(resource, folder, async () => (await this.files.isFolder(folder)) && folders.add(folder));
      }
    }
    this.problems.report(found);
    return {
      readPid: (path) => pids.get(path),
      isFolder: (path) => folders.has(path),
      isRefused: (path) => refused.has(path),
    };
  }

  private async readPid(path: string): Promise<number | undefined> {
    const file = await this.files.find(path);
    const opened = file && (await this.files.open(file));
    if (!opened) return undefined;
    try {
      const { buffer, bytesRead } = await opened.read(Buffer.alloc(MAX_PID_BYTES), 0, MAX_PID_BYTES, 0);
      const [, digits] = /^\s*(\d{1,10})\s*$/.exec(buffer.toString('latin1', 0, bytesRead)) ?? [];
      return digits === undefined ? undefined : Number(digits);
    } finally {
      await opened.close();
    }
  }
}
