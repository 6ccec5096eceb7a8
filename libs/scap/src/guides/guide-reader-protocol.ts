import type { DocumentLimits } from '../documents/document-limits';
import type { KnownIds, RowBatch } from './guide-rows';

/** Facts about a guide once its document has been read completely. */
export interface GuideHead {
  refId: string;
  version: string;
  title: string;
  description: string;
  counts: Record<'profiles' | 'rules' | 'ruleGroups' | 'valueDefinitions', number>;
  warnings: number;
}

export interface GuideReaderSettings {
  limits: DocumentLimits;
}

/** `rows` returns the first batch, each `next` the following one. */
export type GuideQuestion = { type: 'end' } | { type: 'rows'; guideId: string; known: KnownIds } | { type: 'next' };

export type GuideReply = { type: 'read'; head: GuideHead } | { type: 'batch'; batch: RowBatch } | { type: 'done' };
