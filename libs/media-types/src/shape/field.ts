import { anyShape } from './record-shape';
import type { AnyShape, Double, Field, FieldKind, FieldOptions, MapValue, RecordShape } from './record-shape';
import type { Link } from './link';

type Absence<O> = (O extends { nullable: true } ? null : never) | (O extends { optional: true } ? undefined : never);

const fieldOf =
  <Value>(kind: Exclude<FieldKind['kind'], 'text' | 'record' | 'records'>) =>
  <const O extends FieldOptions>(description: string, options?: O): Field<Value | Absence<O>> => ({
    kind,
    description,
    ...options,
  });

/** A whole number of 32 or 53 bits. */
export const integer = fieldOf<number>('integer');
export const double = fieldOf<Double>('double');
export const flag = fieldOf<boolean>('flag');
/** Milliseconds since the epoch, UTC; 0 means "not set". HTML shows the date. Source: media spec 1.16. */
export const time = fieldOf<number>('time');
export const texts = fieldOf<readonly string[]>('texts');
export const integers = fieldOf<readonly number[]>('integers');
/** `Map<String,String>`. */
export const textMap = fieldOf<Readonly<Record<string, string>>>('textMap');
/** `Map<String,Object>`; XML says of each value what type it has. */
export const objectMap = fieldOf<Readonly<Record<string, MapValue>>>('objectMap');
export const link = fieldOf<Link>('link');
export const links = fieldOf<readonly Link[]>('links');

/** Text; `oneOf` narrows it to the constants of an enumeration. */
export function text<const O extends FieldOptions & { oneOf?: readonly string[] }>(
  description: string,
  options?: O,
): Field<(O extends { oneOf: readonly (infer Constant)[] } ? Constant : string) | Absence<O>> {
  return { kind: 'text', description, ...options };
}

/** A nested record. A shape that holds itself is named by a function. */
export function record<T, const O extends FieldOptions>(
  description: string,
  shape: RecordShape<T> | (() => RecordShape<T>),
  options?: O,
): Field<T | Absence<O>> {
  return { kind: 'record', description, shape: lazily(shape), ...options };
}

/** A list of nested records; in XML the element repeats. */
export function records<T, const O extends FieldOptions>(
  description: string,
  shape: RecordShape<T> | (() => RecordShape<T>),
  options?: O,
): Field<readonly T[] | Absence<O>> {
  return { kind: 'records', description, shape: lazily(shape), ...options };
}

function lazily<T>(shape: RecordShape<T> | (() => RecordShape<T>)): () => AnyShape {
  return () => anyShape(typeof shape === 'function' ? shape() : shape);
}
