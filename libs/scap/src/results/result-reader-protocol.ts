import type { DocumentLimits } from '../documents/document-limits';
import type { ScanResult } from './scan-result';

export interface ResultReaderSettings {
  limits: DocumentLimits;
}

/** Compression of a document. */
export interface Compression {
  isGzip: boolean;
  isBzip2: boolean;
}

export type ResultQuestion = ({ type: 'begin' } & Compression) | { type: 'end' };

export type ResultReply = { type: 'begun' } | { type: 'read'; result: ScanResult | undefined };
