import { createHash } from 'node:crypto';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts, type Client, HeavyWork } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { WaiverAttachmentQuery, WaiverRecord } from '@wardstone/dto/compliance';
import { DOCUMENT_LIMITS } from '@wardstone/scap';
import { refuseViolations } from '../api/record-errors';
import type { ListRequest, RecordRequest } from '../api/request';
import { toApiError } from '../scap/document-refusal';
import { type DocumentSource, streamDocument } from '../scap/document-stream';
import { attachmentViolations, MAX_ATTACHMENT_BYTES } from './domain/waiver-violations';
import { WaiverAttachmentsQueries } from './waiver-attachments.queries';
import { WaiversService, waiverNotFound } from './waivers.service';

const LIMITS = { ...DOCUMENT_LIMITS, rawBytes: MAX_ATTACHMENT_BYTES };
const UNSAFE_IN_HEADERS = /[^\w .-]/g;

/** A file that proves a review or an exception (rule compliance-40). */
@Injectable()
export class WaiverAttachmentsService {
  constructor(
    private readonly queries: WaiverAttachmentsQueries,
    private readonly waivers: WaiversService,
    private readonly heavyWork: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /** @throws waiver_not_found, record_invalid, payload_too_large, too_many_heavy_requests */
  async attach(
    { caller, parents, givenParents, file_name: fileName = '' }: ListRequest<'waiver_id', WaiverAttachmentQuery>,
    source: DocumentSource,
    client: Client,
    note: AuditNote,
  ): Promise<WaiverRecord> {
    const { waiver_id: id } = parents;
    const before = await this.waivers.read(caller, givenParents.waiver_id);
    await this.check(caller, before, fileName, 0);
    await this.heavyWork.begin(client);
    const content = await readWhole(source);
    await this.check(caller, before, fileName, content.length);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const at = new Date(this.clock.now());
    const isStored = await this.queries.insert(caller.orgId, id, {
      fileName,
      content,
      sha256,
      at,
      by: caller.username,
    });
    const after = await this.waivers.read(caller, givenParents.waiver_id);
    if (!isStored) await this.check(caller, after, fileName, content.length);
    note(changeFacts({ kind: 'waiver', id, name: after.rule_ref_id }, {}, { attachment: fileName, sha256 }));
    return after;
  }

  /**
   * Always a download of unknown kind: browsers do not display it.
   * @throws waiver_not_found
   */
  async read({ caller, parents, givenParents }: RecordRequest<'waiver_id'>): Promise<StreamableFile> {
    await this.waivers.read(caller, givenParents.waiver_id);
    const found = await this.queries.find(caller.orgId, parents.waiver_id);
    if (!found) throw waiverNotFound(givenParents.waiver_id);
    const { file_name: name, content } = found;
    const plain = name.replace(UNSAFE_IN_HEADERS, '_');
    const disposition = `attachment; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(name)}`;
    return new StreamableFile(content, { type: 'application/octet-stream', disposition, length: content.length });
  }

  private async check(caller: CallerIdentity, { state, attachment }: WaiverRecord, name: string, bytes: number) {
    const totalBytes = (await this.queries.measure(caller.orgId)) + bytes;
    refuseViolations(attachmentViolations(name, { state, hasAttachment: attachment !== null, totalBytes }));
  }
}

async function readWhole(source: DocumentSource): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  try {
    await streamDocument(source, (chunk) => Promise.resolve(chunks.push(chunk)), LIMITS);
  } catch (error) {
    throw toApiError(error);
  }
  return Buffer.concat(chunks);
}

/** Encodes a file name for the Content-Disposition header (RFC 8187). */
const encodeRfc5987 = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
