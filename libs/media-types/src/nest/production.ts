import type { RecordMediaType } from '../negotiation/media-type';
import type { ResultKind } from '../shape/result-kind';

export interface ProducesOptions {
  /** Heading of the HTML page, also the description of the answer in the API document. */
  title: string;
  /** For the API document: a result as the handler returns it. */
  example: unknown;
  /** The contract marks the operation (gzip). */
  gzip?: boolean;
  /** Status of success. Default 200. */
  status?: number;
}

/** What an operation produces. */
export interface Production extends ProducesOptions {
  types: readonly RecordMediaType[];
  kind: ResultKind;
}

export const PRODUCTION = Symbol('wardstone:production');
