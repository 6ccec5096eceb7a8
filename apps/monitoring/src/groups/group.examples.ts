import type { GroupDefinitionPreview, GroupDefinitionRest, GroupRest } from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';
import { RESOURCE_EXAMPLE } from '../resources/resource.examples';

const ROOT = 'http://localhost:8080/rest';

const GROUP_EXAMPLE: GroupRest = {
  id: 10003,
  name: 'web-tier',
  resourceTypeId: 10007,
  recursive: false,
  category: 'COMPATIBLE',
  dynaGroupDefinitionId: 0,
  explicitCount: 2,
  implicitCount: 2,
  links: [
    toLink('edit', `${ROOT}/group/10003`),
    toLink('self', `${ROOT}/group/10003`),
    toLink('metricDefinitions', `${ROOT}/group/10003/metricDefinitions`),
    toLink('coregui', 'http://localhost:8080/console/groups/10003'),
  ],
};

export const GROUP_SHOWN = { title: 'Group', example: GROUP_EXAMPLE };
export const GROUPS_SHOWN = { title: 'Groups', example: [GROUP_EXAMPLE], gzip: true };

export const DEFINITION_EXAMPLE: GroupDefinitionRest = {
  id: 10001,
  name: 'by-type',
  description: 'One group per type',
  expression: ['groupby resource.type.plugin', 'groupby resource.type.name'],
  recalcInterval: 600_000,
  generatedGroupIds: [10007, 10008],
  recursive: false,
  links: [toLink('edit', `${ROOT}/group/definition/10001`), toLink('create', `${ROOT}/group/definitions`)],
};

export const PREVIEW_EXAMPLE: GroupDefinitionPreview = {
  groupCount: 12,
  resourceCount: 340,
  groups: [
    {
      name: 'DynaGroup - by-type ( Platforms,CPU )',
      category: 'COMPATIBLE',
      explicitCount: 8,
      implicitCount: 8,
      members: [RESOURCE_EXAMPLE],
    },
  ],
  notes: [],
};
