export type { FieldOptions } from './field';
export {
  ArrayField,
  BooleanField,
  EnumField,
  IntField,
  NumberField,
  ObjectField,
  StringField,
  UuidField,
} from './fields';
export type {
  ArrayFieldOptions,
  EnumFieldOptions,
  NumberFieldOptions,
  ObjectFieldOptions,
  StringFieldOptions,
} from './fields';
export type { ItemKind } from './rules';
