import { DocumentError, tooComplex } from '../documents/document-error';
import { type ElementHandler, TextReader } from '../documents/element-handler';
import type { XmlElement } from '../documents/guarded-xml-reader';
import {
  type Checklist,
  CHECKLIST_LIMITS,
  type ChecklistFields,
  type ChecklistStatus,
  type ChecklistValue,
} from './checklist';
import { CKL_STATUSES, LISTED, RULE_NAMES, STIG_NAMES, TARGET_NAMES, toFieldName } from './ckl-names';

type Pair = readonly [name: string, value: string | null];

/** Parses a CKL of STIG Viewer 2. */
export class CklReader implements ElementHandler {
  private readonly target: Pair[] = [];
  private readonly stigs: StigReader[] = [];
  private isFound = false;
  private rules = 0;
  private values = 0;

  open(root: XmlElement): ElementHandler | undefined {
    if (root.local !== 'CHECKLIST') return undefined;
    this.isFound = true;
    return { open: (child) => this.openPart(child) };
  }

  /** @throws DocumentError */
  toChecklist(): Checklist {
    if (!this.isFound) throw new DocumentError('invalid', 'root element is not CHECKLIST');
    const isWebDatabase = this.target.some(([name, value]) => name === 'WEB_OR_DATABASE' && value?.trim() === 'true');
    return {
      fields: {},
      target: { ...toFields(TARGET_NAMES, this.target), is_web_database: isWebDatabase },
      stigs: this.stigs.map((stig) => stig.toStig()),
    };
  }

  private openPart(part: XmlElement): ElementHandler | undefined {
    if (part.local === 'ASSET')
      return { open: (child) => readText(child, (value) => this.addTarget(child.local, value)) };
    if (part.local !== 'STIGS') return undefined;
    return {
      open: (child) => {
        if (child.local !== 'iSTIG') return undefined;
        if (this.stigs.length >= CHECKLIST_LIMITS.stigs) throw tooComplex();
        const reader = new StigReader(this);
        this.stigs.push(reader);
        return reader;
      },
    };
  }

  countRule(): void {
    if (++this.rules > CHECKLIST_LIMITS.rules) throw tooComplex();
  }

  countValue(): void {
    if (++this.values > CHECKLIST_LIMITS.values) throw tooComplex();
  }

  private addTarget(name: string, value: string): void {
    if (this.target.length >= CHECKLIST_LIMITS.keys) throw tooComplex();
    this.target.push([name, value]);
  }
}

class StigReader implements ElementHandler {
  private readonly info: Pair[] = [];
  private readonly rules: VulnReader[] = [];

  constructor(private readonly whole: CklReader) {}

  open(child: XmlElement): ElementHandler | undefined {
    if (child.local === 'STIG_INFO') {
      return { open: (data) => (data.local === 'SI_DATA' ? pairReader('SID_NAME', 'SID_DATA', this.info) : undefined) };
    }
    if (child.local !== 'VULN') return undefined;
    this.whole.countRule();
    const reader = new VulnReader(this.whole);
    this.rules.push(reader);
    return reader;
  }

  toStig(): Checklist['stigs'][number] {
    const fields = toFields(STIG_NAMES, this.info);
    return { fields, rules: this.rules.map((rule) => rule.toFields()) };
  }
}

class VulnReader implements ElementHandler {
  private readonly data: Pair[] = [];
  private readonly own = new Map<string, string>();

  constructor(private readonly whole: CklReader) {}

  open(child: XmlElement): ElementHandler | undefined {
    this.whole.countValue();
    if (child.local === 'STIG_DATA') return pairReader('VULN_ATTRIBUTE', 'ATTRIBUTE_DATA', this.data);
    if (this.own.size >= CHECKLIST_LIMITS.keys) throw tooComplex();
    return readText(child, (value) => this.own.set(child.local, value));
  }

  toFields(): ChecklistFields {
    const {
      STATUS = '',
      FINDING_DETAILS = '',
      COMMENTS = '',
      SEVERITY_OVERRIDE = '',
      SEVERITY_JUSTIFICATION = '',
      ...rest
    } = Object.fromEntries(this.own);
    const severity = SEVERITY_OVERRIDE.trim();
    const fields = toFields(RULE_NAMES, this.data);
    const groupId = fields['group_id'];
    return {
      ...fields,
      ...(groupId !== undefined && { group_id_src: groupId }),
      ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [`ckl:<${name}>`, value])),
      status: toStatus(STATUS),
      finding_details: FINDING_DETAILS,
      comments: COMMENTS,
      overrides:
        severity === '' && SEVERITY_JUSTIFICATION === ''
          ? {}
          : { severity: { severity, reason: SEVERITY_JUSTIFICATION } },
    };
  }
}

function toStatus(given: string): ChecklistStatus {
  const found = Object.entries(CKL_STATUSES).find(([, name]) => name === given.trim());
  if (!found) throw new DocumentError('invalid', `unknown STATUS ${given.slice(0, 100)}`);
  return found[0] as ChecklistStatus;
}

function toFields(names: readonly (readonly [string, string])[], pairs: readonly Pair[]): ChecklistFields {
  const fields: Record<string, ChecklistValue> = {};
  for (const [name, value] of pairs) {
    const key = toFieldName(names, name);
    const before = fields[key];
    if (LISTED.has(key)) {
      if (value === null || value === '') fields[key] ??= [];
      else fields[key] = [...((before as string[] | undefined) ?? []), value];
    } else if (key.startsWith('ckl:') && before !== undefined) {
      fields[key] = [...(Array.isArray(before) ? (before as ChecklistValue[]) : [before]), value];
    } else fields[key] = value;
  }
  return fields;
}

/** Reads pairs of elements for name and value; null without a value. */
function pairReader(nameElement: string, valueElement: string, pairs: Pair[]): ElementHandler {
  if (pairs.length >= CHECKLIST_LIMITS.keys) throw tooComplex();
  let name = '';
  let value: string | null = null;
  return {
    open: (child) => {
      if (child.local === nameElement) return readText(child, (text) => (name = text.trim()));
      return child.local === valueElement ? readText(child, (text) => (value = text)) : undefined;
    },
    close: () => {
      pairs.push([name.slice(0, 100), value]);
    },
  };
}

function readText(_element: XmlElement, onRead: (text: string) => void): ElementHandler {
  return new ClosedText(onRead);
}

class ClosedText extends TextReader {
  private depth = 1;

  constructor(private readonly onRead: (text: string) => void) {
    super();
  }

  override open(child: XmlElement): ElementHandler | undefined {
    this.depth += 1;
    return super.open(child);
  }

  override text(text: string): void {
    super.text(text);
    if (this.value.length > CHECKLIST_LIMITS.text) throw tooComplex();
  }

  close(): void {
    this.depth -= 1;
    if (this.depth === 0) this.onRead(this.value);
  }
}
