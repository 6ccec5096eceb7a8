import { DocumentError, tooComplex } from '../documents/document-error';
import { JSON_LIMITS, parseJson } from '../documents/parse-json';
import {
  type Checklist,
  CHECKLIST_LIMITS,
  CHECKLIST_STATUSES,
  type ChecklistFields,
  type ChecklistStatus,
  type ChecklistStig,
  type ChecklistValue,
  checkCounts,
} from './checklist';

/** Spellings used by STIG Manager and other tools. */
const STATUS_SPELLINGS: Readonly<Record<string, ChecklistStatus>> = {
  notreviewed: 'not_reviewed',
  notafinding: 'not_a_finding',
  notapplicable: 'not_applicable',
  open: 'open',
};
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);

const LIMITS = { ...JSON_LIMITS, values: CHECKLIST_LIMITS.values };

/**
 * Parses a CKLB of STIG Viewer 3.
 * @throws DocumentError
 */
export function readCklb(text: string): Checklist {
  const root = requireObject(parseJson(text, LIMITS), 'the document');
  const { stigs, target_data: target, ...fields } = root;
  if (!Array.isArray(stigs)) throw new DocumentError('invalid', 'no list "stigs" found');
  const checklist = {
    fields: checked(fields),
    target: target === undefined || target === null ? {} : checked(requireObject(target, 'target_data')),
    stigs: (stigs as unknown[]).map(readStig),
  };
  checkCounts(checklist);
  return checklist;
}

function readStig(given: unknown): ChecklistStig {
  const { rules, ...fields } = requireObject(given, 'a STIG');
  if (!Array.isArray(rules)) throw new DocumentError('invalid', 'no list "rules" found');
  if (rules.length > CHECKLIST_LIMITS.rules) throw tooComplex();
  return { fields: checked(fields), rules: (rules as unknown[]).map(readRule) };
}

function readRule(given: unknown): ChecklistFields {
  const fields = checked(requireObject(given, 'a rule'));
  return { ...fields, status: readStatus(fields['status']) };
}

function readStatus(given: ChecklistValue | undefined): ChecklistStatus {
  const status = CHECKLIST_STATUSES.find((known) => known === given);
  if (status) return status;
  const found = typeof given === 'string' && STATUS_SPELLINGS[given.toLowerCase().replaceAll(/[\s_-]/g, '')];
  if (!found) throw new DocumentError('invalid', `unknown status ${String(JSON.stringify(given)).slice(0, 100)}`);
  return found;
}

function requireObject(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DocumentError('invalid', `${name} is not an object`);
  }
  return value as Record<string, unknown>;
}

function checked(fields: Record<string, unknown>): ChecklistFields {
  check(fields, 0);
  return fields as ChecklistFields;
}

/** @throws DocumentError when there is more than a checklist has */
function check(value: unknown, depth: number): void {
  if (typeof value === 'string' && value.length > CHECKLIST_LIMITS.text) throw tooComplex();
  if (typeof value !== 'object' || value === null) return;
  if (depth >= CHECKLIST_LIMITS.depth) throw tooComplex();
  const entries = Object.entries(value);
  if (entries.length > (Array.isArray(value) ? CHECKLIST_LIMITS.rules : CHECKLIST_LIMITS.keys)) throw tooComplex();
  for (const [name, item] of entries) {
    if (UNSAFE.has(name)) throw new DocumentError('invalid', `field ${name} is not allowed`);
    check(item, depth + 1);
  }
}
