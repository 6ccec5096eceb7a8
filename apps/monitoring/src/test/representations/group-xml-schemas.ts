import { LINK, RESOURCE } from './xml-elements';
import { collection, type DocumentSchema, type ElementSchema } from './xml-schema';

type Schemas = Readonly<Record<string, DocumentSchema>>;

/** See rule groups-6. */
const DEFINITION: ElementSchema = {
  children: {
    id: ['1', 'int'],
    name: ['1', 'string'],
    description: ['?', 'string'],
    expression: ['*', 'string'],
    recalcInterval: ['1', 'long'],
    generatedGroupIds: ['*', 'int'],
    recursive: ['1', 'boolean'],
    link: ['*', LINK],
  },
};

/** See rule groups-16. */
const PREVIEW: ElementSchema = {
  children: {
    groupCount: ['1', 'int'],
    resourceCount: ['1', 'int'],
    groups: [
      '*',
      {
        children: {
          name: ['1', 'string'],
          category: ['1', ['COMPATIBLE', 'MIXED']],
          explicitCount: ['1', 'int'],
          implicitCount: ['1', 'int'],
          members: ['*', RESOURCE],
        },
      },
    ],
    notes: ['*', 'string'],
  },
};

/** See rule metrics-17. */
const CALL_TIME: ElementSchema = {
  attributes: {
    callDestination: 'string',
    minimum: 'double',
    maximum: 'double',
    average: 'double',
    total: 'double',
    count: 'int',
  },
};

/** By the id of the operation; of groups, their definitions and call times. */
export function xmlOfGroupReads(group: ElementSchema, resource: ElementSchema, schedule: ElementSchema): Schemas {
  return {
    listGroups: collection('groupRest', group),
    getGroup: { root: 'groupRest', element: group },
    listGroupsOfResource: collection('groupRest', group),
    listGroupMembers: collection('resource', resource),
    listGroupMetrics: collection('metricSchedule', schedule),
    listGroupRoles: collection('value', { attributes: { value: 'string' } }),
    listGroupDefinitions: collection('groupDefinition', DEFINITION),
    getGroupDefinition: { root: 'groupDefinition', element: DEFINITION },
    listCallTimes: collection('callTime', CALL_TIME),
  };
}

/** Schemas of writes with a response body. */
export function xmlOfGroupWrites(group: ElementSchema): Schemas {
  return {
    createGroup: { root: 'groupRest', element: group },
    updateGroup: { root: 'groupRest', element: group },
    addGroupMember: { root: 'groupRest', element: group },
    createGroupDefinition: { root: 'groupDefinition', element: DEFINITION },
    previewGroupDefinition: { root: 'groupDefinitionPreview', element: PREVIEW },
    updateGroupDefinition: { root: 'groupDefinition', element: DEFINITION },
  };
}
