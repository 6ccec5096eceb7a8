import type { DocumentLimits } from '../documents/document-limits';
import { ElementDispatcher } from '../documents/element-handler';
import { GuardedXmlReader } from '../documents/guarded-xml-reader';
import type { GuideContent } from './guide-content';
import { SourceDatastreamReader } from './source-datastream-reader';

/**
 * Parses a guide from the bytes of a source datastream: call write() any number of times, then end().
 * @throws DocumentError
 */
export class GuideParser {
  private readonly document = new SourceDatastreamReader();
  private readonly xml: GuardedXmlReader;

  constructor(checkDeadline: () => void = () => {}, limits?: Readonly<DocumentLimits>) {
    this.xml = new GuardedXmlReader(new ElementDispatcher(this.document), { checkDeadline, limits });
  }

  write(bytes: Uint8Array): void {
    this.xml.write(bytes);
  }

  end(): GuideContent {
    this.xml.end();
    return this.document.toContent();
  }
}
