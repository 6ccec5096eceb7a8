import { ExpressionError, parseGroupExpression } from '@wardstone/group-expression';

const MAX_NAME_LENGTH = 100;
const MAX_DESCRIPTION_LENGTH = 100;
const MAX_EXPRESSION_LENGTH = 1000;
const MIN_INTERVAL_MS = 60_000;

/** Name, description and expression as entered. */
export interface DefinitionWording {
  readonly name: string;
  readonly description: string | null;
  /** Normalised lines, see `expressionLines`. */
  readonly expression: readonly string[];
  readonly recalcIntervalMs: number;
}

/** Error of a definition; `about` distinguishes the expression from other fields. */
export interface Problem {
  readonly about: 'expression' | 'definition';
  readonly text: string;
}

/** Normalises the lines of an expression: splits those with line breaks, and drops blank ones at the end. */
export function expressionLines(sent: readonly string[]): string[] {
  const lines = sent.flatMap((element) => element.split(/\r\n|\r|\n/));
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}

/** The first rule that a definition violates, in the order of rule groups-6; undefined if it is valid. */
export function findProblem(wording: DefinitionWording): Problem | undefined {
  const { name, description, expression, recalcIntervalMs } = wording;
  const ofDefinition = (text: string): Problem => ({ about: 'definition', text });
  if (name.trim() === '') return ofDefinition('Field name must be given');
  if (expression.length === 0) return ofDefinition('Field expression must contain a statement');
  if (recalcIntervalMs < 0) return ofDefinition('Field recalcInterval must not be negative');
  if ([...name].length > MAX_NAME_LENGTH) {
    return ofDefinition(`Field name is longer than ${MAX_NAME_LENGTH} characters`);
  }
  if (/[<$'[{]/.test(name)) return ofDefinition(`Field name must not contain any of < $ ' [ {`);
  if ([...(description ?? '')].length > MAX_DESCRIPTION_LENGTH) {
    return ofDefinition(`Field description is longer than ${MAX_DESCRIPTION_LENGTH} characters`);
  }
  if (recalcIntervalMs !== 0 && recalcIntervalMs < MIN_INTERVAL_MS) {
    return ofDefinition(`Field recalcInterval must be 0, or ${MIN_INTERVAL_MS} ms or more`);
  }
  return problemOfExpression(expression);
}

function problemOfExpression(lines: readonly string[]): Problem | undefined {
  if ([...lines.join('\n')].length > MAX_EXPRESSION_LENGTH) {
    return { about: 'expression', text: `Field expression is longer than ${MAX_EXPRESSION_LENGTH} characters` };
  }
  try {
    parseGroupExpression(lines);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return { about: 'expression', text: error.message };
    throw error;
  }
}
