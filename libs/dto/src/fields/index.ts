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
export { Dto, dtoOf, fieldsOf } from './registry';
export type { DtoClass, DtoOptions, Field } from './registry';
export type { ItemKind } from './rules';
