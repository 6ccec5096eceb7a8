import { DocumentError, tooComplex } from '../documents/document-error';
import { type ElementHandler, TextReader, getAttribute } from '../documents/element-handler';
import type { XmlElement } from '../documents/guarded-xml-reader';
import { boundedId, datastreamName, isBenchmarkId, xccdfName, xccdfVersion } from '../documents/xccdf-elements';
import type { ScanResult } from './scan-result';
import { TestResultReader } from './test-result-reader';

const ARF_NAMESPACE = 'http://scap.nist.gov/schema/asset-reporting-format/1.1';
/** A datastream has one benchmark for each of its checklists. */
const MAX_BENCHMARKS = 1_000;

const arfName = (element: XmlElement): string | undefined =>
  element.uri === ARF_NAMESPACE ? element.local : undefined;

/** Handles a path of nested elements with these names. */
function below(names: readonly string[], inside: ElementHandler): ElementHandler {
  const [name, ...rest] = names;
  if (name === undefined) return inside;
  return { open: (child) => (arfName(child) === name ? below(rest, inside) : undefined) };
}

/** A benchmark contained in the document. */
class BenchmarkHead implements ElementHandler {
  readonly refId: string;
  private versionText?: TextReader;

  constructor(
    element: XmlElement,
    /** Address of the datastream component with the benchmark. */
    readonly href: string | undefined,
    private readonly openOther: (child: XmlElement) => ElementHandler | undefined = () => undefined,
  ) {
    this.refId = boundedId(getAttribute(element, 'id') ?? '');
  }

  get version(): string | undefined {
    return this.versionText?.value;
  }

  open(child: XmlElement): ElementHandler | undefined {
    if (xccdfName(child) !== 'version') return this.openOther(child);
    return this.versionText ? undefined : (this.versionText = new TextReader());
  }
}

/**
 * Reads a complete document: an ARF, a benchmark with test results, or a bare test result (rule scap-4). Of several
 * test results, the one that ended last counts.
 */
export class ScanResultReader implements ElementHandler {
  private readonly benchmarks: BenchmarkHead[] = [];
  private latest?: TestResultReader;
  /** Unsupported XCCDF version of the root element. */
  private unread?: string | undefined;

  open(root: XmlElement): ElementHandler | undefined {
    switch (xccdfName(root) ?? arfName(root)) {
      case 'asset-report-collection':
        return { open: (child) => this.openArfPart(child) };
      case 'Benchmark':
        return this.add(new BenchmarkHead(root, undefined, (child) => this.openTestResult(child)));
      default:
        if (xccdfVersion(root) !== undefined)
          this.unread = xccdfName(root) === undefined ? xccdfVersion(root) : undefined;
        // Reported at the end, because unsafe or ill-formed documents are refused for that reason first.
        return this.openTestResult(root);
    }
  }

  /**
   * Undefined if the document is not a scan result.
   * @throws DocumentError when its benchmark is not stated
   */
  toResult(): Omit<ScanResult, 'sha256'> | undefined {
    if (this.unread !== undefined)
      throw new DocumentError('invalid', `XCCDF ${this.unread} is not read, only 1.1 and 1.2`);
    if (!this.latest) return undefined;
    const { refId, version = this.latest.benchmarkVersion ?? '' } = this.findBenchmark(this.latest);
    if (!isBenchmarkId(this.latest.element, refId)) return undefined;
    return { benchmarkRefId: refId, benchmarkVersion: boundedId(version), ...this.latest.toResult() };
  }

  /**
   * The only benchmark of the document, otherwise the one that the test result names by id and version, or by address.
   */
  private findBenchmark(result: TestResultReader): Pick<BenchmarkHead, 'refId' | 'version'> {
    if (this.benchmarks.length === 1) return this.benchmarks[0]!;
    const { benchmarkVersion, benchmark } = result;
    const refId = benchmark?.refId;
    const href = benchmark?.href;
    if (refId === undefined) {
      const found = this.benchmarks.find((carried) => carried.href !== undefined && carried.href === href);
      if (found) return found;
      throw new DocumentError('invalid', 'the test result does not name its benchmark by an id');
    }
    const named = this.benchmarks.filter((carried) => carried.refId === refId);
    return (
      named.find(({ version }) => version === benchmarkVersion) ?? named[0] ?? { refId, version: benchmarkVersion }
    );
  }

  private openArfPart(child: XmlElement): ElementHandler | undefined {
    if (arfName(child) === 'reports') {
      return below(['report', 'content'], { open: (content) => this.openTestResult(content) });
    }
    if (arfName(child) !== 'report-requests') return undefined;
    return below(['report-request', 'content'], this.anywhere());
  }

  /** Benchmarks may be at any depth of the scanned datastream. */
  private anywhere(href?: string): ElementHandler {
    const handler: ElementHandler = {
      open: (element) => {
        if (xccdfName(element) === 'Benchmark') return this.add(new BenchmarkHead(element, href));
        return datastreamName(element) === 'component' ? this.anywhere(`#${getAttribute(element, 'id')}`) : handler;
      },
    };
    return handler;
  }

  private add(benchmark: BenchmarkHead): BenchmarkHead {
    if (this.benchmarks.length >= MAX_BENCHMARKS) throw tooComplex();
    this.benchmarks.push(benchmark);
    return benchmark;
  }

  private openTestResult(element: XmlElement): ElementHandler | undefined {
    if (xccdfName(element) !== 'TestResult') return undefined;
    return new TestResultReader(element, (read) => {
      if (read.isSound && !(this.latest && this.latest.endTimeMs >= read.endTimeMs)) this.latest = read;
    });
  }
}
