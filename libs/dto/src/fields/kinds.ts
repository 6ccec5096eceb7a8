export {
  ArrayField as Array,
  BooleanField as Boolean,
  DoubleField as Double,
  EnumField as Enum,
  IntField as Int,
  LinkField as Link,
  LinksField as Links,
  NumberField as Number,
  ObjectField as Object,
  ObjectMapField as ObjectMap,
  StringField as String,
  TextMapField as TextMap,
  TimeField as Time,
  UuidField as Uuid,
} from './fields';
export {
  FlagField as Flag,
  IdField as Id,
  IdsField as Ids,
  PageField as Page,
  SortField as Sort,
} from './query-fields';
