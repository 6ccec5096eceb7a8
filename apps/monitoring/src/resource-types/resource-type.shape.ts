import { integer, links, recordShape, text } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';

/** Whether users may create and physically delete resources of a type. Source: inventory spec 2. */
export const CREATE_POLICIES = ['NEITHER', 'CREATE_ONLY', 'DELETE_ONLY', 'BOTH'] as const;
export type CreatePolicy = (typeof CREATE_POLICIES)[number];

/** What has to be supplied to create a resource of a type. */
export const CREATION_DATA_TYPES = ['CONFIGURATION', 'CONTENT'] as const;
export type CreationDataType = (typeof CREATION_DATA_TYPES)[number];

/** Source: contract 2, inventory spec 3. */
export const RESOURCE_TYPE = recordShape({
  name: 'ResourceTypeRest',
  element: 'resourceType',
  description: 'A type of resources, as a plug-in describes it',
  fields: {
    id: integer('Id of the type'),
    name: text('Name; unique within its plug-in'),
    pluginName: text('Plug-in that describes the type'),
    createPolicy: text('Whether users may create and physically delete resources of the type', {
      oneOf: CREATE_POLICIES,
    }),
    dataType: text('What has to be supplied to create one', { oneOf: CREATION_DATA_TYPES }),
    links: links('The type itself'),
  },
});
export type ResourceTypeRest = RecordOf<typeof RESOURCE_TYPE>;
