export { toBoolean, toInteger, toNumber } from './conversions';
export * from './fields';
export * from './query-fields';
export { findLongList } from './long-list';
export { type Dialect, type Problem, readerOf } from './reader';
export { Dto, type DtoClass, dtoOf, type Field, fieldsOf, type Parameter, parametersOf } from './registry';
export type { ItemKind } from './rules';
