import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { contentNotFound } from '../content/content.service';
import { CONTENT_LIFE_MS, isHandle } from '../content/domain/content-handle';
import { PluginIntake } from './plugin-intake.service';
import type { OfferedPackage } from './plugin-intake.service';
import { UploadedContentQueries } from './uploaded-content.queries';

/** Packages that clients have uploaded, by their handle (content spec 4). */
@Injectable()
export class UploadedContent {
  constructor(
    @Inject(UploadedContentQueries) private readonly queries: UploadedContentQueries,
    @Inject(PluginIntake) private readonly intake: PluginIntake,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Key of the content in the store. @throws content_not_found */
  async requireKey(handle: string): Promise<string> {
    const usedSinceMs = this.clock.now() - CONTENT_LIFE_MS;
    const key = isHandle(handle) ? await this.queries.findKey(handle, usedSinceMs) : undefined;
    if (key === undefined) throw contentNotFound(handle);
    return key;
  }

  /** Looks into the content, which lives another day from here. @throws content_not_found when it has gone meanwhile */
  async read(handle: string, key: string): Promise<OfferedPackage> {
    await this.queries.noteUse(handle, this.clock.now());
    const offered = await this.intake.readContent(key);
    if (!offered) throw contentNotFound(handle);
    return offered;
  }
}
