import { parentPort, workerData } from 'node:worker_threads';
import { DocumentError, timedOut } from './document-error';
import type { GuideContent } from './guide-content';
import { GuideParser } from './guide-parser';
import type { FromWorker, GuideHead, ToWorker, WorkerSettings } from './guide-reader-protocol';
import { type RowBatch, guideRows } from './guide-rows';

/** Reads one document in a thread of its own, so that the service goes on answering meanwhile. */
class GuideReaderThread {
  private readonly parser: GuideParser;
  private content?: GuideContent;
  private rows?: Iterator<RowBatch>;
  private busyMs = 0;
  private messageStartedMs = 0;

  constructor(
    private readonly settings: WorkerSettings,
    private readonly send: (message: FromWorker, transfer?: ArrayBuffer[]) => void,
  ) {
    this.parser = new GuideParser(() => this.checkDeadline(), settings.limits);
  }

  /** Time counts while work is done, not while the upload is waited for. */
  receive(message: ToWorker): void {
    this.messageStartedMs = performance.now();
    try {
      this.handle(message);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      this.send({ type: 'refused', kind: error.kind, message: error.message });
    }
    this.busyMs += performance.now() - this.messageStartedMs;
  }

  private handle(message: ToWorker): void {
    switch (message.type) {
      case 'write':
        this.parser.write(message.bytes);
        return this.send({ type: 'taken', byteCount: message.bytes.length });
      case 'end':
        return this.send({ type: 'read', head: this.readToEnd() });
      case 'rows':
        if (!this.content) throw new Error('rows asked for before the end of the document');
        this.rows = guideRows(message.guideId, this.content, message.known);
        return this.sendNextBatch(this.rows);
      case 'next':
        if (!this.rows) throw new Error('next batch asked for before the first');
        return this.sendNextBatch(this.rows);
    }
  }

  private readToEnd(): GuideHead {
    const { content, sha256 } = this.parser.end();
    this.content = content;
    const { refId, version, title, description, warnings } = content;
    const counts = {
      profiles: content.profiles.length,
      rules: content.rules.length,
      ruleGroups: content.ruleGroups.length,
      valueDefinitions: content.valueDefinitions.length,
    };
    return { refId, version, title, description, sha256, counts, warnings };
  }

  private sendNextBatch(rows: Iterator<RowBatch>): void {
    const next = rows.next();
    if (next.done) return this.send({ type: 'done' });
    this.send({ type: 'batch', batch: next.value }, [next.value.bytes.buffer as ArrayBuffer]);
  }

  private checkDeadline(): void {
    const workedMs = this.busyMs + performance.now() - this.messageStartedMs;
    if (workedMs > this.settings.limits.processingMs) throw timedOut();
  }
}

const port = parentPort;
if (!port) throw new Error('guide-reader.worker is a worker thread, not a program');
const thread = new GuideReaderThread(workerData as WorkerSettings, (message, transfer) =>
  port.postMessage(message, transfer),
);
port.on('message', (message: ToWorker) => thread.receive(message));
