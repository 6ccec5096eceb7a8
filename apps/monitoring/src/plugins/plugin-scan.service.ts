import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import type { Transaction } from '@wardstone/database';
import {
  DescriptorError,
  type LookUpDescriptor,
  type PluginDescriptor,
  readDescriptorText,
  toDescriptorError,
  resolveTypes,
  walkTypes,
} from '@wardstone/plugin-descriptor';
import { ContentStore } from '../content/content-store';
import { planDeployment } from './domain/deployment-plan';
import { comparePackages, findNewest } from './domain/newest-package';
import { DropBoxQueries, type StoredPlugin } from './drop-box.queries';
import type { PluginFileEntity } from './plugin.entity';
import { PluginTypeRemoval } from './plugin-type-removal.service';
import { PluginRegistration } from './types/plugin-registration.service';

/** Outcome of a file in the drop box. */
export type ScanOutcome =
  | { kind: 'registered'; plugin: string; id: number; isNew: boolean; warnings: readonly string[] }
  /** Registered again, because another plugin changed. */
  | { kind: 'registered-again'; plugin: string; id: number; warnings: readonly string[] }
  /** The same bytes are already registered. */
  | { kind: 'identical'; plugin: string }
  /** A newer package of the plugin is already registered. */
  | { kind: 'older'; plugin: string }
  /** Waits for other plugins. */
  | { kind: 'pending'; plugin: string; reason: string }
  /** Waits for resources of a deleted plugin with the same name. */
  | { kind: 'leaving'; plugin: string; reason: string }
  /** Not a valid plugin. */
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; error: unknown };

interface ScanEntry {
  readonly file: string;
  readonly outcome: ScanOutcome;
}

/** Results of a scan, in order. */
export class ScanReport {
  readonly entries: ScanEntry[] = [];

  add(file: string, outcome: ScanOutcome): void {
    this.entries.push({ file, outcome });
  }

  /** The outcome of a waiting file; undefined if it was not there. */
  getOutcome(file: string): ScanOutcome | undefined {
    return this.entries.find((entry) => entry.file === file && entry.outcome.kind !== 'registered-again')?.outcome;
  }
}

/** A waiting file with its parsed descriptor. */
interface Candidate {
  readonly name: string;
  readonly file: PluginFileEntity;
  readonly descriptor: PluginDescriptor;
  readonly md5: string;
  readonly version: string;
  readonly modifiedMs: number;
}

/** Descriptors of registered plugins that a scan has needed, each read once. */
class RegisteredDescriptors {
  private readonly known = new Map<string, PluginDescriptor | undefined>();

  constructor(private readonly queries: DropBoxQueries) {}

  /** Adds a plugin that this scan has registered. */
  add(descriptor: PluginDescriptor): void {
    this.known.set(descriptor.name, descriptor);
  }

  async find(tx: Transaction, name: string): Promise<PluginDescriptor | undefined> {
    await this.load(tx, [name]);
    return this.known.get(name);
  }

  /** Plugins whose types a plugin copies, transitively. */
  async sourcesFor(tx: Transaction, descriptor: PluginDescriptor): Promise<LookUpDescriptor> {
    const seen = new Set<string>();
    let open = [descriptor];
    while (open.length > 0) {
      const names = [...new Set(open.flatMap(getSources))].filter((name) => !seen.has(name));
      for (const name of names) seen.add(name);
      await this.load(tx, names);
      open = names.flatMap((name) => this.known.get(name) ?? []);
    }
    return (plugin) => this.known.get(plugin);
  }

  private async load(tx: Transaction, names: readonly string[]): Promise<void> {
    const unknown = names.filter((name) => !this.known.has(name));
    if (unknown.length === 0) return;
    for (const name of unknown) this.known.set(name, undefined);
    for (const { name, descriptor } of await this.queries.findDescriptors(tx, unknown)) {
      const read = describe(descriptor);
      // An earlier release may have accepted a descriptor that this release refuses.
      this.known.set(name, typeof read === 'string' ? undefined : read);
    }
  }
}

function getSources({ types }: PluginDescriptor): string[] {
  return [...walkTypes(types)].flatMap(({ embeds }) => (embeds ? [embeds.plugin] : []));
}

/** Context of a scan. */
interface Scan {
  readonly tx: Transaction;
  readonly report: ScanReport;
  readonly descriptors: RegisteredDescriptors;
  /** By name, without plugins that are being deleted. */
  readonly installed: Map<string, StoredPlugin>;
}

/**
 * Registers packages in the drop box (rule plugins-1). A scan is one transaction with one lock for all replicas; a
 * killed scan changes nothing.
 */
