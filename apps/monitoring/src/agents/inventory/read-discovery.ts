import { type InventoryReport, ReportedResource, ReportedRoot } from '@wardstone/dto/monitoring';
import { isFields, type ObjectMap } from '@wardstone/dto';
import { cutText } from '@wardstone/units';
import { fieldReader, type Read } from '../reports/field-reader';
import { invalidReport, refuseTooMany } from '../reports/report-reader';

/** A resource as reported by an agent. */
export interface Discovered extends Pick<ReportedResource, 'key' | 'typeName' | 'pluginName' | 'name'> {
  /** JSON pointer to it in the report. */
  path: string;
  version: string | null;
  description: string | null;
  location: string | null;
  pluginConfig: ObjectMap;
  resourceConfig: ObjectMap;
  children: Discovered[];
}

export interface DiscoveredRoot extends Discovered {
  /** Id of its parent in the report; undefined for the platform. */
  parentId: number | undefined;
}

const readResource = fieldReader(ReportedResource);
const readRoot = fieldReader(ReportedRoot);

/** The resources of a discovery report. See rule agents-3. @throws invalid_content, payload_too_large */
export function readDiscovery({ roots: sent = [] }: Read<InventoryReport>): DiscoveredRoot[] {
  let count = 0;
  const read = (value: unknown, path: string, readFields: typeof readRoot): DiscoveredRoot => {
    refuseTooMany(++count);
    if (!isFields(value)) throw invalidReport(`${path} must be an object`);
    const { fields, refusal } = readFields(value);
    const children = fields.children?.map((child, index) => read(child, `${path}/children/${index}`, readResource));
    if (refusal !== undefined) throw invalidReport(refusedAt(path, refusal));
    const { version = null, description = null, location = null, pluginConfig = {}, resourceConfig = {} } = fields;
    const { key, typeName, pluginName, name, parentId } = fields;
    return {
      path,
      key,
      typeName,
      pluginName,
      name,
      version: version && cutText(version, 100),
      description: description && cutText(description, 1000),
      location: location && cutText(location, 500),
      pluginConfig,
      resourceConfig,
      children: children ?? [],
      parentId,
    };
  };
  const roots = sent.map((root, index) => read(root, `/roots/${index}`, readRoot));
  if (roots.filter(({ parentId }) => parentId === undefined).length > 1) {
    throw invalidReport('An agent has one platform; the other roots need a parentId');
  }
  return roots;
}

function refusedAt(path: string, refusal: string): string {
  // The report's own rules already refuse other lists.
  return refusal === 'field children must be a list' ? 'Field children must be a list' : `${path}: ${refusal}`;
}
