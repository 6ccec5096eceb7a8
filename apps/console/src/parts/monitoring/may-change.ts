import type { AlertDefinitionRest } from '@wardstone/client/monitoring';
import { useMay } from '../../shell/caller';
import { ownerOf } from './owner';

/** Whether the viewer may change a definition: those of types are settings. */
export function useMayChange(): (definition: Pick<AlertDefinitionRest, 'links'>) => boolean {
  const mayAlert = useMay('MANAGE_ALERTS');
  const maySet = useMay('MANAGE_SETTINGS');
  return (definition) => (ownerOf(definition)?.kind === 'resourceType' ? maySet : mayAlert);
}
