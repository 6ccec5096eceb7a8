import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { jarOfDescriptor } from './descriptor-jar';
import { DropBoxQueries } from './drop-box.queries';
import { PluginIntake } from './plugin-intake.service';
import { PluginScan } from './plugin-scan.service';
import { BUILT_IN_PLUGINS } from './platforms/built-in-plugins';
import { PluginsQueries } from './plugins.queries';

/**
 * Registers the built-in plugins before the service listens. Each version is put in the drop box once, and again if its
 * plugin is missing, because earlier releases let administrators delete it. Restarting changes nothing.
 */
@Injectable()
export class BuiltInPlugins implements OnApplicationBootstrap {
  constructor(
    private readonly dropBox: DropBoxQueries,
    private readonly plugins: PluginsQueries,
    private readonly intake: PluginIntake,
    private readonly scan: PluginScan,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const { name, fileName, descriptor } of BUILT_IN_PLUGINS) {
      await this.place(name, fileName, Buffer.from(descriptor));
    }
    // Registers packages left over by a killed process.
    await this.scan.run();
  }

  private async place(name: string, fileName: string, descriptor: Buffer): Promise<void> {
    const md5 = createHash('md5').update(jarOfDescriptor(descriptor)).digest('hex');
    if ((await this.dropBox.isPlaced(fileName, md5)) && (await this.plugins.isInstalled(name))) return;
    const offered = await this.intake.readBytes(descriptor);
    await this.intake.place(fileName, offered, (tx) => this.dropBox.notePlaced(tx, fileName, md5));
  }
}
