import path from 'node:path';
import type { Clock } from '@wardstone/clock';
import type { KnownDriftDefinition } from '../src/domain/known-inventory';
import { DriftWatch } from '../src/drift/drift-watch';
import { FOLDER_LIMITS, type FolderLimits } from '../src/drift/folder-walk';
import { createLogger } from '../src/logger';
import { ReadGuard } from '../src/machine/read-guard';
import { Outbox } from '../src/outbox/outbox';
import { StateFolder } from '../src/state/state-folder';

interface DriftWatchSettings {
  /** Its state is inside. */
  folder: string;
  roots: readonly string[];
  texts?: readonly string[];
  clock: Clock;
  clockErrorMs?: () => number;
  limits?: Partial<FolderLimits>;
}

/** The watch of a new process, and its outbox. */
export function aDriftWatch(settings: DriftWatchSettings): { watch: DriftWatch; outbox: Outbox } {
  const { folder, roots, texts = [], clock, clockErrorMs = () => 0, limits = {} } = settings;
  const outbox = new Outbox(path.join(folder, 'state', 'drift-reports'), 100_000_000);
  const watch = new DriftWatch({
    roots,
    texts,
    outbox,
    clock,
    state: new StateFolder(path.join(folder, 'state')),
    target: '/agent/a',
    guard: new ReadGuard(),
    logger: createLogger('silent'),
    signal: new AbortController().signal,
    phaseMs: 0,
    walkEveryMs: undefined,
    clockErrorMs,
    limits: { ...FOLDER_LIMITS, ...limits },
  });
  return { watch, outbox };
}

/** All files of a folder, each minute. */
export function aDriftDefinition(
  over: Partial<KnownDriftDefinition> & Pick<KnownDriftDefinition, 'baseDirectory'>,
): KnownDriftDefinition {
  return { resourceId: 1, name: 'etc', interval: 60_000, includes: [], excludes: [], version: null, ...over };
}
