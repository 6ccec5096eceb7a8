import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Client, HeavyWork } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { TestResultRecord } from '@wardstone/dto/compliance';
import { ApiError, ComplianceError } from '@wardstone/errors';
import {
  DOCUMENT_PATIENCE_MS,
  parseOsMajorVersion,
  type ReportForm,
  ResultReaders,
  type ScanResult,
} from '@wardstone/scap';
import { isTooFarAhead } from '../api/domain/clock-lead';
import type { RecordRequest } from '../api/request';
import { type StoredRecord, storedRecord } from '../api/envelope';
import { ComplianceConfig } from '../compliance.config';
import { FactsService } from '../facts/facts.service';
import { toApiError } from '../scap/document-refusal';
import { streamDocument } from '../scap/document-stream';
import type { ReceivedDocument } from '../scap/document-upload.decorator';
import { readReportedResult } from '../scap/report-document';
import { StoredResultsService } from '../stored-results/stored-results.service';
import { isForeignFamily } from '../systems/domain/os-family';
import { toSystemReach } from '../systems/domain/system-reach';
import { systemNotFound } from '../api/record-errors';
import type { SystemRow } from '../systems/system-row.sql';
import { SystemsService } from '../systems/systems.service';
import { refusals } from './domain/report-refusals';
import { ResultIngestQueries, type ResultAssignment, type ResultWriter, selectReport } from './result-ingest.queries';
import { toTestResultRecord } from './result-records';

/** Over all accounts; a single one gets half of them. */
const RESULTS_AT_ONCE = 4;

/** Upload of scan results (rules scap-4, compliance-32). */
@Injectable()
export class ResultIngestService implements OnModuleDestroy {
  private readonly reading = new HeavyWork(RESULTS_AT_ONCE, { patienceMs: DOCUMENT_PATIENCE_MS });
  private readonly readers = new ResultReaders();

  constructor(
    private readonly queries: ResultIngestQueries,
    private readonly systems: SystemsService,
    private readonly results: StoredResultsService,
    private readonly facts: FactsService,
    private readonly clock: Clock,
    private readonly config: ComplianceConfig,
  ) {}

  /**
   * Reads the result of one system's scan from the stream and stores it as the newest, atomically.
   * @throws system_not_found, invalid_document, invalid_report, payload_too_large, processing_timed_out,
   * too_many_heavy_requests
   */
  async store(
    request: RecordRequest<'system_id'>,
    document: ReceivedDocument,
    client: Client,
  ): Promise<StoredRecord<TestResultRecord>> {
    await this.systems.requireParent(request);
    const { caller, parents, givenParents } = request;
    const scan = await this.read(document, client);
    if (!scan) throw invalidReport(refusals.wrongFormat());
    if (isTooFarAhead(this.clock.now(), scan.endTimeMs)) throw invalidReport(refusals.tooEarly());
    const reach = toSystemReach(caller);
    const now = new Date(this.clock.now());
    await this.results.reportAwaitsResult(caller.orgId, now, selectReport(parents.system_id, scan));
    return this.queries.write(caller.orgId, async (results, transaction) => {
      const systems = this.systems.within(transaction, caller.orgId);
      // Locked, so that the later one of two results wins.
      const system = await systems.lockVisible(parents.system_id, reach);
      if (!system) throw systemNotFound(givenParents.system_id);
      const place = await requirePlace(results, system, scan);
      const stored = await results.findNewest(place);
      const scope = { reach, reportId: place.reportId, at: now };
      if (stored && stored.end_time.getTime() > scan.endTimeMs) throw invalidReport(refusals.overtaken());
      if (stored && stored.end_time.getTime() === scan.endTimeMs) {
        return storedRecord(toTestResultRecord(await results.read(scope, stored.id)), { status: 200 });
      }
      const id = await results.add(place, scan);
      const keepDays = this.config.RESULT_RETENTION_DAYS;
      await this.results.resultStored(transaction, caller.orgId, id, { now, keepDays });
      await systems.see(system.id, now);
      await this.facts.resultStored(transaction, caller.orgId, system, place.reportId);
      const record = toTestResultRecord(await results.read(scope, id));
      return storedRecord(record, {
        status: 201,
        location: `${this.config.BASE_PATH}/reports/${place.reportId}/test_results/${id}`,
      });
    });
  }

  onModuleDestroy(): Promise<void> {
    return this.readers.close();
  }

  /** Undefined if the document is not the result of a scan. */
  private async read(document: ReceivedDocument, client: Client): Promise<ScanResult | undefined> {
    const turn = await this.reading.begin(client);
    if (document.reportForm) return this.readReport(document, document.reportForm).finally(() => turn.release());
    const reader = this.readers.open();
    try {
      await reader.begin(document);
      await streamDocument({ body: document.body, isGzip: false }, (chunk) => reader.write(chunk));
      return await reader.end();
    } catch (error) {
      throw toApiError(error);
    } finally {
      await reader.close();
      turn.release();
    }
  }

  /** A report without a time is one of now. Lynis writes the host's local time, which may be ahead. */
  private async readReport(document: ReceivedDocument, form: ReportForm): Promise<ScanResult> {
    const result = await readReportedResult(document, form);
    const nowMs = this.clock.now();
    const { endTimeMs } = result;
    return {
      ...result,
      endTimeMs: endTimeMs === 0 || form === 'lynis' ? Math.min(endTimeMs || nowMs, nowMs) : endTimeMs,
    };
  }
}

/**
 * Finds policy, guide and tailoring in the order of rule scap-4.
 * @throws invalid_report
 */
async function requirePlace(results: ResultWriter, system: SystemRow, scan: ScanResult): Promise<ResultAssignment> {
  const { benchmarkRefId, benchmarkVersion, profileRefId } = scan;
  const guide = await results.findGuide(scan);
  const osMajorVersion = guide?.os_major_version ?? parseOsMajorVersion(benchmarkRefId);
  const isOtherVersion = osMajorVersion !== undefined && osMajorVersion !== system.os_major_version;
  if (isOtherVersion || isForeignFamily(benchmarkRefId, system.os_name)) {
    throw invalidReport(refusals.otherSystem(system.os_major_version, benchmarkRefId));
  }
  const reportId = await results.lockPolicy(system.id, scan);
  if (reportId === undefined) throw invalidReport(refusals.noPolicy(profileRefId));
  if (!guide) throw invalidReport(refusals.noGuide(benchmarkRefId, benchmarkVersion));
  const tailoringId = await results.findTailoring(reportId, system.os_minor_version);
  if (tailoringId === undefined) throw invalidReport(refusals.noTailoring(system.os_minor_version));
  const unknownRules = await results.findUnknownRules(guide.id, scan);
  if (unknownRules.length > 0) throw invalidReport(refusals.unknownRules(unknownRules));
  return {
    systemId: system.id,
    osMinorVersion: system.os_minor_version,
    reportId,
    tailoringId,
    guideId: guide.id,
  };
}

const invalidReport = (reason: string): ApiError =>
  new ApiError(ComplianceError.invalid_report, `Invalid report: ${reason}`);
