import { createHash } from 'node:crypto';
import { getAttribute, type ElementHandler, TextReader } from '../documents/element-handler';
import { describedBy, FirstTexts } from './first-texts';
import type { XmlElement } from '../documents/guarded-xml-reader';
import type { FixContent, FixSubstitution, RuleContent, RuleIdentifier, RuleReference } from './guide-content';
import { findNamedFiles } from './named-files';
import { isOvalName } from './oval-reader';
import type { Selectable } from './profile-resolver';
import { booleanAttribute, boundedId, requiredId, xccdfName } from '../documents/xccdf-elements';

const ANSIBLE = 'urn:xccdf:fix:script:ansible';
/** Format of DISA's rule names. */
const STIG_RULE = /(?:^|_rule_)(SV-[0-9]+r[0-9]+_rule)$/;

/** Reads the text of a fix. An x:sub adds no text, but marks where the text of its value is inserted. */
class FixTextReader extends TextReader {
  readonly substitutions: FixSubstitution[] = [];

  override open(child: XmlElement): ElementHandler | undefined {
    if (xccdfName(child) !== 'sub') return super.open(child);
    const valueRefId = getAttribute(child, 'idref');
    if (valueRefId !== undefined) this.substitutions.push({ at: this.value.length, valueRefId });
    return undefined;
  }
}

/** Checks that the document contains. */
export interface KnownChecks {
  /** Digest of a named check; undefined if missing. */
  toDigest: (name: string) => string | undefined;
  /** Files that a named check reads. */
  listFiles: (name: string) => readonly string[];
}

const NO_CHECKS: KnownChecks = { toDigest: () => undefined, listFiles: () => [] };

/** Reads an x:Rule. */
export class RuleReader implements ElementHandler, Selectable {
  readonly refId: string;
  readonly isSelected: boolean;
  private readonly severity: string;
  private readonly texts = new FirstTexts(['title', 'description', 'rationale', 'version', 'fixtext']);
  private readonly checkTexts: TextReader[] = [];
  private readonly checkNames: string[] = [];
  private readonly identifiers: { system: string | null; label: TextReader }[] = [];
  private readonly references: { href: string | null; label: TextReader }[] = [];
  private readonly exportedValues: string[] = [];
  /** By system; of several fixes for the same system, the first counts. */
  private readonly fixes = new Map<string, Omit<FixContent, 'text' | 'substitutions'> & { text: FixTextReader }>();

  constructor(
    element: XmlElement,
    /** The enclosing group; null for a direct child of the benchmark. */
    readonly parentRefId: string | null,
  ) {
    this.refId = requiredId(element);
    this.isSelected = booleanAttribute(element, 'selected', true);
    this.severity = getAttribute(element, 'severity') ?? 'unknown';
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

  /**
   * @param isKnownValue whether the benchmark defines a value with this id
   * @param groupTitle title of the enclosing group
   */
  toContent(
    isKnownValue: (refId: string) => boolean,
    groupTitle: string,
    checks: KnownChecks = NO_CHECKS,
  ): RuleContent {
    const identifiers = this.identifiers.map(({ label, system }) => ({ label: label.value, system }));
    return {
      refId: this.refId,
      ...describedBy(this.texts),
      severity: this.severity,
      groupRefId: this.parentRefId,
      identifier: identifiers[0] ?? null,
      identifiers: [...identifiers, ...this.stigIdentifiers(groupTitle)],
      references: distinct(this.references.map(({ href, label }) => ({ href, label: label.value }))),
      valueChecks: this.exportedValues.filter(isKnownValue),
      checkText: this.checkText,
      checkSha256: this.digestChecks(checks),
      namedFiles: this.listNamedFiles(checks),
      fixText: this.texts.getValue('fixtext')?.trim() ?? '',
      fixes: [...this.fixes.values()].map(({ text, ...fix }) => ({
        ...fix,
        text: text.value,
        substitutions: text.substitutions.filter(({ valueRefId }) => isKnownValue(valueRefId)),
      })),
      remediationAvailable: this.fixes.has(ANSIBLE),
    };
  }

  private get checkText(): string {
    return this.checkTexts
      .map(({ value }) => value.trim())
      .filter((text) => text !== '')
      .join('\n\n');
  }

  /** Files that the checks read, and those in the texts and fixes. */
  private listNamedFiles({ listFiles }: KnownChecks): string[] {
    const texts = (['title', 'description', 'fixtext'] as const).map((name) => this.texts.getValue(name) ?? '');
    const fixes = [...this.fixes.values()].map(({ text }) => text.value);
    return findNamedFiles([...this.checkNames.flatMap(listFiles), ...texts, this.checkText, ...fixes]);
  }

  private digestChecks({ toDigest: digestOf }: KnownChecks): string | null {
    const digests = this.checkNames.map(digestOf);
    const known = digests.filter((digest) => digest !== undefined);
    if (known.length < digests.length || (known.length === 0 && this.checkText === '')) return null;
    const parts = [...known.toSorted(), ...this.exportedValues.toSorted(), this.checkText];
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  }

  /** DISA writes its ids and requirements outside of identifiers and references. */
  private stigIdentifiers(groupTitle: string): RuleIdentifier[] {
    const ruleId = STIG_RULE.exec(this.refId)?.[1];
    if (ruleId === undefined) return [];
    const srg = /^SRG-\S+$/.exec(groupTitle.trim())?.[0];
    const known: readonly (readonly [system: string, label: string | undefined])[] = [
      ['urn:disa:stig-rule', ruleId],
      ['urn:disa:stig-id', this.texts.getValue('version')?.trim()],
      ['urn:disa:srg', srg],
    ];
    return known.flatMap(([system, label]) => (label ? [{ system, label }] : []));
  }

  private openIdentifier(element: XmlElement): TextReader {
    const label = new TextReader();
    this.identifiers.push({ system: getAttribute(element, 'system') ?? null, label });
    return label;
  }

  private openReference(element: XmlElement): TextReader {
    const label = new TextReader();
    this.references.push({ href: getAttribute(element, 'href') ?? null, label });
    return label;
  }

  private openCheckPart(element: XmlElement): ElementHandler | undefined {
    switch (xccdfName(element)) {
      case 'check-export': {
        const value = getAttribute(element, 'value-id');
        if (value !== undefined) this.exportedValues.push(value);
        return undefined;
      }
      case 'check-content-ref': {
        const name = getAttribute(element, 'name') ?? '';
        if (isOvalName(name)) this.checkNames.push(name);
        return undefined;
      }
      case 'check-content': {
        const text = new TextReader();
        this.checkTexts.push(text);
        return text;
      }
      default:
        return undefined;
    }
  }

  private openFix(element: XmlElement): TextReader | undefined {
    const system = boundedId(getAttribute(element, 'system') ?? '');
    if (this.fixes.has(system)) return undefined;
    const text = new FixTextReader();
    this.fixes.set(system, {
      system,
      strategy: getAttribute(element, 'strategy') ?? null,
      disruption: getAttribute(element, 'disruption') ?? null,
      complexity: getAttribute(element, 'complexity') ?? null,
      reboot: booleanAttribute(element, 'reboot', false),
      text,
    });
    return text;
  }
}

/** Removes references with the same label and address; the first one stays. */
function distinct(references: RuleReference[]): RuleReference[] {
  const seen = new Set<string>();
  return references.filter((reference) => {
    const key = JSON.stringify([reference.label, reference.href]);
    return seen.has(key) ? false : seen.add(key);
  });
}
