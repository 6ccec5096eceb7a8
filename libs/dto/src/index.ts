export * from './fields';
export {
  type Double,
  type Fields,
  isFields,
  type Link,
  type MapValue,
  type ObjectMap,
  type Sort,
  type TextMap,
} from './values';
