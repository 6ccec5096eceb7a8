import { attributeOf, type ElementHandler, TextReader } from '../documents/element-handler';
import { describedBy, FirstTexts } from './first-texts';
import type { XmlElement } from '../documents/guarded-xml-reader';
import type { FixContent, FixSubstitution, RuleContent, RuleReference } from './guide-content';
import type { Selectable } from './profile-resolver';
import { booleanAttribute, boundedId, requiredId, xccdfName } from '../documents/xccdf-elements';

const ANSIBLE = 'urn:xccdf:fix:script:ansible';

/** Text of a fix. An x:sub contributes nothing but the place where the text of its value belongs. */
class FixTextReader extends TextReader {
  readonly substitutions: FixSubstitution[] = [];

  override open(child: XmlElement): ElementHandler | undefined {
    if (xccdfName(child) !== 'sub') return super.open(child);
    const valueRefId = attributeOf(child, 'idref');
    if (valueRefId !== undefined) this.substitutions.push({ at: this.value.length, valueRefId });
    return undefined;
  }
}

/** An x:Rule. */
export class RuleReader implements ElementHandler, Selectable {
  readonly refId: string;
  readonly isSelected: boolean;
  private readonly severity: string;
  private readonly texts = new FirstTexts(['title', 'description', 'rationale']);
  private identifier?: { system: string | null; label: TextReader };
  private readonly references: { href: string | null; label: TextReader }[] = [];
  private readonly exportedValues: string[] = [];
  /** By system: of several fixes for one system the first counts. */
  private readonly fixes = new Map<string, Omit<FixContent, 'text' | 'substitutions'> & { text: FixTextReader }>();

  constructor(
    element: XmlElement,
    /** The enclosing group; null for a direct child of the benchmark. */
    readonly parentRefId: string | null,
  ) {
    this.refId = requiredId(element);
    this.isSelected = booleanAttribute(element, 'selected', true);
    this.severity = attributeOf(element, 'severity') ?? 'unknown';
  }

  open(child: XmlElement): ElementHandler | undefined {
    switch (xccdfName(child)) {
      case 'ident':
        return this.openIdentifier(child);
      case 'reference':
        return this.openReference(child);
      case 'check':
        return { open: (part) => this.openCheckPart(part) };
      case 'fix':
        return this.openFix(child);
      default:
        return this.texts.open(child);
    }
  }

  /** @param isKnownValue says whether a value of that id is defined anywhere in the benchmark */
  toContent(isKnownValue: (refId: string) => boolean): RuleContent {
    return {
      refId: this.refId,
      ...describedBy(this.texts),
      severity: this.severity,
      groupRefId: this.parentRefId,
      identifier: this.identifier ? { label: this.identifier.label.value, system: this.identifier.system } : null,
      references: distinct(this.references.map(({ href, label }) => ({ href, label: label.value }))),
      valueChecks: this.exportedValues.filter(isKnownValue),
      fixes: [...this.fixes.values()].map(({ text, ...fix }) => ({
        ...fix,
        text: text.value,
        substitutions: text.substitutions.filter(({ valueRefId }) => isKnownValue(valueRefId)),
      })),
      remediationAvailable: this.fixes.has(ANSIBLE),
    };
  }

  private openIdentifier(element: XmlElement): TextReader | undefined {
    if (this.identifier) return undefined;
    this.identifier = { system: attributeOf(element, 'system') ?? null, label: new TextReader() };
    return this.identifier.label;
  }

  private openReference(element: XmlElement): TextReader {
    const label = new TextReader();
    this.references.push({ href: attributeOf(element, 'href') ?? null, label });
    return label;
  }

  private openCheckPart(element: XmlElement): undefined {
    const value = xccdfName(element) === 'check-export' ? attributeOf(element, 'value-id') : undefined;
    if (value !== undefined) this.exportedValues.push(value);
    return undefined;
  }

  private openFix(element: XmlElement): TextReader | undefined {
    const system = boundedId(attributeOf(element, 'system') ?? '');
    if (this.fixes.has(system)) return undefined;
    const text = new FixTextReader();
    this.fixes.set(system, {
      system,
      strategy: attributeOf(element, 'strategy') ?? null,
      disruption: attributeOf(element, 'disruption') ?? null,
      complexity: attributeOf(element, 'complexity') ?? null,
      reboot: booleanAttribute(element, 'reboot', false),
      text,
    });
    return text;
  }
}

/** Without repetitions of the same label and address; the first stays. */
function distinct(references: RuleReference[]): RuleReference[] {
  const seen = new Set<string>();
  return references.filter((reference) => {
    const key = JSON.stringify([reference.label, reference.href]);
    return seen.has(key) ? false : seen.add(key);
  });
}
