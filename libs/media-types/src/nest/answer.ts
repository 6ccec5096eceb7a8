import type { ResultKind } from '../record/result-kind';

export interface AnswerParts {
  /** In place of the operation's own. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** When the result is of another kind than the operation's, e.g. a text in place of a record. */
  kind?: ResultKind;
  /** A short text/plain body in place of a result, whatever the client likes best; for redirects. */
  text?: string;
}

/** What a handler with `@Produces()` returns when there is more to say than the result alone. */
export class Answer<T = unknown> {
  constructor(
    /** Undefined for an answer without a result. */
    readonly value: T,
    readonly parts: AnswerParts = {},
  ) {}
}
