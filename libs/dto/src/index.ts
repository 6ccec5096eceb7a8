export * from './fields';
export type { Double, Link, MapValue, ObjectMap, Sort, TextMap } from './values';
