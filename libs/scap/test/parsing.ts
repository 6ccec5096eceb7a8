import { DocumentError } from '../src/documents/document-error';
import type { DocumentLimits } from '../src/documents/document-limits';
import type { GuideContent } from '../src/guides/guide-content';
import { GuideParser } from '../src/guides/guide-parser';

/** The guide of a document given at once. */
export function parseGuide(document: string | Uint8Array, limits?: Readonly<DocumentLimits>): GuideContent {
  const parser = new GuideParser(undefined, limits);
  parser.write(typeof document === 'string' ? Buffer.from(document) : document);
  return parser.end();
}

/** Why a document is refused. @throws when it is not refused */
export function getRefusal(
  document: string | Uint8Array,
  limits?: Readonly<DocumentLimits>,
): Pick<DocumentError, 'kind' | 'message'> {
  try {
    parseGuide(document, limits);
  } catch (error) {
    if (error instanceof DocumentError) return { kind: error.kind, message: error.message };
    throw error;
  }
  throw new Error('the document was taken');
}
