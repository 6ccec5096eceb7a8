import { Injectable } from '@nestjs/common';
import { type CallerIdentity, requireAccess } from '@wardstone/auth';
import type { ContentPluginQuery, PluginPackageQuery, PluginRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse } from '@wardstone/media-types';
import { DescriptorError } from '@wardstone/plugin-descriptor';
import { Addresses } from '../api/addresses';
import { invalidParameter } from '../api/invalid-parameter';
import { ContentService, contentNotFound } from '../content/content.service';
import { type OfferedPackage, PluginIntake } from './plugin-intake.service';
import { PluginPush } from './plugin-push.service';
import { PluginScan, type ScanOutcome, type ScanReport } from './plugin-scan.service';
import { toRecord } from './plugins.service';
import { PluginsQueries } from './plugins.queries';

/** Result of a deployment. */
interface Added {
  /** New plugins, in order of id. */
  readonly plugins: readonly PluginRest[];
  /** The plugin of the package, new or not; absent while it waits for others. */
  readonly own: PluginRest | undefined;
}

const MANAGE_SETTINGS = { kind: 'permission', permissions: ['MANAGE_SETTINGS'] } as const;

/** Turns uploaded content into plugins. See rules content-1, plugins-1. */
@Injectable()
export class PluginDeployment {
  constructor(
    private readonly contents: ContentService,
    private readonly intake: PluginIntake,
    private readonly scan: PluginScan,
    private readonly plugins: PluginsQueries,
    private readonly push: PluginPush,
    private readonly addresses: Addresses,
  ) {}

  /**
   * `PUT /content/{handle}/plugins`. The checks are in the order of the contract, with the permission after the
   * content.
   * @throws invalid_query, content_not_found, insufficient_scope, plugin_invalid, plugin_being_deleted
   */
  async deploy(caller: CallerIdentity, handle: string, parameters: ContentPluginQuery): Promise<void> {
    const { name, scan: scansNow, pushOutDelay } = parameters;
    const content = await this.contents.requireKey(handle);
    requireAccess(caller, MANAGE_SETTINGS, false);
    if (pushOutDelay >= 0 && !scansNow) throw invalidParameter('Parameter pushOutDelay requires scan=true');
    requirePlainName(name);

    const offered = await this.read(handle, content);
    if (scansNow) await this.register(name, offered);
    else await this.intake.place(name, offered, () => Promise.resolve());
    if (pushOutDelay >= 0) await this.push.scheduleUnlessWaiting(pushOutDelay, caller.username);
  }

  /**
   * `POST /plugins`: 201 with the URL of a new plugin, that of the package itself if it is new.
   * @throws invalid_query, content_not_found, plugin_invalid, plugin_being_deleted
   */
  async add(parameters: PluginPackageQuery): Promise<HandlerResponse<readonly PluginRest[]>> {
    const { plugins, own } = await this.registerContent(parameters);
    const added = plugins.find(({ id }) => id === own?.id) ?? plugins[0];
    if (!added) return new HandlerResponse(plugins);
    return new HandlerResponse(plugins, {
      status: 201,
      headers: { Location: this.addresses.of(`/plugins/${added.id}`) },
    });
  }

  /** `PUT /plugins`, the form for older clients: new plugins, and the plugin of the package even if it is not new. */
  async put(parameters: PluginPackageQuery): Promise<readonly PluginRest[]> {
    const { plugins, own } = await this.registerContent(parameters);
    const isListed = !own || plugins.some(({ id }) => id === own.id);
    return isListed ? plugins : [...plugins, own].sort((left, right) => left.id - right.id);
  }

  private async registerContent({ handle, name }: PluginPackageQuery): Promise<Added> {
    requirePlainName(name);
    const content = await this.contents.requireKey(handle);
    const offered = await this.read(handle, content);
    const report = await this.register(name, offered);
    const added = report.entries.flatMap(({ outcome }) =>
      outcome.kind === 'registered' && outcome.isNew ? [outcome.id] : [],
    );
    const own = offered.read instanceof DescriptorError ? undefined : offered.read.descriptor.name;
    const records = (await this.plugins.findInstalled(added, own)).map(toRecord);
    return {
      plugins: records.filter(({ id }) => added.includes(id)),
      own: records.find((record) => record.name === own),
    };
  }

  /**
   * Reads the content and extends its lifetime.
   * @throws content_not_found if it has expired meanwhile
   */
  private async read(handle: string, key: string): Promise<OfferedPackage> {
    await this.contents.noteUse(handle);
    const offered = await this.intake.readContent(key);
    if (!offered) throw contentNotFound(handle);
    return offered;
  }

  /** Registers a package and all waiting ones. A package that cannot be registered is dropped. */
  private async register(name: string, offered: OfferedPackage): Promise<ScanReport> {
    if (offered.read instanceof DescriptorError) throw refused(offered.read.message);
    const known = new Map([[name, offered.read.descriptor]]);
    const report = await this.intake.place(name, offered, async (tx) => {
      const scanned = await this.scan.runWithin(tx, known);
      if (scanned.getOutcome(name)?.kind === 'leaving') await this.intake.withdraw(tx, name);
      return scanned;
    });
    this.scan.log(report);
    requireSuccess(report.getOutcome(name));
    return report;
  }
}

const MAX_LENGTH = 255;

/** Refuses names that cannot be file names. See rule plugins-1. */
function requirePlainName(name: string): void {
  const refused = (problem: string): ApiError => invalidParameter(`Parameter name ${problem}`);
  if (name.length < 1 || name.length > MAX_LENGTH) throw refused(`must have 1 to ${MAX_LENGTH} characters`);
  if (name === '.' || name === '..') throw refused(`must be a file name, not "${name}"`);
  // oxlint-disable-next-line no-control-regex -- NUL ends names
  if (/[/\\\u0000]/.test(name)) throw refused('must be a plain file name, without "/", "\\" and NUL');
}

function requireSuccess(outcome: ScanOutcome | undefined): void {
  if (outcome?.kind === 'refused') throw refused(outcome.reason);
  if (outcome?.kind === 'leaving') throw new ApiError(MonitoringError.plugin_being_deleted, outcome.reason);
  if (outcome?.kind === 'failed') throw outcome.error;
}

function refused(reason: string): ApiError {
  return new ApiError(MonitoringError.plugin_invalid, reason);
}
