export { type BoundedPattern, compileBounded, isTooLarge, MAX_ELEMENTS } from './bounded-pattern';
export { expandGroups } from './expand-groups';
export { estimateWeight } from './pattern-weight';
export { substringPattern, wholePattern } from './substring-pattern';
