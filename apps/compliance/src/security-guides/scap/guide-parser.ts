import { createHash } from 'node:crypto';
import type { DocumentLimits } from '../../scap/document-limits';
import { ElementDispatcher } from '../../scap/element-reader';
import { GuardedXmlReader } from '../../scap/guarded-xml-reader';
import type { GuideContent } from './guide-content';
import { SourceDatastreamReader } from './source-datastream-reader';

export interface ParsedGuide {
  content: GuideContent;
  /** SHA-256 of the bytes written, 64 hex digits. */
  sha256: string;
}

/** Bytes of a source datastream in, one guide out. write() any number of times, then end(). @throws DocumentError */
export class GuideParser {
  private readonly document = new SourceDatastreamReader();
  private readonly digest = createHash('sha256');
  private readonly xml: GuardedXmlReader;

  constructor(checkDeadline: () => void = () => {}, limits?: Readonly<DocumentLimits>) {
    this.xml = new GuardedXmlReader(new ElementDispatcher(this.document), { checkDeadline, limits });
  }

  write(bytes: Uint8Array): void {
    this.xml.write(bytes);
    this.digest.update(bytes);
  }

  end(): ParsedGuide {
    this.xml.end();
    return { content: this.document.toContent(), sha256: this.digest.digest('hex') };
  }
}
