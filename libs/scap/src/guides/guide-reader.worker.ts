import { workerData } from 'node:worker_threads';
import { type DocumentHandlers, DocumentPort } from '../documents/document-port';
import type { GuideContent } from './guide-content';
import { GuideParser } from './guide-parser';
import type { GuideReply, GuideHead, GuideQuestion, GuideReaderSettings } from './guide-reader-protocol';
import { type RowBatch, guideRows } from './guide-rows';

/** Reads one guide in its own thread, so that the service stays responsive. */
class GuideHandlers implements DocumentHandlers<GuideQuestion, GuideReply> {
  private content?: GuideContent;
  private rows?: Iterator<RowBatch>;

  constructor(private readonly parser: GuideParser) {}

  write(bytes: Uint8Array): void {
    this.parser.write(bytes);
  }

  respond(question: GuideQuestion): { reply: GuideReply; transfer?: ArrayBuffer[] } {
    switch (question.type) {
      case 'end':
        return { reply: { type: 'read', head: this.readToEnd() } };
      case 'rows':
        if (!this.content) throw new Error('rows requested before the end of the document');
        this.rows = guideRows(question.guideId, this.content, question.known);
        return nextBatch(this.rows);
      case 'next':
        if (!this.rows) throw new Error('next batch requested before the first');
        return nextBatch(this.rows);
    }
  }

  private readToEnd(): GuideHead {
    const content = this.parser.end();
    this.content = content;
    const { refId, version, title, description, warnings } = content;
    const counts = {
      profiles: content.profiles.length,
      rules: content.rules.length,
      ruleGroups: content.ruleGroups.length,
      valueDefinitions: content.valueDefinitions.length,
    };
    return { refId, version, title, description, counts, warnings };
  }
}

function nextBatch(rows: Iterator<RowBatch>): { reply: GuideReply; transfer?: ArrayBuffer[] } {
  const next = rows.next();
  if (next.done) return { reply: { type: 'done' } };
  return { reply: { type: 'batch', batch: next.value }, transfer: [next.value.bytes.buffer as ArrayBuffer] };
}

const { limits } = workerData as GuideReaderSettings;
const port = new DocumentPort<GuideQuestion, GuideReply>(limits.processingMs);
port.serve(new GuideHandlers(new GuideParser(port.checkDeadline, limits)));
