import type { ObjectMap } from '@wardstone/dto';
import { type ConfigurationDefinition, maskedValues } from '@wardstone/plugin-descriptor';
import { mayDo, seesEverything, type Viewer } from '../authorization/viewer';

/**
 * Declared parameters with masked passwords, for holders of CONTROL, because free text may contain more than viewers
 * should read.
 */
export function shownParameters(
  viewer: Viewer,
  definition: ConfigurationDefinition | null,
  parameters: ObjectMap,
): ObjectMap {
  if (definition === null || !(seesEverything(viewer) || mayDo(viewer, 'CONTROL'))) return {};
  return maskedValues(definition.properties, parameters);
}
