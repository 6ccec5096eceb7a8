import { createHash } from 'node:crypto';
import { Bunzip2, type Decompressor } from '../documents/bunzip2';
import { tooLarge } from '../documents/document-error';
import { DOCUMENT_LIMITS, type DocumentLimits } from '../documents/document-limits';
import { ElementDispatcher } from '../documents/element-handler';
import { GuardedXmlReader } from '../documents/guarded-xml-reader';
import type { ScanResult } from './scan-result';
import { ScanResultReader } from './scan-result-reader';

export interface ScanResultParserOptions {
  isBzip2?: boolean;
  checkDeadline?: () => void;
  limits?: Readonly<DocumentLimits>;
}

/**
 * Parses the result of a scan from the bytes of a document: call write() any number of times, then end().
 * @throws DocumentError
 */
export class ScanResultParser {
  private readonly document = new ScanResultReader();
  private readonly digest = createHash('sha256');
  private readonly xml: GuardedXmlReader;
  private readonly decompressor?: Decompressor;
  private readonly limits: Readonly<DocumentLimits>;
  private rawBytes = 0;
  private decodedBytes = 0;

  constructor({ isBzip2 = false, checkDeadline, limits = DOCUMENT_LIMITS }: ScanResultParserOptions = {}) {
    this.limits = limits;
    this.xml = new GuardedXmlReader(new ElementDispatcher(this.document), { checkDeadline, limits });
    if (isBzip2) this.decompressor = new Bunzip2((bytes) => this.take(bytes), checkDeadline);
  }

  write(bytes: Uint8Array): void {
    this.rawBytes += bytes.length;
    if (this.decompressor) this.decompressor.write(bytes);
    else this.read(bytes);
  }

  /** Undefined if the document is not the result of a scan. */
  end(): ScanResult | undefined {
    this.decompressor?.end();
    this.xml.end();
    const result = this.document.toResult();
    return result && { ...result, sha256: this.digest.digest('hex') };
  }

  /** bzip2 output is limited like gzip output (rule scap-3); the reader checks sizes. */
  private take(bytes: Uint8Array): void {
    this.decodedBytes += bytes.length;
    const { gzipRatioFromBytes, gzipRatio } = this.limits;
    if (this.decodedBytes > gzipRatioFromBytes && this.decodedBytes > this.rawBytes * gzipRatio) throw tooLarge();
    this.read(bytes);
  }

  private read(bytes: Uint8Array): void {
    this.digest.update(bytes);
    this.xml.write(bytes);
  }
}
