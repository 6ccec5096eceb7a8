import { folderOf } from '../domain/named-paths';
import type { KnownResource } from '../domain/known-inventory';
import type { ConnectionProblems } from '../events/connection-problems';
import { bytesBelow } from '../machine/folder-size';
import { type PermittedFiles, Refused } from '../machine/permitted-files';
import type { SharedParts } from '../shared-parts';

interface FolderWatchOptions extends Pick<SharedParts, 'logger' | 'clock'> {
  files: PermittedFiles;
  problems: ConnectionProblems;
  signal: AbortSignal;
}

/** Measures folders beside everything else, for that takes long: one set of folders at a time. */
export class FolderWatch {
  private isWalking = false;

  constructor(private readonly options: FolderWatchOptions) {}

  /** Whether folders are being measured, and others have to wait. */
  get isBusy(): boolean {
    return this.isWalking;
  }

  /** Measures the folders of the resources, and hands over their sizes by path as soon as all are known. */
  start(resources: readonly KnownResource[], done: (bytes: ReadonlyMap<string, number>) => Promise<void>): void {
    const { logger, signal } = this.options;
    this.isWalking = true;
    this.measure(resources)
      .then(done)
      .catch((error: unknown) => {
        if (!signal.aborted) logger.error({ error }, 'sizes of folders could not be measured');
      })
      .finally(() => (this.isWalking = false));
  }

  private async measure(resources: readonly KnownResource[]): Promise<Map<string, number>> {
    const { files, problems, clock, signal } = this.options;
    const sizes = new Map<string, number>();
    for (const resource of resources) {
      const folder = folderOf(resource);
      if (sizes.has(folder)) continue;
      try {
        const bytes = await bytesBelow(files, folder, { clock, signal });
        if (bytes !== undefined) sizes.set(folder, bytes);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        problems.report([{ resourceId: resource.resourceId, location: folder, reason: error.message }]);
      }
    }
    return sizes;
  }
}
