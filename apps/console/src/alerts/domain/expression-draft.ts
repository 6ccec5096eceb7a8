import type { AlertExpression } from '@wardstone/client/monitoring';

/** Settings of an expression in the form; labels and annotations line by line. */
export interface ExpressionDraft {
  readonly seconds: string;
  readonly forSeconds: string;
  readonly keepFiringSeconds: string;
  readonly labels: string;
  readonly annotations: string;
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
  const { seconds = 60, forSeconds = 0, keepFiringSeconds = 0, labels, annotations } = stored;
  return {
    seconds: String(seconds),
    forSeconds: String(forSeconds),
    keepFiringSeconds: String(keepFiringSeconds),
    labels: toLines(labels),
    annotations: toLines(annotations),
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

/** The expression settings to send; undefined while a number or a line is invalid. Pure. */
export function sentExpression(draft: ExpressionDraft): AlertExpression | undefined {
  const { seconds, forSeconds, keepFiringSeconds, labels, annotations } = draft;
  if (![seconds, forSeconds, keepFiringSeconds].every((text) => WHOLE.test(text))) return undefined;
  if (wrongLine(labels) > 0 || wrongLine(annotations) > 0) return undefined;
  return {
    seconds: Number(seconds),
    forSeconds: Number(forSeconds),
    keepFiringSeconds: Number(keepFiringSeconds),
    labels: getTemplates(labels),
    annotations: getTemplates(annotations),
  };
}
