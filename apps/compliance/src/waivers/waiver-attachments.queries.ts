import { Injectable } from '@nestjs/common';
import { OrgDatabase } from '@wardstone/database';

export interface NewAttachment {
  readonly fileName: string;
  readonly content: Buffer;
  readonly sha256: string;
  readonly at: Date;
  readonly by: string;
}

/** Files attached to waivers. */
@Injectable()
export class WaiverAttachmentsQueries {
  constructor(private readonly db: OrgDatabase) {}

  /** Bytes of all attachments of the organisation. */
  async measure(orgId: string): Promise<number> {
    const row = await this.db.first<{ bytes: string }>(
      orgId,
      'SELECT coalesce(sum(f.byte_count), 0) AS bytes FROM waiver_attachment f WHERE f.org_id = $1',
      [orgId],
    );
    return Number(row!.bytes);
  }

  /** False if the waiver has one, or was decided or withdrawn meanwhile. */
  async insert(
    orgId: string,
    waiverId: string,
    { fileName, content, sha256, at, by }: NewAttachment,
  ): Promise<boolean> {
    const row = await this.db.first(
      orgId,
      // A concurrent decision waits for the lock, so that nobody approves a waiver whose attachment is being changed.
      `WITH open AS (
              SELECT w.id FROM waiver w
               WHERE w.org_id = $1 AND w.id = $2 AND w.decision IS NULL AND w.withdrawn_at IS NULL
                 AND (w.result = 'planned' OR w.expires_at > $6)
                 FOR UPDATE)
       INSERT INTO waiver_attachment (org_id, waiver_id, file_name, byte_count, sha256, content, attached_at, attached_by_name)
       SELECT $1, open.id, $3, length($4::bytea), $5, $4, $6, $7 FROM open
       ON CONFLICT (waiver_id) DO NOTHING
       RETURNING waiver_id`,
      [orgId, waiverId, fileName, content, sha256, at, by],
    );
    return row !== undefined;
  }

  async find(orgId: string, waiverId: string): Promise<{ file_name: string; content: Buffer } | undefined> {
    return this.db.first<{ file_name: string; content: Buffer }>(
      orgId,
      'SELECT f.file_name, f.content FROM waiver_attachment f WHERE f.org_id = $1 AND f.waiver_id = $2',
      [orgId, waiverId],
    );
  }
}
