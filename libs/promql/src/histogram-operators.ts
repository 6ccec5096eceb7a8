import type { NativeHistogram } from '@wardstone/metric-points';
import type { Annotations } from './annotations';
import { HistogramSum } from './histogram-sum';
import { areEqual, divideHistogram, scaleHistogram } from './native-histograms';
import { trimHistogram } from './native-trim';

interface HistogramOperation {
  readonly operator: string;
  readonly isBool: boolean;
  readonly place: string;
}

type Operand = number | NativeHistogram;

const WORDS: Readonly<Record<string, string>> = { '+': 'addition', '-': 'subtraction' };

/** The result of an operation of which at least one side is a histogram; undefined for none, with the reason as a note. */
export function combineHistograms(
  operation: HistogramOperation,
  a: Operand,
  b: Operand,
  annotations: Annotations,
): Operand | undefined {
  const { operator, isBool, place } = operation;
  if (typeof a === 'number' || typeof b === 'number') {
    if (operator === '*')
      return typeof a === 'number' ? scaleHistogram(b as NativeHistogram, a) : scaleHistogram(a, b as number);
    if ((operator === '</' || operator === '>/') && typeof b === 'number')
      return trimHistogram(a as NativeHistogram, b, operator);
    if (operator === '/' && typeof b === 'number') return divideHistogram(a as NativeHistogram, b);
  } else if (operator === '+' || operator === '-') return added(operation, a, b, annotations);
  else if (operator === '==' || operator === '!=') {
    const holds = areEqual(a, b) === (operator === '==');
    return isBool ? Number(holds) : holds ? a : undefined;
  }
  const problem = `incompatible sample types encountered for binary operator "${operator}"`;
  annotations.inform(`${problem}: ${typeName(a)} ${operator} ${typeName(b)}`, place);
  return undefined;
}

function added(
  { operator, place }: HistogramOperation,
  a: NativeHistogram,
  b: NativeHistogram,
  annotations: Annotations,
): NativeHistogram | undefined {
  const sum = new HistogramSum(a);
  const done = sum.add(b, operator === '+' ? 1 : -1);
  const word = WORDS[operator]!;
  if (!done) {
    annotations.warn(`incompatible bucket layout encountered for binary operator ${operator}`, place);
    return undefined;
  }
  if (done.isReconciled) annotations.inform(`mismatched custom buckets were reconciled during ${word}`, place);
  if (done.isCollision) {
    // As in Prometheus, there is no result.
    annotations.warn(`conflicting counter resets during histogram ${word}`, place);
    return undefined;
  }
  return operator === '+' ? sum.toHistogram() : sum.toHistogram(1, 'gauge');
}

function typeName(operand: Operand): string {
  return typeof operand === 'number' ? 'float' : 'histogram';
}
