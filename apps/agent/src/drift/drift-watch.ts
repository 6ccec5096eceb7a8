import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DriftReport, ReportedChangeSet, ReportedDrift } from '@wardstone/dto/monitoring';
import type { KnownDriftDefinition, KnownInventory } from '../domain/known-inventory';
import { dueFor, waitAfterRefusals } from '../domain/timetable';
import { NotRead } from '../machine/not-read';
import { isBelow, PermittedFiles, Refused } from '../machine/permitted-files';
import { READ_LIMIT_MS, type ReadGuard } from '../machine/read-guard';
import type { Outbox, OutboxMessage } from '../outbox/outbox';
import type { SharedParts } from '../shared-parts';
import { type DriftState, DriftStates } from './drift-state';
import { FileFilters } from './file-filter';
import { FOLDER_LIMITS, type FolderLimits, FolderWalk } from './folder-walk';
import { PermittedTexts } from './permitted-texts';
import { changesBetween, listAdded } from './watched-file';

interface DriftWatchOptions extends Pick<SharedParts, 'state' | 'outbox' | 'logger' | 'clock' | 'target'> {
  /** Folders in AGENT_FILE_ROOTS. */
  roots: readonly string[];
  /** Patterns in AGENT_FILE_TEXTS. */
  texts: readonly string[];
  guard: ReadGuard;
  signal: AbortSignal;
  phaseMs: number;
  /** Overrides the intervals of definitions. */
  walkEveryMs: number | undefined;
  /** Known error of this machine's clock. */
  clockErrorMs: () => number;
  limits?: FolderLimits;
}

/** Why a definition is not watched. */
interface Refusal {
  /** For users. */
  problem: string;
  /** Consecutive walks that were refused, each up to the limits; 0 while the host does not respond. */
  walks: number;
  /** The definition; another one is walked at once. */
  of: string;
}

/** Maximum number of files in a message, and of bytes in their descriptions; the server accepts 8 MiB. */
const FILES_IN_PART = 2_000;
const BYTES_IN_PART = 2 * 1024 * 1024;
/** Enough for a walk that finds all files changed, in addition to waiting messages. */
export const DRIFT_BUFFER_BYTES = 256 * 1024 * 1024;
/** Size of the outbox above which no walk starts, so that no change set is dropped. */
const WAITING_BYTES = 64 * 1024 * 1024;

const ACCEPT_EVERY_MS = 200;

/** Watches the files of drift definitions, as far as the host's owner permits. See rule agents-16. */
export class DriftWatch {
  private readonly states: DriftStates;
  private readonly files: PermittedFiles;
  private readonly walkedMs = new Map<string, number>();
  /** By definition. */
  private readonly refusals = new Map<string, Refusal>();
  private isWalking = false;

  constructor(private readonly options: DriftWatchOptions) {
    const { roots, state, outbox } = options;
    this.states = new DriftStates(state.folder, outbox);
    this.files = new PermittedFiles({
      roots,
      setting: 'AGENT_FILE_ROOTS',
      ownFiles: [],
      closed: [path.resolve(state.folder)],
      isOneMount: true,
    });
  }

  get problems(): readonly string[] {
    return [...this.refusals.values()].map(({ problem }) => problem);
  }

  /** Whether a walk is running. */
  get isBusy(): boolean {
    return this.isWalking;
  }

  /** Messages to the server. */
  get outbox(): Outbox {
    return this.options.outbox;
  }

  /** Starts due walks in the background, and returns at once. */
  look({ resources, driftDefinitions = [] }: KnownInventory): void {
    const { roots, logger, signal, outbox } = this.options;
    if (roots.length === 0 || this.isWalking || outbox.waitingBytes > WAITING_BYTES) return;
    this.forget(driftDefinitions);
    const due = driftDefinitions.filter((definition) => this.isDue(definition));
    if (due.length === 0) return;
    this.isWalking = true;
    this.states.keepOnly(new Set(resources.map(({ resourceId }) => resourceId)));
    this.watch(due)
      .catch((error: unknown) => {
        if (!signal.aborted) logger.error({ error }, 'files could not be watched');
      })
      .finally(() => (this.isWalking = false));
  }

