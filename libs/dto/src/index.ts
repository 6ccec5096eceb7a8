export * from './fields';
export type { Double, Link, MapValue, ObjectMap, TextMap } from './values';
