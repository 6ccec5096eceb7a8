import type { ResourceConfigurationRest, ResourceWithType } from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';

const ROOT = 'http://localhost:8080/rest';

/** A resource in the API document. See rule inventory-2. */
export const RESOURCE_EXAMPLE: ResourceWithType = {
  resourceName: 'cpu-0',
  resourceId: 10017,
  typeName: 'CPU',
  typeId: 10007,
  pluginName: 'Platforms',
  parentId: 10001,
  status: 'COMMITTED',
  availability: 'UNKNOWN',
  ancestry: '10002_:_10001_:_alpha-host',
  location: null,
  description: 'A processor',
  links: [
    toLink('operationDefinitions', `${ROOT}/operation/definitions?resourceId=10017`),
    toLink('self', `${ROOT}/resource/10017`),
    toLink('schedules', `${ROOT}/resource/10017/schedules`),
    toLink('availability', `${ROOT}/resource/10017/availability`),
    toLink('children', `${ROOT}/resource/10017/children`),
    toLink('alerts', `${ROOT}/resource/10017/alerts`),
    toLink('alertDefinitions', `${ROOT}/alert/definitions?resourceId=10017`),
    toLink('parent', `${ROOT}/resource/10001`),
    toLink('coregui', 'http://localhost:8080/console/inventory/10017'),
  ],
};

export const RESOURCE_SHOWN = { title: 'Resource', example: RESOURCE_EXAMPLE };
export const RESOURCES_SHOWN = { title: 'Resources', example: [RESOURCE_EXAMPLE], gzip: true };

export const CONFIGURATION_EXAMPLE: ResourceConfigurationRest = {
  resourceId: 10021,
  version: '10.2',
  pluginConfigProperties: [
    {
      name: 'pidFile',
      displayName: 'Pid File',
      description: 'File that holds the id of the process',
      type: 'FILE',
      required: false,
    },
  ],
  pluginConfig: { pidFile: '/run/nginx.pid' },
  resourceConfigProperties: [],
  resourceConfig: {},
  links: [toLink('resource', 'http://localhost:8080/rest/resource/10021')],
};
