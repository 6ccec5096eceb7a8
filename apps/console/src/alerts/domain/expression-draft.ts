import type { AlertExpression } from '@wardstone/client/monitoring';

/** Settings of an expression in the form; labels and annotations line by line. */
export interface ExpressionDraft {
  readonly seconds: string;
  readonly forSeconds: string;
  readonly keepFiringSeconds: string;
  readonly labels: string;
  readonly annotations: string;
  /** Name of the series that a recording rule stores; undefined for an alerting rule. */
  readonly record?: string | undefined;
}

export const NEW_EXPRESSION: ExpressionDraft = {
  seconds: '60',
  forSeconds: '0',
  keepFiringSeconds: '0',
  labels: '',
  annotations: '',
};

/** Converts stored settings to the form. Pure. */
export function draftOfExpression(stored: AlertExpression | undefined): ExpressionDraft {
  if (!stored) return NEW_EXPRESSION;
  const { seconds = 60, forSeconds = 0, keepFiringSeconds = 0, labels, annotations, record } = stored;
  return {
    seconds: String(seconds),
    forSeconds: String(forSeconds),
    keepFiringSeconds: String(keepFiringSeconds),
    labels: toLines(labels),
    annotations: toLines(annotations),
    ...(record === undefined ? {} : { record }),
  };
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
export function sentExpression(draft: ExpressionDraft): AlertExpression | undefined {
  const { seconds, forSeconds, keepFiringSeconds, labels, annotations, record } = draft;
  if (![seconds, forSeconds, keepFiringSeconds].every((text) => WHOLE.test(text))) return undefined;
  if (wrongLine(labels) > 0 || wrongLine(annotations) > 0) return undefined;
  const evaluation = { seconds: Number(seconds), labels: getTemplates(labels) };
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
