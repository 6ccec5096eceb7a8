import type { ResourceWithType } from '@wardstone/client/monitoring';

/** What the parts of the page of a resource are given. */
export interface OfResource {
  resource: ResourceWithType;
}
