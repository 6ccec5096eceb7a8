import { getFolder } from '../domain/named-paths';
import type { KnownResource } from '../domain/known-inventory';
import type { ConnectionProblems } from '../events/connection-problems';
import { bytesBelow, WALK_LIMITS } from '../machine/folder-size';
import { NotRead } from '../machine/not-read';
import type { PermittedFiles } from '../machine/permitted-files';
import { READ_LIMIT_MS, type ReadGuard } from '../machine/read-guard';
import type { SharedParts } from '../shared-parts';

interface FolderWatchOptions extends Pick<SharedParts, 'logger' | 'clock'> {
  files: PermittedFiles;
  guard: ReadGuard;
  problems: ConnectionProblems;
  signal: AbortSignal;
}

/** A walk ends by itself before this, unless one of its steps hangs. */
const LIMIT_MS = WALK_LIMITS.ms + READ_LIMIT_MS;

/** Measures sizes of folders in the background, because that takes long: one set of folders at a time. */
export class FolderWatch {
  private isWalking = false;

  constructor(private readonly options: FolderWatchOptions) {}

  /** Whether folders are being measured, so that others have to wait. */
  get isBusy(): boolean {
    return this.isWalking;
  }

  /** Measures the folders of the resources, and passes on their sizes by path when all are known. */
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
    const { files, guard, problems, clock, signal } = this.options;
    const sizes = new Map<string, number>();
    for (const resource of resources) {
      const folder = getFolder(resource);
      if (sizes.has(folder)) continue;
      try {
        const bytes = await guard.read(folder, () => bytesBelow(files, folder, { clock, signal }), LIMIT_MS);
        if (bytes !== undefined) sizes.set(folder, bytes);
      } catch (error) {
        if (!(error instanceof NotRead)) throw error;
        problems.report([{ resourceId: resource.resourceId, location: folder, reason: error.message }]);
      }
    }
    return sizes;
  }
}
