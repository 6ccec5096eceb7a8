export { toBoolean, toInteger, toNumber } from '../values';
export * from './fields';
export * from './query-fields';
export { type Dialect, findLongList, type Problem, readerOf } from './reader';
export { Dto, type DtoClass, dtoOf, type Field, fieldsOf, type Parameter, parametersOf } from './registry';
export type { ItemKind } from './rules';
