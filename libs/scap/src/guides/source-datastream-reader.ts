import { BenchmarkReader } from './benchmark-reader';
import { DocumentError } from '../documents/document-error';
import { getAttribute, attributeOfNamespace, type ElementHandler } from '../documents/element-handler';
import type { XmlElement } from '../documents/guarded-xml-reader';
import type { GuideContent } from './guide-content';
import { isOvalDefinitions, OvalReader } from './oval-reader';
import { datastreamName, xccdfName, xccdfVersion } from '../documents/xccdf-elements';

const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';

/**
 * Reads a complete document: a source datastream or a bare benchmark. Of several benchmarks, the one in the component
 * of the first checklist counts, otherwise the first. OVAL definitions are kept as digests; OCIL and CPE are skipped.
 * See rule scap-1.
 */
export class SourceDatastreamReader implements ElementHandler {
  private benchmark?: BenchmarkReader;
  private readonly oval = new OvalReader();
  /** Component of the first checklist reference; null if that reference points outside of the document. */
  private checklistComponent?: string | null;
  private isChecklistFound = false;
  /** Why the root element is not supported. */
  private refusal?: string;
  private readonly componentsPassedOver = new Set<string>();

  open(root: XmlElement): ElementHandler | undefined {
    if (xccdfName(root) === 'Benchmark') return (this.benchmark = new BenchmarkReader(root));
    if (datastreamName(root) === 'data-stream-collection') return { open: (child) => this.openCollectionPart(child) };
    // Reported at the end, because unsafe or ill-formed documents are refused for that reason first.
    this.refusal = toRefusal(root);
    return undefined;
  }

  /** @throws DocumentError when there is no benchmark, or a faulty one */
  toContent(): GuideContent {
    if (this.refusal !== undefined) throw new DocumentError('invalid', this.refusal);
    if (!this.benchmark) throw new DocumentError('invalid', 'no Benchmark found');
    return this.benchmark.toContent(this.oval);
  }

  private openCollectionPart(element: XmlElement): ElementHandler | undefined {
    switch (datastreamName(element)) {
      case 'data-stream':
        return { open: (child) => this.openDatastreamPart(child) };
      case 'component':
        return this.componentReader(getAttribute(element, 'id'));
      default:
        return undefined;
    }
  }

  private openDatastreamPart(element: XmlElement): ElementHandler | undefined {
    if (datastreamName(element) !== 'checklists') return undefined;
    return { open: (child) => this.openChecklistReference(child) };
  }

  private openChecklistReference(element: XmlElement): undefined {
    if (datastreamName(element) !== 'component-ref' || this.checklistComponent !== undefined) return undefined;
    const href = attributeOfNamespace(element, XLINK_NAMESPACE, 'href') ?? '';
    this.checklistComponent = href.startsWith('#') ? href.slice(1) : null;
    if (this.checklistComponent !== null && this.componentsPassedOver.has(this.checklistComponent)) {
      throw new DocumentError('invalid', 'data-stream must come before its components');
    }
    return undefined;
  }

  /** Finds the benchmark at any depth of a component. */
  private componentReader(componentId: string | undefined): ElementHandler {
    const reader: ElementHandler = {
      open: (element) => {
        if (isOvalDefinitions(element)) return this.oval;
        return xccdfName(element) === 'Benchmark' ? this.openBenchmark(element, componentId) : reader;
      },
    };
    return reader;
  }

  private openBenchmark(element: XmlElement, componentId: string | undefined): BenchmarkReader | undefined {
    const isReferred = componentId !== undefined && componentId === this.checklistComponent;
    if (this.benchmark && (!isReferred || this.isChecklistFound)) {
      if (componentId !== undefined) this.componentsPassedOver.add(componentId);
      return undefined;
    }
    this.isChecklistFound = isReferred;
    return (this.benchmark = new BenchmarkReader(element));
  }
}

/** Root elements that belong to other endpoints. */
const OTHERS: Readonly<Record<string, string>> = {
  'asset-report-collection': 'an ARF is the result of a scan, not a guide: upload it to the system that was scanned',
  TestResult: 'a TestResult is the result of a scan, not a guide: upload it to the system that was scanned',
  Tailoring: 'a Tailoring is no guide: import the guide that it tailors',
};

function toRefusal(root: XmlElement): string {
  const version = xccdfVersion(root);
  if (version !== undefined && xccdfName(root) === undefined) return `XCCDF ${version} is not read, only 1.1 and 1.2`;
  return OTHERS[root.local] ?? 'root element is neither a data-stream-collection nor a Benchmark of XCCDF 1.1 or 1.2';
}
