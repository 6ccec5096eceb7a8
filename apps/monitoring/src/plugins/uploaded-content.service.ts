import { Injectable } from '@nestjs/common';
import { ContentService, contentNotFound } from '../content/content.service';
import { type OfferedPackage, PluginIntake } from './plugin-intake.service';

/** Packages that clients have uploaded, by their handle (rule content-1). */
@Injectable()
export class UploadedContent {
  constructor(
    private readonly contents: ContentService,
    private readonly intake: PluginIntake,
  ) {}

  /** Key of the content in the store. @throws content_not_found */
  requireKey(handle: string): Promise<string> {
    return this.contents.requireKey(handle);
  }

  /** Looks into the content, which lives another day from here. @throws content_not_found when it has gone meanwhile */
  async read(handle: string, key: string): Promise<OfferedPackage> {
    await this.contents.noteUse(handle);
    const offered = await this.intake.readContent(key);
    if (!offered) throw contentNotFound(handle);
    return offered;
  }
}