@Injectable()
export class PluginScan {
  constructor(
    private readonly dropBox: DropBoxQueries,
    private readonly registration: PluginRegistration,
    private readonly removal: PluginTypeRemoval,
    private readonly contents: ContentStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(): Promise<ScanReport> {
    const report = await this.dropBox.exclusively((tx) => this.runWithin(tx));
    this.log(report);
    return report;
  }

  /**
   * Like `run`, in a transaction of the caller that holds the lock. The caller logs the report afterwards.
   * @param known descriptors that were already read, by file name
   */
  async runWithin(tx: Transaction, known: ReadonlyMap<string, PluginDescriptor> = new Map()): Promise<ScanReport> {
    await this.removal.purge(tx);
    const report = new ScanReport();
    const files = await this.dropBox.listFiles(tx);
    if (files.length === 0) return report;
    const stored = await this.dropBox.listPlugins(tx);
    const installed = new Map(stored.filter(({ isDeleted }) => !isDeleted).map((plugin) => [plugin.name, plugin]));
    const scan: Scan = { tx, report, installed, descriptors: new RegisteredDescriptors(this.dropBox) };
    const readable = await this.readAll(scan, files, known);
    const leaving = new Set(stored.filter(({ isDeleted }) => isDeleted).map(({ name }) => name));
    const chosen = await this.choose(scan, await this.setAside(scan, readable, leaving));
    await this.deploy(scan, chosen);
    await this.removal.purge(tx);
    return report;
  }

  log({ entries }: ScanReport): void {
    for (const { file, outcome } of entries) {
      if (outcome.kind === 'failed') this.logger.error({ file, error: outcome.error }, 'a plugin cannot be registered');
      else if (outcome.kind === 'refused') this.logger.warn({ file, outcome }, 'a plugin was rejected');
      else this.logger.info({ file, outcome }, 'a plugin was scanned');
    }
  }

  /** Reads all files, and drops invalid ones. */
  private async readAll(
    scan: Scan,
    files: readonly PluginFileEntity[],
    known: ReadonlyMap<string, PluginDescriptor>,
  ): Promise<Candidate[]> {
    const candidates: Candidate[] = [];
    for (const file of files) {
      const { descriptor: text, md5, modified_at, version } = file;
      const descriptor = known.get(file.name) ?? (text === null ? file.problem! : describe(text));
      if (typeof descriptor === 'string') {
        await this.drop(scan, file);
        scan.report.add(file.name, { kind: 'refused', reason: descriptor });
      } else {
        const modifiedMs = modified_at.getTime();
        candidates.push({ name: descriptor.name, file, descriptor, md5, modifiedMs, version: version! });
      }
    }
    return candidates;
  }

  /** Keeps a package waiting while resources of its deleted plugin exist. */
  private async setAside(
    { tx, report }: Scan,
    candidates: readonly Candidate[],
    leaving: ReadonlySet<string>,
  ): Promise<Candidate[]> {
    for (const { file, name } of candidates.filter((candidate) => leaving.has(candidate.name))) {
      const reason = `Plugin ${name} was deleted and not all of its resources have been erased yet`;
      await this.dropBox.noteProblem(tx, file.name, reason);
      report.add(file.name, { kind: 'leaving', plugin: name, reason });
    }
    return candidates.filter(({ name }) => !leaving.has(name));
  }

  /** Keeps the newest package of each plugin if it is newer than the registered one; drops the others. */
  private async choose(scan: Scan, candidates: readonly Candidate[]): Promise<Candidate[]> {
    const chosen: Candidate[] = [];
    for (const packages of Map.groupBy(candidates, ({ name }) => name).values()) {
      const newest = findNewest(packages);
      const registered = scan.installed.get(newest.name);
      const verdict = registered ? comparePackages(newest, registered) : 'newer';
      for (const { file, name, md5 } of packages) {
        if (file === newest.file && verdict === 'newer') continue;
        await this.drop(scan, file);
        const isIdentical = md5 === registered?.md5;
        scan.report.add(file.name, { kind: isIdentical ? 'identical' : 'older', plugin: name });
      }
      if (verdict === 'newer') chosen.push(newest);
    }
    return chosen;
  }

  private async deploy(scan: Scan, chosen: readonly Candidate[]): Promise<void> {
    const waiting = new Map(chosen.map((candidate) => [candidate.name, candidate]));
    const nodes = chosen.map(({ name, descriptor: { dependencies } }) => ({ name, dependencies }));
    const { order, pending } = planDeployment([...scan.installed.values()], nodes);
    for (const [name, reason] of pending) await this.leaveWaiting(scan, waiting.get(name)!, reason);
    const changed = new Set<string>();
    for (const name of order) {
      const candidate = pending.has(name) ? undefined : waiting.get(name);
      const isDone = candidate ? await this.register(scan, candidate) : await this.registerAgain(scan, name, changed);
      if (isDone) changed.add(name);
    }
  }

  private async register(scan: Scan, candidate: Candidate): Promise<boolean> {
    const { tx, report, installed, descriptors } = scan;
    const { name, file, descriptor, md5, version, modifiedMs } = candidate;
    // A dependency that should have been registered before may have failed.
    const missing = descriptor.dependencies.find(({ plugin, isRequired }) => isRequired && !installed.has(plugin));
    if (missing) {
      await this.leaveWaiting(scan, candidate, `Requires plugins that are not registered: ${missing.plugin}`);
      return false;
    }
    const registered = installed.get(name);
    const fileName = file.is_bare ? `__from-jarless__-${name}.jar` : file.name;
    const stored = { name, fileName, version, md5, modifiedMs, content: file.content };
    const attempted = await attempt(tx, async () => {
      const resolved = resolveTypes(descriptor, await descriptors.sourcesFor(tx, descriptor));
      const from = { ...stored, descriptorText: file.descriptor! };
      const outcome = await this.registration.register(tx, resolved, from, registered?.id);
      await this.dropBox.removeFile(tx, file.name);
      if (registered) await this.contents.remove(tx, registered.content);
      return outcome;
    });
    if ('error' in attempted) {
      await this.giveUp(scan, file, attempted.error);
      return false;
    }
    const { id, warnings } = attempted.result;
    installed.set(name, { id, ...stored, dependencies: descriptor.dependencies, isDeleted: false });
    descriptors.add(descriptor);
    report.add(file.name, { kind: 'registered', plugin: name, id, isNew: !registered, warnings });
    return true;
  }

  /** Updates a registered plugin for changes in its dependencies; returns whether there were any. */
  private async registerAgain(scan: Scan, name: string, changed: ReadonlySet<string>): Promise<boolean> {
    const { tx, installed, descriptors, report } = scan;
    const registered = installed.get(name);
    const isConcerned = registered?.dependencies.some(({ plugin, isRequired }) => !isRequired && changed.has(plugin));
    if (!registered || !isConcerned) return false;
    const descriptor = await descriptors.find(tx, name);
    if (!descriptor) return false;
    const [text] = await this.dropBox.findDescriptors(tx, [name]);
    const attempted = await attempt(tx, async () => {
      const resolved = resolveTypes(descriptor, await descriptors.sourcesFor(tx, descriptor));
      return this.registration.register(
        tx,
        resolved,
        { ...registered, descriptorText: text!.descriptor },
        registered.id,
      );
    });
    if ('error' in attempted) {
      report.add(registered.fileName, toOutcome(attempted.error));
      return false;
    }
    const { warnings } = attempted.result;
    report.add(registered.fileName, { kind: 'registered-again', plugin: name, id: registered.id, warnings });
    return true;
  }

  private async leaveWaiting({ tx, report }: Scan, { file, name }: Candidate, reason: string): Promise<void> {
    await this.dropBox.noteProblem(tx, file.name, reason);
    report.add(file.name, { kind: 'pending', plugin: name, reason });
  }

  /** Drops an invalid package; an unexpected failure is retried with the next scan. */
  private async giveUp(scan: Scan, file: PluginFileEntity, error: unknown): Promise<void> {
    const outcome = toOutcome(error);
    if (outcome.kind === 'refused') await this.drop(scan, file);
    else await this.dropBox.noteProblem(scan.tx, file.name, 'Registration failed; see the server log');
    scan.report.add(file.name, outcome);
  }

  private async drop({ tx }: Scan, { name, content }: PluginFileEntity): Promise<void> {
    await this.dropBox.removeFile(tx, name);
    await this.contents.remove(tx, content);
  }
}

/** Runs `work` in a savepoint; a failure is returned and rolls back nothing else. */
function attempt<T>(tx: Transaction, work: () => Promise<T>): Promise<{ result: T } | { error: unknown }> {
  return tx.savepoint(work).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
}

function toOutcome(error: unknown): { kind: 'refused'; reason: string } | { kind: 'failed'; error: unknown } {
  return error instanceof DescriptorError ? { kind: 'refused', reason: error.message } : { kind: 'failed', error };
}

/** The descriptor, or why it is invalid. */
function describe(text: string): PluginDescriptor | string {
  try {
    return readDescriptorText(text);
  } catch (error) {
    return toDescriptorError(error).message;
  }
}
