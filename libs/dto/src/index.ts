export * from './fields';
export {
  type Double,
  type Fields,
  isFields,
  type Link,
  linkParts,
  type MapValue,
  type ObjectMap,
  type Sort,
  type TextMap,
  toLink,
} from './values';
