import path from 'node:path';
import { DOCUMENT_LIMITS } from '../documents/document-limits';
import { ReaderThread } from '../documents/reader-thread';
import type { ScanResult } from '../results/scan-result';
import type { ReportForm } from './scanner-report';

/** A document that needs more memory is refused, so that it cannot stop the service. */
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

export type ReportQuestion = { type: 'guide' } | { type: 'result' };
export type ReportAnswer = { type: 'guide'; xccdf: Uint8Array } | { type: 'result'; result: ScanResult };

/**
 * Reads one report of a scanner in a thread: write() the document as it arrives, then read it as guide or as result;
 * close() in any case.
 * @throws DocumentError
 */
export class ReportReader {
  private readonly thread: ReaderThread<ReportQuestion, ReportAnswer>;

  constructor(form: ReportForm) {
    this.thread = new ReaderThread({
      program: path.join(__dirname, 'report-reader.worker'),
      workerData: { form },
      resourceLimits: HEAP,
      replyMs: DOCUMENT_LIMITS.processingMs,
    });
  }

  /** Resolves when there is room for more. */
  write(chunk: Uint8Array): Promise<void> {
    return this.thread.write(chunk);
  }

  /** The rules of the report as XCCDF. */
  async readGuide(): Promise<Uint8Array> {
    return (await this.ask('guide')).xccdf;
  }

  async readResult(): Promise<ScanResult> {
    return (await this.ask('result')).result;
  }

  close(): Promise<void> {
    return this.thread.close();
  }

  private ask<T extends ReportQuestion['type']>(type: T): Promise<Extract<ReportAnswer, { type: T }>> {
    return this.thread.ask({ type }) as Promise<Extract<ReportAnswer, { type: T }>>;
  }
}
