import type { DocumentSchema, ElementSchema } from './xml-schema';

/** Elements of responses in several areas. */

export const LINK: ElementSchema = { attributes: { rel: 'string', href: 'uri' } };

export const VALUE = (type: 'string' | 'int' | 'boolean'): DocumentSchema => ({
  root: 'value',
  element: { attributes: { value: type } },
});

export const AVAILABILITIES = ['UP', 'DOWN', 'DISABLED', 'UNKNOWN'];

/** See rule inventory-2. */
export const RESOURCE: ElementSchema = {
  children: {
    resourceName: ['1', 'string'],
    resourceId: ['1', 'int'],
    typeName: ['1', 'string'],
    typeId: ['1', 'int'],
    pluginName: ['1', 'string'],
    parentId: ['?', 'int'],
    status: ['1', ['NEW', 'IGNORED', 'COMMITTED', 'UNINVENTORIED']],
    availability: ['1', AVAILABILITIES],
    ancestry: ['?', 'string'],
    location: ['?', 'string'],
    description: ['?', 'string'],
    links: ['*', LINK],
  },
};

/** A value of a map states its type in an attribute (rule http-11). */
const MAP_VALUE: ElementSchema = {
  attributes: { 'xsi:type': 'string', 'xmlns:xsi': 'uri', 'xmlns:xs': 'uri' },
  text: 'string',
};
export const OBJECT_MAP: ElementSchema = {
  children: { entry: ['*', { children: { key: ['1', 'string'], value: ['?', MAP_VALUE] } }] },
};
