import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { jarOfDescriptor } from './descriptor-jar';
import { DropBoxQueries } from './drop-box.queries';
import { PluginIntake } from './plugin-intake.service';
import { PluginScan } from './plugin-scan.service';
import { BUILT_IN_PLUGINS } from './platforms/built-in-plugins';

/**
 * Registers the built-in plugins before the service listens. Each version is put in the drop box once; restarting changes
 * nothing.
 */
@Injectable()
export class BuiltInPlugins implements OnApplicationBootstrap {
  constructor(
    private readonly dropBox: DropBoxQueries,
    private readonly intake: PluginIntake,
    private readonly scan: PluginScan,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const { fileName, descriptor } of BUILT_IN_PLUGINS) {
      await this.place(fileName, Buffer.from(descriptor));
    }
    // Registers packages left over by a killed process.
    await this.scan.run();
  }

  private async place(fileName: string, descriptor: Buffer): Promise<void> {
    const md5 = createHash('md5').update(jarOfDescriptor(descriptor)).digest('hex');
    if (await this.dropBox.isPlaced(fileName, md5)) return;
    const offered = await this.intake.readBytes(descriptor);
    await this.intake.place(fileName, offered, (tx) => this.dropBox.notePlaced(tx, fileName, md5));
  }
}
