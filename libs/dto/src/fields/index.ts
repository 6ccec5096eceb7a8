import * as kinds from './kinds';
import type { Field as DeclaredField } from './registry';

/** Field decorators by kind, such as `@Field.Int()`; as a type, the metadata of a field. */
export const Field = kinds;
export type Field = DeclaredField;

export { toBoolean, toInteger, toNumber } from '../values';
export { type Dialect, findLongList, findMisplacedList, type Problem, makeReader } from './reader';
export { Dto, type DtoClass, getDto, getFields, type Parameter, getParameters } from './registry';
export type { ItemKind } from './rules';
