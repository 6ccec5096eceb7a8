import type { MapValue } from '@wardstone/dto';
import { idOf, invalidReport, isFields, listOf, refuseTooMany } from '../reports/report-reader';
import type { Fields } from '../reports/report-reader';

/** A resource as an agent reports it. */
export interface Discovered {
  /** JSON pointer of its place in the report. */
  path: string;
  key: string;
  typeName: string;
  pluginName: string;
  name: string;
  version: string | null;
  description: string | null;
  location: string | null;
  pluginConfig: Readonly<Record<string, MapValue>>;
  resourceConfig: Readonly<Record<string, MapValue>>;
  children: Discovered[];
}

export interface DiscoveredRoot extends Discovered {
  /** Resource it is below; undefined for the platform. */
  parentId: number | undefined;
}

const MOST_NAME = 500;
const MOST_VERSION = 100;
const MOST_DEPTH = 50;

/** The resources of a discovery report. See rule agents-3. @throws invalid_content, payload_too_large */
export function readDiscovery(fields: Fields): DiscoveredRoot[] {
  let count = 0;
  const read = (value: unknown, path: string, depth: number): Discovered => {
    refuseTooMany(++count);
    if (depth > MOST_DEPTH) throw invalidReport(`${path}: nested deeper than ${MOST_DEPTH} levels`);
    if (!isFields(value)) throw invalidReport(`${path} must be an object`);
    return {
      path,
      key: requireText(value, 'key', path),
      typeName: requireText(value, 'typeName', path),
      pluginName: requireText(value, 'pluginName', path),
      name: requireText(value, 'name', path),
      version: optionalText(value, 'version', path, MOST_VERSION),
      description: optionalText(value, 'description', path, 1000),
      location: optionalText(value, 'location', path, MOST_NAME),
      pluginConfig: configuration(value, 'pluginConfig', path),
      resourceConfig: configuration(value, 'resourceConfig', path),
      children: listOf(value, 'children').map((child, index) => read(child, `${path}/children/${index}`, depth + 1)),
    };
  };
  const roots = listOf(fields, 'roots').map((value, index): DiscoveredRoot => {
    const root = read(value, `/roots/${index}`, 1);
    const stated = (value as Fields)['parentId'];
    if (stated === undefined || stated === null) return { ...root, parentId: undefined };
    const parentId = idOf(stated);
    if (parentId === undefined) throw invalidReport(`${root.path}: field parentId must be the id of a resource`);
    return { ...root, parentId };
  });
  if (roots.filter(({ parentId }) => parentId === undefined).length > 1) {
    throw invalidReport('An agent has one platform; the other roots need a parentId');
  }
  return roots;
}

function requireText(fields: Fields, name: string, path: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '' || value.length > MOST_NAME) {
    throw invalidReport(`${path}: field ${name} must be a text of 1 to ${MOST_NAME} characters`);
  }
  return value;
}

function optionalText(fields: Fields, name: string, path: string, most: number): string | null {
  const value = fields[name] ?? null;
  if (value === null) return null;
  if (typeof value !== 'string') throw invalidReport(`${path}: field ${name} must be a text`);
  return value.slice(0, most);
}

function configuration(fields: Fields, name: string, path: string): Readonly<Record<string, MapValue>> {
  const value = fields[name] ?? {};
  if (!isFields(value)) throw invalidReport(`${path}: field ${name} must be an object`);
  return value as Readonly<Record<string, MapValue>>;
}