  /**
   * Makes the files that the next walk finds the baseline of the resource: starts the walk at once, also of refused
   * definitions, and keeps the request on disk until it is done. Returns a description of the outcome.
   */
  async accept({ driftDefinitions = [] }: KnownInventory, resourceId: number, signal: AbortSignal): Promise<string> {
    // A running walk would report its changes relative to the previous baseline.
    while (this.isWalking) await sleep(ACCEPT_EVERY_MS, undefined, { signal });
    const known = driftDefinitions.flatMap((definition) => {
      if (definition.resourceId !== resourceId) return [];
      const state = this.states.read(definition);
      return state || this.refusals.has(toKey(definition)) ? [{ definition, state }] : [];
    });
    if (known.length === 0) throw new Error('The agent watches no files of this resource');
    for (const { definition, state } of known) {
      if (state) this.states.write(definition, { ...state, hasBaseline: false }, []);
      this.forgetWalk(toKey(definition));
    }
    return `The next check of the files of ${known.map(({ definition }) => definition.name).join(', ')} sets the baseline`;
  }

  private async watch(definitions: readonly KnownDriftDefinition[]): Promise<void> {
    const { guard, limits = FOLDER_LIMITS, clock, outbox } = this.options;
    for (const definition of definitions) {
      if (outbox.waitingBytes > WAITING_BYTES) return;
      const { baseDirectory } = definition;
      const key = toKey(definition);
      this.walkedMs.set(key, clock.now());
      try {
        const found = await guard.read(
          `${key} ${baseDirectory}`,
          () => this.walk(definition),
          limits.ms + READ_LIMIT_MS,
        );
        this.refusals.delete(key);
        this.queueReport(definition, found);
      } catch (error) {
        if (!(error instanceof NotRead)) throw error;
        const problem = `cannot watch files below ${baseDirectory.slice(0, 200)}: ${error.message}`;
        const walks = error instanceof Refused ? (this.refusals.get(key)?.walks ?? 0) + 1 : 0;
        this.refusals.set(key, { problem, walks, of: describe(definition) });
      }
    }
  }

  /**
   * The states before and after the walk.
   * @throws NotRead
   */
  private async walk(definition: KnownDriftDefinition) {
    const { clock, signal, limits, state, texts } = this.options;
    const { includes, excludes } = definition;
    const folders = this.getFolders(definition);
    // Other patterns need a baseline with the present texts.
    const withTexts = texts.length > 0 ? [texts] : [];
    const scope = JSON.stringify([definition.baseDirectory, folders, includes, excludes, ...withTexts]);
    const kept = this.states.read(definition);
    const before = kept?.scope === scope ? kept : undefined;
    const walk = new FolderWalk({
      files: this.files,
      clock,
      signal,
      limits,
      filters: new FileFilters(includes, excludes),
      texts: new PermittedTexts(texts),
      isBaseline: before?.hasBaseline !== true,
      known: before?.files ?? new Map(),
      closed: fs.realpathSync(state.folder),
    });
    let isThere = false;
    for (const { folder, prefix } of folders) if (await walk.enter(folder, prefix)) isThere = true;
    const version = Math.max(kept?.version ?? -1, definition.version ?? -1);
    return { before, version, scope, files: isThere ? walk.end() : undefined };
  }

  /**
   * Folders to walk: the base directory or, if only parts of it are permitted, those parts, with their relative paths.
   */
  private getFolders({ baseDirectory }: KnownDriftDefinition): { folder: string; prefix: string }[] {
    const base = path.normalize(baseDirectory);
    const inside = this.options.roots.filter((root) => isBelow(root, [base]) && !isBelow(base, [root]));
    const outermost = inside.filter((root) => !inside.some((other) => other !== root && isBelow(root, [other])));
    // Checked when opened, so that the refusal names the setting.
    if (outermost.length === 0 || isBelow(base, this.options.roots)) return [{ folder: baseDirectory, prefix: '' }];
    return outermost.map((root) => ({ folder: root, prefix: `${path.relative(base, root)}/` }));
  }

