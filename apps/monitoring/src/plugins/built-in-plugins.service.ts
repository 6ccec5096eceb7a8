import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger, Readiness } from '@wardstone/bootstrap';
import { ObjectStoreError } from '../content/s3.backend';
import { BuiltInPluginQueries } from './built-in-plugins.queries';
import { jarOfDescriptor } from './descriptor-jar';
import { PluginIntake } from './plugin-intake.service';
import { PluginScan } from './plugin-scan.service';
import { BUILT_IN_PLUGINS } from './platforms/built-in-plugins';

const RETRY_MS = 5_000;

/**
 * Registers the plugins of the product itself before the service listens. Each is put in the drop box once for each form
 * it has had: one that an administrator has deleted since does not come back, and starting again changes nothing. Without
 * the object store that one of them has to go to, the process is alive and not ready, says why, and tries again.
 */
@Injectable()
export class BuiltInPlugins implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private gap: string | undefined;
  private retrying: Promise<void> | undefined;

  constructor(
    private readonly queries: BuiltInPluginQueries,
    private readonly intake: PluginIntake,
    private readonly scan: PluginScan,
    private readonly readiness: Readiness,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.register();
    if (this.gap === undefined) return;
    this.readiness.add({ name: 'object store', check: () => Promise.resolve(this.gap) });
    this.retrying = this.retry();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.retrying;
  }

  private async retry(): Promise<void> {
    const { signal } = this.stopping;
    while (this.gap !== undefined) {
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.register().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'registering the plugins of the product failed'),
      );
    }
  }

  private async register(): Promise<void> {
    try {
      for (const { fileName, descriptor } of BUILT_IN_PLUGINS) await this.place(fileName, Buffer.from(descriptor));
      // What a process that was killed has left waiting is registered too.
      await this.scan.run();
      this.gap = undefined;
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error;
      this.gap = error.message;
    }
  }

  private async place(fileName: string, descriptor: Buffer): Promise<void> {
    const md5 = createHash('md5').update(jarOfDescriptor(descriptor)).digest('hex');
    if (await this.queries.isPlaced(fileName, md5)) return;
    const offered = await this.intake.readBytes(descriptor);
    await this.intake.place(fileName, offered, (tx) => this.queries.notePlaced(tx, fileName, md5));
  }
}
