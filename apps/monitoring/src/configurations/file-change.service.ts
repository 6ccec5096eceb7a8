import { Injectable } from '@nestjs/common';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import type { FileChange, FileChangeQuery, FileDifference } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import type { ListPage } from '@wardstone/media-types';
import { AuthorizationService } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import { toUnifiedDiff } from './domain/unified-diff';
import { FileChangeQueries } from './file-change.queries';

/** See rule agents-24. */
@Injectable()
export class FileChangeService {
  constructor(
    private readonly queries: FileChangeQueries,
    private readonly authorization: AuthorizationService,
    private readonly heavyWork: HeavyWork,
  ) {}

  /** @throws resource_not_found, resource_forbidden, too_many_heavy_requests */
  async list(
    id: number,
    { q, window }: FileChangeQuery,
    viewer: Viewer,
    client: Client,
  ): Promise<ListPage<FileChange>> {
    await this.authorization.requireResource(viewer, id);
    await this.heavyWork.begin(client);
    const { rows, total } = await this.queries.list(id, q, window);
    return { items: rows, total, window };
  }

  /** @throws resource_not_found, resource_forbidden, file_difference_not_found, too_many_heavy_requests */
  async readDifference(id: number, changeId: number, viewer: Viewer, client: Client): Promise<FileDifference> {
    await this.authorization.requireResource(viewer, id, 'CONFIGURE_READ');
    await this.heavyWork.begin(client);
    const texts = await this.queries.findTexts(id, changeId);
    if (!texts) {
      throw new ApiError(
        MonitoringError.file_difference_not_found,
        `Resource ${id} has no file change ${changeId} with a stored text`,
      );
    }
    return { ...texts, difference: toUnifiedDiff(texts.before ?? '', texts.after ?? '') };
  }
}
