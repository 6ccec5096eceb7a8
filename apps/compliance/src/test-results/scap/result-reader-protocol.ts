import type { DocumentLimits } from '../../scap/document-limits';
import type { ScanResult } from './scan-result';

export interface ResultReaderSettings {
  limits: DocumentLimits;
  isBzip2: boolean;
}

export type ResultQuestion = { type: 'end' };

export type ResultAnswer = { type: 'read'; result: ScanResult | undefined };
