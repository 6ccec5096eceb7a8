import type { SystemRecord } from '@wardstone/client/compliance';
import { useFetched } from '../api/client';
import { COMPLIANCE, compliancePage, equalsCondition } from '../api/compliance';

/** Looks the inventory group up by the systems in it; undefined if the viewer sees none. */
export async function findGroupId(name: string, signal?: AbortSignal): Promise<string | undefined> {
  const query = { filter: equalsCondition('group_name', name) };
  const { rows } = await compliancePage<SystemRecord>(`${COMPLIANCE}/systems`, { page: 0, size: 1, query, signal });
  return rows[0]?.groups.find((group) => group.name === name)?.id;
}

export interface NamedGroup {
  /** Undefined without a name, and if there is no such group. */
  id: string | undefined;
  /** Whether what depends on the group can be shown. */
  isReady: boolean;
  isUnknown: boolean;
}

/** The inventory group with a name, if one is given. */
export function useGroup(name: string): NamedGroup {
  const found = useFetched(['group', name], async (signal) => ({ name, id: await findGroupId(name, signal) }), {
    enabled: name !== '',
  });
  if (name === '') return { id: undefined, isReady: true, isUnknown: false };
  // While another name is looked up, the data is that of the one before.
  const isFound = found.data?.name === name;
  const id = isFound ? found.data?.id : undefined;
  return { id, isReady: id !== undefined, isUnknown: isFound && id === undefined };
}
