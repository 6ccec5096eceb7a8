export { toBoolean, toInteger, toNumber } from './conversions';
export * from './fields';
export * from './query-fields';
export { findLongList } from './long-list';
export { readerOf } from './reader';
export type { Dialect, Problem } from './reader';
export { Dto, dtoOf, fieldsOf, parametersOf } from './registry';
export type { DtoClass, Field, Parameter } from './registry';
export type { ItemKind } from './rules';
