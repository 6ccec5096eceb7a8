export { toBoolean, toInteger, toNumber } from './conversions';
export type { FieldOptions } from './field';
export {
  ArrayField,
  BooleanField,
  DoubleField,
  EnumField,
  IntField,
  LinkField,
  LinksField,
  NumberField,
  ObjectField,
  ObjectMapField,
  StringField,
  TextMapField,
  TimeField,
  UuidField,
} from './fields';
export type {
  ArrayFieldOptions,
  EnumFieldOptions,
  NumberFieldOptions,
  ObjectFieldOptions,
  StringFieldOptions,
} from './fields';
export { FlagField, IdField, IdsField, PageField, SortField } from './query-fields';
export { findLongList } from './long-list';
export { readerOf } from './reader';
export type { Dialect, Problem } from './reader';
export { Dto, dtoOf, fieldsOf, parametersOf } from './registry';
export type { DtoClass, DtoOptions, Field, Parameter } from './registry';
export type { ItemKind } from './rules';
