import { type ElementHandler, TextReader, attributeOf } from '../../scap/element-handler';
import type { XmlElement } from '../../scap/guarded-xml-reader';
import { boundedId, xccdfName } from '../../scap/xccdf-elements';
import type { ScanResult } from './scan-result';
import { TestResultReader } from './test-result-reader';

const ARF_NAMESPACE = 'http://scap.nist.gov/schema/asset-reporting-format/1.1';
const BENCHMARK_MARK = '_benchmark_';

const arfName = (element: XmlElement): string | undefined =>
  element.uri === ARF_NAMESPACE ? element.local : undefined;

/** Below elements of these names, one inside the other. */
function below(names: readonly string[], inside: ElementHandler): ElementHandler {
  const [name, ...rest] = names;
  if (name === undefined) return inside;
  return { open: (child) => (arfName(child) === name ? below(rest, inside) : undefined) };
}

/**
 * A whole document: an ARF, a benchmark with test results, or a bare test result (rule scap-4). Of several test
 * results the one that ended last counts.
 */
export class ScanResultReader implements ElementHandler {
  private benchmark?: { refId: string; version?: TextReader };
  private latest?: TestResultReader;

  open(root: XmlElement): ElementHandler | undefined {
    switch (xccdfName(root) ?? arfName(root)) {
      case 'asset-report-collection':
        return { open: (child) => this.openArfPart(child) };
      case 'Benchmark':
        return this.openBenchmark(root, (child) => this.openTestResult(child));
      default:
        // Reported at the end: a document that is unsafe or ill-formed is refused for that first.
        return this.openTestResult(root);
    }
  }

  /** Undefined when the document is not the result of a scan. */
  toResult(): Omit<ScanResult, 'sha256'> | undefined {
    const result = this.latest?.toResult();
    const benchmarkRefId = this.benchmark?.refId ?? this.latest?.benchmarkRefId;
    if (!result || !benchmarkRefId?.includes(BENCHMARK_MARK)) return undefined;
    const benchmarkVersion = boundedId(this.benchmark?.version?.value ?? this.latest?.benchmarkVersion ?? '');
    return { benchmarkRefId, benchmarkVersion, ...result };
  }

  private openArfPart(child: XmlElement): ElementHandler | undefined {
    if (arfName(child) === 'reports') {
      return below(['report', 'content'], { open: (content) => this.openTestResult(content) });
    }
    if (arfName(child) !== 'report-requests') return undefined;
    // The benchmark is somewhere inside the datastream that was scanned with.
    const anywhere: ElementHandler = {
      open: (element) => (xccdfName(element) === 'Benchmark' ? this.openBenchmark(element) : anywhere),
    };
    return below(['report-request', 'content'], anywhere);
  }

  /** Of several benchmarks the first counts. */
  private openBenchmark(
    element: XmlElement,
    openOther: (child: XmlElement) => ElementHandler | undefined = () => undefined,
  ): ElementHandler | undefined {
    if (this.benchmark) return undefined;
    const benchmark: { refId: string; version?: TextReader } = { refId: boundedId(attributeOf(element, 'id') ?? '') };
    this.benchmark = benchmark;
    return {
      open: (child) => {
        if (xccdfName(child) !== 'version') return openOther(child);
        return benchmark.version ? undefined : (benchmark.version = new TextReader());
      },
    };
  }

  private openTestResult(element: XmlElement): ElementHandler | undefined {
    if (xccdfName(element) !== 'TestResult') return undefined;
    return new TestResultReader(element, (read) => {
      if (read.isSound && !(this.latest && this.latest.endTimeMs >= read.endTimeMs)) this.latest = read;
    });
  }
}
