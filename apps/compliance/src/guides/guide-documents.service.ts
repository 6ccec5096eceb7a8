import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { GuideDocumentsQueries } from './guide-documents.queries';

/** Room for several large guides; the agents of a policy fetch the same one within minutes. */
const CACHED_BYTES = 64 * 1024 * 1024;

/** Source documents of guides, compressed with gzip (rule compliance-29). */
@Injectable()
export class GuideDocumentsService {
  private readonly cached = new LRUCache<string, Buffer>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  constructor(private readonly queries: GuideDocumentsQueries) {}

  /** @param sha256 digest of the decoded document */
  async find(sha256: string): Promise<Buffer | undefined> {
    const gzip = this.cached.get(sha256) ?? (await this.queries.find(sha256));
    if (gzip) this.cached.set(sha256, gzip);
    return gzip;
  }
}
