import { escapeText } from '@wardstone/markup';
import {
  type Checklist,
  type ChecklistFields,
  type ChecklistStatus,
  type ChecklistValue,
  severityOverride,
  type WrittenStig,
} from './checklist';
import { CKL_STATUSES, RULE_NAMES, STIG_NAMES, TARGET_NAMES } from './ckl-names';

/** Format of STIG Viewer 3, row by row. */
export function* renderCklb({ fields, target, stigs }: Checklist<WrittenStig>): Iterable<string> {
  const { cklb_version = '1.0', ...rest } = ofCklb(fields);
  yield* renderObject(rest, 'stigs', function* () {
    for (const [at, stig] of stigs.entries()) {
      if (at > 0) yield ',';
      yield* renderObject({ ...ofCklb(stig.fields), size: stig.size }, 'rules', () => renderRows(stig));
      yield '}';
    }
  });
  yield `,"target_data":${JSON.stringify(ofCklb(target))},"cklb_version":${JSON.stringify(cklb_version)}}`;
}

/** An object without its end, with a list as its last field so far. */
function* renderObject(fields: ChecklistFields, list: string, items: () => Iterable<string>): Iterable<string> {
  const begin = JSON.stringify(fields).slice(0, -1);
  yield `${begin}${begin === '{' ? '' : ','}"${list}":[`;
  yield* items();
  yield ']';
}

function* renderRows({ rules }: WrittenStig): Iterable<string> {
  let separator = '';
  for (const rule of rules) {
    yield separator + JSON.stringify(ofCklb(rule));
    separator = ',';
  }
}

/** Format of STIG Viewer 2, row by row. */
export function* renderCkl({ target, stigs }: Checklist<WrittenStig>): Iterable<string> {
  const asset = elements(TARGET_NAMES, target, (name, value) => `<${name}>${escapeText(toText(value))}</${name}>`);
  yield toLines('<?xml version="1.0" encoding="UTF-8"?>', '<CHECKLIST>', '<ASSET>', ...asset, '</ASSET>', '<STIGS>');
  for (const stig of stigs) yield* renderStig(stig);
  yield toLines('</STIGS>', '</CHECKLIST>');
}

const toLines = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

function* renderStig({ fields, rules }: WrittenStig): Iterable<string> {
  const info = elements(STIG_NAMES, fields, (name, value) => {
    const data = value === null ? '' : `<SID_DATA>${escapeText(toText(value))}</SID_DATA>`;
    return `<SI_DATA><SID_NAME>${escapeText(name)}</SID_NAME>${data}</SI_DATA>`;
  });
  yield toLines('<iSTIG>', '<STIG_INFO>', ...info, '</STIG_INFO>');
  for (const rule of rules) yield renderVuln(rule);
  yield toLines('</iSTIG>');
}

function renderVuln(rule: ChecklistFields): string {
  const data = elements(
    RULE_NAMES,
    rule,
    (name, value) =>
      `<STIG_DATA><VULN_ATTRIBUTE>${escapeText(name)}</VULN_ATTRIBUTE>` +
      `<ATTRIBUTE_DATA>${escapeText(toText(value))}</ATTRIBUTE_DATA></STIG_DATA>`,
  );
  const { severity = '', reason = '' } = severityOverride(rule);
  const own: readonly (readonly [string, ChecklistValue])[] = [
    ['STATUS', CKL_STATUSES[rule['status'] as ChecklistStatus]],
    ['FINDING_DETAILS', rule['finding_details'] ?? ''],
    ['COMMENTS', rule['comments'] ?? ''],
    ['SEVERITY_OVERRIDE', severity],
    ['SEVERITY_JUSTIFICATION', reason],
    ...Object.entries(rule).flatMap(([key, value]) => {
      const name = /^ckl:<([A-Za-z_][\w.-]*)>$/.exec(key)?.[1];
      return name === undefined ? [] : [[name, value] as const];
    }),
  ];
  const others = own.map(([name, value]) => `<${name}>${escapeText(toText(value))}</${name}>`);
  return toLines('<VULN>', ...data, ...others, '</VULN>');
}

const ELEMENT_NAME = /^[A-Za-z_][\w.-]*$/;

/** Known names in order, then others from the imported CKL. */
function elements(
  names: readonly (readonly [string, string])[],
  fields: ChecklistFields,
  render: (name: string, value: ChecklistValue) => string,
): string[] {
  const known = new Set<string>(names.map(([, key]) => key));
  const others = Object.keys(fields).flatMap((key) => {
    const name = key.startsWith('ckl:') && !known.has(key) ? key.slice('ckl:'.length) : '';
    return ELEMENT_NAME.test(name) ? [[name, key] as const] : [];
  });
  return [...names, ...others].flatMap(([name, key]) => {
    const value = fields[key];
    if (value === undefined) return [];
    if (!Array.isArray(value)) return [render(name, value)];
    // STIG Viewer writes an empty element for the old ids, but none for the CCIs.
    if (value.length === 0) return key === 'ccis' ? [] : [render(name, '')];
    return (value as readonly ChecklistValue[]).map((item) => render(name, item));
  });
}

function toText(value: ChecklistValue | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const ofCklb = (fields: ChecklistFields): ChecklistFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('ckl:')));
