import { Answer as AnyAnswer, type AnswerParts } from '@wardstone/bootstrap';
import type { ResultKind } from '../record/result-kind';

interface RepresentedParts extends AnswerParts {
  /** When the result is of another kind than the operation's, e.g. a text in place of a record. */
  kind?: ResultKind;
  /** A short text/plain body in place of a result, whatever the client likes best; for redirects. */
  text?: string;
}

/** What a handler with `@Produces()` returns when there is more to say than the result alone. */
export class Answer<T = unknown> extends AnyAnswer<T, RepresentedParts> {}
