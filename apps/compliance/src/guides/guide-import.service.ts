import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import { Database, type Transaction } from '@wardstone/database';
import type { GuideImportMeta, GuideImportQuery, SecurityGuideRecord } from '@wardstone/dto/compliance';
import { ApiError, ComplianceError } from '@wardstone/errors';
import { DOCUMENT_PATIENCE_MS, type GuideHead, GuideReader, parseOsMajorVersion } from '@wardstone/scap';
import { type StoredRecord, storedRecord } from '../api/envelope';
import { ComplianceConfig } from '../compliance.config';
import { FrameworksService } from '../frameworks/frameworks.service';
import { type GuideDocument, type GuideDraft, GuideImportQueries } from './guide-import.queries';
import { KeptDocument } from './kept-document';
import { ProfilesQueries } from './profiles.queries';
import { toApiError } from '../scap/document-refusal';
import { type DocumentSource, streamDocument } from '../scap/document-stream';
import type { ReceivedDocument } from '../scap/document-upload.decorator';
import { readReportedGuide } from '../scap/report-document';

/** Limited because each import has a thread and a hundred megabytes; an account has one at a time. */
const IMPORTS_AT_ONCE = 2;
const SLICE_BYTES = 64 * 1024;

type Outcome = 'created' | 'unchanged' | 'replaced';

/** Import of security guides (rule compliance-29). */
@Injectable()
export class GuideImportService {
  private readonly running = new HeavyWork(IMPORTS_AT_ONCE, { patienceMs: DOCUMENT_PATIENCE_MS });

  constructor(
    private readonly db: Database,
    private readonly queries: GuideImportQueries,
    private readonly profiles: ProfilesQueries,
    private readonly frameworks: FrameworksService,
    private readonly config: ComplianceConfig,
  ) {}

  /**
   * Reads a source datastream, or the rules of a scanner's report, and stores them as one guide, atomically.
   * @param expectedSha256 of the decoded document
   * @throws invalid_document, invalid_parameter, security_guide_conflict, payload_too_large, processing_timed_out,
   * too_many_heavy_requests
   */
  async import(
    document: ReceivedDocument,
    request: GuideImportQuery,
    client: Client,
    expectedSha256?: string,
  ): Promise<StoredRecord<SecurityGuideRecord>> {
    await this.running.begin(client);
    const source = await toDatastream(document);
    const reader = new GuideReader();
    const kept = new KeptDocument();
    try {
      await streamDocument(source, (chunk) => Promise.all([reader.write(chunk), kept.write(chunk)]));
      const sha256 = reader.sha256();
      if (expectedSha256 !== undefined && sha256 !== expectedSha256) throw otherFile();
      const gzip = await kept.end();
      const known = await this.db.transaction((tx) => this.confirm(tx, { sha256, gzip }, request));
      if (known) return known;
      const draft = { ...toDraft(await reader.end(), sha256, request), gzip };
      // Not repeated after conflicts, because the reader returns its rows once.
      return await this.db.transaction((tx) => this.store(tx, reader, draft, request), { once: true });
    } catch (error) {
      throw toApiError(error);
    } finally {
      kept.close();
      await reader.close();
    }
  }

  /** The result for a document that is already stored, however much of it has been read. */
  private async confirm(
    tx: Transaction,
    { sha256, gzip }: GuideDocument,
    { os_major_version: osMajorVersion, os_minor_versions: osMinorVersions }: GuideImportQuery,
  ): Promise<StoredRecord<SecurityGuideRecord> | undefined> {
    const key = await this.queries.findKeyByContent(tx, sha256);
    if (!key) return undefined;
    requireOsMajorVersion(key.refId, osMajorVersion);
    await this.queries.lock(tx, key);
    const stored = await this.queries.findByKey(tx, key);
    // The guide was replaced or removed while waiting for the lock.
    if (stored?.sha256 !== sha256) return undefined;
    await this.queries.keepDocument(tx, stored.id, { sha256, gzip });
    const meta = await this.addMinors(tx, stored.id, osMinorVersions);
    return storedRecord(await this.queries.read(tx, stored.id), { status: 200, meta });
  }

  private async store(
    tx: Transaction,
    reader: GuideReader,
    draft: GuideDraft & GuideDocument,
    { replace, os_minor_versions: osMinorVersions }: GuideImportQuery,
  ): Promise<StoredRecord<SecurityGuideRecord>> {
    await this.queries.lock(tx, draft);
    const { id, outcome } = await this.storeContent(tx, reader, draft, replace);
    await this.queries.keepDocument(tx, id, draft);
    const meta = await this.addMinors(tx, id, osMinorVersions);
    const record = await this.queries.read(tx, id);
    if (outcome !== 'created') return storedRecord(record, { status: outcome === 'replaced' ? 202 : 200, meta });
    return storedRecord(record, { status: 201, location: `${this.config.BASE_PATH}/security_guides/${id}`, meta });
  }

  /** Minor versions are only added, because policies may use registered ones. */
  private async addMinors(tx: Transaction, id: string, minors?: readonly number[]): Promise<GuideImportMeta> {
    return { os_minor_versions_added: minors ? await this.profiles.addMinorsOfGuide(tx, id, minors) : [] };
  }

  private async storeContent(
    tx: Transaction,
    reader: GuideReader,
    draft: GuideDraft,
    replace: boolean,
  ): Promise<{ id: string; outcome: Outcome }> {
    const stored = await this.queries.findByKey(tx, draft);
    const known = { value_definition: [], rule_group: [], rule: [], profile: [] };
    if (!stored) {
      const id = await this.queries.insert(tx, draft);
      await this.queries.copy(tx, reader.rows(id, known));
      await this.frameworks.guideImported(tx, id);
      return { id, outcome: 'created' };
    }
    const { id, sha256 } = stored;
    if (sha256 === draft.sha256) return { id, outcome: 'unchanged' };
    if (!replace) throw conflict(draft);
    await this.queries.update(tx, id, draft);
    await this.queries.replace(tx, id, reader.rows(id, await this.queries.findKnownIds(tx, id)));
    await this.frameworks.guideImported(tx, id);
    return { id, outcome: 'replaced' };
  }
}

/** The rules of a report are imported as XCCDF. */
async function toDatastream(document: ReceivedDocument): Promise<DocumentSource> {
  if (!document.reportForm) return document;
  const xccdf = await readReportedGuide(document, document.reportForm);
  return { body: Readable.from(slices(xccdf)), isGzip: false };
}

/** Small ones, because each is copied for the thread that reads it. */
function* slices(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

function toDraft(
  { refId, version, title, description }: GuideHead,
  sha256: string,
  given: GuideImportQuery,
): GuideDraft {
  const osMajorVersion = requireOsMajorVersion(refId, given.os_major_version);
  return { refId, version, title, description, osMajorVersion, sha256 };
}

function requireOsMajorVersion(refId: string, given: number | undefined): number {
  const osMajorVersion = given ?? parseOsMajorVersion(refId);
  if (osMajorVersion === undefined) {
    const text = `Invalid parameter: os_major_version must be given, ${refId} does not contain it`;
    throw new ApiError(ComplianceError.invalid_parameter, text);
  }
  return osMajorVersion;
}

const otherFile = (): ApiError =>
  new ApiError(ComplianceError.invalid_document, 'Invalid document: the file differs from the one that was offered');

function conflict({ refId, version }: GuideDraft): ApiError {
  const text = `Security guide ${refId} ${version} already exists with different content`;
  return new ApiError(ComplianceError.security_guide_conflict, text);
}
