import type { Request } from 'express';
import type { PageSurroundings } from '../render/page-tools';
import type { ResultKind } from '../record/result-kind';

/** What a page is about to show. */
export interface ShownResult {
  /** Of the request, without suffix. */
  path: string;
  kind: ResultKind;
  value: unknown;
  /** The caller decides what the surroundings may show. */
  request: Request;
}

/** Knows where pages belong; a service that has such knowledge provides one for all modules. */
export abstract class PageGuide {
  /** Undefined when the path of the page tells all there is. */
  abstract surroundingsOf(result: ShownResult): Promise<PageSurroundings | undefined>;
}