  private queueReport(
    definition: KnownDriftDefinition,
    { before, version, scope, files }: Awaited<ReturnType<DriftWatch['walk']>>,
  ): void {
    const next = { scope, version: version + 1 };
    if (!files) {
      if (before?.isBaseMissing) return;
      const known = { hasBaseline: before?.hasBaseline ?? false, files: before?.files ?? new Map() };
      this.commit(definition, { ...next, ...known, isBaseMissing: true }, [], { baseDirectoryMissing: true });
      return;
    }
    const isBaseline = before?.hasBaseline !== true;
    const now = { ...next, hasBaseline: true, isBaseMissing: false, files };
    if (isBaseline) return this.commit(definition, now, listAdded(files), { baseline: true });
    const changes = changesBetween(before.files, files);
    if (changes.length > 0 || before.isBaseMissing) return this.commit(definition, now, changes, {});
    // Stored although there is nothing to report, so that touched files are not read again each time.
    if (isOtherOnDisk(before, files)) this.states.write(definition, { ...before, files }, []);
  }

  private commit(
    definition: KnownDriftDefinition,
    state: DriftState,
    drifts: Iterable<ReportedDrift>,
    over: Partial<ReportedChangeSet>,
  ): void {
    const { resourceId, name } = definition;
    const { clock, clockErrorMs, target, logger } = this.options;
    // With a wrong clock, the server would refuse a time in the future, so it sets the time of receipt.
    const time = clockErrorMs() === 0 ? { time: clock.now() } : {};
    const set = { resourceId, definition: name, version: state.version, ...time, ...over };
    const id = randomUUID();
    const toMessage = (part: readonly ReportedDrift[], number: number): OutboxMessage => {
      const reportId = `f-${id}-${number}`;
      const body: DriftReport = { reportId, changeSets: [{ ...set, part: number, drifts: part }] };
      return { id: reportId, method: 'POST', target: `${target}/drift`, body };
    };
    this.states.write(definition, state, getMessages(drifts, toMessage));
    logger.debug({ resourceId, definition: name, version: state.version }, 'files have changed');
  }

  private isDue(definition: KnownDriftDefinition): boolean {
    const { clock, phaseMs, walkEveryMs } = this.options;
    const key = toKey(definition);
    const intervalMs = walkEveryMs ?? definition.interval;
    const [nowMs, walkedMs] = [clock.now(), this.walkedMs.get(key)];
    if (dueFor(walkedMs, { nowMs, intervalMs, phaseMs }) === undefined) return false;
    const walks = this.refusals.get(key)?.walks ?? 0;
    if (walks === 0 || walkedMs === undefined || walkedMs > nowMs) return true;
    return nowMs - walkedMs >= waitAfterRefusals(walks, intervalMs);
  }

  /** Forgets definitions that are gone, and refusals of those that have changed. */
  private forget(definitions: readonly KnownDriftDefinition[]): void {
    const known = new Map(definitions.map((definition) => [toKey(definition), definition]));
    for (const key of this.walkedMs.keys()) {
      const [definition, refusal] = [known.get(key), this.refusals.get(key)];
      if (!definition || (refusal && refusal.of !== describe(definition))) this.forgetWalk(key);
    }
  }

  private forgetWalk(key: string): void {
    this.walkedMs.delete(key);
    this.refusals.delete(key);
  }
}

/** Settings that determine which files a walk finds. */
function describe({ baseDirectory, includes, excludes, interval }: KnownDriftDefinition): string {
  return JSON.stringify([baseDirectory, includes, excludes, interval]);
}

function toKey({ resourceId, name }: KnownDriftDefinition): string {
  return `${resourceId} ${name}`;
}

/** One message for each part; at least one. */
function* getMessages(
  drifts: Iterable<ReportedDrift>,
  toMessage: (part: readonly ReportedDrift[], number: number) => OutboxMessage,
): Iterable<OutboxMessage> {
  let number = 0;
  let part: ReportedDrift[] = [];
  let bytes = 0;
  for (const drift of drifts) {
    const own = Buffer.byteLength(JSON.stringify(drift));
    if (part.length >= FILES_IN_PART || bytes + own > BYTES_IN_PART) {
      yield toMessage(part, number++);
      part = [];
      bytes = 0;
    }
    part.push(drift);
    bytes += own;
  }
  yield toMessage(part, number);
}

function isOtherOnDisk({ files: known }: DriftState, now: DriftState['files']): boolean {
  for (const [name, { modifiedMs, changedMs, inode, size }] of now) {
    const file = known.get(name);
    if (!file || file.modifiedMs !== modifiedMs || file.changedMs !== changedMs) return true;
    if (file.inode !== inode || file.size !== size) return true;
  }
  return false;
}
