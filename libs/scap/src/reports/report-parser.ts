import { createHash } from 'node:crypto';
import { DocumentError, tooLarge } from '../documents/document-error';
import { parseJson } from '../documents/parse-json';
import { StrictDecoder } from '../documents/strict-decoder';
import type { ScanResult } from '../results/scan-result';
import { readHdf } from './hdf-report';
import { readKubeBench } from './kube-bench-report';
import { readLynis } from './lynis-report';
import { renderGuide, toScanResult } from './report-content';
import {
  checkedReport,
  isObject,
  objectsIn,
  REPORT_LIMITS,
  type ReportForm,
  type ScannerReport,
} from './scanner-report';
import { readTrivy } from './trivy-report';
import { readWazuh } from './wazuh-report';

/** A report, which is read as guide or as result. */
class ReadReport {
  constructor(
    private readonly report: ScannerReport,
    private readonly sha256: string,
  ) {}

  /**
   * XCCDF of its rules, equal for all reports with the same rules.
   * @throws DocumentError
   */
  get guide(): string {
    return renderGuide(this.report);
  }

  /** End time 0 where the report has none. */
  get result(): ScanResult {
    return toScanResult(this.report, this.sha256);
  }
}

/**
 * Parses a report from bytes: call write() any number of times, then end().
 * @throws DocumentError
 */
export class ReportParser {
  private readonly decoder = new StrictDecoder();
  private readonly digest = createHash('sha256');
  private readonly texts: string[] = [];
  private bytes = 0;

  constructor(private readonly form: ReportForm) {}

  write(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    if (this.bytes > REPORT_LIMITS.decodedBytes) throw tooLarge();
    this.digest.update(bytes);
    const { text, isIllFormed } = this.decoder.decode(bytes);
    if (isIllFormed) throw new DocumentError('invalid', 'not well-formed UTF-8');
    this.texts.push(text);
  }

  end(): ReadReport {
    if (this.decoder.endsIncomplete()) throw new DocumentError('invalid', 'not well-formed UTF-8');
    // Emptied, because a document may be as large as a quarter of the thread's memory.
    const text = this.texts
      .splice(0)
      .join('')
      .replace(/^\uFEFF/, '');
    const report = checkedReport(this.form === 'lynis' ? readLynis(text) : readJson(text));
    return new ReadReport(report, this.digest.digest('hex'));
  }
}

/** The format is recognised by its fields. */
function readJson(text: string): ScannerReport {
  const root = parseJson(text);
  if (Array.isArray(root)) return readKubeBench(objectsIn(root, 'the controls'));
  if (isObject(root)) {
    if (Array.isArray(root['Controls'])) return readKubeBench(objectsIn(root['Controls'], 'Controls'));
    if (Array.isArray(root['profiles'])) return readHdf(root);
    if (isObject(root['data']) && Array.isArray(root['data']['affected_items'])) return readWazuh(root);
    if ('ID' in root && ('SummaryControls' in root || 'Results' in root)) return readTrivy(root);
  }
  throw new DocumentError('invalid', 'not a report of InSpec (HDF), kube-bench, Wazuh SCA or Trivy');
}
