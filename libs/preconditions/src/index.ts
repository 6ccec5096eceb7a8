export { entityTag } from './entity-tag';
export { preconditionsHold } from './preconditions';
export type { Preconditions } from './preconditions';
