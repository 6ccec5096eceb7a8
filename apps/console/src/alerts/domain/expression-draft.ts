import type { AlertDefinitionRest, AlertExpression } from '@wardstone/client/monitoring';

/** Settings of an expression in the form; labels and annotations line by line. */
export interface ExpressionDraft {
  readonly seconds: string;
  readonly forSeconds: string;
  readonly keepFiringSeconds: string;
  readonly labels: string;
  readonly annotations: string;
  /** Name of the series that a recording rule stores; undefined for an alerting rule. */
  readonly record?: string | undefined;
  /** Rule group; empty for none. */
  readonly group: string;
  /** Rule file of the group; empty for none. */
  readonly file: string;
  readonly position: string;
}

export const NEW_EXPRESSION: ExpressionDraft = {
  seconds: '60',
  forSeconds: '0',
  keepFiringSeconds: '0',
  labels: '',
  annotations: '',
  group: '',
  file: '',
  position: '0',
};

/** Converts stored settings to the form. Pure. */
export function draftOfExpression(stored: AlertExpression | undefined): ExpressionDraft {
  if (!stored) return NEW_EXPRESSION;
  const { seconds = 60, forSeconds = 0, keepFiringSeconds = 0, labels, annotations, record } = stored;
  const { group = '', file = '', position = 0 } = stored;
  return {
    seconds: String(seconds),
    forSeconds: String(forSeconds),
    keepFiringSeconds: String(keepFiringSeconds),
    labels: toLines(labels),
    annotations: toLines(annotations),
    ...(record === undefined ? {} : { record }),
    group,
    file,
    position: String(position),
  };
}

export type RuleGroup = Pick<ExpressionDraft, 'group' | 'file'>;

/** The groups of definitions by name, each once. Pure. */
export function listGroups(definitions: readonly Pick<AlertDefinitionRest, 'expression'>[]): RuleGroup[] {
  const groups = definitions.flatMap(({ expression: { group = '', file = '' } = {} }) =>
    group === '' ? [] : [{ group, file }],
  );
  const unique = new Map(groups.map((one) => [JSON.stringify([one.group, one.file]), one]));
  return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** The draft in the group of this name: in that of a file if there is one. Pure. */
export function moveToGroup(draft: ExpressionDraft, name: string, groups: readonly RuleGroup[]): ExpressionDraft {
  const named = groups.filter(({ group }) => group === name);
  const { file } = named.find((one) => one.file === draft.file) ?? named[0] ?? { file: '' };
  return { ...draft, group: name, file };
}

/** Line breaks within a text are escaped. */
function toLines(templates: Readonly<Record<string, string>> = {}): string {
  return Object.entries(templates)
    .map(([name, text]) => `${name}: ${text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`)
    .join('\n');
}

const LINE = /^\s*([^\s:]+)\s*:\s?(.*)$/;
const WHOLE = /^\d{1,9}$/;
const METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]{0,199}$/;

/** Number of the first line without `name: text`, from 1; 0 if all are valid. Pure. */
export function wrongLine(text: string): number {
  return text.split('\n').findIndex((line) => line.trim() !== '' && !LINE.test(line)) + 1;
}

function getTemplates(text: string): Record<string, string> {
  const entries = text.split('\n').flatMap((line): [string, string][] => {
    const [, name, template] = LINE.exec(line) ?? [];
    if (name === undefined || template === undefined) return [];
    return [[name, template.replace(/\\(\\|n)/g, (_all, escaped: string) => (escaped === 'n' ? '\n' : '\\'))]];
  });
  return Object.fromEntries(entries);
}

/** Whether a text may be the name of a recorded series. Pure. */
export function isRecordName(text: string): boolean {
  return METRIC_NAME.test(text);
}

/** The expression settings to send; undefined while a number or a line is invalid. Pure. */
export function toExpression(draft: ExpressionDraft): AlertExpression | undefined {
  const { seconds, forSeconds, keepFiringSeconds, labels, annotations, record, group, file, position } = draft;
  if (![seconds, forSeconds, keepFiringSeconds, position].every((text) => WHOLE.test(text))) return undefined;
  if (wrongLine(labels) > 0 || wrongLine(annotations) > 0) return undefined;
  const evaluation = {
    seconds: Number(seconds),
    labels: getTemplates(labels),
    group: group.trim(),
    file,
    position: Number(position),
  };
  if (record !== undefined)
    return isRecordName(record)
      ? { ...evaluation, record, forSeconds: 0, keepFiringSeconds: 0, annotations: {} }
      : undefined;
  return {
    ...evaluation,
    forSeconds: Number(forSeconds),
    keepFiringSeconds: Number(keepFiringSeconds),
    annotations: getTemplates(annotations),
    // Omitted fields keep their stored values.
    record: '',
  };
}
